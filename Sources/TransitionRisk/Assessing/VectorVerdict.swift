/// The verdict that a vector stands for: the numbers of a ``RiskAssessment`` without the words.
package struct VectorVerdict: Sendable, Hashable {
    /// The band.
    package let band: Band
    /// The delay; `nil` where nothing plays or nothing is known.
    package let delay: Delay?
    /// Chance that playback ends instead of continuing.
    package let failureProbability: Double
    /// The verdict with each value of settings that nobody stated.
    package let branches: [SettingBranch]

    init(_ vector: VerdictVector, table: CostTable) {
        switch vector.gate.outcome {
        case .judged:
            let certain = table.verdicts.verdict(vector.changes, vector.conditions)
            let possible = table.verdicts.verdict(vector.changes.union(vector.possible), vector.conditions)
            band = TransitionJudge.band(
                certain: certain.band, isInDoubt: !vector.gate.rules.isEmpty || possible.band > certain.band)
            delay = table.verdicts.delay(vector.changes, vector.conditions)
            failureProbability = certain.failureProbability
            branches = table.branches(vector.changes, vector.conditions)
        case .blocking: (band, delay, failureProbability, branches) = (.blocking, nil, 1, [])
        case .unknown: (band, delay, failureProbability, branches) = (.unknown, nil, 0, [])
        case .notApplicable, .interstitialsUnsupported:
            (band, delay, failureProbability, branches) = (.notApplicable, nil, 0, [])
        }
    }
}
