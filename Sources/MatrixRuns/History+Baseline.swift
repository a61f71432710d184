import GRDB

extension History {
    /// The cells before a run, for telling since when its own are as they are: those of the run that it is held against,
    /// and for receivers and primaries that took no part in that one, those of the last run in which they did.
    package func baseline(for run: OpenRun) async throws(HistoryError) -> Baseline {
        var baseline = Baseline.none
        var wanted = Set<Pair>()
        for entry in run.setup.entries {
            for column in run.setup.columns { wanted.insert(Pair(entry: entry.name, receiver: column.receiver.id)) }
        }
        if let last = run.baseline {
            let stored = try await load(last)
            baseline.add(stored) { _ in true }
            for entry in stored.setup.entries {
                for column in stored.setup.columns {
                    wanted.remove(Pair(entry: entry.name, receiver: column.receiver.id))
                }
            }
        }
        guard !wanted.isEmpty else { return baseline }
        var loaded = 0
        for (id, pairs) in try await pairs(before: run) where loaded < Self.mostEarlierRuns {
            let found = pairs.intersection(wanted)
            if found.isEmpty { continue }
            loaded += 1
            baseline.add(try await load(id)) { name in
                found.contains(Pair(entry: name.transition.primary, receiver: name.receiver))
            }
            wanted.subtract(found)
            if wanted.isEmpty { break }
        }
        return baseline
    }

    /// What is not found in so many runs counts as new.
    private static let mostEarlierRuns = 5

    /// A primary on a receiver.
    private struct Pair: Hashable, Sendable {
        let entry: String
        let receiver: String
    }

    /// What the last finished runs over the same kind of columns looked at, newest first.
    private func pairs(before run: OpenRun) async throws(HistoryError) -> [(Int, Set<Pair>)] {
        let subject = (run.setup.scope?.subject ?? .receivers).rawValue
        return try await read { db in
            let ids = try Int.fetchAll(
                db,
                sql: "SELECT id FROM run WHERE id < ? AND state = 'finished' AND subject = ? ORDER BY id DESC LIMIT 60",
                arguments: [run.id, subject])
            return try ids.map { id in
                let entries = try String.fetchAll(db, sql: "SELECT name FROM runEntry WHERE run = ?", arguments: [id])
                let receivers = try String.fetchAll(
                    db, sql: "SELECT name FROM runReceiver JOIN receiver ON receiver.id = receiver WHERE run = ?",
                    arguments: [id])
                return (
                    id,
                    Set(entries.flatMap { entry in receivers.map { Pair(entry: entry, receiver: $0) } })
                )
            }
        }
    }
}

extension Baseline {
    /// Takes in the cells of a stored run; what is there already stays.
    fileprivate mutating func add(_ run: StoredRun, where isWanted: (CellName) -> Bool) {
        var places: Set<Int> = []
        for cell in run.cells {
            let name = run.name(of: cell)
            guard isWanted(name), cells[name] == nil else { continue }
            cells[name] = Cell(outcome: cell.outcome, band: cell.band, course: cell.course)
            places.insert(cell.place)
        }
        let known = Set(self.places.values.joined().map(\.name))
        for place in places.sorted().map({ run.places[$0] }) where !place.name.isWhole && !known.contains(place.name) {
            self.places[place.name.primary, default: []].append(place)
        }
    }
}
