import AirPlayReceivers
import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import Testing
import TransitionRisk

@Suite struct VerdictPropertyTests {
    private let assessor = TransitionAssessor(
        model: DelayModel(costs: matrix.costs, draws: StratifiedDraws(count: 400)))

    @Test("A transition from a variant to itself is the floor and has no reasons", arguments: 0..<20)
    func selfTransition(seed: Int) {
        var random = RandomMedia(seed: UInt64(seed))
        var asset = random.asset("film")
        asset.variants.removeLast()
        asset.variants[0].timing?.startsWithKeyframe = true
        asset.variants[0].timing?.audioStart = .zero
        var transition = RandomMedia.transition(from: asset, to: asset)
        transition.delivery.notice = .seconds(600)
        for receiver in matrix.profiles {
            let verdict = assessor.assess(transition, on: receiver)
            guard verdict.outcome == .judged, let delay = verdict.delay else { continue }
            #expect(verdict.reasons.isEmpty, "\(receiver.id): \(verdict.reasons.map(\.summary))")
            #expect(delay.excess.p95Milliseconds < 1)
            #expect(verdict.branches.isEmpty)
            #expect(verdict.fixPath.isEmpty)
            #expect(verdict.pairs.allSatisfy { !$0.differences.contains { $0.outcome == .mismatch } })
        }
    }

    /// One change at a time on top of those before, in orders drawn at random.
    @Test("Adding a difference never lowers the median or the 95th percentile", arguments: 0..<12)
    func monotone(seed: Int) {
        var random = RandomMedia(seed: UInt64(seed))
        let model = DelayModel(costs: matrix.costs, draws: StratifiedDraws(count: 400))
        var ids = matrix.costs.changes.keys.sorted().filter { $0 != .itemSwitch && $0 != .firstFrame }
        for index in ids.indices.dropFirst().reversed() {
            ids.swapAt(index, Int(random.next() % UInt64(index + 1)))
        }
        for column in ["apple-tv/high", "smart-tv/low", "set-top-box/high", "media-stick/low"] {
            guard var receiver = matrix.profiles.first(where: { $0.id == column }) else { continue }
            receiver.settings = random.settings()
            let conditions = DelayConditions(receiver, leadMilliseconds: 2000)
            var changes: Set<TriggeredChange> = []
            var last = model.delay(changes, under: conditions)
            for id in ids.prefix(12) {
                changes.insert(TriggeredChange(id))
                let next = model.delay(changes, under: conditions)
                #expect(next.total.p95Milliseconds >= last.total.p95Milliseconds, "\(id) on \(column)")
                #expect(next.excess.p50Milliseconds >= last.excess.p50Milliseconds, "\(id) on \(column)")
                #expect(next.excess.p95Milliseconds >= last.excess.p95Milliseconds, "\(id) on \(column)")
                last = next
            }
        }
    }

    @Test("The order of variants changes nothing but where a player starts", arguments: 0..<12)
    func variantOrder(seed: Int) {
        var random = RandomMedia(seed: UInt64(seed))
        let (film, ad) = (random.asset("film"), random.asset("ad"))
        var (otherFilm, otherAd) = (film, ad)
        otherFilm.variants.reverse()
        otherAd.variants.reverse()
        for receiver in matrix.profiles {
            let one = assessor.assess(RandomMedia.transition(from: film, to: ad), on: receiver)
            let other = assessor.assess(RandomMedia.transition(from: otherFilm, to: otherAd), on: receiver)
            #expect(one == other, "\(receiver.id)")
            // In another order of the playlist, a player that starts with the first starts elsewhere; no more.
            var moved = otherAd
            for index in moved.variants.indices { moved.variants[index].position = index }
            var third = assessor.assess(RandomMedia.transition(from: film, to: moved), on: receiver)
            var first = one
            third.pairs.removeAll { $0.role == .start }
            first.pairs.removeAll { $0.role == .start }
            #expect(first == third, "\(receiver.id)")
        }
    }

    @Test func theStartOfALadderIsAPairOfItsOwn() throws {
        let small = SampleMedia.film { $0.video?.resolution = Resolution(width: 640, height: 360) }
        let receiver = try #require(matrix.profiles.first { $0.id == "smart-tv/low" })
        let ad = SampleMedia.asset("ad", small, SampleMedia.film)
        let verdict = assessor.assess(RandomMedia.transition(to: ad), on: receiver)
        #expect(verdict.pairs.map(\.role) == [.likely, .start, .worst])
        #expect(verdict.pairs.map(\.to) == ["ad variant 1", "ad variant 0", "ad variant 0"])
        #expect(verdict.band == Band.none)
    }

    @Test func aDualLadderGivesEachReceiverItsOwnPair() throws {
        let hevc = SampleMedia.film {
            $0.video?.codec = .hevc
            $0.video?.sampleEntry = SampleEntry(rawValue: "hvc1")
            $0.video?.profile = "Main 10"
            $0.video?.bitDepth = 10
            $0.video?.dynamicRange = .pq
        }
        let film = SampleMedia.asset("film", hevc, SampleMedia.film)
        let ad = SampleMedia.asset("ad", SampleMedia.film)
        func differences(_ column: String) throws -> [ParameterName] {
            let receiver = try #require(matrix.profiles.first { $0.id == column })
            let verdict = assessor.assess(RandomMedia.transition(from: film, to: ad), on: receiver)
            return try #require(verdict.pairs.first).differences.filter { $0.outcome == .mismatch }.map(\.parameter)
        }
        #expect(
            try differences("apple-tv/high") == [
                .videoCodec, .videoProfile, .videoBitDepth, .videoDynamicRange, .videoSampleEntry,
            ])
        #expect(try differences("smart-tv/low") == [])
    }

    @Test func theBandwidthDecidesTheVariant() throws {
        let large = SampleMedia.film { $0.video?.frameRate = FrameRate(50) }
        let film = SampleMedia.asset("film", SampleMedia.film, large)  // 1 and 2 Mbit/s
        let receiver = try #require(matrix.profiles.first { $0.id == "apple-tv/high" })
        func from(_ bandwidth: Int?) throws -> String {
            let verdict = assessor.assess(
                RandomMedia.transition(from: film, to: film), on: receiver,
                under: PlaybackConditions(bandwidth: bandwidth))
            return try #require(verdict.pairs.first).from
        }
        #expect(try from(nil) == "film variant 1")
        #expect(try from(2_000_000) == "film variant 1")
        #expect(try from(1_999_999) == "film variant 0")
        // Less than the smallest needs: it plays all the same.
        #expect(try from(1000) == "film variant 0")
    }

    @Test("Satisfying the steps of the fix path reaches the promised band", arguments: 0..<40)
    func fixPath(seed: Int) throws {
        var random = RandomMedia(seed: UInt64(seed))
        var film = SampleMedia.film
        film.video?.frameRate = random.pick([FrameRate(25), FrameRate(24000, 1001)])
        var ad = random.parameters()
        if ad.audio?.layout == nil { ad.audio?.layout = .stereo }
        if ad.video?.frameRate == nil { ad.video?.frameRate = FrameRate(25) }
        if ad.video?.protection == .aes128 { ad.video?.protection = ProtectionScheme.none }
        for receiver in matrix.profiles {
            var fixed = ad
            let verdict = assess(film, fixed, receiver)
            guard verdict.outcome == .judged, verdict.band.isJudged else { continue }
            var next = verdict.band
            for step in verdict.fixPath {
                #expect(step.band <= next)
                #expect(step.reachesBand == (step.band < next))
                next = step.band
                Self.satisfy(step.rule, &fixed, film)
                let after = assess(film, fixed, receiver)
                // A step may bring more than it promises: an ad of the same codec may have the same profile, too.
                #expect(after.band <= step.band, "\(receiver.id) after \(step.rule): \(after.reasons.map(\.summary))")
            }
            #expect(verdict.fixPath.last?.band ?? Band.none == Band.none, "\(receiver.id)")
        }
    }

    @Test func twoReasonsThatTieAreBothNamed() throws {
        let receiver = try #require(matrix.profiles.first { $0.id == "apple-tv/high" })
        var settings = receiver
        settings.settings.matchDynamicRange = true
        settings.settings.matchFrameRate = true
        let film = SampleMedia.film {
            $0.video?.codec = .hevc
            $0.video?.bitDepth = 10
            $0.video?.dynamicRange = .pq
        }
        let ad = SampleMedia.film {
            $0.video?.codec = .hevc
            $0.video?.bitDepth = 10
            $0.video?.frameRate = FrameRate(30000, 1001)
        }
        let verdict = assess(film, ad, settings)
        #expect(verdict.band == .severe)
        // Either alone leaves the display to change its mode: only both together reach a better band.
        #expect(Set(verdict.fixPath.prefix(2).map(\.rule)) == ["video-dynamic-range", "video-frame-rate"])
        #expect(verdict.fixPath.prefix(2).map(\.reachesBand) == [false, true])
    }

    @Test func aPrimaryThatAClassCannotPlayIsToldOnce() throws {
        let film = SampleMedia.asset("film", SampleMedia.film { $0.video?.dynamicRange = .pq })
        let ad = SampleMedia.asset("ad", SampleMedia.film)
        let receivers = matrix.profiles.filter { ["smart-tv/low", "media-stick/low"].contains($0.id) }
        let judged = (0..<3).flatMap { number in
            [
                RandomMedia.transition(from: film, to: ad), RandomMedia.transition(from: ad, to: film),
            ].map { transition in
                var transition = transition
                transition.id = "ad-\(number)/\(transition.kind)"
                transition.primary = film
                return JudgedTransition(
                    transition: transition, assessments: receivers.map { assessor.assess(transition, on: $0) })
            }
        }
        #expect(judged.flatMap(\.assessments).allSatisfy { $0.band == .blocking && $0.blockedSide == .primary })
        let findings = Finding.collect(judged)
        #expect(findings.map(\.subject) == ["primary"])
        #expect(findings.first?.receivers == receivers.map(\.id))
    }

    @Test func aReceiverWithoutInterstitialsIsAnOutcomeOfItsOwn() throws {
        var receiver = try #require(matrix.profiles.first { $0.id == "smart-tv/high" })
        receiver.capabilities.interstitials = Claim(
            false, origin: .deviceStated, source: "/info", confidence: "confirmed")
        let ad = SampleMedia.asset("ad", SampleMedia.film { $0.video?.codec = .hevc })
        var transition = RandomMedia.transition(to: ad)
        let verdict = assessor.assess(transition, on: receiver)
        #expect(verdict.outcome == .interstitialsUnsupported)
        #expect(verdict.band == .notApplicable)
        #expect(verdict.delay == nil)
        // What is stitched into the stream plays there all the same.
        transition.kind = .discontinuity
        #expect(assessor.assess(transition, on: receiver).outcome == .judged)
    }

    private func assess(
        _ film: OperatingParameters, _ ad: OperatingParameters, _ receiver: ReceiverProfile
    )
        -> RiskAssessment
    {
        assessor.assess(
            RandomMedia.transition(
                from: SampleMedia.asset("film", film), to: SampleMedia.asset("ad", ad)), on: receiver)
    }

    /// What a team does that follows a step's advice.
    private static func satisfy(_ rule: RuleID, _ ad: inout OperatingParameters, _ film: OperatingParameters) {
        switch rule {
        case "video-codec":
            ad.video?.codec = film.video?.codec
            ad.video?.sampleEntry = film.video?.sampleEntry
            ad.video?.profile = film.video?.profile
            ad.video?.bitDepth = film.video?.bitDepth
        case "video-frame-rate": ad.video?.frameRate = film.video?.frameRate
        case "video-aspect-ratio", "video-resolution":
            ad.video?.resolution = film.video?.resolution
        case "audio-codec":
            ad.audio?.codec = film.audio?.codec
            ad.audio?.objectType = film.audio?.objectType
        case "audio-sample-rate": ad.audio?.sampleRate = film.audio?.sampleRate
        case "audio-channel-layout": ad.audio?.layout = film.audio?.layout
        case "video-dynamic-range": ad.video?.dynamicRange = film.video?.dynamicRange
        case "video-protection": ad.video?.protection = film.video?.protection
        case "video-profile":
            ad.video?.profile = film.video?.profile
            ad.video?.bitDepth = film.video?.bitDepth
        case "video-sample-entry": ad.video?.sampleEntry = film.video?.sampleEntry
        case "video-scan": ad.video?.interlaced = film.video?.interlaced
        case "video-container":
            ad.container = film.container
            ad.trackLayout = film.trackLayout
            ad.video?.sampleEntry = film.video?.sampleEntry
        case "track-layout": ad.trackLayout = film.trackLayout
        case "video-parameter-sets": ad.video?.configurationDigest = film.video?.configurationDigest
        default: break
        }
    }
}
