package import Foundation
package import TransitionRisk

/// The findings of an earlier check, from its JSON document, so that only what is new fails.
package struct Baseline: Sendable, Hashable {
    /// One finding of the earlier check.
    private struct Known: Sendable, Hashable, Decodable {
        var rule: String
        var subject: String
        var severity: Band
        var receivers: [String]
    }

    private struct Document: Decodable {
        var schema: String
        var findings: [Known]
    }

    private let known: [Known]

    /// Reads a document `segue.check/1`.
    ///
    /// - Throws: ``BaselineError`` when it is none.
    package init(_ data: Data) throws(BaselineError) {
        do {
            let document = try JSONDecoder().decode(Document.self, from: data)
            guard document.schema == "segue.check/1" else { throw BaselineError.otherDocument(document.schema) }
            known = document.findings
        } catch let error as BaselineError {
            throw error
        } catch {
            throw .notReadable
        }
    }

    /// Holds a check's findings against the earlier ones.
    package func compare(_ findings: [Finding]) -> BaselineComparison {
        var byKey: [String: [Known]] = [:]
        for entry in known { byKey["\(entry.rule) \(entry.subject)", default: []].append(entry) }
        let current = Set(findings.map { "\($0.rule) \($0.subject)" })
        var comparison = BaselineComparison()
        for finding in findings {
            let earlier = byKey["\(finding.rule) \(finding.subject)"] ?? []
            if Self.covers(earlier, finding) { comparison.known += 1 } else { comparison.new.append(finding) }
        }
        for entry in known where entry.severity != .none && !current.contains("\(entry.rule) \(entry.subject)") {
            comparison.fixed.append("\(entry.subject): \(entry.rule)")
        }
        return comparison
    }

    /// Whether each receiver of a finding had it before, at least as badly.
    private static func covers(_ earlier: [Known], _ finding: Finding) -> Bool {
        let asBad = earlier.filter { $0.severity >= finding.severity }
        guard !finding.receivers.isEmpty else { return !asBad.isEmpty }
        return finding.receivers.allSatisfy { receiver in asBad.contains { $0.receivers.contains(receiver) } }
    }
}

/// What is new since an earlier check, and what is gone.
package struct BaselineComparison: Sendable, Hashable {
    /// Findings that the earlier check did not have, or not as badly, or not on these receivers.
    package var new: [Finding] = []
    /// How many findings it had as well.
    package var known = 0
    /// What it had and this check has not, as `subject: rule`.
    package var fixed: [String] = []
}

/// Why a file is no baseline.
package enum BaselineError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Another document.
    case otherDocument(String)
    /// No JSON, or without findings.
    case notReadable

    /// What is wrong and what to give instead.
    package var description: String {
        switch self {
        case .otherDocument(let schema):
            "a document '\(schema.prefix(40))'; a baseline is what 'segue check --json' printed"
        case .notReadable: "not the JSON of a check; a baseline is what 'segue check --json' printed"
        }
    }
}
