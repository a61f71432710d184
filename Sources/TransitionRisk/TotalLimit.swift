import AirPlayReceivers

/// A limit on the whole delay of a transition, floor included: what viewers wait, whoever could change it.
package enum TotalLimit: Sendable, Hashable {
    /// Fails from this band on.
    case band(Band)
    /// Fails above this many milliseconds of the 95th percentile.
    case milliseconds(Double)

    /// One finding for each transition above the limit.
    ///
    /// - Parameter limits: Where bands begin.
    package func findings(_ transitions: [JudgedTransition], limits: BandLimits) -> [Finding] {
        transitions.compactMap { judged in
            let over = judged.assessments.compactMap { assessment -> (RiskAssessment, Double)? in
                guard let total = assessment.delay?.total.p95Milliseconds else { return nil }
                let band = limits.band(p95Milliseconds: total)
                let isOver =
                    switch self {
                    case .band(let limit): band >= limit
                    case .milliseconds(let most): total > most
                    }
                return isOver ? (assessment, total) : nil
            }
            guard let worst = over.map(\.1).max() else { return nil }
            return Finding(
                rule: TotalLimitRule.id, severity: limits.band(p95Milliseconds: worst),
                message: "\(TotalLimitRule.documentation.title): \(Int(worst.rounded())) ms worst of 20, limit \(self)",
                subject: judged.transition.id, receivers: over.map(\.0.receiver.id),
                evidence: over.map { assessment, total in
                    Finding.Evidence(name: assessment.receiver.id, value: "\(Int(total.rounded())) ms", place: nil)
                }, source: TotalLimitRule.documentation.source, fix: nil)
        }
    }
}

extension TotalLimit: CustomStringConvertible {
    /// `severe`, `1500 ms`.
    package var description: String {
        switch self {
        case .band(let band): band.rawValue
        case .milliseconds(let most): "\(Int(most)) ms"
        }
    }
}
