import MatrixRuns

/// One line a cell (RFC 4180). Every text stands in quotes, and one that a spreadsheet would take for a formula behind an
/// apostrophe.
struct RunCSV {
    private let report: RunReport

    init(_ report: RunReport) { self.report = report }

    private static let head = [
        "cell", "primary", "event", "position", "at_seconds", "receiver", "receiver_title", "class", "tier", "model",
        "firmware", "outcome", "band", "p50_ms", "p95_ms", "standing", "change", "since_run", "last_good_run",
        "first_bad_run", "from", "from_revision", "to", "to_revision", "why", "reason", "link",
        "measured_ms", "measured_outcome", "measured_against_prediction",
    ]

    /// The table with its line of headings.
    var text: String {
        var lines = [Self.head.joined(separator: ",")]
        for (index, (name, entry)) in report.named.enumerated() {
            let latest = report.measured[index]?.last
            let cell = entry.cell
            let place = report.run.places[cell.place]
            let receiver = report.receiver(cell)
            let expectation = entry.expectation.map { report.run.setup.expectations[$0] }
            let fields: [String] = [
                quoted(name.description), quoted(place.name.primary), quoted(place.name.event),
                quoted(place.name.position), place.atSeconds.map { "\($0)" } ?? "", quoted(receiver.id),
                quoted(receiver.title), quoted(receiver.receiverClass.rawValue), quoted(receiver.tier.rawValue),
                quoted(receiver.model), quoted(receiver.firmware), quoted(cell.outcome.word),
                quoted(cell.band?.rawValue), number(cell.p50Milliseconds), number(cell.p95Milliseconds),
                quoted(entry.standing.rawValue), quoted(entry.change?.rawValue), number(cell.course.since),
                number(cell.course.lastGood), number(cell.course.firstBad), quoted(place.from),
                quoted(place.fromRevision), quoted(place.to), quoted(place.toRevision), quoted(report.why(cell)),
                quoted(expectation?.reason), quoted(expectation?.link), number(latest?.milliseconds),
                quoted(latest?.outcome.rawValue), quoted(latest?.agreement.rawValue),
            ]
            lines.append(fields.joined(separator: ","))
        }
        return lines.joined(separator: "\r\n") + "\r\n"
    }

    private func number(_ value: Int?) -> String { value.map(String.init) ?? "" }

    private func quoted(_ text: String?) -> String {
        guard let text, !text.isEmpty else { return "" }
        var safe = text.printable
        // What a spreadsheet takes for a formula, also behind blanks that it leaves out.
        if let first = safe.first(where: { $0 != " " }), "=+-@\u{FFFD}".contains(first) { safe = "'" + safe }
        return "\"" + safe.replacing("\"", with: "\"\"") + "\""
    }
}
