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
    case content(from: Int, to: Int)

    /// Content of this length, rounded to whole milliseconds and bounded to a day, so that a vector can name it exactly.
    static func lasting(from shortest: Duration = .zero, to longest: Duration) -> ChangeSize {
        .content(from: shortest.wholeMilliseconds, to: longest.wholeMilliseconds)
    }
}

extension Duration {
    /// Whole and fractional milliseconds.
    var milliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
    }

    /// Milliseconds rounded to the nearest, within 0 and a day.
    fileprivate var wholeMilliseconds: Int { Int(min(max(0, milliseconds.rounded()), 86_400_000)) }
}

extension TriggeredChange: Comparable {
    /// Orders by name, then by size.
    package static func < (a: TriggeredChange, b: TriggeredChange) -> Bool {
        if a.id != b.id { return a.id < b.id }
        switch (a.size, b.size) {
        case (.fromCosts, .content): return true
        case (.content(let from, let to), .content(let otherFrom, let otherTo)):
            return (from, to) < (otherFrom, otherTo)
        default: return false
        }
    }
}
