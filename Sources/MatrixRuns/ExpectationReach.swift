import DeviceMatrix

/// Tells expectations that are wrong or outdated from those that are about something which is no part of a run: another
/// lab, classes instead of receivers, primaries without the tag, what could not be read.
struct ExpectationReach {
    private let run: StoredRun
    private let known: Set<String>
    private let unread: Set<String>

    /// - Parameter known: Ids of all receivers that ever took part, in this run and those before.
    init(_ run: StoredRun, known: Set<String>) {
        self.run = run
        self.known = known
        unread = Set(run.places.filter(\.name.isWhole).map(\.name.primary))
    }

    /// Whether an expectation that covered no cell of the run may be right all the same.
    func isOutside(_ when: Expectation.Conditions) -> Bool {
        if run.summary.state != .finished { return true }
        let named = run.setup.entries.map(\.name).filter { matches(when.primary, $0) }
        if named.contains(where: unread.contains) { return true }
        if named.isEmpty, !run.summary.scope.tags.isEmpty { return true }
        let receivers = run.receivers.map(\.receiver)
        let meant = receivers.filter { receiver in
            matches(when.receiverClass, receiver.receiverClass.rawValue) && matches(when.tier, receiver.tier.rawValue)
                && matches(when.receiver, receiver.id)
        }
        guard meant.isEmpty else {
            // Classes have neither model nor firmware.
            return run.summary.scope.subject == .classes && !(when.model.isEmpty && when.firmware.isEmpty)
        }
        // A class that the lab lacks, or a receiver that is known and not there. What nobody ever saw is misspelt, unless
        // it names a class where receivers are checked, or a receiver where classes are.
        guard !when.receiver.isEmpty else { return true }
        let isForClasses = when.receiver.allSatisfy { $0.text.contains("/") }
        if isForClasses != (run.summary.scope.subject == .classes) { return true }
        return known.contains { id in when.receiver.contains { $0.matches(id) } }
    }

    private func matches(_ patterns: [Pattern], _ text: String) -> Bool {
        patterns.isEmpty || patterns.contains { $0.matches(text) }
    }
}
