import TransitionRisk

/// The shape of `DeviceMatrix/transition-costs.yaml`.
struct CostsFile: Decodable {
    let version: String
    let bands: Bands
    let changes: [String: Change]
    let sources: [String: String]

    struct Bands: Decodable {
        let noneMilliseconds: Double
        let lowMilliseconds: Double
        let mediumMilliseconds: Double
        let highMilliseconds: Double
        let blockingFailureProbability: Double
        let source: String
    }

    struct Change: Decodable {
        let stage: Stage
        let action: String
        let mechanism: String
        let trigger: BySwitching<Double>
        let p50: BySwitching<Double>
        let p95: BySwitching<Double>
        let grade: BySwitching<Grade>
        let triggerGrade: Grade
        let hiddenBy: String
        let sources: [String]
        let note: String?
        let failureProbability: BySwitching<Double>?
        let contentFactor: BySwitching<Double>?
        let detectionMilliseconds: BySwitching<Double>?
        let overrides: [Circumstance: Override]?
    }

    struct Override: Decodable {
        let trigger: Double?
        let p50: Double?
        let p95: Double?
        let grade: Grade?
    }
}

extension CostsFile {
    /// The cost table, every number checked.
    func costs(in document: MatrixDocument) throws(MatrixError) -> TransitionCosts {
        let limits = [bands.noneMilliseconds, bands.lowMilliseconds, bands.mediumMilliseconds, bands.highMilliseconds]
        guard limits[0] >= 0, zip(limits, limits.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw MatrixError(
                file: document.file, line: document.line(of: ["bands"]), message: "bands: limits must rise from 0")
        }
        guard (0...1).contains(bands.blockingFailureProbability) else {
            throw MatrixError(
                file: document.file, line: document.line(of: ["bands", "blockingFailureProbability"]),
                message: "bands.blockingFailureProbability: a probability is within 0…1")
        }
        try document.requireKeys(["version", "bands", "changes", "sources"], at: [])
        var result: [ChangeID: ChangeCost] = [:]
        for (name, change) in changes.sorted(by: { $0.key < $1.key }) {
            func check(_ valid: Bool, _ key: String, _ message: String) throws(MatrixError) {
                guard !valid else { return }
                throw MatrixError(
                    file: document.file, line: document.line(of: ["changes", name, key]),
                    message: "changes.\(name).\(key): \(message)")
            }
            for (key, value) in [
                ("trigger", change.trigger), ("failureProbability", change.failureProbability ?? .zero),
            ] {
                try check(value.all.allSatisfy((0...1).contains), key, "a probability is within 0…1")
            }
            for (key, value) in [
                ("p50", change.p50), ("contentFactor", change.contentFactor ?? .zero),
                ("detectionMilliseconds", change.detectionMilliseconds ?? .zero),
            ] {
                try check(value.all.allSatisfy { $0 >= 0 && $0 < 1e6 }, key, "must be at least 0 and below 1000000")
            }
            try check(
                zip(change.p50.all, change.p95.all).allSatisfy { $0 <= $1 && $1 < 1e6 }, "p95",
                "must be at least p50 and below 1000000")
            try check(!change.sources.isEmpty || change.triggerGrade == .d, "sources", "no source given")
            for source in change.sources {
                try check(sources[source] != nil, "sources", "'\(source)' is not listed under 'sources'")
            }
            try document.requireKeys(Self.changeKeys, at: ["changes", name])
            for (circumstance, override) in (change.overrides ?? [:]).sorted(by: { $0.key.rawValue < $1.key.rawValue })
            {
                let key = "overrides.\(circumstance.rawValue)"
                try document.requireKeys(
                    ["trigger", "p50", "p95", "grade"], at: ["changes", name, "overrides", circumstance.rawValue])
                try check(override.trigger.map((0...1).contains) ?? true, key, "a probability is within 0…1")
                for column in change.p50.all.indices {
                    let p50 = override.p50 ?? change.p50.all[column]
                    let p95 = override.p95 ?? change.p95.all[column]
                    try check(p50 >= 0 && p50 <= p95 && p95 < 1e6, key, "p50 and p95 must rise from 0 to below 1000000")
                }
            }
            result[ChangeID(rawValue: name)] = change.cost
        }
        for id in [ChangeID.itemSwitch, .firstFrame] where result[id] == nil {
            throw MatrixError(
                file: document.file, line: document.line(of: ["changes"]),
                message: "changes.\(id.rawValue) is missing; every verdict needs it")
        }
        return TransitionCosts(
            version: version, changes: result,
            limits: BandLimits(
                noneMilliseconds: bands.noneMilliseconds, lowMilliseconds: bands.lowMilliseconds,
                mediumMilliseconds: bands.mediumMilliseconds, highMilliseconds: bands.highMilliseconds,
                blockingFailureProbability: bands.blockingFailureProbability),
            sources: sources)
    }
}

extension CostsFile {
    private static let changeKeys: Set = [
        "stage", "action", "mechanism", "trigger", "p50", "p95", "grade", "triggerGrade", "hiddenBy", "sources", "note",
        "failureProbability", "contentFactor", "detectionMilliseconds", "overrides",
    ]
}

extension CostsFile.Change {
    fileprivate var cost: ChangeCost {
        ChangeCost(
            stage: stage, action: action, mechanism: mechanism, trigger: trigger, p50Milliseconds: p50,
            p95Milliseconds: p95, grade: grade, triggerGrade: triggerGrade, hiddenBy: hiddenBy, sources: sources,
            failureProbability: failureProbability ?? .zero,
            contentFactor: contentFactor ?? BySwitching(adaptive: 1, reload: 1, unknown: 1),
            detectionMilliseconds: detectionMilliseconds ?? .zero,
            overrides: (overrides ?? [:]).mapValues {
                CostOverride(
                    trigger: $0.trigger, p50Milliseconds: $0.p50, p95Milliseconds: $0.p95, grade: $0.grade)
            })
    }
}

extension BySwitching<Double> {
    fileprivate static let zero = BySwitching(adaptive: 0, reload: 0, unknown: 0)
    fileprivate var all: [Double] { [adaptive, reload, unknown] }
}
