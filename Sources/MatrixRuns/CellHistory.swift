import GRDB
package import TransitionRisk

/// One cell over all runs: since when it is as it is, when it was last good, what was different then.
package struct CellHistory: Sendable {
    /// The cell in one run.
    package struct Point: Sendable, Hashable {
        /// The run.
        package var run: Int
        /// When the run began.
        package var started: String
        /// How it ended.
        package var outcome: CellOutcome
        /// Its band; `nil` without a verdict.
        package var band: Band?
        /// 95th percentile of the excess in milliseconds; `nil` without one.
        package var p95Milliseconds: Int?
        /// The receiver's firmware then; `nil` when it published none.
        package var firmware: String?
        /// The edition of the asset that ended.
        package var fromRevision: String?
        /// The edition of the asset that began.
        package var toRevision: String?
        /// The edition of the rules.
        package var rules: String
        /// The edition of the costs.
        package var costs: String
        /// A name for the parameters on both sides.
        package var signature: String?
        /// Why, in one sentence; empty when there is nothing to say.
        package var why: String
    }

    /// Which cell.
    package var name: CellName
    /// The runs it was in, oldest first.
    package var points: [Point]
    /// What was measured on it, in the order in which it was recorded.
    package var measurements: [Measurement]

    /// The first run of the present state; `nil` when it was in no run.
    package var since: Point? {
        guard let last = points.last else { return nil }
        return points.reversed().prefix { $0.outcome == last.outcome && $0.band == last.band }.last
    }

    /// The last run in which it passed; `nil` when it never did.
    package var lastGood: Point? { points.last { $0.outcome == .pass } }

    /// The first run after that in which it did not; `nil` while it passes.
    package var firstBad: Point? {
        guard let last = points.last, last.outcome != .pass else { return nil }
        let good = points.lastIndex { $0.outcome == .pass }
        return points[(good.map { $0 + 1 } ?? 0)...].first
    }

    /// What was different between the last good and the first bad run, for people; empty without both.
    package var suspects: [String] {
        guard let good = lastGood, let bad = firstBad else { return [] }
        var found: [String] = []
        func compare(_ what: String, _ a: String?, _ b: String?) {
            if a != b { found.append("\(what): \(a ?? "not known") → \(b ?? "not known")") }
        }
        compare("firmware", good.firmware, bad.firmware)
        compare("asset that ends", good.fromRevision, bad.fromRevision)
        compare("asset that begins", good.toRevision, bad.toRevision)
        compare("rules", good.rules, bad.rules)
        compare("costs", good.costs, bad.costs)
        return found
    }

    /// Where the predicted delay changed, by places in ``points``.
    package var predictedChanges: [ChangeDetection.Change] {
        let known = points.indices.filter { points[$0].p95Milliseconds != nil }
        return ChangeDetection.changes(in: known.compactMap { points[$0].p95Milliseconds }).map { change in
            ChangeDetection.Change(at: known[change.at], before: change.before, after: change.after)
        }
    }

    /// Where the measured delay changed, by places in ``measurements``.
    package var measuredChanges: [ChangeDetection.Change] {
        let known = measurements.indices.filter { measurements[$0].milliseconds != nil }
        return ChangeDetection.changes(in: known.compactMap { measurements[$0].milliseconds }).map {
            ChangeDetection.Change(at: known[$0.at], before: $0.before, after: $0.after)
        }
    }
}

extension History {
    /// The cells of all runs whose written name holds a text, sorted; letter case does not count.
    ///
    /// A receiver may be named by its id or by what people call it, which is what reports show.
    ///
    /// - Parameter limit: At most this many.
    package func cells(like text: String, limit: Int) async throws(HistoryError) -> [CellName] {
        try await read { db in
            let places = try Row.fetchAll(db, sql: "SELECT DISTINCT primaryName, event, position FROM place").map {
                TransitionName(primary: $0[0], event: $0[1], position: $0[2])
            }
            var titles: [String: Set<String>] = [:]
            for row in try Row.fetchAll(
                db, sql: "SELECT DISTINCT name, json_extract(body, '$.title') FROM receiver")
            { titles[row[0], default: []].insert(row[1] ?? row[0]) }
            let receivers = titles.keys
            // Cells of runs, and what was only ever measured.
            var names = Set(places.flatMap { place in receivers.map { CellName(transition: place, receiver: $0) } })
            for row in try Row.fetchAll(
                db, sql: "SELECT DISTINCT primaryName, event, position, receiver FROM measurement")
            {
                let place = TransitionName(primary: row[0], event: row[1], position: row[2])
                names.insert(CellName(transition: place, receiver: row[3]))
            }
            let wanted = text.lowercased()
            func words(_ name: CellName) -> [String] {
                [name.description] + titles[name.receiver, default: []].map { "\(name.transition) @ \($0)" }
            }
            let found = names.filter { words($0).contains { $0.lowercased().contains(wanted) } }.sorted()
            if let exact = found.first(where: { $0.description == text }) { return [exact] }
            let called = found.filter { words($0).contains(text) }
            return Array((called.isEmpty ? found : called).prefix(limit))
        }
    }

    /// A cell over the runs.
    ///
    /// - Parameter until: The last run to look at; `nil` for all.
    package func history(of name: CellName, until: Int? = nil) async throws(HistoryError) -> CellHistory {
        let path = path
        return try await read { db in
            let wanted = name.transition
            var places: [Int64: TransitionPlace] = [:]
            for row in try Row.fetchAll(
                db, sql: "SELECT id, body FROM place WHERE primaryName = ? AND event = ? AND position = ?",
                arguments: [wanted.primary, wanted.event, wanted.position])
            { places[row[0]] = try Self.value(TransitionPlace.self, row[1], path) }
            var receivers: [Int64: RunReceiver] = [:]
            for row in try Row.fetchAll(
                db, sql: "SELECT id, body FROM receiver WHERE name = ?", arguments: [name.receiver])
            { receivers[row[0]] = try Self.value(RunReceiver.self, row[1], path) }
            let list = { (ids: [Int64]) in ids.sorted().map(String.init).joined(separator: ",") }
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT run.id, started, rules, costs, cell.place, receiver, outcome, judgement.p95, judgement.body, text
                    FROM run CROSS JOIN cell ON cell.run = run.id AND cell.place IN (\(list(Array(places.keys))))
                    AND receiver IN (\(list(Array(receivers.keys))))
                    LEFT JOIN judgement ON judgement.id = judgement LEFT JOIN note ON note.id = note
                    WHERE run.id <= ? ORDER BY run.id
                    """, arguments: [until ?? Int.max])
            var judged: [String: Judgement] = [:]
            let points = try rows.map { row in
                var judgement: Judgement?
                if let body: String = row[8] {
                    judgement = try judged[body] ?? Self.value(Judgement.self, body, path)
                    judged[body] = judgement
                }
                let place = places[row[4]]
                return CellHistory.Point(
                    run: row[0], started: row[1], outcome: CellOutcome(rawValue: row[6]) ?? .notRun,
                    band: judgement?.band, p95Milliseconds: row[7], firmware: receivers[row[5]]?.firmware,
                    fromRevision: place?.fromRevision, toRevision: place?.toRevision, rules: row[2], costs: row[3],
                    signature: place?.signature, why: row[9] ?? judgement?.headline ?? "")
            }
            let measurements = try Self.measurements(of: name, until: until, db, path)
            return CellHistory(name: name, points: points, measurements: measurements)
        }
    }

    /// How the receivers of a run have done in it and in the runs before, at most this many.
    package func trends(until run: Int, runs limit: Int = 365) async throws(HistoryError) -> [ReceiverTrend] {
        let path = path
        return try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT run, name, body, failing, medianP95, worstP95
                    FROM runReceiver JOIN receiver ON receiver.id = receiver
                    WHERE run <= ?1 AND run > ?1 - ?2 AND pass IS NOT NULL
                    AND name IN (SELECT name FROM runReceiver JOIN receiver ON receiver.id = receiver WHERE run = ?1)
                    ORDER BY name, run
                    """, arguments: [run, limit])
            var firmware: [String: String?] = [:]
            var trends: [ReceiverTrend] = []
            for row in rows {
                let (name, body): (String, String) = (row[1], row[2])
                if firmware[body] == nil { firmware[body] = try Self.value(RunReceiver.self, body, path).firmware }
                let point = ReceiverTrend.Point(
                    run: row[0], medianMilliseconds: row[4], worstMilliseconds: row[5], failing: row[3],
                    firmware: firmware[body] ?? nil)
                if trends.last?.receiver == name {
                    trends[trends.count - 1].points.append(point)
                } else {
                    trends.append(ReceiverTrend(receiver: name, points: [point], changes: []))
                }
            }
            return trends.map { trend in
                var trend = trend
                let known = trend.points.indices.filter { trend.points[$0].medianMilliseconds != nil }
                trend.changes = ChangeDetection.changes(in: known.compactMap { trend.points[$0].medianMilliseconds })
                    .map {
                        ChangeDetection.Change(at: known[$0.at], before: $0.before, after: $0.after)
                    }
                return trend
            }
        }
    }
}
