import Foundation
import MatrixRuns
import TransitionRisk

/// The JSON document `segue.run/1`. What depends on the clock stands under `stamp`, apart from everything else.
struct RunDocument: Encodable {
    let schema = "segue.run/1"
    let tool: Tool
    let stamp: Stamp
    let run: Head
    let summary: Summary
    let receivers: [Receiver]
    let cells: [Cell]
    let judgements: [Verdict]
    let gone: [CellName]
    let expectations: [Expected]
    let remarks: [String]

    struct Stamp: Encodable {
        let started: String
        let ended: String?
    }

    struct Head: Encodable {
        let number: Int
        let state: RunSummary.State
        let scope: RunScope
        let baseline: Int?
        let madeBy: String
        let rules: String
        let costs: String
        let failOn: Band
    }

    struct Summary: Encodable {
        let verdict: RunReport.Verdict
        let exitCode: Int32
        let sentence: String
        let outcomes: [String: Int]
        let standings: [String: Int]
        let changes: [String: Int]
    }

    struct Receiver: Encodable {
        let id: String
        let title: String
        let receiverClass: String
        let tier: String
        let model: String?
        let firmware: String?
        let isPresent: Bool
        let firmwareChanged: Bool
        let trend: [Point]
        let trendChanges: [ChangeDetection.Change]
    }

    struct Point: Encodable {
        let run: Int
        let medianMilliseconds: Int?
        let worstMilliseconds: Int?
        let failing: Int
    }

    struct Cell: Encodable {
        let primary: String
        let event: String
        let position: String
        let receiver: String
        let outcome: CellOutcome
        let standing: Standing
        let change: RunDifference.Change?
        let band: Band?
        let p50Milliseconds: Int?
        let p95Milliseconds: Int?
        let judgement: Int?
        let atSeconds: Double?
        let from: String?
        let fromRevision: String?
        let to: String?
        let toRevision: String?
        let signature: String?
        let note: String?
        let attempts: [String]?
        let since: Int
        let lastGood: Int?
        let firstBad: Int?
        let expectation: Int?
        let sameFailure: Int?
        let suspects: [Suspected]?
        /// Absent where nothing was measured.
        let measured: [MeasurementDocument]?
    }

    /// Something that is different from the last run in which a cell was good.
    struct Suspected: Encodable {
        let kind: Suspect.Kind
        let name: String
        let before: String
        let after: String
    }

    struct Verdict: Encodable {
        let index: Int
        let judgement: Judgement
    }

    struct Expected: Encodable {
        let index: Int
        let place: String
        let expect: String
        let sometimes: [String]
        let reason: String?
        let link: String?
        /// It covers no cell and should.
        let matchesNothing: Bool
        /// It is about something that is no part of the run.
        let isOutside: Bool
    }

    init(_ report: RunReport, tool: Tool) {
        self.tool = tool
        let run = report.run
        stamp = Stamp(started: run.summary.started, ended: run.summary.ended)
        self.run = Head(
            number: run.summary.id, state: run.summary.state, scope: run.summary.scope, baseline: report.baseline?.id,
            madeBy: run.summary.tool,
            rules: run.summary.rules, costs: run.summary.costs, failOn: run.setup.failOn)
        summary = Summary(
            verdict: report.verdict, exitCode: report.verdict.exitCode, sentence: report.sentence,
            outcomes: Dictionary(uniqueKeysWithValues: run.counts.map { ($0.word, $1) }),
            standings: Dictionary(uniqueKeysWithValues: report.standings.map { ($0.rawValue, $1) }),
            changes: Dictionary(uniqueKeysWithValues: report.changes.map { ($0.rawValue, $1) }))
        receivers = run.receivers.map { column in
            let trend = report.trends.first { $0.receiver == column.receiver.id }
            return Receiver(
                id: column.receiver.id, title: column.receiver.title,
                receiverClass: column.receiver.receiverClass.rawValue, tier: column.receiver.tier.rawValue,
                model: column.receiver.model, firmware: column.receiver.firmware, isPresent: column.isPresent,
                firmwareChanged: column.isFirst,
                trend: (trend?.points ?? []).map {
                    Point(
                        run: $0.run, medianMilliseconds: $0.medianMilliseconds, worstMilliseconds: $0.worstMilliseconds,
                        failing: $0.failing)
                }, trendChanges: trend?.changes ?? [])
        }
        // Rows of the database are no names: verdicts are counted in the order of the cells.
        var places: [Int64: Int] = [:]
        var verdicts: [Verdict] = []
        for cell in run.cells {
            guard let row = cell.judgement, places[row] == nil, let judgement = run.judgements[row] else { continue }
            places[row] = verdicts.count
            verdicts.append(Verdict(index: verdicts.count, judgement: judgement))
        }
        judgements = verdicts
        cells = report.entries.enumerated().map { index, entry in
            let cell = entry.cell
            let place = run.places[cell.place]
            return Cell(
                primary: place.name.primary, event: place.name.event, position: place.name.position,
                receiver: run.receivers[cell.receiver].receiver.id, outcome: cell.outcome, standing: entry.standing,
                change: entry.change, band: cell.band, p50Milliseconds: cell.p50Milliseconds,
                p95Milliseconds: cell.p95Milliseconds, judgement: cell.judgement.flatMap { places[$0] },
                atSeconds: place.atSeconds, from: place.from, fromRevision: place.fromRevision, to: place.to,
                toRevision: place.toRevision, signature: place.signature, note: cell.note,
                attempts: cell.attempts.map { $0.split(separator: "\n").map(String.init) }, since: cell.course.since,
                lastGood: cell.course.lastGood, firstBad: cell.course.firstBad, expectation: entry.expectation,
                sameFailure: entry.sameFailure,
                suspects: entry.suspects.isEmpty
                    ? nil
                    : entry.suspects.map {
                        Suspected(kind: $0.kind, name: $0.name, before: $0.before, after: $0.after)
                    },
                measured: report.measured[index]?.map(MeasurementDocument.init))
        }
        gone = report.gone
        let (unmatched, outside) = (Set(report.unmatched), Set(report.outside))
        expectations = run.setup.expectations.enumerated().map { index, expectation in
            Expected(
                index: index, place: expectation.place, expect: expectation.expect.rawValue,
                sometimes: expectation.sometimes.map(\.rawValue), reason: expectation.reason, link: expectation.link,
                matchesNothing: unmatched.contains(index), isOutside: outside.contains(index))
        }
        remarks = run.setup.remarks
    }

    private enum CodingKeys: String, CodingKey {
        case schema, tool, stamp, run, summary, receivers, cells, judgements, gone, expectations, remarks
    }

    /// The document cut into lines: everything but cells and verdicts first, then each verdict, then each cell.
    func lines() throws -> String {
        struct Opening: Encodable {
            let kind = "run"
            let document: RunDocument

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                try container.encode("run", forKey: .kind)
                try container.encode(document.schema, forKey: .schema)
                try container.encode(document.tool, forKey: .tool)
                try container.encode(document.stamp, forKey: .stamp)
                try container.encode(document.run, forKey: .run)
                try container.encode(document.summary, forKey: .summary)
                try container.encode(document.receivers, forKey: .receivers)
                try container.encode(document.gone, forKey: .gone)
                try container.encode(document.expectations, forKey: .expectations)
                try container.encode(document.remarks, forKey: .remarks)
            }

            enum Keys: String, CodingKey {
                case kind, schema, tool, stamp, run, summary, receivers, gone, expectations, remarks
            }
        }
        struct Line<Value: Encodable>: Encodable {
            let kind: String
            let value: Value
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var lines = [try encoder.encode(Opening(document: self))]
        for verdict in judgements { lines.append(try encoder.encode(Line(kind: "judgement", value: verdict))) }
        for cell in cells { lines.append(try encoder.encode(Line(kind: "cell", value: cell))) }
        return lines.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
    }
}
