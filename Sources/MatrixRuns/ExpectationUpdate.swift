import DeviceMatrix
import Foundation

/// The file `expectations/recorded.yaml` that a run makes for review: what is bad or cannot be checked, and is not
/// expected by a file that people wrote.
///
/// Reasons and links are carried over: from what the file said of a cell before, else from any expectation for the same
/// failure. What got better leaves the file; what the run did not look at stays.
package struct ExpectationUpdate: Sendable {
    /// One entry of the file.
    private struct Item: Hashable {
        var transition: TransitionName
        var expect: Expectation.Ending
        var sometimes: [Expectation.Ending]
        var reason: String?
        var link: String?
        var failure: String?
    }

    /// The file's text.
    package let text: String
    /// Number of cells that it covers and that nothing covered before.
    package let added: Int
    /// Number of cells that it covered before and that got better.
    package let removed: Int

    /// Works the file out.
    ///
    /// - Parameter run: The run; its expectations are those in force when it began.
    package init(_ report: RunReport) {
        let expectations = report.run.setup.expectations
        let isRecorded = expectations.map { $0.file == DeviceMatrix.recordedExpectations }
        var groups: [(item: Item, receivers: [String])] = []
        var places: [Item: Int] = [:]
        var (added, removed) = (0, 0)
        for entry in report.entries {
            let covering = entry.expectation.flatMap { isRecorded[$0] ? $0 : nil }
            let old = covering.map { expectations[$0] }
            let expect: Expectation.Ending
            switch entry.standing {
            case .expected: continue
            case .better where entry.cell.outcome == .pass:
                if old != nil { removed += 1 }
                continue
            case .better, .known:
                guard old != nil else { continue }
                expect = entry.cell.ending
            case .intermittent:
                guard let old else { continue }
                expect = old.expect
            case .worse, .unchecked:
                added += 1
                expect = entry.cell.ending
            }
            let donor = old ?? entry.sameFailure.map { expectations[$0] }
            let item = Item(
                transition: report.run.places[entry.cell.place].name, expect: expect, sometimes: old?.sometimes ?? [],
                reason: donor?.reason, link: donor?.link, failure: entry.cell.failure)
            let receiver = report.run.receivers[entry.cell.receiver].receiver.id
            if let place = places[item] {
                groups[place].receivers.append(receiver)
            } else {
                places[item] = groups.count
                groups.append((item, [receiver]))
            }
        }
        let kept = (report.unmatched + report.outside).sorted().filter { isRecorded[$0] }.map { expectations[$0] }
        self.added = added
        self.removed = removed
        text =
            """
            # Written by `segue expect update \(report.run.summary.id)`, and written anew by the next one: review it as a diff, and fill in
            # reasons and links, which are carried over. Expectations of your own belong in other files of this folder.
            expectations:\(groups.isEmpty && kept.isEmpty ? " []" : "")

            """ + groups.map { Self.text($0.item, $0.receivers) }.joined() + kept.map(Self.text).joined()
    }

    private static func text(_ item: Item, _ receivers: [String]) -> String {
        var when = Expectation.Conditions()
        when.primary = [Pattern(item.transition.primary)]
        when.event = [Pattern(item.transition.event)]
        when.position = [Pattern(item.transition.position)]
        when.receiver = receivers.map { Pattern($0) }
        return text(
            Expectation(
                when: when, expect: item.expect, sometimes: item.sometimes, reason: item.reason, link: item.link,
                failure: item.failure))
    }

    private static func text(_ expectation: Expectation) -> String {
        var lines = ["  - when:"]
        for (name, patterns) in expectation.when.named {
            let words = patterns.map { quoted($0.text) }
            lines.append("      \(name): " + (words.count == 1 ? words[0] : "[\(words.joined(separator: ", "))]"))
        }
        if lines.count == 1 { lines = ["  - when: {}"] }
        lines.append("    expect: \(expectation.expect.rawValue)")
        if !expectation.sometimes.isEmpty {
            lines.append("    sometimes: [\(expectation.sometimes.map(\.rawValue).joined(separator: ", "))]")
        }
        if let reason = expectation.reason { lines.append("    reason: \(quoted(reason))") }
        if let link = expectation.link { lines.append("    link: \(quoted(link))") }
        if let failure = expectation.failure { lines.append("    failure: \(quoted(failure))") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A text as a double-quoted YAML scalar, which a JSON string is (YAML 1.2.2 section 1.3).
    private static func quoted(_ text: String) -> String { (try? CheckedEntry.text(text)) ?? "\"\"" }
}

extension StoredRun.Cell {
    /// The cell's outcome in the words of expectations.
    fileprivate var ending: Expectation.Ending {
        switch outcome {
        case .pass: band.flatMap { Expectation.Ending(rawValue: $0.rawValue) } ?? .pass
        case .worseBand: band.flatMap { Expectation.Ending(rawValue: $0.rawValue) } ?? .severe
        case .blocking: .blocking
        case .unknown: .unknown
        case .unsupported: .unsupported
        case .timedOut: .timedOut
        case .error: .error
        case .notRun: .notRun
        }
    }
}
