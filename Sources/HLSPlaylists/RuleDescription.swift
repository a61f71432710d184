/// What people are told about a rule whose check has no type of its own.
public struct RuleDescription: Sendable, Hashable, Codable {
    /// The stable name that findings carry.
    public var id: String
    /// How strongly the source asks for it: `must`, `should`, `advice`, or the severity of a diagnostic.
    public var severity: String
    /// The section that asks for it.
    public var source: String
    /// What it asks for, in one sentence.
    public var summary: String
    /// Why a player or receiver minds.
    public var rationale: String
    /// A case in which it is broken.
    public var example: String

    init(
        _ id: String, _ severity: String, _ source: String, _ summary: String, why rationale: String, example: String
    ) {
        self.id = id
        self.severity = severity
        self.source = source
        self.summary = summary
        self.rationale = rationale
        self.example = example
    }
}
