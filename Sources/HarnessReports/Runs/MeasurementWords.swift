import MatrixRuns
import TransitionRisk

extension Measurement {
    /// What was seen: `0.4 s seen (picture 400 ms, sound 0 ms), pass`.
    var seen: String {
        let parts = [
            pictureMilliseconds.map { "picture \($0) ms" }, soundMilliseconds.map { "sound \($0) ms" },
        ].compactMap(\.self)
        let delay = milliseconds.map { "\(spokenDelay(Double($0))) seen (\(parts.joined(separator: ", "))), " } ?? ""
        return delay + outcome.rawValue
    }

    /// What had been predicted: `0.3 s typical, 1.2 s worst of 20 (medium)`; `nil` where nothing was.
    var foretold: String? {
        predicted.map { predicted in
            guard let typical = predicted.p50Milliseconds, let worst = predicted.p95Milliseconds else {
                return predicted.band.rawValue
            }
            return
                "\(spokenDelay(Double(typical))) typical, \(spokenDelay(Double(worst))) worst of 20 (\(predicted.band.rawValue))"
        }
    }

    /// How both stand to each other, for people; `nil` where there is nothing to compare.
    var comparison: String? {
        switch agreement {
        case .within: "as predicted"
        case .longer: "longer than predicted"
        case .failed: "it failed, which was not predicted"
        case .open: nil
        }
    }

    /// Where it comes from: `2026-11-21, case 7f3k, plan A, iPhone, firmware 18.1, Ann: short freeze`.
    var origin: String {
        [date, source, firmware.map { "firmware \($0)" }, tester].compactMap(\.self).joined(separator: ", ")
            + (note.map { ": \($0)" } ?? "")
    }
}

/// What was measured, as reports write it.
struct MeasurementDocument: Encodable {
    let outcome: TestOutcome
    let milliseconds: Int?
    let pictureMilliseconds: Int?
    let soundMilliseconds: Int?
    let predicted: Measurement.Prediction?
    let agreement: Measurement.Agreement
    let firmware: String?
    let tester: String?
    let date: String?
    let note: String?
    let source: String
    let run: Int?

    init(_ item: Measurement) {
        outcome = item.outcome
        milliseconds = item.milliseconds
        pictureMilliseconds = item.pictureMilliseconds
        soundMilliseconds = item.soundMilliseconds
        predicted = item.predicted
        agreement = item.agreement
        firmware = item.firmware
        tester = item.tester
        date = item.date
        note = item.note
        source = item.source
        run = item.run
    }
}
