import AirPlayReceivers
import HLSPlaylists
import TransitionRisk

extension CheckReport {
    /// The report as text of at most 100 columns: the matrix, what to act on, and what to encode as.
    ///
    /// - Parameter explained: Whether every verdict is told with its reasons.
    package func text(style: TerminalStyle, explained: Bool = false) -> String {
        var lines = [header]
        if !transitions.isEmpty {
            lines += [""] + matrix(style)
            lines += ["", style.dim(Self.legend)]
            lines += (assumedTiers.map { wrapped($0, width: 98) } ?? []).map(style.dim)
        }
        lines += notReached.map { style.dim($0) }
        lines += actions(style)
        lines += advice(style)
        if explained { lines += explanations(style) }
        lines += doubts.isEmpty ? [] : [""] + doubts
        lines += notes(style)
        if !diagnostics.isEmpty {
            lines += ["", style.bold("Could not be read, or was ignored")]
            let told = diagnostics.prefix(Self.diagnosticsShown)
            lines += told.flatMap { wrapped($0.description.printable, width: 96).map { "  " + $0 } }
            lines += Self.more(diagnostics.count - told.count)
        }
        lines += comparedWithBaseline(style)
        lines += [""] + wrapped(conclusion, width: 98).map { style.bold($0) }
        return lines.map { $0 + "\n" }.joined()
    }

    private static let diagnosticsShown = 40
    private static let legend =
        "p95 of the excess:  · ≤80 ms  ○ ≤0.4 s  ◐ ≤1 s  ● ≤2 s  ▲ over 2 s  ✕ cannot play  ? not known"

    /// A line about what was left out; none when nothing was.
    static func more(_ count: Int) -> [String] { count > 0 ? ["", "… and \(count) more; --json lists all"] : [] }

    private var header: String {
        let assets = "\(interstitials.count) interstitial \(interstitials.count == 1 ? "asset" : "assets"), "
        let count = "\(transitions.count) \(transitions.count == 1 ? "transition" : "transitions")"
        guard primaries.count == 1 else { return "\(primaries.count) primaries, " + assets + count }
        let seconds = primary.duration.map { ", \(Int($0.seconds.rounded())) s" } ?? ""
        let variants = primary.variants.count
        return "\(primary.reference.title.printable.shortened(to: 40)): \(variants) "
            + "\(variants == 1 ? "variant" : "variants")\(seconds), " + assets + count
    }

    private var notReached: [String] {
        guard let first = transitions.first else { return [] }
        var unreached: [String] = []
        var leftOut: [String] = []
        for (column, assessment) in first.assessments.enumerated() where !columns.contains(column) {
            let name =
                assessment.receiver.receiverID == nil
                ? assessment.receiver.receiverClass.rawValue : assessment.receiver.title.printable
            if transitions.contains(where: { $0.assessments[column].outcome == .interstitialsUnsupported }) {
                leftOut.append(name)
            } else if !unreached.contains(name) {
                unreached.append(name)
            }
        }
        return
            (unreached.isEmpty
            ? [] : wrapped("not reached by AirPlay video: \(unreached.joined(separator: ", "))", width: 98))
            + (leftOut.isEmpty
                ? []
                : wrapped("plays no interstitials, so ads are left out: \(leftOut.joined(separator: ", "))", width: 98))
    }

    /// Why verdicts are unknown, once each.
    private var doubts: [String] {
        var seen: [String: [String]] = [:]
        var order: [String] = []
        for judged in transitions {
            for assessment in judged.assessments where assessment.band == .unknown {
                let text = "\(judged.transition.id): \(assessment.doubt ?? "not enough is known")"
                if seen[text] == nil { order.append(text) }
                seen[text, default: []].append(assessment.receiver.id)
            }
        }
        return order.flatMap { text in
            wrapped("? \(text) (\(seen[text]!.map(displayName).joined(separator: ", ")))".printable, width: 98)
        }
    }

    private var conclusion: String {
        let counts = bandCounts
        let words = Band.allCases.reversed().compactMap { band in
            counts[band].map { "\($0) \(band.rawValue)" }
        }
        let verdict =
            switch outcome {
            // What a baseline knows stands in the verdicts too, so the check is not clean but as it was.
            case .clean: baseline == nil ? "clean" : "nothing new at or above \(failOn.rawValue)"
            case .findings: "findings at or above \(failOn.rawValue)"
            case .incomplete: "something could not be checked"
            }
        let verdicts = words.isEmpty ? "no transition was judged" : "verdicts: " + words.joined(separator: ", ")
        let read = usage.requests > 0 ? "\(usage.requests) requests, " : ""
        return "\(verdict); \(verdicts); \(read)\(usage.bytes / 1024) KiB read"
    }
}
