package import AirPlayReceivers
package import TransitionRisk

/// What a correction starts from.
package struct CalibrationBasis: Sendable {
    /// Only switches of this kind are used.
    package var kind: SwitchKind
    /// The cost table.
    package var costs: TransitionCosts
    /// How receivers of a class and tier change items, which chooses the table's column.
    package var switching: @Sendable (ReceiverClass, DecodingTier) -> Switching

    /// Puts a basis together.
    package init(
        kind: SwitchKind, costs: TransitionCosts,
        switching: @escaping @Sendable (ReceiverClass, DecodingTier) -> Switching
    ) {
        self.kind = kind
        self.costs = costs
        self.switching = switching
    }
}
