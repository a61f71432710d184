/// The port through which a run reads its primaries: the network in the program, scripts in tests.
package protocol EntryReader: Sendable {
    /// A name for the edition of a primary and all its assets, found without measuring media.
    func revision(of place: Int) async -> EntryReading<EntryRevision>

    /// Everything that judging its transitions needs.
    ///
    /// - Parameter revision: The edition found before.
    func check(_ place: Int, revision: EntryRevision) async -> EntryReading<CheckedEntry>
}

/// Which edition a primary and its assets are.
package struct EntryRevision: Sendable, Hashable {
    /// A name for all of it: what was read, the catalogue's entry and the plan.
    package var name: String
    /// A name for each asset, by its printed reference.
    package var assets: [String: String]

    /// Names an edition.
    package init(name: String, assets: [String: String]) {
        self.name = name
        self.assets = assets
    }
}

/// How reading ended.
package enum EntryReading<Value: Sendable>: Sendable {
    /// With a value.
    case read(Value)
    /// Not in time, in words.
    case timedOut(String)
    /// Not at all, in words.
    case failed(String)
    /// The user wants to end.
    case interrupted
}
