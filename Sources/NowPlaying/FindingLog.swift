/// Collects findings of a log in the order of its lines, each rule up to a number; the rest is counted.
struct FindingLog {
    private(set) var findings: [AppleSideFinding] = []
    /// How often each rule was broken.
    private(set) var counts: [String: Int] = [:]

    /// Whether nothing is to be told for now.
    var isMuted = false

    /// Most breaches of one rule that are told.
    static let mostTold = 50

    /// Adds a breach.
    mutating func add(_ finding: AppleSideFinding) {
        guard !isMuted else { return }
        let count = counts[finding.rule.id, default: 0] + 1
        counts[finding.rule.id] = count
        if count <= Self.mostTold { findings.append(finding) }
    }
}
