/// One kind of change that a rule found at a boundary.
package struct TriggeredChange: Sendable, Hashable {
    /// Which change of the cost table.
    package var id: ChangeID
    /// How long its action takes, where the boundary itself tells; else the table's size.
    package var size: ChangeSize

    /// Names a change with the size of the cost table, unless one is given.
    package init(_ id: ChangeID, size: ChangeSize = .fromCosts) {
        self.id = id
        self.size = size
    }
}

/// The length of an action, conditional on its happening.
package enum ChangeSize: Sendable, Hashable {
    /// Log-normal with the quantiles of the cost table.
    case fromCosts
    /// This many milliseconds of content, each value between the bounds equally likely, converted to delay by the cost
    /// table's ``ChangeCost/contentFactor`` and ``ChangeCost/detectionMilliseconds``.
    case content(from: Double, to: Double)
}
