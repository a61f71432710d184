/// What a transition is called from run to run: by its primary, its break and its place in it, never by the creative
/// that plays, which changes while the place stays.
package struct TransitionName: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    /// The primary's name in the catalogue.
    package var primary: String
    /// The break's id; `*` for all of a primary whose breaks are not known.
    package var event: String
    /// `enter`, `1-2`, `resume`; `all` for a primary whose breaks are not known.
    package var position: String

    /// Names a transition.
    package init(primary: String, event: String, position: String) {
        self.primary = primary
        self.event = event
        self.position = position
    }

    /// Names a transition of a check: `ad-2/enter`.
    package init(primary: String, transition id: String) {
        self.primary = primary
        let slash = id.lastIndex(of: "/")
        event = slash.map { String(id[..<$0]) } ?? id
        position = slash.map { String(id[id.index(after: $0)...]) } ?? ""
    }

    /// Stands for everything in a primary that could not be read.
    package static func whole(_ primary: String) -> TransitionName {
        TransitionName(primary: primary, event: "*", position: "all")
    }

    /// Whether it stands for everything in a primary that could not be read.
    package var isWhole: Bool { event == "*" && position == "all" }

    /// `film: ad-2/enter`.
    package var description: String { "\(primary): \(event)/\(position)" }

    /// Orders by primary, break and place.
    package static func < (a: TransitionName, b: TransitionName) -> Bool {
        (a.primary, a.event, a.position) < (b.primary, b.event, b.position)
    }
}

/// What a cell is called: a transition on a receiver.
package struct CellName: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    /// The transition.
    package var transition: TransitionName
    /// The receiver's id, or `class/tier`.
    package var receiver: String

    /// Names a cell.
    package init(transition: TransitionName, receiver: String) {
        self.transition = transition
        self.receiver = receiver
    }

    /// `film: ad-2/enter @ smart-tv/low`.
    package var description: String { "\(transition) @ \(receiver)" }

    /// Orders by transition, then receiver.
    package static func < (a: CellName, b: CellName) -> Bool {
        (a.transition, a.receiver) < (b.transition, b.receiver)
    }
}
