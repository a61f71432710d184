package import MatrixRuns

/// The forms in which a stored run can be written.
package enum RunFormat: String, Sendable, CaseIterable {
    /// One page that needs no network.
    case html
    /// What CI servers show as test results.
    case junit
    /// What code hosts show as findings (SARIF 2.1.0).
    case sarif
    /// For a comment on a pull request.
    case markdown
    /// One line a cell, for spreadsheets.
    case csv
    /// `segue.run/1`.
    case json
    /// `segue.run/1` cut into lines: the run first, then one a cell.
    case ndjson
    /// Metrics for a dashboard (text exposition format 0.0.4).
    case prometheus

    /// The name of the file in the folder of a run.
    package var fileName: String {
        switch self {
        case .html: "report.html"
        case .junit: "junit.xml"
        case .sarif: "report.sarif"
        case .markdown: "report.md"
        case .csv: "cells.csv"
        case .json: "run.json"
        case .ndjson: "run.ndjson"
        case .prometheus: "metrics.prom"
        }
    }
}

extension RunReport {
    /// The report in one form: the same run gives the same text.
    package func text(as format: RunFormat, tool: Tool) throws -> String {
        switch format {
        case .html: RunPage(self, tool: tool).text
        case .junit: RunJUnit(self).text
        case .sarif: try encoded(RunSARIF(self, tool: tool))
        case .markdown: RunMarkdown(self).text
        case .csv: RunCSV(self).text
        case .json: try encoded(RunDocument(self, tool: tool))
        case .ndjson: try RunDocument(self, tool: tool).lines()
        case .prometheus: RunMetrics(self).text
        }
    }

    /// The cells with their names.
    var named: [(name: CellName, entry: RunReport.Entry)] { entries.map { (run.name(of: $0.cell), $0) } }

    /// Why a cell is as it is, in one sentence; empty when there is nothing to say.
    func why(_ cell: StoredRun.Cell) -> String {
        let why = cell.note ?? run.judgement(of: cell)?.headline ?? ""
        return run.shown(why)
    }

    /// The receiver of a cell.
    func receiver(_ cell: StoredRun.Cell) -> RunReceiver { run.receivers[cell.receiver].receiver }
}

extension StoredRun.Cell {
    /// The outcome, with the band where there is one that says more: `pass, low`; a band that is too bad says it alone.
    var outcomeWords: String {
        guard let band, outcome == .pass || outcome == .worseBand else { return outcome.word }
        return outcome == .pass ? "pass, \(band.rawValue)" : band.rawValue
    }

    /// One character that tells the outcome by shape.
    var symbol: String {
        if let band, band.isJudged { return band.symbol }
        return switch outcome {
        case .unknown: "?"
        case .unsupported: "–"
        case .timedOut: "∞"
        case .error: "!"
        case .notRun: "∅"
        case .pass, .worseBand, .blocking: "·"
        }
    }

    /// The word that styles and filters go by.
    var styleWord: String {
        if let band, band.isJudged { return band.rawValue }
        return outcome.word
    }
}

extension Standing {
    /// The standing in words that complete "the cell is …".
    var words: String {
        switch self {
        case .expected: "as expected"
        case .known: "bad, as expected"
        case .intermittent: "known to happen now and then"
        case .better: "better than expected"
        case .worse: "worse than expected"
        case .unchecked: "not checked"
        }
    }
}

/// A link that may be followed: anything but `http` and `https` is shown as text only.
func isFollowable(_ link: String) -> Bool {
    link.lowercased().hasPrefix("https://") || link.lowercased().hasPrefix("http://")
}

extension StoredRun {
    /// A sentence with files as everywhere in a report: by their place below the folder in which the run began.
    func shown(_ sentence: String) -> String {
        guard let folder = setup.folder, folder.count > 1 else { return sentence }
        return sentence.replacing(folder + "/", with: "")
    }
}
