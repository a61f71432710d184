/// How visible a transition is, on the 95th percentile of its delay.
///
/// The limits come from freezes and channel zapping and are probably strict for an ad edge, where viewers expect a
/// change: 80 ms is the lower detection limit of a stall, 360 ms the longest acceptable single freeze (van Kester 2011),
/// 1000 ms the start-up limit of CTA WAVE, 2 s where abandonment begins (Krishnan 2012).
package enum Band: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// Cannot be noticed.
    case none
    /// A single short freeze.
    case low
    /// Noticed, tolerated.
    case medium
    /// A visible break.
    case high
    /// Long enough for viewers to leave.
    case severe
    /// The receiver cannot play the asset, or fails more often than not.
    case blocking
    /// Not enough is known for a verdict; never a pass.
    case unknown
    /// AirPlay video does not reach this class of receiver.
    case notApplicable = "not-applicable"

    /// Position on the scale from ``none`` to ``blocking``; the two verdicts off the scale sort after it.
    private var rank: Int { Self.allCases.firstIndex(of: self)! }

    /// Orders by severity.
    package static func < (a: Band, b: Band) -> Bool { a.rank < b.rank }

    /// Whether this is a point on the severity scale, so that it can be held against a `--fail-on` limit.
    package var isJudged: Bool { self != .unknown && self != .notApplicable }
}

/// The limits between bands, in milliseconds of the 95th percentile.
package struct BandLimits: Sendable, Hashable, Codable {
    /// Upper end of ``Band/none``.
    package var noneMilliseconds: Double
    /// Upper end of ``Band/low``.
    package var lowMilliseconds: Double
    /// Upper end of ``Band/medium``.
    package var mediumMilliseconds: Double
    /// Upper end of ``Band/high``.
    package var highMilliseconds: Double
    /// Failure probability from which a transition is ``Band/blocking``.
    package var blockingFailureProbability: Double

    /// Sets limits, rising.
    package init(
        noneMilliseconds: Double, lowMilliseconds: Double, mediumMilliseconds: Double, highMilliseconds: Double,
        blockingFailureProbability: Double
    ) {
        self.noneMilliseconds = noneMilliseconds
        self.lowMilliseconds = lowMilliseconds
        self.mediumMilliseconds = mediumMilliseconds
        self.highMilliseconds = highMilliseconds
        self.blockingFailureProbability = blockingFailureProbability
    }

    /// The band of a delay whose 95th percentile is this many milliseconds.
    package func band(p95Milliseconds: Double, failureProbability: Double = 0) -> Band {
        if failureProbability >= blockingFailureProbability { return .blocking }
        return switch p95Milliseconds {
        case ...noneMilliseconds: .none
        case ...lowMilliseconds: .low
        case ...mediumMilliseconds: .medium
        case ...highMilliseconds: .high
        default: .severe
        }
    }
}
