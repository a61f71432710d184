import AirPlayReceivers

/// The verdict on one transition for one receiver: what will be seen, how sure that is, why, and what to change.
package struct RiskAssessment: Sendable, Hashable {
    /// The receiver or class it is about.
    package var receiver: ReceiverProfile
    /// Which kind of answer this is.
    package var outcome: Outcome
    /// How visible the transition is, by the excess of the likely pair; ``Band/notApplicable`` where nothing is played
    /// that could be judged.
    package var band: Band
    /// The delay of the likely pair; `nil` when nothing plays or nothing is known.
    package var delay: Delay?
    /// Chance that playback ends instead of continuing, beside the delay and never mixed into it.
    package var failureProbability: Double
    /// Why the receiver cannot play one of the assets; what it may lack when ``band`` is ``Band/unknown``.
    package var blocking: [Block]
    /// Whose media ``blocking`` is about; `nil` when nothing blocks.
    package var blockedSide: BlockedSide?
    /// The pair it would most likely play, the one from which a player starts that knows no bandwidth, and the worst.
    package var pairs: [AssessedPair]
    /// Reasons of the likely pair, costliest first.
    package var reasons: [Reason]
    /// What the likely pair's verdict becomes with every value of the viewer's settings that nobody stated; empty where no
    /// such setting matters.
    package var branches: [SettingBranch]
    /// Changes that lower the delay, the most useful first, each on top of those before it.
    package var fixPath: [FixStep]
    /// Everything that reproduces the verdict, on one line; see ``VerdictVector``.
    package var vector: String
    /// The table of costs behind the verdict, and the calibrations that replaced numbers of it.
    package var costs: CostsUsed
    /// Share of the excess that rests on published measurements or on a calibration, 0…1; `nil` when there is no excess.
    package var measuredShare: Double?
    /// Why the verdict is unknown, for a reader; `nil` otherwise.
    package var doubt: String?

    /// The kinds of answer, never merged.
    package enum Outcome: String, Sendable, Hashable, Codable {
        /// A delay was worked out.
        case judged
        /// The receiver cannot play one of the assets.
        case blocking
        /// Not enough is known.
        case unknown
        /// AirPlay video does not reach this class.
        case notApplicable = "not-applicable"
        /// The receiver says that it plays no interstitials: the ad is left out.
        case interstitialsUnsupported = "interstitials-unsupported"
    }

    /// Whose media a receiver cannot play.
    package enum BlockedSide: String, Sendable, Hashable, Codable {
        /// The primary's own: nothing of the presentation plays there.
        case primary
        /// An interstitial asset's.
        case interstitial
    }
}

/// The numbers behind a verdict.
package struct CostsUsed: Sendable, Hashable, Codable {
    /// Name of the table of costs.
    package var version: String
    /// A short hash over its numbers, after calibration.
    package var digest: String
    /// Calibrations that cover the receiver, the widest first.
    package var calibrations: [CalibrationUse]
}

/// The verdict with one combination of viewer settings that nobody stated.
package struct SettingBranch: Sendable, Hashable {
    /// What is assumed, as `name=value`.
    package var assumed: [String]
    /// The band then.
    package var band: Band
    /// The delay over the floor then.
    package var excess: DelayEstimate
    /// The whole delay then.
    package var total: DelayEstimate
}

/// One pair of variants with its own verdict.
package struct AssessedPair: Sendable, Hashable {
    /// Why the pair is shown.
    package enum Role: String, Sendable, Hashable, Codable {
        /// The best on both sides that the receiver decodes and the bandwidth carries.
        case likely
        /// From the likely one into the first of the other asset's playlist, where a player starts that knows no bandwidth.
        case start
        /// The worst among those it can decode.
        case worst
    }

    /// Why the pair is shown.
    package var role: Role
    /// Label of the variant that ends.
    package var from: String
    /// Label of the variant that begins.
    package var to: String
    /// Both sides, parameter by parameter.
    package var differences: [Difference]
    /// The pair's band.
    package var band: Band
    /// The pair's delay over the floor.
    package var excess: DelayEstimate
}

/// One rule that fired, with what it costs on this receiver.
package struct Reason: Sendable, Hashable {
    /// The rule.
    package var rule: RuleID
    /// What happens, in words: `The video codec changes from AVC to HEVC`.
    package var summary: String
    /// Why this kind of receiver minds.
    package var rationale: String
    /// The document behind the rule.
    package var source: String
    /// Who can mend it.
    package var cause: Cause
    /// The parameter and both values, for rules about a parameter.
    package var difference: Difference?
    /// The changes behind it, with their cost here.
    package var costs: [ReasonCost]
    /// The delay if this were the only reason, over the floor.
    package var alone: DelayEstimate
    /// The band of ``alone``.
    package var band: Band
    /// What to change.
    package var fix: String
}

/// The cost of one change on one receiver.
package struct ReasonCost: Sendable, Hashable {
    /// The change.
    package var change: ChangeID
    /// The stage it occupies.
    package var stage: Stage
    /// What the receiver does.
    package var action: String
    /// Chance of the action, 0…1.
    package var trigger: Double
    /// Median size in milliseconds.
    package var p50Milliseconds: Double
    /// 95th percentile in milliseconds.
    package var p95Milliseconds: Double
    /// Grade of the size.
    package var grade: Grade
    /// What would hide it.
    package var hiddenBy: String
    /// Where the numbers come from.
    package var sources: [String]
    /// The calibration that replaced them; `nil` for the shipped ones.
    package var calibration: String?
}

/// One change on the way to a better band.
package struct FixStep: Sendable, Hashable {
    /// The rule it satisfies.
    package var rule: RuleID
    /// What to do.
    package var advice: String
    /// 95th percentile of the excess after this and all steps before it, in milliseconds.
    package var p95Milliseconds: Double
    /// The band then reached.
    package var band: Band
    /// Rules that could be satisfied instead at this step with the same gain; empty when there is no tie.
    package var equallyGood: [RuleID]
    /// Whether a better band is reached with this step; where it is not, the steps up to the next that does belong
    /// together.
    package var reachesBand: Bool
}
