import TransitionRisk

extension CheckReport {
    private static let groupsShown = 12

    /// The findings that somebody can act on, worst first.
    func actions(_ style: TerminalStyle) -> [String] {
        let groups = findingGroups.filter { $0.lead.severity != .none }
        guard !groups.isEmpty else { return [] }
        var lines = ["", style.bold("What to act on")]
        for group in groups.prefix(Self.groupsShown) { lines += [""] + describe(group, style) }
        return lines + Self.more(groups.count - Self.groupsShown)
    }

    private func describe(_ group: FindingGroup, _ style: TerminalStyle) -> [String] {
        let finding = group.lead
        let head = "\(finding.severity.symbol) \(finding.severity.rawValue)"
        let subjects = group.subjects.joined(separator: ", ").printable.shortened(to: 60)
        var lines = [
            style.paint(head, finding.severity) + "  " + style.bold(subjects) + "  " + style.dim("[\(finding.rule)]")
        ]
        lines += wrapped(finding.message.printable, width: 94).map { "    " + $0 }
        if !group.receivers.isEmpty {
            lines += wrapped("on \(group.receivers.map(displayName).joined(separator: ", "))", width: 94).map {
                "    " + $0
            }
        }
        if let words = effect(finding) { lines += wrapped(words, width: 94).map { "    " + $0 } }
        if let fix = finding.fix { lines += wrapped("fix: \(fix)".printable, width: 94).map { "    " + $0 } }
        return lines
    }

    /// What a viewer of the worst receiver sees, in a sentence, and how much of that was measured; `nil` where nothing
    /// plays.
    private func effect(_ finding: Finding) -> String? {
        guard let judged = transitions.first(where: { $0.transition.id == finding.subject }) else { return nil }
        let concerned = judged.assessments.filter { finding.receivers.contains($0.receiver.id) }
        guard
            let worst = concerned.max(by: { alone($0, finding) < alone($1, finding) }),
            let reason = worst.reasons.first(where: { $0.rule == finding.rule })
        else { return nil }
        let measured = worst.measuredShare.map { " (\(Int(($0 * 100).rounded())) % measured)" } ?? ""
        // The costliest reason is what a viewer notices; the others would matter without it.
        if worst.reasons.first?.rule == finding.rule, let sentence = PlainWords.sentence(judged, worst) {
            return sentence + measured
        }
        return "\(worst.receiver.title): \(spokenEffect(reason.alone)) by itself\(measured). \(reason.rationale)"
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

    /// What is right as it is and wrong elsewhere: findings without a severity.
    func notes(_ style: TerminalStyle) -> [String] {
        let groups = findingGroups.filter { $0.lead.severity == .none }
        guard !groups.isEmpty else { return [] }
        return ["", style.bold("Before testing on a receiver")]
            + groups.prefix(Self.groupsShown).flatMap { group in
                wrapped(
                    "\(group.subjects.joined(separator: ", ")): \(group.lead.message); \(group.lead.fix ?? "") "
                        + "[\(group.lead.rule)]".printable, width: 96
                ).map { "  " + $0.printable }
            }
    }

    /// What is new since the earlier check, and what is gone.
    func comparedWithBaseline(_ style: TerminalStyle) -> [String] {
        guard let baseline else { return [] }
        let visible = baseline.new.filter { $0.severity != .none }
        var lines = [
            "", "against the baseline: \(visible.count) new, \(baseline.known) known, \(baseline.fixed.count) fixed",
        ]
        for finding in visible.prefix(Self.groupsShown) {
            lines.append(
                "  new    \(finding.severity.rawValue) \(finding.subject) [\(finding.rule)]".printable.shortened(to: 98)
            )
        }
        for fixed in baseline.fixed.prefix(Self.groupsShown) {
            lines.append("  fixed  \(fixed)".printable.shortened(to: 98))
        }
        return lines
    }
}
