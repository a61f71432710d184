import HLSPlaylists
import MediaFormats

/// Two variants on either side of a transition, ready to be judged.
struct Boundary: Sendable, Hashable {
    /// The kind of boundary.
    var kind: Transition.Kind
    /// What ends.
    var from: EffectiveParameters
    /// What begins.
    var to: EffectiveParameters
    /// Both sides held against each other.
    var comparison: ParameterComparison
    /// The largest picture that the decoder of what ends was set up for; its own size where nothing else is known.
    var configuredFor: Resolution?
    /// How the data get to the receiver.
    var delivery: Delivery
    /// Where a resumption lands.
    var landing: Landing?
    /// Whether the primary begins here, after a break or behind an ad that is stitched into it.
    var isReturn: Bool
    /// The primary held against the asset that begins, for advice at a boundary between two ads.
    var toPrimary: ParameterComparison?

    /// Puts two sides of a transition together.
    init(
        _ transition: Transition, from: EffectiveParameters, to: EffectiveParameters, configuredFor: Resolution? = nil,
        primary: EffectiveParameters? = nil
    ) {
        kind = transition.kind
        self.from = from
        self.to = to
        comparison = ParameterComparison(from: from, to: to)
        self.configuredFor = configuredFor ?? from.values.video?.resolution
        delivery = transition.delivery
        landing = transition.landing
        isReturn = kind == .resume || kind == .discontinuity && transition.to == transition.primary
        if kind == .between, let primary { toPrimary = ParameterComparison(from: primary, to: to) }
    }

    /// Timestamps of what begins, if measured.
    var timing: MediaTiming? { to.timing }

    /// The parameters an ad should be made to match: those of the primary, where it is on one side.
    var referenceSide: EffectiveParameters { isReturn ? to : from }

    /// All that happens here.
    var changes: Set<TriggeredChange> { Set(RuleBook.rules.flatMap { $0.changes(at: self) }) }

    /// What could happen besides, if unknown parameters are as bad as they can be.
    var possibleChanges: Set<TriggeredChange> {
        Set(RuleBook.rules.filter { $0.isUndecided(at: self) }.flatMap { $0.worstCase }.map { TriggeredChange($0) })
    }
}
