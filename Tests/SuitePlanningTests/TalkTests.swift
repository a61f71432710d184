import AirPlayReceivers
import DeviceMatrix
import HLSPlaylists
import HarnessTestSupport
import Testing

@testable import SuitePlanning

/// What WWDC23 session 10275 advises and shows.
@Suite struct TalkTests {
    /// The talk's example: a primary of 10 s, two ads of 10 s at 5 s in playlist order, a skip restriction on both.
    private static let demo = PlannedFilm(
        id: "demo", length: .seconds(10),
        breaks: [
            PlannedFilm.Break(id: "ad1", at: .seconds(5), restrictions: .skip),
            PlannedFilm.Break(id: "ad2", at: .seconds(5), restrictions: .skip),
        ], plans: Shipped.plans)

    private static let plan = Shipped.planner.plan([demo.presentation])

    private func steps(_ plan: String, on receiverClass: ReceiverClass = .appleTV) throws -> [String: CaseStep] {
        let found = Self.plan.cases.first { $0.servicePlan == plan && $0.receiver.receiverClass == receiverClass }
        return Dictionary(uniqueKeysWithValues: try #require(found).steps.map { ($0.id, $0) })
    }

    @Test func theThreeServicePlansComeOutAsCasesOnEveryReceiver() {
        for receiver in Self.plan.receivers.chosen {
            let plans = Self.plan.cases.filter { $0.receiver.id == receiver.id }.map(\.servicePlan)
            #expect(Set(plans) == ["A", "B", "C"], "\(receiver.title)")
        }
    }

    @Test func underPlanABothAdsPlayAndOnlyPlayAndPauseAreLeft() throws {
        let steps = try steps("A")
        #expect(
            Set(steps.keys) == [
                "start", "ad1/enter", "ad1/controls", "ad2/enter", "ad2/controls", "ad2/resume", "jump",
            ])
        #expect(steps["ad1/enter"]?.atSeconds == 5)
        #expect(steps["ad1/enter"]?.onAirSeconds == 5)
        #expect(steps["ad2/enter"]?.onAirSeconds == 15)
        #expect(steps["ad2/resume"]?.onAirSeconds == 25)
        #expect(steps["ad2/resume"]?.expected == "The primary goes on at 5 s, where it was left.")
        for id in ["ad1", "ad2"] {
            let rules = steps["\(id)/controls"]?.expected ?? ""
            #expect(rules.hasPrefix("Pause and play work. \(id) cannot be skipped"), "\(rules)")
        }
        // Neither ad restricts jumps, so going on behind the break plays none: 7.5 s lies between it and the end.
        #expect(
            steps["jump"]?.expected
                == "The primary goes on at 7.5 s at once; no break plays, because jumping over it is allowed.")
    }

    @Test func underPlanBNothingStopsThePrimary() throws {
        let steps = try steps("B")
        #expect(Set(steps.keys) == ["start", "uninterrupted"])
        #expect(
            steps["uninterrupted"]?.expected
                == "No break plays: ad1 and ad2 must not show, nothing stops at 5 s, and the primary plays on to the end "
                + "at 10 s. The timeline shows no break.")
    }

    @Test func underPlanCOnlyTheSecondAdMayBeSkipped() throws {
        let steps = try steps("C")
        #expect(steps["ad1/controls"]?.expected.contains("ad1 cannot be skipped") == true)
        #expect(steps["ad2/controls"]?.expected.contains("ad2 may be left") == true)
    }

    @Test func anAppleTVComesFirst() {
        #expect(Self.plan.cases.first?.receiver.receiverClass == .appleTV)
    }

    @Test(
        "At least one receiver of each class of non-Apple receiver",
        arguments: [ReceiverClass.smartTV, .setTopBox, .mediaStick, .soundBar, .smartSpeaker])
    func everyClassIsThere(receiverClass: ReceiverClass) {
        #expect(Self.plan.receivers.chosen.contains { $0.receiverClass == receiverClass })
    }

    /// The talk names the Mac among the receivers of its suite. As sender it is then another Mac.
    @Test func aMacReceivesToo() throws {
        let mac = try #require(Self.plan.receivers.chosen.first { $0.receiverClass == .mac })
        let fromMac = Self.plan.cases.filter { $0.receiver.id == mac.id && $0.sender.id == "mac" }
        #expect(!fromMac.isEmpty)
        #expect(fromMac.allSatisfy { $0.preconditions.contains { $0.contains("another one") } })
    }

    @Test(arguments: [DecodingTier.high, .low])
    func bothEndsAreThereApartFromApple(tier: DecodingTier) {
        let other = Self.plan.receivers.chosen.filter { ![.appleTV, .mac].contains($0.receiverClass) }
        #expect(other.contains { $0.tier == tier })
    }

    @Test func aLowEndReceiverWithSDRAndStereoAACIsAlwaysThere() throws {
        let id = try #require(Self.plan.facets.first { $0.id == "low-end-sdr-stereo" }?.receivers?.first)
        let receiver = try #require(Shipped.models.first { $0.id == id }?.profile)
        #expect(receiver.tier == .low)
        #expect(receiver.capabilities.dynamicRanges?.value == [.sdr])
        #expect(receiver.capabilities.audioCodecs?.value == [.aac])
        #expect(receiver.capabilities.maxAudioChannels?.value == 2)
    }

    @Test func aDolbyVisionReceiverIsThereWhereDolbyVisionIsUsed() throws {
        #expect(!Self.plan.facets.contains { $0.id == "range/Dolby Vision" })
        var film = Self.demo
        film.media = SampleMedia.dolbyVision
        let plan = Shipped.planner.plan([film.presentation])
        let facet = try #require(plan.facets.first { $0.id == "range/Dolby Vision" })
        let id = try #require(facet.receivers?.first)
        let receiver = try #require(Shipped.models.first { $0.id == id }?.profile)
        #expect(receiver.capabilities.dynamicRanges?.value.contains(.dolbyVision) == true)
        #expect(facet.cases > 0)
    }

    @Test(arguments: ["iphone", "ipad", "mac"])
    func everySenderIsUsedUnderEveryPlanAndOnEveryReceiver(sender: String) {
        let own = Self.plan.cases.filter { $0.sender.id == sender }
        #expect(Set(own.map(\.servicePlan)) == ["A", "B", "C"])
        #expect(Set(own.map(\.receiver.id)) == Set(Self.plan.receivers.chosen.map(\.id)))
    }
}
