package import TransitionRisk

extension CheckReport {
    /// The check's verdict for a CI job.
    package enum Outcome: Int32, Sendable {
        /// Nothing at or above the limit, and everything could be judged.
        case clean = 0
        /// At least one finding at or above the limit.
        case findings = 1
        /// No such finding, but something could not be judged.
        case incomplete = 2
    }

    /// How the check ended. A verdict or a policy's value that is unknown is never clean; a verdict of `not-applicable`
    /// counts for nothing. With a baseline only what is new fails.
    package var outcome: Outcome {
        let judged = transitions.flatMap(\.assessments)
        if failing.isEmpty == false { return .findings }
        if baseline == nil, judged.contains(where: { $0.band.isJudged && $0.band >= failOn }) { return .findings }
        let unreadable = diagnostics.contains { $0.severity == .error }
        // Breaks of which none was judged are not clean breaks.
        if hadBreaks, transitions.isEmpty { return .incomplete }
        let isUnknown = judged.contains { $0.band == .unknown } || findings.contains { $0.severity == .unknown }
        return unreadable || isUnknown ? .incomplete : .clean
    }

    /// The findings that fail the check: those at or above the limit, those above the limit on the whole delay; with a
    /// baseline the new ones among them.
    package var failing: [Finding] {
        (baseline?.new ?? findings).filter { finding in
            finding.severity.isJudged && finding.severity >= failOn || finding.rule == TotalLimitRule.id
        }
    }

    /// Number of verdicts in each band.
    package var bandCounts: [Band: Int] {
        transitions.flatMap(\.assessments).reduce(into: [:]) { $0[$1.band, default: 0] += 1 }
    }
}

extension [Finding] {
    /// Worst first, equals in their order; what is not known stands behind what is known to be visible, and notes last.
    package var worstFirst: [Finding] {
        func rank(_ finding: Finding) -> Int {
            finding.severity == .unknown ? 5 : Band.allCases.firstIndex(of: finding.severity)! * 2
        }
        return enumerated().sorted { (rank($0.element), $1.offset) > (rank($1.element), $0.offset) }.map(\.element)
    }
}
