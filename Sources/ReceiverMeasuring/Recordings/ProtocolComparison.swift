package import Foundation
import TransitionRisk

/// Times that the protocol gave for switches, held against what a recording of the same switches shows.
package struct ProtocolComparison: Sendable, Hashable {
    /// A time by the protocol, as `segue measure` writes it.
    package struct Estimate: Sendable, Hashable {
        /// Name of the asset before; `nil` for a cold start.
        package var from: String?
        /// Name of the asset after.
        package var to: String
        /// When the command was given, in microseconds since 1970.
        package var commandAt: Int
        /// From the command to the start of the second time line, in milliseconds.
        package var milliseconds: Double
    }

    /// One switch that both know.
    package struct Match: Sendable, Hashable {
        /// The switch in the recording.
        package var transition: RecordedTransition
        /// What the protocol says.
        package var estimate: Estimate
        /// From the command to the start of the second time line on the screen, in milliseconds.
        package var shown: Double
        /// From the command to the second asset's first picture, in milliseconds.
        package var firstPicture: Double
        /// What the protocol says less what the screen shows.
        package var difference: Double { estimate.milliseconds - shown }
    }

    /// The switches that both know, in the order of the recording.
    package private(set) var matches: [Match] = []
    /// Estimates from the time of the recording for which it shows no switch.
    package private(set) var unseen = 0
    /// Estimates from before or after the recording.
    package private(set) var elsewhere = 0

    /// A switch belongs to a command that was given at most this long before its first picture.
    private static let longest = 60_000_000
    /// Clocks and captures differ by so much at most.
    private static let tolerance = 100_000

    /// Holds estimates against a recording.
    package init(_ estimates: [Estimate], _ analysis: RecordingAnalysis, clock: RecordingClock) {
        var free = analysis.transitions
        let estimates = estimates.sorted { $0.commandAt < $1.commandAt }
        for (place, estimate) in estimates.enumerated() {
            // What begins after the next command is the next command's: a cold start is no switch in a recording, and must
            // not take the one after it.
            let next = place + 1 < estimates.count ? estimates[place + 1].commandAt : .max
            let recorded = clock.time(analysis.firstPictureAt)...clock.time(analysis.end)
            guard recorded.contains(estimate.commandAt) else {
                elsewhere += 1
                continue
            }
            let index = free.firstIndex { transition in
                let shown = clock.time(transition.firstFrameAt)
                let wait = shown - estimate.commandAt
                return shown < next && (-Self.tolerance...Self.longest).contains(wait)
                    && transition.to.name == estimate.to
                    && (estimate.from == nil || transition.from.name == estimate.from)
            }
            guard let index, let start = free[index].timeLineStart else {
                unseen += 1
                continue
            }
            matches.append(
                Match(
                    transition: free[index], estimate: estimate,
                    shown: Double(clock.time(start) - estimate.commandAt) / 1000,
                    firstPicture: Double(clock.time(free[index].firstFrameAt) - estimate.commandAt) / 1000))
            free.remove(at: index)
        }
    }

    /// The median difference: by how much the protocol is late; `nil` without a match.
    package var bias: Double? { matches.isEmpty ? nil : quantile(0.5) }
    /// The differences between which nine of ten lie; `nil` without a match.
    package var spread: ClosedRange<Double>? { matches.isEmpty ? nil : quantile(0.05)...quantile(0.95) }

    /// When the command of a switch was given, in microseconds of the recording; `nil` where none belongs to it.
    package func command(of transition: RecordedTransition, clock: RecordingClock?) -> Int? {
        guard let clock, let match = matches.first(where: { $0.transition == transition }) else { return nil }
        return match.estimate.commandAt - clock.offset
    }

    private func quantile(_ probability: Double) -> Double {
        FactorRuns.quantile(matches.map(\.difference).sorted(), probability)
    }

    /// Reads the estimates of a file: a document `segue.measure/1`, or observations as JSON lines.
    ///
    /// - Parameter name: How the file is called in errors.
    /// - Throws: ``MeasuringError`` when it is neither, or no estimate in it says when it was made.
    package static func estimates(_ data: Data, name: String) throws(MeasuringError) -> [Estimate] {
        func fail(_ message: String) -> MeasuringError { MeasuringError(subject: name, message: message) }
        guard data.count <= ObservationFile.limit else { throw fail("is too large") }
        let decoder = JSONDecoder()
        var rows: [Row] = []
        if let document = try? decoder.decode(Document.self, from: data) {
            guard document.schema == "segue.measure/1" else {
                throw fail("is of the form '\(document.schema)', not segue.measure/1")
            }
            rows = document.switches
        } else {
            let lines = data.split(separator: 0x0A, omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() where line.first == 0x7B {
                do {
                    let row = try decoder.decode(Row.self, from: Data(line))
                    if row.quantity ?? .start == .start { rows.append(row) }
                } catch {
                    throw MeasuringError(subject: name, line: index + 1, message: "is no observation")
                }
            }
        }
        let estimates = rows.compactMap { row -> Estimate? in
            guard let to = row.to, let milliseconds = row.startMilliseconds ?? row.milliseconds,
                let time = row.measuredAt.flatMap(RecordingClock.seconds), (0...3_600_000).contains(milliseconds)
            else { return nil }
            return Estimate(from: row.from, to: to, commandAt: Int(time * 1e6), milliseconds: milliseconds)
        }
        guard !estimates.isEmpty else {
            throw fail("holds no time of a switch with the names of its assets and the time of its command")
        }
        return estimates
    }

    private struct Document: Decodable {
        var schema: String
        var switches: [Row]
    }

    /// A switch of a measure document, or an observation.
    private struct Row: Decodable {
        var from: String?
        var to: String?
        var startMilliseconds: Double?
        var milliseconds: Double?
        var measuredAt: String?
        var quantity: SwitchQuantity?
    }
}
