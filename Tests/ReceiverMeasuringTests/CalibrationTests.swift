import AirPlayReceivers
import DeviceMatrix
import Foundation
import Testing
import TransitionRisk

@testable import ReceiverMeasuring

@Suite struct StudentTTests {
    /// Tables of the t distribution, as printed in statistics books (one-sided 95 % and 97.5 %).
    @Test(
        "Quantiles agree with the printed tables",
        arguments: [
            (0.95, 1.0, 6.3138), (0.95, 2, 2.9200), (0.95, 7, 1.8946), (0.975, 10, 2.2281), (0.95, 30, 1.6973),
            (0.05, 7, -1.8946), (0.5, 3, 0),
        ])
    func quantiles(probability: Double, degrees: Double, expected: Double) {
        #expect(abs(StudentT.quantile(probability, degrees: degrees) - expected) < 5e-5)
    }

    @Test func manyDegreesAreTheNormalDistribution() {
        #expect(abs(StudentT.quantile(0.95, degrees: 1e6) - 1.644854) < 1e-4)
        #expect(abs(Normal.quantile(0.95) - 1.644854) < 1e-6)
    }
}

@Suite struct SizeBeliefTests {
    /// Prior 900/3000 of grade D and five runs. By hand: logarithms 6.7799, 6.8459, 6.9276, 7.0121, 7.2371, mean 6.9605;
    /// (6.8024 + 5 · 6.9605) / 6 = 6.9342, so 1027 ms; t(0.95, 7) = 1.8946.
    @Test func fiveRunsMoveAnInference() throws {
        var belief = try #require(SizeBelief(p50: 900, p95: 3000, worth: 1))
        var runs = WeightedRuns()
        for time in [880.0, 940, 1020, 1110, 1390] { runs.add(milliseconds: time, weight: 1) }
        belief = belief.updated(with: runs)
        #expect(belief.degrees == 7)
        #expect(abs(belief.p50Milliseconds - 1027) < 1)
        #expect(abs(belief.quantile(0.95) - 2412) < 5)
    }

    @Test func aCostCountedFromContentCannotBeLearnedFromTimes() {
        #expect(SizeBelief(p50: 0, p95: 0, worth: 1) == nil)
    }

    /// (0.35 · 2 + 9) / (2 + 10) = 0.808.
    @Test func nineOfTenRunsRaiseAGuessedChance() {
        let belief = TriggerBelief(chance: 0.35, worth: 2).updated(acted: 9, idle: 1)
        #expect(abs(belief.chance - 9.7 / 12) < 1e-12)
    }
}

/// Observations of one device: ten matched pairs around 300 ms, then runs of one change.
private func device(
    _ id: String, changeTimes: [Double], change: ChangeID = "video.codec_family",
    receiverClass: ReceiverClass = .smartTV,
    kind: SwitchKind = .interstitial, firmware: String? = "1", model: String? = nil
) -> [SwitchObservation] {
    let receiver = SwitchObservation.Receiver(
        id: id, model: model, firmware: firmware, receiverClass: receiverClass, tier: .low)
    let floor = [290.0, 295, 298, 299, 300, 300, 301, 302, 305, 310]
    func observation(_ changes: [ChangeID], _ time: Double) -> SwitchObservation {
        SwitchObservation(
            receiver: receiver, switchKind: kind, changes: changes, milliseconds: time, resolutionMilliseconds: 10,
            method: .screen)
    }
    return floor.map { observation([], $0) } + changeTimes.map { observation([change], $0) }
}

private func calibration(_ observations: [SwitchObservation], kind: SwitchKind = .interstitial) throws -> CalibrationFit
{
    CalibrationFit(
        observations, on: CalibrationBasis(kind: kind, costs: try DeviceMatrix.load().costs) { _, _ in .reload })
}

@Suite struct CalibrationTests {
    /// Sizes 880…1390 as above, on top of a floor of 300 ms and the 200 ms of a first frame's refill.
    @Test func oneDeviceIsJudgedByItsRunsAndTheTable() throws {
        let times = [880.0, 940, 1020, 1110, 1390].map { $0 + 300 + 200 }
        let result = try calibration(device("a", changeTimes: times))
        let cost = try #require(result.costs.first { $0.scope == .device("a") && $0.change == "video.codec_family" })
        let size = try #require(cost.size)
        #expect(abs(size.p50Milliseconds - 1027) < 1)
        #expect(abs(size.p95Milliseconds - 2412) < 5)
        #expect(cost.runs == 5)
        #expect(result.used == 15)
    }

    @Test func whatCannotBeToldFromTheFloorIsNoAction() throws {
        let result = try calibration(device("a", changeTimes: [295, 300, 305, 300, 298]))
        let cost = try #require(result.costs.first { $0.scope == .device("a") && $0.change == "video.codec_family" })
        let table = try #require(try DeviceMatrix.load().costs.changes["video.codec_family"])
        let worth = 2.0 * table.triggerGrade.worthInRuns
        #expect(abs(cost.trigger - table.trigger.reload * worth / (worth + 5)) < 1e-9)
        #expect(cost.size == nil, "nothing was learned of the size")
        // The shipped sizes stay with the shipped spread: the overlay replaces the chance alone.
        let overlay = result.overlay(name: "lab", source: "a test")
        let changes = overlay.entries.compactMap { $0.changes["video.codec_family"] }
        #expect(!changes.isEmpty)
        #expect(changes.allSatisfy { $0.trigger != nil && $0.p50Milliseconds == nil && $0.p95Milliseconds == nil })
    }

    @Test func kindsAreNeverPutTogether() throws {
        let result = try calibration(device("a", changeTimes: [1500], kind: .newPlayCommand))
        #expect(result.costs.isEmpty)
        #expect(result.unused == ["another kind of switch (new-play-command)": 11])
    }

    @Test func withoutAFloorNothingIsLearned() throws {
        let runs = device("a", changeTimes: [1500]).filter { !$0.changes.isEmpty }
        let result = try calibration(runs)
        #expect(result.used == 0)
        #expect(result.unused.values.reduce(0, +) == 1)
    }

    @Test func aSoftwarePlayerTeachesNothingAboutTelevisions() throws {
        let result = try calibration(device("a", changeTimes: [1500, 1500], receiverClass: .software))
        #expect(!result.costs.isEmpty)
        #expect(
            result.costs.allSatisfy {
                switch $0.scope {
                case .tier(let receiverClass, _), .platform(let receiverClass, _, _): receiverClass == .software
                case .model, .device: true
                }
            })
    }

    /// A hundred slow runs on one set move the tier less than three runs on each of four sets do.
    @Test func oneDeviceCannotOverruleTheTier() throws {
        func tierMedian(_ observations: [SwitchObservation]) throws -> Double {
            try #require(
                try calibration(observations).costs.first {
                    $0.scope == .tier(.smartTV, .low) && $0.change == "video.codec_family"
                }?.size
            ).p50Milliseconds
        }
        let one = try tierMedian(device("a", changeTimes: Array(repeating: 5500, count: 100)))
        let four = try tierMedian(
            ["a", "b", "c", "d"].flatMap { device($0, changeTimes: Array(repeating: 5500, count: 3)) })
        #expect(one < four)
        #expect(four < 5000)
    }

    /// One old run counts half: (900-size belief worth 1, then 2000 ms with weight ½): exp((ln 900 + ½ ln 2000) / 1.5).
    @Test func runsWithAnOldFirmwareCountHalf() throws {
        let old = device("a", changeTimes: [2500], firmware: "1")
        let new = device("a", changeTimes: [], firmware: "2")
        let cost = try #require(
            try calibration(old + new).costs.first { $0.scope == .device("a") && $0.change == "video.codec_family" })
        let expected = exp((log(900.0) + 0.5 * log(2000.0)) / 1.5)
        #expect(abs(try #require(cost.size).p50Milliseconds - expected) < 0.5)
    }

    @Test func theOrderOfDevicesDoesNotMatter() throws {
        let a = device("a", changeTimes: [1400, 1500, 1600])
        let b = device("b", changeTimes: [2400, 2500])
        #expect(try calibration(a + b).costs == calibration(b + a).costs)
    }
}

@Suite struct HeldOutScoreTests {
    private func score(_ observations: [SwitchObservation]) throws -> HeldOutScore {
        HeldOutScore(
            observations,
            on: CalibrationBasis(kind: .interstitial, costs: try DeviceMatrix.load().costs) { _, _ in .reload })
    }

    @Test func fewerThanThreeDevicesCannotBeJudged() throws {
        let two = device("a", changeTimes: [1500]) + device("b", changeTimes: [1500])
        #expect(try score(two).judgement == .cannotBeJudged)
    }

    /// All devices lie far above the table in the same way: what the others teach foretells the one left out.
    @Test func likeDevicesMakeABetterForecast() throws {
        let runs = ["a", "b", "c", "d", "e"].flatMap { device($0, changeTimes: [4400, 4500, 4500, 4600, 4700]) }
        let result = try score(runs)
        #expect(result.judgement == .better)
        #expect(result.devices == 5)
        #expect(result.runs == 5 * 15)
        #expect(result.corrected.pinball50 < result.table.pinball50)
    }

    /// Scores that are worse than the table's are told, whatever the runs were.
    @Test func worseScoresAreCalledWorse() throws {
        var result = try score(["a", "b", "c"].flatMap { device($0, changeTimes: [1500]) })
        result.corrected.pinball95 = result.table.pinball95 * 3 + 1
        #expect(result.judgement == .worse)
    }
}

@Suite struct ObservationFileTests {
    private let known: Set<ChangeID> = ["video.codec_family"]

    @Test func jsonLinesAndCSVSayTheSame() throws {
        let json = """
            # measured in the lab
            {"receiver":{"id":"tv","class":"smart-tv","tier":"low"},"switchKind":"interstitial",\
            "changes":["video.codec_family"],"milliseconds":1340,"resolutionMilliseconds":8,"method":"camera"}
            """
        let csv = """
            receiver.id,receiver.class,receiver.tier,switchKind,changes,milliseconds,resolutionMilliseconds,method
            "tv",smart-tv,low,interstitial,video.codec_family,1340,8,camera
            """
        let a = try ObservationFile(Data(json.utf8), name: "a.jsonl", known: known)
        let b = try ObservationFile(Data(csv.utf8), name: "b.csv", known: known)
        #expect(a.observations == b.observations)
        #expect(a.observations.count == 1)
    }

    @Test(
        "A bad record is named by its line",
        arguments: [
            (#"{"receiver":{"id":"tv","class":"smart-tv","tier":"low"}}"#, "'switchKind' is missing"),
            ("not json", "is no JSON object of one observation"),
            (
                #"{"receiver":{"id":"tv","class":"fridge","tier":"low"},"switchKind":"interstitial","changes":[],"#
                    + #""milliseconds":1,"resolutionMilliseconds":8,"method":"camera"}"#,
                "'receiver.class' is one of "
                    + "apple-tv, mac, smart-tv, set-top-box, media-stick, sound-bar, smart-speaker, av-receiver, software, unknown"
            ),
            (
                #"{"receiver":{"id":"tv","class":"smart-tv","tier":"low"},"switchKind":"teleport","changes":[],"#
                    + #""milliseconds":1,"resolutionMilliseconds":8,"method":"camera"}"#,
                "'switchKind' is one of new-play-command, queued-item, interstitial, stitched-discontinuity"
            ),
            (
                #"{"receiver":{"id":"tv","class":"smart-tv","tier":"low"},"switchKind":"interstitial","changes":[],"#
                    + #""milliseconds":1,"resolutionMilliseconds":8,"method":"camera","circumstances":["loud"]}"#,
                "'circumstances' is one of "
                    + "internal_panel, matching_on, matching_off, qms_chain, internal_speakers, bitstream_on, pcm_fixed"
            ),
            (
                #"{"receiver":{"id":"tv","class":"smart-tv","tier":"low"},"switchKind":"interstitial","changes":[],"#
                    + #""milliseconds":1,"resolutionMilliseconds":8,"method":"camera","measuredAt":"yesterday"}"#,
                "'measuredAt' is a time such as 2026-11-20T09:00:00Z, or left out"
            ),
            (
                #"{"receiver":{"id":"tv","class":"smart-tv","tier":"low"},"switchKind":"interstitial","changes":[],"#
                    + #""resolutionMilliseconds":8,"method":"camera"}"#,
                "give one of 'milliseconds', 'beyondMilliseconds' (it took longer) and 'failed'"
            ),
            (
                #"{"receiver":{"id":"tv","class":"smart-tv","tier":"low"},"switchKind":"interstitial","changes":["x.y"],"#
                    + #""milliseconds":-1,"resolutionMilliseconds":8,"method":"camera"}"#,
                "a time is between 0 and 3600000 milliseconds"
            ),
            (
                #"{"receiver":{"id":"tv","class":"smart-tv","tier":"low"},"switchKind":"interstitial","changes":["x.y"],"#
                    + #""milliseconds":1,"resolutionMilliseconds":8,"method":"camera"}"#,
                "'x.y' is no change of the cost table; `segue matrix show` lists them"
            ),
        ])
    func badRecords(line: String, message: String) {
        #expect(throws: MeasuringError(subject: "o.jsonl", line: 2, message: message)) {
            try ObservationFile(Data("\n\(line)\n".utf8), name: "o.jsonl", known: known)
        }
    }

    @Test func anUnknownColumnIsRefused() {
        #expect(throws: MeasuringError.self) {
            try ObservationFile(Data("receiver.id,speed\nx,1\n".utf8), name: "o.csv", known: known)
        }
    }
}
