import AirPlayReceivers
import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import Testing
import TransitionRisk

@Suite struct BriefAssessorTests {
    private static let model = DelayModel(costs: matrix.costs, draws: StratifiedDraws(count: 400))

    @Test(
        "The numbers are those of the whole assessment, on every class and at every kind of boundary", arguments: 0..<8)
    func sameNumbers(seed: Int) {
        var random = RandomMedia(seed: UInt64(seed))
        var receivers = matrix.profiles
        for index in receivers.indices { receivers[index].settings = random.settings() }
        var brief = BriefAssessor(model: Self.model, receivers: receivers)
        let whole = TransitionAssessor(model: Self.model)
        let film = random.asset("film")
        for number in 0..<12 {
            let ad = random.asset("ad-\(number)")
            let other = random.asset("other-\(number)")
            var enter = RandomMedia.transition(from: film, to: ad)
            enter.delivery.notice = random.pick([.seconds(60), .seconds(2), .zero])
            var between = enter
            (between.kind, between.from, between.to) = (.between, ad, other)
            var resume = enter
            (resume.kind, resume.from, resume.to) = (.resume, ad, film)
            resume.landing = random.pick([
                .keyframe, .afterKeyframe(.milliseconds(700)), .unknown(groupOfPictures: .seconds(2)),
            ])
            for transition in [enter, between, resume] {
                for (index, receiver) in receivers.enumerated() {
                    let expected = whole.assess(transition, on: receiver)
                    let place = brief.assess(transition, on: index)
                    let found = brief.verdicts[place]
                    let isSame =
                        found
                        == BriefAssessment(
                            band: expected.band, delay: expected.delay,
                            failureProbability: expected.failureProbability, blocking: expected.blocking,
                            measuredShare: expected.measuredShare, vector: expected.vector)
                    #expect(isSame, "\(transition.id) \(transition.kind) on \(receiver.id): \(found.vector)")
                }
            }
        }
    }

    @Test func mediaThatAreAlikeAreComparedOnce() {
        var assessor = BriefAssessor(model: Self.model, receivers: matrix.profiles)
        let film = SampleMedia.asset("film", SampleMedia.film)
        let ad = SampleMedia.asset("ad", SampleMedia.film { $0.video?.codec = .hevc })
        for _ in 0..<100 {
            for index in matrix.profiles.indices {
                _ = assessor.assess(RandomMedia.transition(from: film, to: ad), on: index)
            }
        }
        // One pair of SDR media looks alike on every display.
        #expect(assessor.boundariesCompared == 1)
        #expect(assessor.verdicts.count <= matrix.profiles.count)
    }
}
