import HLSPlaylists
import NowPlaying

/// A finding about the Apple side as reports write it.
struct AppleSideFindingDocument: Encodable {
    let rule: String
    let severity: PlaylistRule.Severity
    let message: String
    let subject: String
    let source: String
    let expected: String?
    let found: String?
    let timeSeconds: ExactSeconds?
    let line: Int?
    let uri: String?

    init(_ finding: AppleSideFinding) {
        rule = finding.rule.id
        severity = finding.rule.severity
        message = finding.message
        subject = finding.subject
        source = finding.rule.source
        expected = finding.expected
        found = finding.found
        timeSeconds = finding.time.map(ExactSeconds.init)
        line = finding.line
        uri = finding.uri
    }
}

extension [AppleSideFinding] {
    /// How it ended for a CI job: what could not be checked is not a finding about what could.
    func outcome(failOn: Diagnostic.Severity, isIncomplete: Bool) -> PresentationReport.Outcome {
        if contains(where: { !$0.rule.isUnread && $0.rule.severity.asDiagnostic.rank >= failOn.rank }) {
            return .findings
        }
        return isIncomplete || contains(where: \.rule.isUnread) ? .incomplete : .clean
    }

    /// A line for each, in their order, broken at 98 columns.
    func lines(_ style: TerminalStyle) -> [String] {
        flatMap { finding -> [String] in
            let place = [finding.uri, finding.line.map(String.init)].compactMap(\.self).joined(separator: ":")
            let time = finding.time.map { "at \($0.shown) s: " } ?? ""
            let text =
                (place.isEmpty ? "" : "\(place): ") + "\(finding.rule.severity.rawValue): \(time)\(finding.message)"
                + " [\(finding.rule.id), \(finding.rule.source)]"
            let rank = finding.rule.severity.asDiagnostic.rank
            return wrapped(text.printable, width: 96).enumerated().map { index, part in
                index == 0 ? style.paint(part, rank == 2 ? .high : rank == 1 ? .medium : .low) : "  " + part
            }
        }
    }

    /// A line for each rule that was broken more often than is told.
    func omissions(of counts: [String: Int]) -> [String] {
        counts.sorted { $0.key < $1.key }.compactMap { rule, number in
            let told = count { $0.rule.id == rule }
            return number > told ? "… and \(number - told) more of \(rule)" : nil
        }
    }

    /// How many there are of each severity, and how many say that something could not be checked, for a sentence.
    var tally: String {
        let counts: [(PlaylistRule.Severity, String)] = [(.must, "error"), (.should, "warning"), (.advice, "hint")]
        let words = counts.compactMap { severity, word -> String? in
            let number = count { !$0.rule.isUnread && $0.rule.severity == severity }
            return number == 0 ? nil : "\(number) \(word)\(number == 1 ? "" : "s")"
        }
        let unread = count(where: \.rule.isUnread)
        return (words.isEmpty ? "nothing found" : words.joined(separator: ", "))
            + (unread == 0 ? "" : "; \(unread) not checked")
    }
}

extension PresentationReport.Outcome {
    /// The word of a document.
    var word: String {
        switch self {
        case .clean: "clean"
        case .findings: "findings"
        case .incomplete: "incomplete"
        }
    }

    /// The begin of a closing line.
    func verdict(failOn: Diagnostic.Severity) -> String {
        switch self {
        case .clean: "nothing at or above --fail-on \(failOn.rawValue)"
        case .findings: "findings at or above --fail-on \(failOn.rawValue)"
        case .incomplete: "something could not be checked; of the rest"
        }
    }
}
