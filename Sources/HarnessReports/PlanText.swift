package import SuitePlanning
import TransitionRisk

extension PlanReport {
    /// The plan in at most 100 columns: receivers, what is covered, the cases in order.
    package func text(style: TerminalStyle) -> String {
        let lines =
            receiverLines(style) + facetLines(style) + caseLines(style) + remainderLines(style) + problemLines(style)
        return lines.map { $0 + "\n" }.joined()
    }

    private func receiverLines(_ style: TerminalStyle) -> [String] {
        let choice = plan.receivers
        var lines = [style.bold("Receivers: \(choice.chosen.count) of \(choice.considered)") + " — \(plan.smallness)"]
        for receiver in choice.chosen {
            let model = receiver.model.map { $0 == receiver.id ? "" : " (\($0))" } ?? ""
            lines.append(
                "  " + "\(receiver.title)\(model)".printable.column(46)
                    + "\(receiver.receiverClass.rawValue)/\(receiver.tier.rawValue)".column(24) + receiver.id.printable)
            if !receiver.neededFor.isEmpty {
                lines += wrapped("alone covers " + receiver.neededFor.joined(separator: ", ").printable, width: 92).map
                {
                    style.dim("      " + $0)
                }
            }
        }
        return lines + [""]
    }

    private func facetLines(_ style: TerminalStyle) -> [String] {
        let musts = plan.facets.filter { $0.level == .must }
        let shown = musts.count { $0.cases > 0 }
        let pairs = plan.pairs.map { "\($0.pair) \($0.covered) of \($0.of)" }.joined(separator: ", ")
        return [
            style.bold("Coverage: ") + "\(shown) of \(musts.count) must facets, "
                + "\(plan.facets.count { $0.level == .should && $0.cases > 0 }) of \(plan.facets.count - musts.count) should facets"
        ] + wrapped("pairs: \(pairs)", width: 96).map { "  " + $0 }
            + wrapped(plan.reduction, width: 96).map { "  " + $0 } + [""]
    }

    private func caseLines(_ style: TerminalStyle) -> [String] {
        guard !plan.cases.isEmpty else { return [] }
        let hasRigs = plan.budget != nil
        var lines = [
            style.bold("Cases, in order"), style.dim("  id        band  score  \(hasRigs ? "rig  " : "")sender  what"),
        ]
        for entry in plan.cases {
            let band = entry.kind == nil ? style.paint(entry.band.symbol, entry.band) : " "
            let score = decimals(entry.score)
            let rig = hasRigs ? (entry.rig.map(String.init) ?? "-").column(5) : ""
            let head =
                "  \(entry.id.printable)  \(band)     \(score)   \(rig)\(entry.sender.title.printable.column(7)) "
            let indent = hasRigs ? 38 : 33
            let title = wrapped(entry.title.printable, width: 98 - indent)
            lines.append(head + (title.first ?? ""))
            lines += title.dropFirst().map { String(repeating: " ", count: indent) + $0 }
        }
        return lines + [""]
    }

    private func remainderLines(_ style: TerminalStyle) -> [String] {
        var lines: [String] = []
        if let budget = plan.budget {
            lines += wrapped(plan.budgetSentence(budget), width: 98)
        }
        guard plan.leftOut.cases > 0 else { return lines.isEmpty ? [] : lines + [""] }
        lines += wrapped(plan.remainderSentence, width: 98)
        lines += plan.leftOut.worst.prefix(3).flatMap {
            wrapped($0.printable, width: 94).map { style.dim("    " + $0) }
        }
        return lines + [""]
    }

    private func problemLines(_ style: TerminalStyle) -> [String] {
        guard !plan.problems.isEmpty else { return [] }
        return [style.bold("Not complete")]
            + plan.problems.flatMap { problem in
                wrapped(problem.printable, width: 94).enumerated().map {
                    ($0.offset == 0 ? "  - " : "    ") + $0.element
                }
            }
    }

    /// Why a case is in the plan, in at most 100 columns.
    package func explanation(of entry: TestCase, style: TerminalStyle) -> String {
        let place = (plan.cases.firstIndex(of: entry) ?? 0) + 1
        let title = wrapped(entry.title.printable, width: 88)
        var lines = [style.bold(entry.id.printable) + "  " + (title.first ?? "")]
        lines += title.dropFirst().map { String(repeating: " ", count: 10) + $0 } + [""]
        lines.append(style.bold("Why it is in the plan"))
        for why in entry.why {
            lines += wrapped(why.printable, width: 94).enumerated().map {
                ($0.offset == 0 ? "  - " : "    ") + $0.element
            }
        }
        lines += wrapped(
            "Number \(place) of \(plan.cases.count): score \(decimals(entry.score)) = risk \(decimals(entry.risk)) × "
                + "uncertainty \(decimals(entry.uncertainty)).", width: 94
        ).map { "  " + $0 }
        lines += ["", style.bold("Facets that it shows")]
        let titles = Dictionary(plan.facets.map { ($0.id, $0) }) { first, _ in first }
        for id in entry.facets {
            guard let facet = titles[id] else { continue }
            let others = facet.cases == 1 ? "; no other case does" : ""
            lines.append("  \(facet.id) (\(facet.level.rawValue)\(others))".printable)
            lines += wrapped(facet.why.printable, width: 90).map { style.dim("      " + $0) }
        }
        guard entry.steps.contains(where: { $0.delay != nil }) else { return lines.map { $0 + "\n" }.joined() }
        lines += ["", style.bold("What is predicted")]
        for step in entry.steps {
            guard let delay = step.delay else { continue }
            let sentence = wrapped(delay.sentence.printable, width: 66)
            let mark = style.paint(delay.band.symbol, delay.band)
            lines.append("  \(step.id.printable.column(28)) \(mark) \(sentence.first ?? "")")
            lines += sentence.dropFirst().map { String(repeating: " ", count: 33) + $0 }
            lines += delay.reasons.flatMap { wrapped($0.printable, width: 90) }.map { style.dim("      " + $0) }
        }
        return lines.map { $0 + "\n" }.joined()
    }
}

/// A share with two digits: `0.05`, `1.00`.
func decimals(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
}
