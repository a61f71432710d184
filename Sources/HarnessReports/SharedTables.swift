import HLSPlaylists
import MediaFormats
import TransitionRisk

/// What many verdicts of a document have in common, stated once and referred to by name.
struct SharedTables {
    /// Comparisons of two variants, every parameter, by the names that pairs refer to.
    private(set) var comparisons: [String: [DifferenceDocument]] = [:]
    /// What rules say, by rule.
    private(set) var rules: [String: RuleDocument] = [:]
    /// What changes do, by change.
    private(set) var changes: [String: ChangeDocument] = [:]
    private var names: [[Difference]: String] = [:]

    /// The name of a comparison, which is added unless it is there.
    mutating func name(of differences: [Difference]) -> String {
        if let name = names[differences] { return name }
        let name = "c\(names.count + 1)"
        names[differences] = name
        comparisons[name] = differences.map(DifferenceDocument.init)
        return name
    }

    /// Notes what a reason's rule and changes say.
    mutating func add(_ reason: Reason) {
        rules[reason.rule.rawValue] = RuleDocument(rationale: reason.rationale, source: reason.source)
        for cost in reason.costs {
            changes[cost.change.rawValue] = ChangeDocument(
                stage: cost.stage, action: cost.action, hiddenBy: cost.hiddenBy, sources: cost.sources)
        }
    }

    struct RuleDocument: Encodable {
        let rationale: String
        let source: String
    }

    struct ChangeDocument: Encodable {
        let stage: Stage
        let action: String
        let hiddenBy: String
        let sources: [String]
    }
}

/// One parameter of a comparison.
struct DifferenceDocument: Encodable {
    let parameter: ParameterName
    let outcome: Difference.Outcome
    let from: String?
    let to: String?
    let fromPlace: Provenance?
    let toPlace: Provenance?

    init(_ difference: Difference) {
        parameter = difference.parameter
        outcome = difference.outcome
        from = difference.from
        to = difference.to
        // Where a value was read matters where the sides differ; the assets list the places of all values.
        let isOpen = difference.isOpen
        fromPlace = isOpen ? difference.fromProvenance : nil
        toPlace = isOpen ? difference.toProvenance : nil
    }
}

extension Difference {
    /// Whether the sides differ, or may.
    var isOpen: Bool { outcome == .mismatch || outcome == .unknown }
}
