package import HLSPlaylists
package import NowPlaying

/// Cases for the Apple side, ready to be written: `segue.nowplaying-cases/1`.
package struct AppleSideCasesReport: Sendable {
    /// The program that made it.
    package var tool: Tool
    /// The primary, printable.
    package var uri: String
    /// The cases, by plan.
    package var cases: [AppleSideCase]
    /// What could not be read.
    package var diagnostics: [Diagnostic]

    /// Collects a report.
    package init(tool: Tool, uri: String, cases: [AppleSideCase], diagnostics: [Diagnostic]) {
        self.tool = tool
        self.uri = uri
        self.cases = cases
        self.diagnostics = diagnostics
    }

    /// The document as UTF-8 text with a final line feed.
    package func json() throws -> String { try encoded(Document(self)) }

    /// The cases as text of at most 100 columns.
    package func text(style: TerminalStyle) -> String {
        var lines = wrapped(uri.printable, width: 98)
        for item in cases {
            lines += ["", style.bold(item.id.printable.shortened(to: 98))]
            lines += wrapped("\(item.title), service plan \(item.plan)".printable, width: 94).map { "  " + $0 }
            lines += item.steps.enumerated().flatMap { index, step in
                wrapped("\(index + 1). \(step)".printable, width: 92).map { "    " + $0 }
            }
            lines += item.expected.flatMap { wrapped("→ \($0)".printable, width: 92).map { "    " + $0 } }
            lines += wrapped(item.source, width: 94).map { style.dim("  " + $0) }
        }
        lines += diagnostics.flatMap { wrapped($0.description.printable, width: 96) }
        return lines.map { $0 + "\n" }.joined()
    }
}

extension AppleSideCasesReport {
    /// The JSON document.
    private struct Document: Encodable {
        let schema = "segue.nowplaying-cases/1"
        let tool: Tool
        let uri: String
        let cases: [CaseDocument]
        let diagnostics: [Diagnostic]

        init(_ report: AppleSideCasesReport) {
            tool = report.tool
            uri = report.uri
            cases = report.cases.map(CaseDocument.init)
            diagnostics = report.diagnostics
        }
    }

    private struct CaseDocument: Encodable {
        let id: String
        let kind: AppleSideCase.Kind
        let title: String
        let servicePlan: String
        let resumeTime: String?
        let steps: [String]
        let expected: [String]
        let startSeconds: ExactSeconds?
        let playsFirst: [String]
        let isOwnReading: Bool
        let source: String

        init(_ item: AppleSideCase) {
            id = item.id
            kind = item.kind
            title = item.title
            servicePlan = item.plan
            resumeTime = item.resumeTime
            steps = item.steps
            expected = item.expected
            startSeconds = item.startPosition.map(ExactSeconds.init)
            playsFirst = item.playsFirst
            isOwnReading = item.isOwnReading
            source = item.source
        }
    }
}
