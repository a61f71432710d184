import MediaFormats

/// One reason for which a receiver minds a boundary: what it looks at, what it costs, and what to change.
///
/// Rules only say what changes; the ``DelayModel`` turns changes into milliseconds.
protocol TransitionRule: DocumentedRule {
    /// Who can mend it: the asset's encoder, its delivery, or the schedule.
    static var cause: Cause { get }
    /// Parameters that decide the rule; the first is the one shown in tables.
    static var parameters: [ParameterName] { get }
    /// What might happen when one of the parameters is unknown. Empty for a rule that an unknown value does not make
    /// undecided, because other rules or the capability gate cover its worst case.
    static var worstCase: [ChangeID] { get }
    /// How much a viewer minds what takes no time, such as another language; `nil` for rules about time.
    static var annoyance: Band? { get }
    /// What a viewer minds at this boundary although it takes no time, in words; `nil` when there is nothing.
    static func remark(at boundary: Boundary) -> String?
    /// What happens at this boundary; empty when the rule finds nothing.
    static func changes(at boundary: Boundary) -> [TriggeredChange]
    /// What to change so that the rule finds nothing, in one imperative sentence without a full stop.
    static func fix(for boundary: Boundary) -> String
}

/// A rule's stable identifier.
package struct RuleID: RawRepresentable, Sendable, Hashable, Codable, Comparable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The kebab-case name.
    package let rawValue: String

    /// Names a rule.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// Names a rule.
    package init(stringLiteral value: String) { rawValue = value }

    /// Orders by name.
    package static func < (a: RuleID, b: RuleID) -> Bool { a.rawValue < b.rawValue }

    /// The name.
    package var description: String { rawValue }
}

/// What a user is told about a rule.
package struct RuleDocumentation: Sendable, Hashable {
    /// What is wrong when the rule fires, in a few words.
    package var title: String
    /// What it compares or measures.
    package var looksAt: String
    /// Why a receiver minds.
    package var rationale: String
    /// A case in which it fires.
    package var example: String
    /// The document that says so.
    package var source: String
}

/// Who can mend a reason.
package enum Cause: String, Sendable, Hashable, Codable {
    /// The encoding of an asset.
    case asset
    /// How its data reach the receiver.
    case delivery
    /// Where in the primary the break is placed and where it resumes.
    case schedule
}

extension TransitionRule {
    /// Rules of assets, unless they say otherwise.
    static var cause: Cause { .asset }
    static var worstCase: [ChangeID] { [] }
    static var annoyance: Band? { nil }
    static func remark(at boundary: Boundary) -> String? { nil }

    /// Whether one of the rule's parameters is unknown and could make it fire.
    static func isUndecided(at boundary: Boundary) -> Bool {
        !worstCase.isEmpty && parameters.contains { boundary.comparison.outcome($0) == .unknown }
    }

    /// Advice to give the ad the primary's value of a parameter.
    static func match(_ parameter: ParameterName, _ boundary: Boundary, _ verb: String) -> String {
        switch boundary.kind {
        case .enter, .resume, .discontinuity:
            let difference = boundary.comparison[parameter]
            let value = boundary.isReturn ? difference?.to : difference?.from
            let side = boundary.isReturn ? "behind" : "before"
            let reference = boundary.kind == .discontinuity ? "\(side) the discontinuity" : "in the primary"
            return "\(verb) \(value ?? "the same"), as \(reference)"
        case .between:
            guard let difference = boundary.toPrimary?[parameter], let value = difference.from else {
                return "\(verb) \(boundary.comparison[parameter]?.from ?? "the same"), as in the asset before it"
            }
            // Where this ad is like the primary already, the one before it is not.
            let culprit = difference.outcome == .match ? "in the asset before it, " : ""
            return "\(culprit)\(verb) \(value), as in the primary"
        }
    }
}
