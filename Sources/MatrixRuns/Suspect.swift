/// Something that is different from the last run in which a cell was good, and may be why it no longer is.
package struct Suspect: Sendable, Hashable {
    /// What kind of thing.
    package enum Kind: String, Sendable, Hashable, Codable {
        /// Another edition of an asset.
        case asset
        /// Another asset in its place.
        case creative
        /// The receiver's firmware.
        case firmware
        /// The edition of the rules.
        case rules
        /// The edition of the costs.
        case costs
    }

    /// What kind of thing.
    package var kind: Kind
    /// The asset, or what people call the receiver; empty for rules and costs.
    package var name: String
    /// As it was; `-` when it was not known.
    package var before: String
    /// As it is.
    package var after: String

    /// What differs between two states of a cell.
    ///
    /// - Parameters:
    ///   - then: The cell when it was good.
    ///   - now: The cell as it is.
    static func between(_ then: CellState, _ now: CellState) -> [Suspect] {
        var found: [Suspect] = []
        func compare(_ kind: Kind, _ name: String, _ before: String?, _ after: String?) {
            guard before != after else { return }
            found.append(Suspect(kind: kind, name: name, before: before ?? "-", after: after ?? "-"))
        }
        compare(.firmware, now.receiver.title, then.receiver.firmware, now.receiver.firmware)
        for (before, after) in [
            ((then.place.from, then.place.fromRevision), (now.place.from, now.place.fromRevision)),
            ((then.place.to, then.place.toRevision), (now.place.to, now.place.toRevision)),
        ] {
            // An edition says nothing where another asset plays, or where it could not be read.
            guard let earlier = before.0, let later = after.0 else { continue }
            if earlier != later {
                compare(.creative, later, earlier, later)
            } else {
                compare(.asset, later, before.1, after.1)
            }
        }
        compare(.rules, "", then.rules, now.rules)
        compare(.costs, "", then.costs, now.costs)
        return found
    }
}

/// What a cell was made of in one run.
struct CellState: Sendable {
    var place: TransitionPlace
    var receiver: RunReceiver
    var rules: String
    var costs: String
}
