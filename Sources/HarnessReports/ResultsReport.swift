package import Foundation
package import SuitePlanning
import TransitionRisk
import Yams

/// The document `segue.results/1`: what people found, to be kept and compared with what was predicted.
package struct ResultsReport: Sendable {
    /// The program that made it.
    package var tool: Tool
    /// What was found.
    package var sheet: ResultSheet

    /// Collects a report.
    package init(tool: Tool, sheet: ResultSheet) {
        self.tool = tool
        self.sheet = sheet
    }

    private struct Document: Encodable {
        let schema = "segue.results/1"
        let tool: Tool
        let results: [StepResult]
        let summary: [String: Int]
    }

    /// The document.
    package func json() throws -> String {
        let summary = sheet.results.reduce(into: [:]) { $0[$1.outcome.rawValue, default: 0] += 1 }
        return try encoded(Document(tool: tool, results: sheet.results, summary: summary))
    }

    /// The outcomes in a few lines, and where it was worse than predicted.
    package func text() -> String {
        let counts = TestOutcome.allCases.compactMap { outcome in
            let count = sheet.results.count { $0.outcome == outcome }
            return count == 0 ? nil : "\(count) \(outcome.rawValue)"
        }
        var lines = ["\(sheet.results.count) steps recorded: \(counts.joined(separator: ", "))"]
        for result in sheet.results {
            guard let limit = result.about?.predictedP95Milliseconds,
                let seen = [result.pictureMilliseconds, result.soundMilliseconds].compactMap(\.self).max(), seen > limit
            else { continue }
            lines.append(
                "  \(result.caseID) \(result.step): \(Int(seen.rounded())) ms seen, worst of 20 predicted \(Int(limit.rounded())) ms"
                    .printable)
        }
        return lines.map { $0 + "\n" }.joined()
    }
}

extension StepResult {
    /// Reads what was filled in: the CSV of a plan, or YAML or JSON with `results`, each `case`, `step`, `outcome` and
    /// whatever else was noted. Lines without an outcome were not done and count for nothing.
    ///
    /// - Returns: The entries with the place of each.
    /// - Throws: ``PlanError`` naming every line that cannot be read.
    package static func reading(_ data: Data, name: String) throws(PlanError) -> [(place: String, result: StepResult)] {
        guard data.count <= PlanReport.sizeLimit else {
            throw PlanError("\(name): larger than \(PlanReport.sizeLimit >> 20) MiB")
        }
        // What spreadsheet programs save unless told otherwise is a ZIP archive.
        guard !data.starts(with: [0x50, 0x4B, 0x03, 0x04]) else {
            throw PlanError("\(name): a workbook (.xlsx, .ods or .numbers) or archive; save the sheet as 'CSV UTF-8'")
        }
        guard let text = String(data: data, encoding: .utf8) else {
            throw PlanError("\(name): not UTF-8 text; save it as 'CSV UTF-8'")
        }
        return name.lowercased().hasSuffix(".csv") ? try table(text, name) : try list(text, name)
    }

    private struct Filled: Decodable {
        var results: [StepResult]
    }

    private static func list(_ text: String, _ name: String) throws(PlanError) -> [(place: String, result: StepResult)]
    {
        do {
            // JSON is YAML too.
            let filled = try YAMLDecoder().decode(Filled.self, from: text)
            return filled.results.enumerated().map { ("\(name): results[\($0)]", $1) }
        } catch let error as DecodingError {
            throw PlanError("\(name): \(PlanError.explanation(error))")
        } catch {
            throw PlanError("\(name): not YAML or JSON: \(error)")
        }
    }

    private static func table(_ text: String, _ name: String) throws(PlanError) -> [(place: String, result: StepResult)]
    {
        let separator = CommaSeparated.separator(of: text)
        let rows = CommaSeparated.rows(text, separator: separator)
        guard let head = rows.first else { throw PlanError("\(name): empty") }
        let columns = Dictionary(head.cells.enumerated().map { ($1, $0) }) { first, _ in first }
        for needed in ["case", "step", "outcome"] where columns[needed] == nil {
            throw PlanError(
                "\(name):1: there is no column '\(needed)'; fill in the CSV that 'segue plan --format csv' writes")
        }
        var problems: [String] = []
        var entries: [(place: String, result: StepResult)] = []
        for row in rows.dropFirst() {
            let place = "\(name):\(row.line)"
            func cell(_ column: String) -> String? {
                guard let index = columns[column], row.cells.indices.contains(index) else { return nil }
                let text = row.cells[index].trimmingCharacters(in: .whitespaces)
                return text.isEmpty ? nil : text
            }
            func number(_ column: String) -> Double? {
                guard let text = cell(column) else { return nil }
                // Spreadsheets that part columns by semicolons do so because their numbers have commas.
                let plain = separator == ";" ? text.replacing(",", with: ".") : text
                if let value = Double(plain), value.isFinite { return value }
                problems.append("\(place): \(column) '\(text)' is no number; write milliseconds as 120 or 119.5")
                return nil
            }
            guard let word = cell("outcome") else { continue }
            guard let outcome = TestOutcome(rawValue: word.lowercased()) else {
                let words = TestOutcome.allCases.map(\.rawValue).joined(separator: ", ")
                problems.append("\(place): outcome '\(word)' is none of \(words)")
                continue
            }
            var result = StepResult(caseID: cell("case") ?? "", step: cell("step") ?? "", outcome: outcome)
            result.pictureMilliseconds = number("pictureMilliseconds")
            result.soundMilliseconds = number("soundMilliseconds")
            result.firmware = cell("firmware")
            result.tester = cell("tester")
            result.date = cell("date")
            result.note = cell("note")
            entries.append((place, result))
        }
        guard problems.isEmpty else { throw PlanError(problems.joined(separator: "\n")) }
        return entries
    }
}
