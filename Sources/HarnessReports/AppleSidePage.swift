import HLSPlaylists
import Mustache
import NowPlaying

/// The findings of a command about the Apple side as one HTML file that needs no network.
///
/// Every text from an input is escaped by the template engine.
struct AppleSidePage {
    let title: String
    let subject: String
    let verdict: String
    let style: String
    let facts: [String]
    let findings: [Row]
    let hasFindings: Bool
    let omissions: [String]
    let unread: [String]
    let hasUnread: Bool
    let tables: [Table]
    let tool: String

    struct Row {
        let symbol: String
        let severity: String
        let style: String
        let place: String
        let message: String
        let values: String
        let rule: String
        let source: String
    }

    /// Anything else that the command prints, as a table.
    struct Table {
        let title: String
        let heads: [String]
        let rows: [Cells]

        struct Cells {
            let cells: [String]
        }

        init(_ title: String, heads: [String], rows: [[String]]) {
            self.title = title
            self.heads = heads
            self.rows = rows.map { Cells(cells: $0.map(\.printable)) }
        }
    }

    init(
        title: String, subject: String, tool: Tool, outcome: PresentationReport.Outcome, failOn: Diagnostic.Severity,
        facts: [String], findings: [AppleSideFinding], omissions: [String], unread: [Diagnostic], tables: [Table]
    ) {
        self.title = title
        self.subject = subject.printable
        verdict = "\(outcome.verdict(failOn: failOn)): \(findings.tally)"
        style = outcome == .clean ? "none" : outcome == .findings ? "severe" : "unknown"
        self.facts = facts.map(\.printable)
        self.findings = findings.map(Row.init)
        hasFindings = !findings.isEmpty
        self.omissions = omissions
        self.unread = unread.map(\.description.printable)
        hasUnread = !unread.isEmpty
        self.tables = tables
        self.tool = "\(tool.name) \(tool.version)"
    }

    /// The page.
    func html() throws -> String { try MustacheTemplate(string: appleSidePageTemplate).render(self) }
}

extension AppleSidePage.Row {
    fileprivate init(_ finding: AppleSideFinding) {
        let severity = finding.rule.severity.asDiagnostic
        self.severity = severity.rawValue
        symbol = severity.rank == 2 ? "▲" : severity.rank == 1 ? "◆" : "●"
        style = severity.rank == 2 ? "severe" : severity.rank == 1 ? "medium" : "low"
        let time = finding.time.map { "\($0.shown) s" }
        let line = finding.line.map { "line \($0)" }
        place = [time, line].compactMap(\.self).joined(separator: ", ")
        message = finding.message.printable
        let expected = finding.expected.map { "expected \($0)" }
        let found = finding.found.map { "found \($0)" }
        values = [finding.subject, expected, found].compactMap(\.self).joined(separator: "; ").printable
        rule = finding.rule.id
        source = finding.rule.source.printable
    }
}

/// The page. Colours carry no meaning alone: every severity has a shape and a word.
private let appleSidePageTemplate = #"""
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <title>{{title}}: {{verdict}}</title>
    <style>
    :root { color-scheme: light dark; --paper: #fbfaf8; --ink: #1d1f23; --soft: #5f646d; --line: #dedbd5; --card: #fff;
      --none: #2f7d4f; --low: #1f727f; --medium: #8f5b00; --severe: #b3151f; --unknown: #6b5d00; }
    @media (prefers-color-scheme: dark) { :root { --paper: #15171a; --ink: #e9e7e2; --soft: #a2a8b2; --line: #33373e; --card: #1d2024;
      --none: #6cc48f; --low: #69c5d4; --medium: #e5b04d; --severe: #ff6b74; --unknown: #d9c64a; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
    main { max-width: 72rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
    h1 { font-size: 1.6rem; margin: 0 0 .3rem; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; }
    p { margin: .4rem 0; overflow-wrap: anywhere; } .soft { color: var(--soft); } .small { font-size: .85rem; } code { font-size: .85rem; overflow-wrap: anywhere; }
    .verdict { font-weight: 600; font-size: 1.05rem; } .none { color: var(--none); } .low { color: var(--low); } .medium { color: var(--medium); } .severe { color: var(--severe); } .unknown { color: var(--unknown); }
    .scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); }
    table { border-collapse: collapse; width: 100%; min-width: 40rem; } th, td { padding: .45rem .7rem; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
    tbody tr:last-child > * { border-bottom: 0; } thead th { font-size: .8rem; color: var(--soft); } td:first-child { white-space: nowrap; }
    ul { padding-left: 1.2rem; } footer { margin-top: 3rem; color: var(--soft); font-size: .85rem; border-top: 1px solid var(--line); padding-top: 1rem; }
    @media (max-width: 40rem) { main { padding: 1.25rem .9rem 3rem; } th, td { padding: .4rem .5rem; } }
    </style>
    </head>
    <body>
    <main>
    <h1>{{title}}</h1>
    <p><code>{{subject}}</code></p>
    <p class="verdict {{style}}">{{verdict}}</p>
    <p class="soft small">{{#facts}}{{.}} · {{/facts}}{{tool}}</p>

    {{#hasFindings}}
    <h2>Findings</h2>
    <div class="scroll"><table>
    <thead><tr><th scope="col">Severity</th><th scope="col">Where</th><th scope="col">What</th><th scope="col">Rule and source</th></tr></thead>
    <tbody>
    {{#findings}}<tr><td class="{{style}}">{{symbol}} {{severity}}</td><td>{{place}}</td><td>{{message}}<br><span class="soft small">{{values}}</span></td><td class="small"><code>{{rule}}</code><br><span class="soft">{{source}}</span></td></tr>
    {{/findings}}
    </tbody>
    </table></div>
    {{#omissions}}<p class="soft small">{{.}}</p>{{/omissions}}
    {{/hasFindings}}

    {{#hasUnread}}
    <h2>Could not be read</h2>
    <ul>{{#unread}}<li>{{.}}</li>{{/unread}}</ul>
    {{/hasUnread}}

    {{#tables}}
    <h2>{{title}}</h2>
    <div class="scroll"><table>
    <thead><tr>{{#heads}}<th scope="col">{{.}}</th>{{/heads}}</tr></thead>
    <tbody>
    {{#rows}}<tr>{{#cells}}<td>{{.}}</td>{{/cells}}</tr>
    {{/rows}}
    </tbody>
    </table></div>
    {{/tables}}

    <footer>{{tool}}</footer>
    </main>
    </body>
    </html>

    """#
