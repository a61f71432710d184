import Foundation
import MediaFormats
import Testing
import TransitionRisk

@testable import ReceiverMeasuring

@Suite struct RecordingObservationTests {
    /// A switch at 2 s with 0.5 s of freeze, at 100 pictures a second.
    private func analysis(start: Double = 0) throws -> RecordingAnalysis {
        var recording = WrittenRecording(rate: 100)
        recording.play(0, from: 0, count: 50, framesPerSecond: 25)
        recording.show(.marked(asset: 0, frame: 49, isBlended: false), seconds: 0.5)
        recording.play(2, from: 0, count: 75, framesPerSecond: 25)
        recording.part.pictureTimes = recording.part.pictureTimes.map { $0 + Int(start * 1e6) }
        return try RecordingAnalysis(recording.part, assets: .unnamed)
    }

    private let receiver = SwitchObservation.Receiver(
        id: "aa:bb", firmware: "1", receiverClass: .smartTV, tier: .low)

    @Test func aSwitchWithinAPresentationIsTimedFromItsBoundary() throws {
        let context = RecordingContext(
            receiver: receiver, switchKind: .interstitial, method: .camera,
            changes: [ChangeID(rawValue: "video.codec_family")])
        let observations = try #require(try analysis().transitions.first).observations(
            context, assets: .unnamed, clock: nil)
        #expect(observations.map(\.quantity) == [.start, .picture])
        #expect(observations.allSatisfy { $0.milliseconds == 500 && $0.resolutionMilliseconds == 10 })
        #expect(observations.allSatisfy { $0.from == "asset-0" && $0.to == "asset-2" && $0.defect == nil })
    }

    @Test func aPlayCommandIsTimedFromItsCommandOnly() throws {
        let context = RecordingContext(
            receiver: receiver, switchKind: .newPlayCommand, method: .screen, changes: [])
        let transition = try #require(try analysis().transitions.first)
        #expect(transition.observations(context, assets: .unnamed, clock: nil).map(\.quantity) == [.picture])
        let timed = transition.observations(context, assets: .unnamed, clock: nil, command: 1_800_000)
        #expect(timed.first?.quantity == .start && timed.first?.milliseconds == 700)
    }

    @Test func withoutKnowingWhatDiffersThereIsNoObservation() throws {
        let context = RecordingContext(receiver: receiver, switchKind: .interstitial, method: .camera)
        #expect(
            try #require(try analysis().transitions.first).observations(context, assets: .unnamed, clock: nil).isEmpty)
    }

    @Test func theProtocolIsHeldAgainstThePicture() throws {
        // 2026-11-21T18:00:00Z is 1795284000.
        let recorded = try analysis(start: 1_795_284_000)
        let clock = try #require(
            RecordingClock(firstPictureAt: recorded.firstPictureAt, stated: nil, creationTime: nil))
        #expect(clock.source == .timestamps && clock.isExact)
        #expect(clock.text(recorded.firstPictureAt) == "2026-11-21T18:00:00.000Z")
        let line =
            #"{"from":"asset-0","to":"asset-2","quantity":"start","milliseconds":760,"measuredAt":"2026-11-21T18:00:01.800Z"}"#
        let late =
            #"{"from":"asset-0","to":"asset-2","milliseconds":300,"measuredAt":"2026-11-21T19:00:01.800Z"}"#
        let estimates = try ProtocolComparison.estimates(Data("# a remark\n\(line)\n\(late)\n".utf8), name: "x.jsonl")
        let comparison = ProtocolComparison(estimates, recorded, clock: clock)
        // The second time line began at 2.5 s, 0.7 s after the command.
        #expect(comparison.matches.map(\.shown) == [700])
        #expect(comparison.bias == 60 && comparison.elsewhere == 1 && comparison.unseen == 0)
    }

    @Test func aMeasureDocumentIsReadToo() throws {
        let document =
            #"{"schema":"segue.measure/1","switches":[{"from":"a","to":"b","startMilliseconds":251.5,"#
            + #""measuredAt":"2026-11-21T18:00:01.800Z"},{"to":"b","measuredAt":"2026-11-21T18:00:09.800Z"}]}"#
        let estimates = try ProtocolComparison.estimates(Data(document.utf8), name: "m.json")
        #expect(estimates.map(\.milliseconds) == [251.5])
        #expect(estimates.map(\.commandAt) == [1_795_284_001_800_000])
    }

    @Test(
        "Files without estimates are refused", arguments: ["", "{}", #"{"schema":"x/1","switches":[]}"#, "{\"a\":1}\n"])
    func noEstimates(text: String) {
        #expect(throws: MeasuringError.self) { try ProtocolComparison.estimates(Data(text.utf8), name: "x") }
    }

    @Test func theLineThatIsNoObservationIsNamed() {
        let error = #expect(throws: MeasuringError.self) {
            try ProtocolComparison.estimates(Data("# a remark\n\n{}\n{nothing}\n".utf8), name: "x.jsonl")
        }
        #expect(error?.description.hasPrefix("x.jsonl:4: ") == true, "\(error?.description ?? "")")
    }

    @Test func theContainersSecondIsNotExact() {
        let clock = RecordingClock(firstPictureAt: 0, stated: nil, creationTime: "2026-11-21T18:00:00.000000Z")
        #expect(clock?.isExact == false && clock?.offset == 1_795_284_000_000_000)
        for text in ["yesterday", "999999-01-01T00:00:00Z"] {
            #expect(RecordingClock(firstPictureAt: 0, stated: nil, creationTime: text) == nil)
        }
        #expect(RecordingClock(firstPictureAt: 7, stated: 10.5, creationTime: nil)?.offset == 10_499_993)
    }

    @Test(
        "Lists of assets that cannot be are refused",
        arguments: [
            "", "{}", #"{"schema":"segue.assets/2","tickHertz":4100,"assets":[],"pairs":[]}"#,
            #"{"schema":"segue.assets/1","tickHertz":4100,"assets":[],"pairs":[]}"#,
            #"{"schema":"segue.assets/1","tickHertz":4150,"assets":[],"pairs":[]}"#,
            #"{"schema":"segue.assets/1","tickHertz":4100,"assets":[{"id":32,"name":"a","frames":9,"frameRate":{"numerator":24,"denominator":1},"toneHertz":700}],"pairs":[]}"#,
            #"{"schema":"segue.assets/1","tickHertz":4100,"assets":[{"id":1,"name":"a","frames":9,"frameRate":{"numerator":24,"denominator":0},"toneHertz":700}],"pairs":[]}"#,
            #"{"schema":"segue.assets/1","tickHertz":4100,"assets":[{"id":1,"name":"a","frames":9,"frameRate":{"numerator":24,"denominator":1},"toneHertz":4100}],"pairs":[]}"#,
        ])
    func badList(text: String) {
        #expect(throws: MeasuringError.self) { try MarkedAssets(Data(text.utf8), name: "assets.json") }
    }
}
