import TransitionRisk

extension CheckReport {
    /// What to encode ads as, with the command that does it.
    func advice(_ style: TerminalStyle) -> [String] {
        guard !recommendations.isEmpty else { return [] }
        var lines = ["", style.bold("Encode again as")]
        let groups = alikeRecommendations
        let numbers = groups.map(\.0).firstNumbers
        for ((recommendation, count), first) in zip(groups, numbers).prefix(Self.recommendationsShown) {
            let times = count > 1 ? " ×\(count)" : ""
            lines += ["", "  " + style.bold(recommendation.asset.title.printable.shortened(to: 90) + times)]
            let gain =
                (recommendation.promise == .none
                    ? "nothing to be noticed" : "at most '\(recommendation.promise.rawValue)'")
                + " in \(recommendation.covered) of \(recommendation.all) verdicts, in \(recommendation.coveredNow) now"
            lines += wrapped(gain, width: 94).map { "    " + $0 }
            for (index, encode) in recommendation.encodes.enumerated() {
                let number = recommendation.encodes.count > 1 ? "variant \(index + 1): " : ""
                lines += wrapped((number + encode.target.summary).printable, width: 94).map { "    " + $0 }
                let command = FFmpegCommand(encode.target, for: recommendation, folder: "encode-\(first + index)")
                // What is not printable cannot be pasted either; the JSON document has it.
                guard command.shell == command.shell.printable else { continue }
                lines += command.shell(width: 94).map { style.dim("    " + $0) }
            }
            if !recommendation.uncovered.isEmpty {
                let names = recommendation.uncovered.map(displayName).joined(separator: ", ")
                lines += wrapped("helps only in part on \(names)", width: 94).map { "    " + $0 }
            }
        }
        return lines + Self.more(groups.count - Self.recommendationsShown)
    }

    /// Recommendations with how many there are that differ in nothing but the address of the ad: one creative under many
    /// queries, or in many folders with files of one name.
    private var alikeRecommendations: [(Recommendation, Int)] {
        struct Key: Hashable {
            let title: String
            let anonymous: Recommendation
        }
        var places: [Key: Int] = [:]
        var groups: [(Recommendation, Int)] = []
        for recommendation in recommendations {
            var anonymous = recommendation
            anonymous.asset = primary.reference
            let key = Key(title: recommendation.asset.title, anonymous: anonymous)
            if let place = places[key] {
                groups[place].1 += 1
            } else {
                places[key] = groups.count
                groups.append((recommendation, 1))
            }
        }
        return groups
    }

    private static let recommendationsShown = 6

    /// Every verdict with its reasons, its fix path and the line that reproduces it.
    func explanations(_ style: TerminalStyle) -> [String] {
        TransitionGroup.groups(transitions).flatMap { group -> [String] in
            var lines = ["", style.bold(group.lead.transition.id.printable)]
            if !group.repeats.isEmpty {
                let names = group.repeats.prefix(5).map(\.id).joined(separator: ", ")
                let rest = group.repeats.count > 5 ? " and \(group.repeats.count - 5) more" : ""
                lines += wrapped("the same: \(names)\(rest)".printable, width: 96).map { "  " + style.dim($0) }
            }
            return lines + columns.flatMap { explanation(group.lead.assessments[$0], of: group.lead, style) }
        }
    }

    private func explanation(
        _ assessment: RiskAssessment, of judged: JudgedTransition, _ style: TerminalStyle
    ) -> [String] {
        let head = "\(assessment.band.symbol) \(assessment.band.rawValue)"
        var lines = [
            "  " + style.paint(head.column(12), assessment.band)
                + "\(assessment.receiver.title) (\(assessment.receiver.id))".printable
        ]
        func add(_ text: String) { lines += wrapped(text.printable, width: 92).map { "      " + $0 } }
        if let sentence = PlainWords.sentence(judged, assessment) { add(sentence) }
        if let doubt = assessment.doubt { add(doubt) }
        if let delay = assessment.delay {
            add(
                "excess \(Self.figures(delay.excess)); total \(Self.figures(delay.total)); floor "
                    + "\(Self.figures(delay.floor)); picture \(Self.figures(delay.picture)); sound "
                    + "\(Self.figures(delay.sound))")
        }
        for reason in assessment.reasons {
            add("- \(reason.summary) [\(reason.rule), \(reason.cause.rawValue)]: \(Self.figures(reason.alone)) alone")
            for cost in reason.costs {
                add(
                    "    \(cost.change.rawValue): \(cost.action) in \(Int((cost.trigger * 100).rounded())) of 100, "
                        + "\(spokenDelay(cost.p50Milliseconds)) / \(spokenDelay(cost.p95Milliseconds)), grade "
                        + "\(cost.grade.rawValue), hidden by \(cost.hiddenBy)")
            }
        }
        for branch in assessment.branches {
            add(
                "with \(branch.assumed.joined(separator: ", ")): \(branch.band.rawValue), \(Self.figures(branch.excess))"
            )
        }
        for (index, step) in assessment.fixPath.enumerated() {
            add(
                "fix \(index + 1): \(step.advice) → \(step.band.rawValue), \(spokenDelay(step.p95Milliseconds)) worst of 20"
            )
        }
        for pair in assessment.pairs { add("\(pair.role.rawValue): \(pair.from) → \(pair.to) (\(pair.band.rawValue))") }
        if !assessment.vector.isEmpty { lines.append("      " + style.dim(assessment.vector.printable)) }
        return lines
    }

    private static func figures(_ estimate: DelayEstimate) -> String {
        "\(spokenDelay(estimate.p50Milliseconds)) / \(spokenDelay(estimate.p95Milliseconds))"
    }
}
