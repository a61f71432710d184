import AirPlayReceivers
import HLSPlaylists
import TransitionRisk

extension CheckReport {
    /// The report as text of at most 100 columns: the matrix, then what to act on.
    package func text(style: TerminalStyle) -> String {
        var lines = [header]
        if !transitions.isEmpty {
            lines += [""] + matrix(style)
            lines += ["", style.dim(Self.legend)]
        }
        lines += notReached.map { style.dim($0) }
        if !findings.isEmpty {
            lines += ["", style.bold("What to act on")]
            let groups = findingGroups
            for group in groups.prefix(Self.groupsShown) { lines += [""] + describe(group, style) }
            if groups.count > Self.groupsShown {
                lines += ["", "… and \(groups.count - Self.groupsShown) more; --json lists all"]
            }
        }
        lines += doubts.isEmpty ? [] : [""] + doubts
        if !diagnostics.isEmpty {
            lines += ["", style.bold("Could not be read, or was ignored")]
            lines += diagnostics.flatMap { wrapped($0.description.printable, width: 96).map { "  " + $0 } }
        }
        lines += [""] + wrapped(conclusion, width: 98).map { style.bold($0) }
        return lines.map { $0 + "\n" }.joined()
    }

    private static let groupsShown = 12
    private static let legend =
        "p95 of the excess:  · ≤80 ms  ○ ≤0.4 s  ◐ ≤1 s  ● ≤2 s  ▲ over 2 s  ✕ cannot play  ? not known"

    private var header: String {
        let seconds = primary.duration.map { ", \(Int($0.seconds.rounded())) s" } ?? ""
        let variants = primary.variants.count
        return
            "\(primary.reference.title.printable.shortened(to: 40)): \(variants) \(variants == 1 ? "variant" : "variants")\(seconds), "
            + "\(interstitials.count) interstitial \(interstitials.count == 1 ? "asset" : "assets"), "
            + "\(transitions.count) transitions"
    }

    /// The columns with a picture; what AirPlay video never reaches is one line below the table.
    private var columns: [Int] {
        guard let first = transitions.first else { return [] }
        return first.assessments.indices.filter { column in
            transitions.contains { $0.assessments[column].band != .notApplicable }
        }
    }

    private var notReached: [String] {
        guard let first = transitions.first else { return [] }
        let rest = first.assessments.indices.filter { !columns.contains($0) }.map { first.assessments[$0] }
        return [
            ("not reached by AirPlay video", RiskAssessment.Outcome.notApplicable),
            ("plays no interstitials, so ads are left out there", .interstitialsUnsupported),
        ].flatMap { words, outcome -> [String] in
            let names = rest.filter { $0.outcome == outcome }.map {
                $0.receiver.receiverID == nil ? $0.receiver.receiverClass.rawValue : $0.receiver.title.printable
            }
            var unique: [String] = []
            for name in names where !unique.contains(name) { unique.append(name) }
            return unique.isEmpty ? [] : wrapped("\(words): \(unique.joined(separator: ", "))", width: 98)
        }
    }

    private func matrix(_ style: TerminalStyle) -> [String] {
        let receivers = columns.map { transitions[0].assessments[$0].receiver }
        return receivers.contains { $0.receiverID != nil } || receivers.count > 11
            ? receiverRows(style) : classColumns(receivers, style)
    }

    /// One row a transition, one column a class.
    private func classColumns(_ receivers: [ReceiverProfile], _ style: TerminalStyle) -> [String] {
        let titles = receivers.map(Self.shortTitle)
        let label = min(26, 91 - receivers.count * Self.cellWidth)
        var lines = [
            style.bold(
                "transition".column(label) + "at".column(8, alignRight: true)
                    + titles.map { $0.0.column(Self.cellWidth, alignRight: true) }.joined()),
            style.bold("".column(label + 8) + titles.map { $0.1.column(Self.cellWidth, alignRight: true) }.joined()),
        ]
        for judged in transitions {
            lines.append(
                judged.transition.id.printable.shortenedInside(to: label - 1).column(label)
                    + Self.time(judged.transition.at).column(8, alignRight: true)
                    + columns.map { cell(judged.assessments[$0], style) }.joined())
        }
        return lines
    }

    /// Seconds with at most three decimals.
    private static func time(_ at: Duration) -> String { "\((at.seconds * 1000).rounded() / 1000)s" }

    /// One row a receiver, one column a transition, in as many tables as the transitions need.
    private func receiverRows(_ style: TerminalStyle) -> [String] {
        var lines: [String] = []
        for start in stride(from: 0, to: transitions.count, by: 10) {
            let shown = start..<min(start + 10, transitions.count)
            lines += lines.isEmpty ? [] : [""]
            for index in shown {
                lines.append("\(index + 1)  \(transitions[index].transition.id.printable)".shortened(to: 98))
            }
            lines.append(
                style.bold(
                    "receiver".column(38) + shown.map { "\($0 + 1)".column(Self.cellWidth, alignRight: true) }.joined())
            )
            for column in columns {
                let receiver = transitions[0].assessments[column].receiver
                let kind = "\(receiver.receiverClass.rawValue)/\(receiver.tier.rawValue)"
                lines.append(
                    receiver.title.printable.column(19) + style.dim(kind.column(19))
                        + shown.map { cell(transitions[$0].assessments[column], style) }.joined())
            }
        }
        return lines
    }

    private static let cellWidth = 6

    private func cell(_ assessment: RiskAssessment, _ style: TerminalStyle) -> String {
        var text = assessment.band.symbol
        if assessment.band.isJudged, assessment.band > .none, let p95 = assessment.delay?.excess.p95Milliseconds {
            text += Self.compact(p95)
        }
        return style.paint(text.column(Self.cellWidth, alignRight: true), assessment.band)
    }

    /// Class and tier in two lines of at most five characters.
    private static func shortTitle(_ receiver: ReceiverProfile) -> (String, String) {
        let name =
            switch receiver.receiverClass {
            case .appleTV: "ATV"
            case .mac: "Mac"
            case .smartTV: "TV"
            case .setTopBox: "STB"
            case .mediaStick: "stick"
            case .soundBar: "bar"
            case .smartSpeaker: "spkr"
            case .avReceiver: "AVR"
            case .software: "soft"
            case .unknown: "other"
            }
        return (name, receiver.tier == .unknown ? "" : receiver.tier.rawValue)
    }

    private static func compact(_ milliseconds: Double) -> String {
        let tenths = Int((milliseconds / 100).rounded())
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(tenths / 10)"
    }

    private func describe(_ group: FindingGroup, _ style: TerminalStyle) -> [String] {
        let finding = group.lead
        let head = "\(finding.severity.symbol) \(finding.severity.rawValue)"
        let subjects = group.subjects.joined(separator: ", ").printable.shortened(to: 60)
        var lines = [
            style.paint(head, finding.severity) + "  " + style.bold(subjects) + "  " + style.dim("[\(finding.rule)]")
        ]
        lines += wrapped(finding.message.printable, width: 94).map { "    " + $0 }
        lines += wrapped("on \(group.receivers.map(displayName).joined(separator: ", "))", width: 94).map {
            "    " + $0
        }
        if let words = effect(finding) { lines += wrapped(words, width: 94).map { "    " + $0 } }
        if let fix = finding.fix { lines += wrapped("fix: \(fix)".printable, width: 94).map { "    " + $0 } }
        return lines
    }

    /// What a viewer of the worst receiver sees, in a sentence; `nil` where nothing plays.
    private func effect(_ finding: Finding) -> String? {
        guard let judged = transitions.first(where: { $0.transition.id == finding.subject }) else { return nil }
        let concerned = judged.assessments.filter { finding.receivers.contains($0.receiver.id) }
        guard
            let worst = concerned.max(by: { alone($0, finding) < alone($1, finding) }),
            let reason = worst.reasons.first(where: { $0.rule == finding.rule })
        else { return nil }
        let measured = worst.measuredShare.map { " (\(Int(($0 * 100).rounded())) % measured)" } ?? ""
        return "\(worst.receiver.title): \(spokenEffect(reason.alone))\(measured). \(reason.rationale)"
    }

    /// A delay in words. What happens less often than once in 20 switches has no percentile to name.
    private func spokenEffect(_ alone: DelayEstimate) -> String {
        if alone.p95Milliseconds < 1, alone.over80 > 0 {
            return "nothing in most switches, a break in \(Int((alone.over80 * 100).rounded(.up))) of 100"
        }
        return "\(spokenDelay(alone.p50Milliseconds)) typical, \(spokenDelay(alone.p95Milliseconds)) worst of 20"
    }

    private func alone(_ assessment: RiskAssessment, _ finding: Finding) -> Double {
        assessment.reasons.first { $0.rule == finding.rule }?.alone.p95Milliseconds ?? 0
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
            case .clean: "clean"
            case .findings: "findings at or above \(failOn.rawValue)"
            case .incomplete: "something could not be checked"
            }
        let verdicts = words.isEmpty ? "no transition was judged" : words.joined(separator: ", ")
        let read = usage.requests > 0 ? "\(usage.requests) requests, " : ""
        return "\(verdict): \(verdicts); \(read)\(usage.bytes / 1024) KiB read"
    }
}
