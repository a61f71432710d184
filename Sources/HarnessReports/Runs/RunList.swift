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
            var parts = ["\(run.cells) cells"]
            if let passing = run.passing {
                parts.append("\(passing) pass")
                if let failing = run.failing, failing > 0 { parts.append("\(failing) too bad") }
                if let open = run.open, open > 0 { parts.append("\(open) open") }
            }
            let state = run.state == .running ? "not ended" : run.state.rawValue
            let head = "\(String(run.id).column(5, alignRight: true))  \(run.started.column(20))  \(state.column(11))  "
            return (head + "\(run.scope): \(parts.joined(separator: ", "))".shortened(to: 58)).printable
        }
        let open = runs.last { $0.state == .running }
        let hint = open.map {
            "Run \($0.id) is still going on, or was ended by force: `segue run --resume` goes on with it.\n"
        }
        return rows.joined(separator: "\n")
            + "\n\(hint ?? "")\(bytes / 1024) KiB, \(bytes / 1024 / runs.count) KiB a run\n"
    }
}
