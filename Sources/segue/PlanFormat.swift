import ArgumentParser
import Foundation
import HarnessReports

/// The formats of a plan.
enum PlanFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json, yaml, html, markdown, csv

    /// The format that a file's name asks for; `nil` for none of these.
    init?(fileName: String) {
        switch URL(filePath: fileName).pathExtension.lowercased() {
        case "txt": self = .text
        case "json": self = .json
        case "yaml", "yml": self = .yaml
        case "html", "htm": self = .html
        case "md", "markdown": self = .markdown
        case "csv": self = .csv
        default: return nil
        }
    }

    /// A plan in this format.
    func text(of report: PlanReport, style: TerminalStyle = TerminalStyle(colour: false)) throws -> String {
        switch self {
        case .text: report.text(style: style)
        case .json: try report.json()
        case .yaml: try report.yaml()
        case .html: try report.html()
        case .markdown: report.markdown()
        case .csv: report.csv()
        }
    }
}
