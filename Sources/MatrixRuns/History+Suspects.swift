import GRDB

extension History {
    /// What is different from the last run in which each cell of a run was good, by the cell's place in the run; nothing for
    /// cells that are good, for those that were not run, which no change of an asset explains, and for those that were last
    /// good before the ten latest of such runs.
    func suspects(in run: StoredRun) async throws(HistoryError) -> [Int: [Suspect]] {
        let unexplained: Set<CellOutcome> = [.pass, .unsupported, .notRun]
        var wanted: [Int: [CellName: Int]] = [:]
        for (index, cell) in run.cells.enumerated() where !unexplained.contains(cell.outcome) {
            guard let good = cell.course.lastGood else { continue }
            wanted[good, default: [:]][run.name(of: cell)] = index
        }
        var found: [Int: [Suspect]] = [:]
        for (good, cells) in wanted.sorted(by: { $0.key > $1.key }).prefix(10) {
            for (name, then) in try await states(of: Set(cells.keys), in: good) {
                guard let index = cells[name] else { continue }
                let cell = run.cells[index]
                let now = CellState(
                    place: run.places[cell.place], receiver: run.receivers[cell.receiver].receiver,
                    rules: run.summary.rules, costs: run.summary.costs)
                found[index] = Suspect.between(then, now)
            }
        }
        return found
    }

    /// What cells were made of in a run.
    private func states(
        of names: Set<CellName>, in run: Int
    ) async throws(HistoryError) -> [CellName: CellState] {
        let path = path
        return try await read { db in
            guard
                let head = try Row.fetchOne(db, sql: "SELECT rules, costs FROM run WHERE id = ?", arguments: [run])
            else { return [:] }
            let (rules, costs): (String, String) = (head[0], head[1])
            var places: [Int64: TransitionPlace] = [:]
            var receivers: [Int64: RunReceiver] = [:]
            let bodyOfPlace = try db.makeStatement(sql: "SELECT body FROM place WHERE id = ?")
            let bodyOfReceiver = try db.makeStatement(sql: "SELECT body FROM receiver WHERE id = ?")
            var states: [CellName: CellState] = [:]
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT place, receiver, primaryName, event, position, name FROM cell
                    JOIN place ON place.id = place JOIN receiver ON receiver.id = receiver WHERE run = ?
                    """, arguments: [run])
            while let row = try rows.next() {
                let name = CellName(
                    transition: TransitionName(primary: row[2], event: row[3], position: row[4]), receiver: row[5])
                guard names.contains(name) else { continue }
                let (place, receiver): (Int64, Int64) = (row[0], row[1])
                if places[place] == nil, let body = try String.fetchOne(bodyOfPlace, arguments: [place]) {
                    places[place] = try Self.value(TransitionPlace.self, body, path)
                }
                if receivers[receiver] == nil, let body = try String.fetchOne(bodyOfReceiver, arguments: [receiver]) {
                    receivers[receiver] = try Self.value(RunReceiver.self, body, path)
                }
                guard let then = places[place], let who = receivers[receiver] else { continue }
                states[name] = CellState(place: then, receiver: who, rules: rules, costs: costs)
            }
            return states
        }
    }

    /// Ids of all receivers that took part in a run or in one before it.
    func receiversKnown(until run: Int) async throws(HistoryError) -> Set<String> {
        try await read { db in
            try String.fetchSet(
                db,
                sql: """
                    SELECT name FROM receiver WHERE id IN (SELECT receiver FROM runReceiver WHERE run <= ?)
                    """, arguments: [run])
        }
    }
}
