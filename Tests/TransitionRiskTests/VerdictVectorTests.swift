import AirPlayReceivers
import HarnessTestSupport
import MediaFormats
import Testing
import TransitionRisk

@Suite struct VerdictVectorTests {
    private let assessor = TransitionAssessor(
        model: DelayModel(costs: matrix.costs, draws: StratifiedDraws(count: 400)))

    @Test func aVectorSaysEverythingInAFixedOrder() throws {
        let ad = SampleMedia.asset("ad", SampleMedia.film { $0.video?.codec = .hevc })
        let verdict = assessor.assess(RandomMedia.transition(to: ad), on: try column("smart-tv/low"))
        let costs = "priors-2026-2%23\(matrix.costs.digest)"
        #expect(
            verdict.vector
                == "segue2/enter/smart-tv:low/sw=reload/out=internal-panel/dual=0.0/overlap=0.8/set=-/lead=8000"
                + "/changes=data.first_segment+data.playlists+video.codec_family/maybe=-/gate=judged/costs=\(costs)")
    }

    @Test("A vector gives the numbers of the verdict it came from", arguments: 0..<60)
    func reproduces(seed: Int) throws {
        var random = RandomMedia(seed: UInt64(seed))
        let (from, to) = (random.asset("film"), random.asset("ad"))
        var transition = RandomMedia.transition(from: from, to: to)
        transition.kind = [.enter, .between, .resume, .discontinuity][seed % 4]
        transition.landing = transition.kind == .resume ? .afterKeyframe(.milliseconds(seed * 37)) : nil
        transition.delivery.notice = .milliseconds(seed * 150)
        for var receiver in matrix.profiles {
            receiver.settings = random.settings()
            if seed % 3 == 0 { receiver.receiverID = "aa:bb/\(seed) ü" }
            let verdict = assessor.assess(transition, on: receiver)
            let vector = try VerdictVector(verdict.vector)
            #expect(vector.description == verdict.vector)
            let again = try assessor.assess(vector)
            #expect(again.band == verdict.band, "\(verdict.vector)")
            #expect(again.delay == verdict.delay, "\(verdict.vector)")
            #expect(again.failureProbability == verdict.failureProbability)
            #expect(again.branches == verdict.branches)
        }
    }

    @Test(
        "A text that is no vector is refused with the field at fault",
        arguments: [
            ("", "not a vector: it begins with 'segue2/'"),
            ("segue1/enter", "not a vector: it begins with 'segue2/'"),
            ("segue2", "'kind' is missing"),
            ("segue2/leave", "'leave' does not read as 'kind'"),
            ("segue2/enter/smart-tv", "'smart-tv' does not read as 'receiver'"),
            ("segue2/enter/smart-tv:low/sw=often", "'sw=often' does not read as 'sw'"),
            ("segue2/enter/smart-tv:low/sw=reload/out=hdmi/dual=2", "'dual=2' does not read as 'dual'"),
            (
                "segue2/enter/smart-tv:low/sw=reload/out=hdmi/dual=0/overlap=1/set=x:on",
                "'set=x:on' does not read as 'set'"
            ),
            (
                "segue2/enter/smart-tv:low/sw=reload/out=hdmi/dual=0/overlap=1/set=-/lead=-1",
                "'lead=-1' does not read as 'lead'"
            ),
        ])
    func refuses(text: String, why: String) {
        #expect(throws: VerdictVectorError.self) { try VerdictVector(text) }
        do { _ = try VerdictVector(text) } catch { #expect(error.description == why) }
    }

    @Test func aVectorOfOtherCostsIsRefused() throws {
        let ad = SampleMedia.asset("ad", SampleMedia.film)
        let text = assessor.assess(RandomMedia.transition(to: ad), on: try column("smart-tv/low")).vector
        let old = try VerdictVector(text.replacing("priors-2026-2", with: "priors-2025"))
        #expect(throws: VerdictVectorError.self) { try assessor.assess(old) }
    }

    private func column(_ id: String) throws -> ReceiverProfile {
        try #require(matrix.profiles.first { $0.id == id })
    }
}
