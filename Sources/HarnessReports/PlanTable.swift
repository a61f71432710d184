import SuitePlanning

extension PlanReport {
    /// One line for each step (RFC 4180), with empty columns to be filled in and read back by `segue plan record`.
    package func csv() -> String {
        var rows = [PlanReport.columns]
        for entry in plan.cases {
            for step in entry.steps {
                rows.append([
                    entry.id, step.id, entry.title, entry.sender.title, entry.receiver.title, entry.servicePlan,
                    step.atSeconds.map(PlanReport.number) ?? "", step.action, step.expected, step.delay?.sentence ?? "",
                    "", "",
                    "", "", "", "", "",
                ])
            }
        }
        return rows.map { $0.map(PlanReport.cell).joined(separator: ",") + "\r\n" }.joined()
    }

    /// The columns; those from `outcome` on are for people.
    package static let columns = [
        "case", "step", "title", "sender", "receiver", "servicePlan", "atSeconds", "action", "expected", "predicted",
        "outcome", "pictureMilliseconds", "soundMilliseconds", "firmware", "tester", "date", "note",
    ]

    /// A text that begins like a formula would be run by spreadsheet programs, so it gets an apostrophe before it.
    private static func cell(_ text: String) -> String {
        var text = text.printable
        if let first = text.first, "=+-@".contains(first) { text = "'" + text }
        guard text.contains(where: { ",\"\r\n".contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
