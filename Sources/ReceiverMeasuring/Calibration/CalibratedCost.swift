package import AirPlayReceivers
package import TransitionRisk

/// What runs taught about one change on a class of receivers, a platform, a model or one device.
package struct CalibratedCost: Sendable, Hashable {
    /// For which receivers it holds, from the widest to the narrowest.
    package enum Scope: Sendable, Hashable {
        /// All receivers of a class and tier.
        case tier(ReceiverClass, DecodingTier)
        /// Receivers of a vendor's platform in a class and tier.
        case platform(ReceiverClass, DecodingTier, String)
        /// Receivers of a model.
        case model(String)
        /// One receiver.
        case device(String)
    }

    /// How long a change takes.
    package struct Size: Sendable, Hashable {
        /// Predictive 5th percentile, as the 95th.
        package var p05Milliseconds: Double
        /// Median.
        package var p50Milliseconds: Double
        /// Predictive 95th percentile of the next run (of a run on another device, for a class or platform).
        package var p95Milliseconds: Double
    }

    /// The scope.
    package var scope: Scope
    /// The change.
    package var change: ChangeID
    /// Chance that the change makes the receiver act, 0…1.
    package var trigger: Double
    /// How long it takes, given that it acts; `nil` where no run acted and ended, so that nothing was learned of it and
    /// the table's figures stay.
    package var size: Size?
    /// How many runs stand behind it.
    package var runs: Int
    /// On how many devices.
    package var devices: Int
    /// How many of the runs ended before the receiver was done; their sizes are not in the figures.
    package var unfinished: Int
    /// How many of the runs failed.
    package var failed: Int
}
