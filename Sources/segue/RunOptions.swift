import ArgumentParser
import Foundation
import HarnessReports
import MatrixRuns

/// Where the history and the reports of runs lie.
struct ReportsOptions: ParsableArguments {
    /// The folder unless another one is named.
    static let usual = "Reports"

    @Option(
        name: .customLong("reports"),
        help: ArgumentHelp("The folder of the history and the reports.", valueName: "folder"))
    var folder = ReportsOptions.usual

    /// Opens the history for reading, or ends the command with the reason.
    func history() async throws -> History {
        do {
            let history = try History(folder: folder, access: .reading)
            try await history.checkIntegrity(upTo: History.mostCheckedBytes)
            return history
        } catch {
            throw Failure(error)
        }
    }
}

extension Failure {
    /// The history cannot be used: nothing could be checked or told.
    init(_ error: HistoryError) {
        self.init(message: error.description, code: 2)
    }
}

extension RunFormat: ExpressibleByArgument {}

/// The time of day as runs are stamped with it.
enum RunClock {
    /// UTC in ISO 8601. `SOURCE_DATE_EPOCH` (reproducible-builds.org) stands in for the clock, for reports that are to be
    /// the same byte by byte.
    static var now: String {
        let fixed = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap(Int.init)
        let date = fixed.map { Date(timeIntervalSince1970: TimeInterval($0)) } ?? Date()
        return date.formatted(.iso8601)
    }
}

/// A line of progress, or lines where nobody can watch it change.
final class RunProgress: Sendable {
    private let start = ContinuousClock.now
    private let isTerminal: Bool
    private let isShown: Bool

    init(shown: Bool) {
        isShown = shown
        isTerminal = isatty(STDERR_FILENO) == 1
    }

    /// Tells how far a run has come.
    func tell(_ progress: MatrixRunner.Progress) {
        guard isShown else { return }
        if isTerminal {
            FileHandle.standardError.write(Data("\r\u{1B}[K\(bar(progress))".utf8))
        } else if let last = progress.last {
            let outcomes = CellOutcome.allCases.compactMap { outcome in
                last.outcomes[outcome].map { "\($0) \(outcome.word)" }
            }
            let text = outcomes.isEmpty ? "no transitions" : outcomes.joined(separator: ", ")
            printError("\(progress.done)/\(progress.primaries) \(last.name): \(text)".printable)
        }
    }

    /// Removes the line.
    func end() {
        if isShown, isTerminal { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
    }

    private func bar(_ progress: MatrixRunner.Progress) -> String {
        let width = 24
        let filled = progress.primaries > 0 ? progress.done * width / progress.primaries : 0
        let seconds = start.duration(to: .now) / .seconds(1)
        let rate = seconds > 0 ? Int(Double(progress.cells) / seconds) : 0
        let left =
            progress.done > 0 ? Int(seconds / Double(progress.done) * Double(progress.primaries - progress.done)) : 0
        let time = "\(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60)"
        return "[" + String(repeating: "█", count: filled) + String(repeating: "·", count: width - filled) + "] "
            + "\(progress.done)/\(progress.primaries) primaries, \(progress.cells) cells, \(rate)/s, about \(time) left"
    }
}
