/// One cell on its way into the history.
package struct CellRecord: Sendable, Hashable {
    /// The transition, as it was in this run.
    package var place: TransitionPlace
    /// The receiver, as it was in this run.
    package var receiver: RunReceiver
    /// How it ended.
    package var outcome: CellOutcome
    /// The verdict, by what it was made of; `nil` when nothing was judged.
    package var judgement: JudgedInputs?
    /// Why there is no verdict; `nil` when there is one.
    package var note: String?
    /// How earlier attempts in this run failed, one a line; `nil` when the first succeeded.
    package var attempts: String?

    /// Describes a cell.
    package init(
        place: TransitionPlace, receiver: RunReceiver, outcome: CellOutcome, judgement: JudgedInputs? = nil,
        note: String? = nil, attempts: String? = nil
    ) {
        self.place = place
        self.receiver = receiver
        self.outcome = outcome
        self.judgement = judgement
        self.note = note
        self.attempts = attempts
    }
}

/// A verdict with a name for everything it was made of.
package struct JudgedInputs: Sendable, Hashable {
    /// The transition's signature, the receiver's profile, costs and program, hashed.
    package var inputs: String
    /// The verdict.
    package var judgement: Judgement

    /// Pairs a verdict with its inputs.
    package init(inputs: String, judgement: Judgement) {
        self.inputs = inputs
        self.judgement = judgement
    }
}

/// A transition as it was in one run: its name, and what played there.
package struct TransitionPlace: Sendable, Hashable, Codable {
    /// The name, which stays.
    package var name: TransitionName
    /// `enter`, `between` or `resume`; `nil` for a primary that could not be read.
    package var kind: String?
    /// Primary time in seconds.
    package var atSeconds: Double?
    /// The asset that ended, without secrets.
    package var from: String?
    /// Its edition.
    package var fromRevision: String?
    /// The asset that began.
    package var to: String?
    /// Its edition.
    package var toRevision: String?
    /// A name for the parameters on both sides, the delivery and the landing.
    package var signature: String?

    /// Stands for everything in a primary that could not be read.
    package init(whole primary: String) { name = .whole(primary) }

    /// Describes a transition of a checked primary.
    package init(name: TransitionName, item: CheckedEntry.Item, in entry: CheckedEntry, signature: String) {
        self.name = name
        kind = item.kind.rawValue
        atSeconds =
            Double(item.at.components.seconds) + Double(item.at.components.attoseconds / 1_000_000_000_000) / 1e6
        from = entry.assets[item.from].profile.reference.description
        fromRevision = entry.assets[item.from].revision
        to = entry.assets[item.to].profile.reference.description
        toRevision = entry.assets[item.to].revision
        self.signature = signature
    }
}
