import Foundation
import MatrixRuns

/// What stands behind the cells, as JSON that the page's script reads. Every text is there once and named by its place.
struct RunPageData {
    private let report: RunReport

    init(_ report: RunReport) { self.report = report }

    private struct Document: Encodable {
        var texts: [String] = []
        /// `[outcome words, delays, doubt, from, to, vector, measured, reasons, obstacles, steps]` by place.
        var verdicts: [[Part]] = []
        /// `[place, receiver, words, standing, verdict, note, attempts, since, last good, first bad, expectation, change,
        /// measured]`.
        var cells: [[Part]] = []
        /// `[name, from, from revision, to, to revision]`.
        var places: [[Part]] = []
        /// `[title, id, class, model, firmware]`.
        var receivers: [[Part]] = []
        /// `[place, reason, link]`.
        var expectations: [[Part]] = []
    }

    /// A number, or a list.
    private indirect enum Part: Encodable {
        case number(Int?)
        case list([Part])

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .number(let value): if let value { try container.encode(value) } else { try container.encodeNil() }
            case .list(let parts): try container.encode(parts)
            }
        }
    }

    /// The JSON, safe inside a script element.
    var text: String {
        var document = Document()
        var known: [String: Int] = [:]
        func text(_ value: String?) -> Part {
            guard let value, !value.isEmpty else { return .number(nil) }
            let safe = value.printable
            if let place = known[safe] { return .number(place) }
            known[safe] = document.texts.count
            document.texts.append(safe)
            return .number(document.texts.count - 1)
        }
        var verdicts: [Int64: Int] = [:]
        for (index, entry) in report.entries.enumerated() {
            let cell = entry.cell
            var verdict: Int?
            if let row = cell.judgement, let judgement = report.run.judgements[row] {
                if verdicts[row] == nil {
                    verdicts[row] = document.verdicts.count
                    document.verdicts.append(parts(of: judgement, text))
                }
                verdict = verdicts[row]
            }
            let course = cell.course
            document.cells.append([
                .number(cell.place), .number(cell.receiver), text(cell.outcomeWords), text(entry.standing.words),
                .number(verdict), text(cell.note), text(cell.attempts?.replacing("\n", with: "; ")),
                .number(course.since),
                .number(course.lastGood), .number(course.firstBad), .number(entry.expectation ?? entry.sameFailure),
                text(entry.change?.rawValue),
                .list(
                    (report.measured[index] ?? []).map { item in
                        let words = [item.seen, item.foretold.map { "predicted \($0)" }, item.comparison, item.origin]
                        return text(words.compactMap(\.self).joined(separator: "; "))
                    }),
            ])
        }
        document.places = report.run.places.map {
            [text($0.name.description), text($0.from), text($0.fromRevision), text($0.to), text($0.toRevision)]
        }
        document.receivers = report.run.receivers.map(\.receiver).map {
            [
                text($0.title), text($0.id), text("\($0.receiverClass.rawValue) \($0.tier.rawValue)"), text($0.model),
                text($0.firmware),
            ]
        }
        document.expectations = report.run.setup.expectations.map { [text($0.place), text($0.reason), text($0.link)] }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Numbers and texts always encode.
        let json = (try? encoder.encode(document)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
        return json.replacing("<", with: "\\u003c").replacing("\u{2028}", with: " ").replacing("\u{2029}", with: " ")
    }

    private func parts(of judgement: Judgement, _ text: (String?) -> Part) -> [Part] {
        func spoken(_ spread: Judgement.Spread?) -> String? {
            spread.map {
                "\(spokenDelay(Double($0.p50Milliseconds))) typical, \(spokenDelay(Double($0.p95Milliseconds))) worst of 20"
            }
        }
        let delays = [
            spoken(judgement.excess).map { "over the floor: \($0)" }, spoken(judgement.total).map { "in all: \($0)" },
            spoken(judgement.floor).map { "floor: \($0)" },
            judgement.failurePermille > 0
                ? "playback ends in \(judgement.failurePermille / 10).\(judgement.failurePermille % 10) % of switches"
                : nil,
            judgement.measuredPercent.map { "\($0) % of it measured" },
        ].compactMap(\.self).joined(separator: "; ")
        return [
            text(delays), text(judgement.doubt), text(judgement.from), text(judgement.to), text(judgement.vector),
            .list(
                judgement.reasons.map { reason in
                    .list([
                        text(reason.summary), text(reason.rule), text(reason.rationale), text(reason.source),
                        text("\(reason.band.symbol) \(reason.band.rawValue), \(spoken(reason.alone) ?? "") alone"),
                        text(reason.fix), .list(reason.evidence.map(text)),
                    ])
                }),
            .list(judgement.obstacles.map { .list([text($0.message), text($0.source)]) }),
            .list(
                judgement.fixPath.map {
                    text(
                        "\($0.advice) → \($0.band.symbol) \($0.band.rawValue), \(spokenDelay(Double($0.p95Milliseconds)))"
                    )
                }),
        ]
    }
}
