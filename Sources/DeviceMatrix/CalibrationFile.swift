import AirPlayReceivers
import TransitionRisk

/// The shape of a file in `calibration/`: costs that were measured, in the place of the shipped ones.
///
/// ```yaml
/// name: lab-2026-11
/// source: 14 runs on a Samsung QN90D with firmware 1642, 20 November 2026, segue measure
/// receivers:
///   - model: QN90D
///     switching: reload
///     changes:
///       video.codec_family: {p50: 1027, p95: 2412, trigger: 0.98, grade: A1, runs: 14}
/// ```
struct CalibrationFile: Decodable {
    let name: String
    let source: String
    let receivers: [Entry]

    struct Entry: Decodable {
        let receiverClass: ReceiverClass?
        let tier: DecodingTier?
        let model: String?
        let receiver: String?
        let switching: Switching?
        let changes: [String: Change]?

        private enum CodingKeys: String, CodingKey {
            case receiverClass = "class"
            case tier, model, receiver, switching, changes
        }
    }

    struct Change: Decodable {
        let trigger: Double?
        let p50: Double?
        let p95: Double?
        let failureProbability: Double?
        let grade: Grade
        let runs: Int?
    }
}

extension CalibrationFile {
    /// The calibration, every number checked against the table it corrects.
    func calibration(of costs: TransitionCosts, in document: MatrixDocument) throws(MatrixError) -> Calibration {
        func check(_ valid: Bool, _ path: [String], _ message: String) throws(MatrixError) {
            guard !valid else { return }
            throw MatrixError(
                file: document.file, line: document.line(of: path),
                message: "\(path.joined(separator: ".")): \(message)")
        }
        try document.requireKeys(["name", "source", "receivers"], at: [])
        try check(!name.isEmpty, ["name"], "is empty")
        try check(!source.isEmpty, ["source"], "is empty: say what was measured, when and how")
        var entries: [Calibration.Entry] = []
        for (index, entry) in receivers.enumerated() {
            let path = ["receivers", "\(index)"]
            try document.requireKeys(["class", "tier", "model", "receiver", "switching", "changes"], at: path)
            guard let scope = entry.scope else {
                throw MatrixError(
                    file: document.file, line: document.line(of: path),
                    message: "receivers.\(index): name one of class (with tier, if need be), model or receiver")
            }
            var changes: [ChangeID: CostReplacement] = [:]
            for (name, change) in (entry.changes ?? [:]).sorted(by: { $0.key < $1.key }) {
                let path = path + ["changes", name]
                try document.requireKeys(["trigger", "p50", "p95", "failureProbability", "grade", "runs"], at: path)
                let id = ChangeID(rawValue: name)
                try check(costs.changes[id] != nil, path, "transition-costs.yaml knows no such change")
                for (key, value) in [("trigger", change.trigger), ("failureProbability", change.failureProbability)] {
                    try check(value.map((0...1).contains) ?? true, path + [key], "a probability is within 0…1")
                }
                try check((change.p50 == nil) == (change.p95 == nil), path, "p50 and p95 belong together: give both")
                if let p50 = change.p50, let p95 = change.p95 {
                    try check(p50 >= 0 && p50 < 1e6, path + ["p50"], "must be at least 0 and below 1000000")
                    try check(p50 <= p95 && p95 < 1e6, path + ["p95"], "must be at least p50 and below 1000000")
                }
                try check(change.runs.map { $0 > 0 } ?? true, path + ["runs"], "must be at least 1")
                changes[id] = CostReplacement(
                    trigger: change.trigger, p50Milliseconds: change.p50, p95Milliseconds: change.p95,
                    failureProbability: change.failureProbability, grade: change.grade, runs: change.runs)
            }
            entries.append(Calibration.Entry(scope: scope, switching: entry.switching, changes: changes))
        }
        return Calibration(name: name, source: source, entries: entries)
    }
}

extension CalibrationFile.Entry {
    /// Whom the entry covers; `nil` unless exactly one is named.
    fileprivate var scope: Calibration.Scope? {
        switch (receiverClass, model, receiver) {
        case (let name?, nil, nil): .receiverClass(name, tier)
        case (nil, let model?, nil) where tier == nil && !model.isEmpty: .model(model)
        case (nil, nil, let id?) where tier == nil && !id.isEmpty: .receiver(id)
        default: nil
        }
    }
}
