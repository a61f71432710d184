package import TransitionRisk

/// What a check predicts for one transition on one receiver, as far as a test sheet and its order need it.
package struct Prediction: Sendable, Hashable, Codable {
    /// How visible the transition is, by its excess.
    package var band: Band
    /// What a viewer sees in half of all cases, floor included; `nil` when nothing plays or nothing is known.
    package var p50Milliseconds: Double?
    /// What 19 of 20 stay below, floor included.
    package var p95Milliseconds: Double?
    /// Severity, 0…1: the mean of the chances that the excess is over 360 ms, 1 s and 2 s; 1 for what does not play or is
    /// not known.
    package var risk: Double
    /// How little is known, 0…1: what no measurement backs.
    package var uncertainty: Double
    /// Why, in words; the costliest reason first, at most three.
    package var reasons: [String]
    /// What decides the verdict, as text: two predictions with the same one are of the same kind.
    package var signature: String

    /// Where risk and uncertainty are both high, a test teaches most.
    package var score: Double { risk * uncertainty }

    /// Makes a prediction.
    package init(
        band: Band, p50Milliseconds: Double?, p95Milliseconds: Double?, risk: Double, uncertainty: Double,
        reasons: [String], signature: String
    ) {
        self.band = band
        self.p50Milliseconds = p50Milliseconds
        self.p95Milliseconds = p95Milliseconds
        self.risk = risk
        self.uncertainty = uncertainty
        self.reasons = reasons
        self.signature = signature
    }
}

extension Prediction {
    /// What one verdict says, whether it was worked out now or read from a document.
    struct Verdict {
        var band: Band
        /// p50 and p95 of the whole delay; `nil` when nothing plays or nothing is known.
        var total: (p50: Double, p95: Double)?
        /// Chances that the excess is over 360 ms, 1 s and 2 s; empty as above.
        var chances: [Double]
        var failureProbability: Double
        /// What the receiver lacks or may lack, with how well that is backed.
        var blocks: [(text: String, confidence: String)]
        var reasons: [String]
        var doubt: String?
        var measuredShare: Double?
        var vector: String
    }

    /// The prediction that follows from a verdict.
    init(_ verdict: Verdict) {
        let mean = verdict.chances.isEmpty ? 0 : verdict.chances.reduce(0, +) / Double(verdict.chances.count)
        let cannotPlay = verdict.band == .blocking && verdict.total == nil
        let (risk, uncertainty): (Double, Double) =
            switch verdict.band {
            case .notApplicable: (0, 1)
            case .unknown: (1, 1)
            // What does not play for a confirmed reason need not be tried out to be believed.
            case .blocking where cannotPlay: (1, verdict.blocks.contains { $0.confidence == "confirmed" } ? 0.2 : 0.8)
            default: (max(mean, verdict.failureProbability), 1 - (verdict.measuredShare ?? 0))
            }
        let reasons = cannotPlay ? verdict.blocks.map(\.text) : verdict.reasons
        self.init(
            band: verdict.band, p50Milliseconds: verdict.total?.p50.rounded(),
            p95Milliseconds: verdict.total?.p95.rounded(), risk: Self.thousandths(risk),
            uncertainty: Self.thousandths(uncertainty),
            reasons: Array((reasons + [verdict.doubt].compactMap(\.self)).prefix(3)),
            signature: Self.signature(verdict))
    }

    /// The prediction of an assessment.
    package init(_ assessment: RiskAssessment) {
        self.init(
            Verdict(
                band: assessment.band,
                total: assessment.delay.map { ($0.total.p50Milliseconds, $0.total.p95Milliseconds) },
                chances: assessment.delay.map { [$0.excess.over360, $0.excess.over1000, $0.excess.over2000] } ?? [],
                failureProbability: assessment.failureProbability,
                blocks: assessment.blocking.map {
                    ("\($0.message), but the receiver \($0.capability)", $0.confidence)
                }, reasons: assessment.reasons.map(\.summary), doubt: assessment.doubt,
                measuredShare: assessment.measuredShare, vector: assessment.vector))
    }

    /// The prediction of an assessment in numbers: the same without reasons.
    init(_ brief: BriefAssessment) {
        self.init(
            Verdict(
                band: brief.band, total: brief.delay.map { ($0.total.p50Milliseconds, $0.total.p95Milliseconds) },
                chances: brief.delay.map { [$0.excess.over360, $0.excess.over1000, $0.excess.over2000] } ?? [],
                failureProbability: brief.failureProbability, blocks: brief.blocking.map { ("", $0.confidence) },
                reasons: [], doubt: nil, measuredShare: brief.measuredShare, vector: brief.vector))
        reasons = []
    }

    /// Three digits: more would claim more than is known, and differ for no reason.
    private static func thousandths(_ value: Double) -> Double { (min(1, max(0, value)) * 1000).rounded() / 1000 }

    /// The verdict's vector without the names of the receiver and of the cost table, so that a case keeps its identity when
    /// costs are corrected.
    private static func signature(_ verdict: Verdict) -> String {
        guard !verdict.vector.isEmpty else { return "\(verdict.band.rawValue): \(verdict.doubt ?? "")" }
        // segue2/kind/receiver/…/costs=…
        var fields = verdict.vector.split(separator: "/")
        if fields.count > 2 { fields.remove(at: 2) }
        fields.removeAll { $0.hasPrefix("costs=") }
        return fields.joined(separator: "/")
    }
}
