package import MatrixRuns

/// The runs of a history, ready to be written (`segue.runs/1`).
package struct RunList {
    private let runs: [RunSummary]
    private let bytes: Int
    private let tool: Tool

    /// Prepares a list.
    package init(runs: [RunSummary], bytes: Int, tool: Tool) {
        self.runs = runs
        self.bytes = bytes
        self.tool = tool
    }

    private struct Document: Encodable {
        let schema = "segue.runs/1"
        let tool: Tool
        let bytes: Int
        let runs: [RunSummary]
    }

    /// The document `segue.runs/1`.
    package func json() throws -> String { try encoded(Document(tool: tool, bytes: bytes, runs: runs)) }

    /// The list for a terminal, oldest first.
    package var text: String {
        guard !runs.isEmpty else { return "No runs yet.\n" }
        let rows = runs.map { run in
            "\(String(run.id).column(5, alignRight: true))  \(run.started.column(20))  "
                + "\(run.state.rawValue.column(11))  \(String(run.cells).column(7, alignRight: true)) cells  costs \(run.costs)"
        }
        return rows.map(\.printable).joined(separator: "\n")
            + "\n\(bytes / 1024) KiB, \(bytes / 1024 / runs.count) KiB a run\n"
    }
}
