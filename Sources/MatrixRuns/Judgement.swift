import AirPlayReceivers
import HLSPlaylists
import MediaFormats
package import TransitionRisk

/// A verdict as history keeps it: what was predicted, why, and what to change.
///
/// Two receivers that are alike in what counts have the same judgement; it names no receiver.
package struct Judgement: Sendable, Hashable, Codable {
    /// Median and 95th percentile of a delay in whole milliseconds: more would claim more than is known.
    package struct Spread: Sendable, Hashable, Codable {
        /// Half of all switches take at most this.
        package var p50Milliseconds: Int
        /// 19 of 20 switches take at most this.
        package var p95Milliseconds: Int

        /// States a delay.
        package init(p50Milliseconds: Int, p95Milliseconds: Int) {
            self.p50Milliseconds = p50Milliseconds
            self.p95Milliseconds = p95Milliseconds
        }

        init(_ estimate: DelayEstimate) {
            p50Milliseconds = Int(estimate.p50Milliseconds.rounded())
            p95Milliseconds = Int(estimate.p95Milliseconds.rounded())
        }
    }

    /// One rule that fired.
    package struct Reason: Sendable, Hashable, Codable {
        /// The rule's id.
        package var rule: String
        /// What happens, with both values.
        package var summary: String
        /// Why this kind of receiver minds.
        package var rationale: String
        /// The document behind the rule.
        package var source: String
        /// The band it would have alone.
        package var band: Band
        /// The delay it would have alone.
        package var alone: Spread
        /// What to change.
        package var fix: String
        /// Both values with the places where they were read.
        package var evidence: [String]
    }

    /// A capability that is lacking, or may be.
    package struct Obstacle: Sendable, Hashable, Codable {
        /// The gate's rule.
        package var rule: String
        /// What the asset needs, and what the receiver has instead.
        package var message: String
        /// Who says so.
        package var source: String
    }

    /// One change on the way to a better band.
    package struct Step: Sendable, Hashable, Codable {
        /// What to do.
        package var advice: String
        /// 95th percentile after it and all before it, in milliseconds.
        package var p95Milliseconds: Int
        /// The band then reached.
        package var band: Band
    }

    /// The band of the excess.
    package var band: Band
    /// Over the receiver's own floor; `nil` when nothing plays or nothing is known.
    package var excess: Spread?
    /// With the floor.
    package var total: Spread?
    /// What the receiver needs at any change of item.
    package var floor: Spread?
    /// Chance that playback ends, in tenths of a percent.
    package var failurePermille: Int
    /// Why it cannot play, or what it may lack.
    package var obstacles: [Obstacle]
    /// Why it takes as long as it does, costliest first.
    package var reasons: [Reason]
    /// What to change, the most useful first.
    package var fixPath: [Step]
    /// Why nothing can be said; `nil` otherwise.
    package var doubt: String?
    /// The variants of the likely pair.
    package var from: String?
    /// The variant that begins.
    package var to: String?
    /// Share of the excess that rests on measurements, in percent; `nil` without an excess.
    package var measuredPercent: Int?
    /// Everything that reproduces the verdict, on one line.
    package var vector: String

    /// Keeps what matters of a verdict.
    package init(_ assessment: RiskAssessment) {
        band = assessment.band
        excess = assessment.delay.map { Spread($0.excess) }
        total = assessment.delay.map { Spread($0.total) }
        floor = assessment.delay.map { Spread($0.floor) }
        failurePermille = Int((assessment.failureProbability * 1000).rounded())
        obstacles = assessment.blocking.map {
            Obstacle(
                rule: $0.rule.rawValue, message: "\($0.message), but the receiver \($0.capability)",
                source: "\($0.source) (\($0.confidence))")
        }
        reasons = assessment.reasons.map { reason in
            Reason(
                rule: reason.rule.rawValue, summary: reason.summary, rationale: reason.rationale,
                source: reason.source, band: reason.band, alone: Spread(reason.alone), fix: reason.fix,
                evidence: reason.difference.map(Self.evidence) ?? [])
        }
        fixPath = assessment.fixPath.map {
            Step(advice: $0.advice, p95Milliseconds: Int($0.p95Milliseconds.rounded()), band: $0.band)
        }
        doubt = assessment.doubt
        from = assessment.pairs.first?.from
        to = assessment.pairs.first?.to
        measuredPercent = assessment.measuredShare.map { Int(($0 * 100).rounded()) }
        vector = assessment.vector
    }

    private static func evidence(_ difference: Difference) -> [String] {
        func line(_ side: String, _ value: String?, _ place: Provenance?) -> String? {
            value.map { "\(side) \($0)" + (place.map { " (\($0))" } ?? "") }
        }
        return [
            line("from", difference.from, difference.fromProvenance),
            line("to", difference.to, difference.toProvenance),
        ].compactMap(\.self)
    }

    /// What the failure is made of: the band with the rules behind it and the values that changed, without the receiver.
    /// The same failure on another receiver or break has the same name.
    package var failure: String {
        let parts = reasons.filter { $0.band > .none }.map(\.summary).sorted() + obstacles.map(\.message).sorted()
        return String(SHA256.name(of: parts + [doubt ?? ""]).prefix(12))
    }

    /// One sentence on why, for a list.
    package var headline: String {
        if let obstacle = obstacles.first, band == .blocking { return "cannot play: \(obstacle.message)" }
        if let doubt { return doubt }
        return reasons.first?.summary ?? ""
    }
}
