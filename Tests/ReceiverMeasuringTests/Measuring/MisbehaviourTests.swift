import AirPlayReceivers
import Foundation
import HarnessTestSupport
import Synchronization
import Testing
import TransitionRisk

@testable import ReceiverMeasuring

/// Each way in which a receiver spoils an experiment has a name, what was measured is kept, and the receiver is stopped.
@Suite(.timeLimit(.minutes(30))) struct MisbehaviourTests {
    private static let assets = SwitchAssets(
        folder: Scratch.folder, seconds: 12,
        assets: ["base", "same", "hevc"].map { .init(name: $0, file: "\($0).mp4", playlist: nil) },
        pairs: [
            .init(from: "base", to: "same", changes: []), .init(from: "same", to: "base", changes: []),
            .init(from: "base", to: "hevc", changes: ["video.codec_family"]),
            .init(from: "hevc", to: "base", changes: ["video.codec_family"]),
        ])

    private func measure(
        password: String? = nil, features: FeatureFlags? = nil, hold: Duration = .seconds(1),
        _ script: @escaping @Sendable (ScriptedReceiver.Question) -> ScriptedReceiver.Answer
    ) async throws -> (measured: MeasuredExperiment, asked: [String]) {
        let receiver = try ScriptedReceiver(script)
        defer { receiver.stop() }
        var plan = try ExperimentPlan(Self.assets, wanted: [])
        plan.coldStarts = 1
        plan.rounds = 1
        plan.precision = .infinity
        var experiment = SwitchExperiment(
            subject: .init(addresses: ["127.0.0.1"], port: receiver.port, password: password, features: features),
            assets: Self.assets, plan: plan)
        experiment.timing.hold = hold
        experiment.timing.jitter = .zero
        // Longer than the tests' own machine may take for anything.
        experiment.timing.patience = .seconds(20)
        experiment.timing.silence = .seconds(15)
        experiment.timing.answer = .seconds(10)
        experiment.timing.command = .seconds(20)
        experiment.timing.pause = .milliseconds(50)
        return (try await experiment.run(isInterrupted: { false }, report: { _ in }), receiver.asked)
    }

    /// Starts each asset 0.2 s after the command.
    private static func wellBehaved(_ question: ScriptedReceiver.Question) -> ScriptedReceiver.Answer {
        switch question.path {
        case "/playback-info":
            guard let time = question.played, time > 0.2 else { return .idle }
            return .playing(at: time - 0.2 + question.moved)
        case "/reverse": return .status(501)
        default: return .status(200)
        }
    }

    @Test func aReceiverThatBehavesIsMeasuredWhole() async throws {
        let (measured, asked) = try await measure(Self.wellBehaved)
        #expect(measured.end == .complete)
        #expect(measured.isStopped == true)
        #expect(measured.positionFollows == true)
        // One cold start, the floor both ways twice, the other pair both ways.
        #expect(measured.switches.count == 7)
        #expect(measured.switches.allSatisfy { $0.outcome == .started && $0.requests == 0 })
        #expect(Set(measured.switches.map(\.purpose)) == [.cold, .floor, .factor])
        // When within a question's way the receiver read it is not known.
        for item in measured.switches { #expect((item.start ?? 0) > 0.2 - item.resolution, "\(item)") }
        #expect(asked.last == "GET /playback-info")
        #expect(asked.contains("POST /stop"))
    }

    @Test func aReceiverThatStopsAnsweringKeepsWhatWasMeasured() async throws {
        let (measured, _) = try await measure { question in
            question.commands > 3 ? .silence : Self.wellBehaved(question)
        }
        guard case .trouble(.stoppedAnswering) = measured.end else {
            Issue.record("\(measured.end)")
            return
        }
        #expect(!measured.switches.isEmpty)
        #expect(measured.isStopped == false)
    }

    @Test func aReceiverThatNeverStartsAnythingIsNamedAndStopped() async throws {
        let (measured, asked) = try await measure { question in
            question.path == "/playback-info" ? .idle : .status(200)
        }
        guard case .trouble(.playsNothing(let why)) = measured.end else {
            Issue.record("\(measured.end)")
            return
        }
        #expect(why.contains("never asked for the asset"))
        #expect(measured.switches.map(\.outcome) == [.neverStarted(requests: 0), .neverStarted(requests: 0)])
        #expect(asked.contains("POST /stop"))
        #expect(measured.isStopped == true)
    }

    @Test func aCommandThatIsRefusedInBothFormsIsNamed() async throws {
        let (measured, asked) = try await measure { question in
            question.path == "/play" ? .status(404) : Self.wellBehaved(question)
        }
        #expect(measured.switches.first?.outcome == .refused(status: 404))
        #expect(asked.count { $0 == "POST /play" } == 4)
        guard case .trouble(.playsNothing) = measured.end else {
            Issue.record("\(measured.end)")
            return
        }
    }

    @Test func aPropertyListIsTriedWhereTextIsRefused() async throws {
        let (measured, _) = try await measure { question in
            question.path == "/play" && question.headers["content-type"] == "text/parameters"
                ? .status(415) : Self.wellBehaved(question)
        }
        #expect(measured.form == .plist)
        #expect(measured.switches.allSatisfy { $0.outcome == .started })
    }

    /// The new asset is told to have played for two seconds, and begins anew from then.
    @Test func aPositionThatJumpsBackGivesNoTime() async throws {
        let told = Mutex<Double?>(nil)
        let (measured, _) = try await measure(hold: .seconds(5)) { question in
            guard question.path == "/playback-info", question.commands == 3, let time = question.played else {
                return Self.wellBehaved(question)
            }
            let before = told.withLock { told in
                defer { if told == nil, time > 2 { told = time } }
                return told
            }
            return .playing(at: before.map { time - $0 } ?? time)
        }
        let jumped = try #require(measured.switches.first { $0.outcome.word == "jumped-back" })
        #expect(jumped.start == nil)
        #expect(
            jumped.observation(
                on: .init(id: "x", receiverClass: .unknown, tier: .unknown), circumstances: []) == nil)
        #expect(measured.switches.contains { $0.outcome == .started })
    }

    @Test func aPausedReceiverIsToldToGoOn() async throws {
        let (_, asked) = try await measure { question in
            question.path == "/playback-info" && question.played != nil && question.commands == 1
                ? .playing(at: 0.1, rate: 0) : Self.wellBehaved(question)
        }
        #expect(asked.contains("POST /rate?value=1.000000"))
    }

    @Test func somebodyElsesAssetInTheMiddleEndsTheExperiment() async throws {
        let (measured, _) = try await measure { question in
            guard question.path == "/playback-info", question.commands >= 4, let time = question.played, time > 0.4
            else { return Self.wellBehaved(question) }
            return .playing(at: time, of: 5400)
        }
        guard case .trouble(.usedByOthers(let what)) = measured.end else {
            Issue.record("\(measured.end)")
            return
        }
        #expect(what.contains("of 5400 s"))
        #expect(!measured.switches.isEmpty)
    }

    @Test func whatPlaysAlreadyIsNotEndedUnasked() async throws {
        let film: @Sendable (ScriptedReceiver.Question) -> ScriptedReceiver.Answer = { question in
            question.path == "/playback-info" ? .playing(at: 1200, of: 5400) : .status(200)
        }
        let (measured, asked) = try await measure(film)
        guard case .trouble(.usedByOthers) = measured.end else {
            Issue.record("\(measured.end)")
            return
        }
        #expect(measured.isStopped == nil)
        #expect(asked == ["GET /playback-info"])
    }

    @Test(
        "Refusals are named",
        arguments: [
            (401, "needs-password"), (403, "needs-pairing"), (470, "needs-pairing"), (404, "no-video"),
            (501, "no-video"),
        ])
    func refusals(status: Int, word: String) async throws {
        let (measured, asked) = try await measure { _ in .status(status) }
        #expect(measured.end.word == word)
        #expect(measured.switches.isEmpty)
        #expect(!asked.contains("POST /play"))
        if case .trouble(let trouble) = measured.end, word == "needs-pairing" {
            #expect(trouble.remark.contains("segue observe"))
            #expect(trouble.remark.contains("segue calibrate"))
        }
    }

    /// The feature bits of an AirPlay 2 television and of a speaker (docs/receivers.md).
    @Test(arguments: [("0x7F8AD0,0x38BCB46", "needs-pairing"), ("0x445F8A00,0x1C340", "no-video")])
    func featureBitsSayWhy(bits: String, word: String) async throws {
        let features = try #require(FeatureFlags(bits))
        let (measured, _) = try await measure(features: features) { _ in .end }
        #expect(measured.end.word == word)
    }

    /// RFC 2617: without the answer to the challenge there is 401.
    @Test func aPasswordIsGivenByDigest() async throws {
        let guarded: @Sendable (ScriptedReceiver.Question) -> ScriptedReceiver.Answer = { question in
            let answer = question.headers["authorization"] ?? ""
            guard answer.hasPrefix("Digest "), answer.contains("realm=\"AirPlay\""), answer.contains("nonce=\"n1\""),
                answer.contains("uri=\"\(question.path)\""), answer.contains("response=")
            else {
                return .status(401, ["WWW-Authenticate: Digest realm=\"AirPlay\", nonce=\"n1\""])
            }
            return Self.wellBehaved(question)
        }
        let without = try await measure(guarded)
        #expect(without.measured.end == .trouble(.needsPassword(given: false)))
        let with = try await measure(password: "x", guarded)
        #expect(with.measured.switches.allSatisfy { $0.outcome == .started })
        let wrong = try await measure(password: "x") { _ in
            .status(401, ["WWW-Authenticate: Digest realm=\"AirPlay\", nonce=\"n1\""])
        }
        #expect(wrong.measured.end == .trouble(.needsPassword(given: true)))
    }
}
