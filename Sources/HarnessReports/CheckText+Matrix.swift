import AirPlayReceivers
import TransitionRisk

extension CheckReport {
    /// The columns with a picture; what AirPlay video never reaches is one line below the table.
    var columns: [Int] {
        guard let first = transitions.first else { return [] }
        return first.assessments.indices.filter { column in
            transitions.contains { $0.assessments[column].band != .notApplicable }
        }
    }

    /// What the verdicts take for granted of receivers of whose tier nothing is known; `nil` when there are none.
    var assumedTiers: String? {
        let receivers = columns.map { transitions[0].assessments[$0].receiver }
        let classes = receivers.filter { $0.tier == .unknown && ![.software, .unknown].contains($0.receiverClass) }
            .map(\.receiverClass.rawValue)
        guard !classes.isEmpty else { return nil }
        return Set(classes).sorted().map { "\($0)/unknown" }.joined(separator: ", ")
            + ": nothing tells the tier, so the lowest of the class is assumed, and what it cannot play counts as blocking. "
            + "A row of your own for the model says better (docs/receivers.md)."
    }

    func matrix(_ style: TerminalStyle) -> [String] {
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
        let (shown, leftOut) = TransitionGroup.worst(TransitionGroup.groups(transitions), most: Self.rowsShown)
        for group in shown {
            let judged = group.lead
            let repeats = group.repeats.isEmpty ? "" : " ×\(group.repeats.count + 1)"
            lines.append(
                (judged.transition.id.printable.shortenedInside(to: label - 1 - repeats.count) + repeats).column(label)
                    + Self.time(judged.transition.at).column(8, alignRight: true)
                    + columns.map { cell(judged.assessments[$0], style) }.joined())
        }
        if leftOut > 0 { lines.append("… and \(leftOut) more rows, none of them worse; --json lists all") }
        return lines
    }

    /// Seconds with at most three decimals.
    private static func time(_ at: Duration) -> String { "\((at.seconds * 1000).rounded() / 1000)s" }

    /// One row a receiver, one column a transition, in as many tables as the transitions need.
    private func receiverRows(_ style: TerminalStyle) -> [String] {
        var lines: [String] = []
        let (groups, leftOut) = TransitionGroup.worst(TransitionGroup.groups(transitions), most: Self.rowsShown)
        for start in stride(from: 0, to: groups.count, by: 10) {
            let shown = start..<min(start + 10, groups.count)
            lines += lines.isEmpty ? [] : [""]
            for index in shown {
                let repeats = groups[index].repeats.isEmpty ? "" : " ×\(groups[index].repeats.count + 1)"
                let id = groups[index].lead.transition.id.printable.shortenedInside(to: 90)
                lines.append("\(index + 1)  \(id)\(repeats)".shortened(to: 98))
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
                        + shown.map { cell(groups[$0].lead.assessments[column], style) }.joined())
            }
        }
        if leftOut > 0 { lines.append("… and \(leftOut) more columns, none of them worse; --json lists all") }
        return lines
    }

    /// More rows than this nobody reads in a terminal; the worst are shown.
    private static let rowsShown = 40
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
}
