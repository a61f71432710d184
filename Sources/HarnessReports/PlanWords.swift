import SuitePlanning
import TransitionRisk

/// Sentences that every format of a plan says alike.
extension SuitePlan {
    /// How small the set of receivers is, and how sure that is.
    var smallness: String {
        if receivers.chosen.isEmpty { return "none to choose" }
        if receivers.isSmallest { return "no smaller set covers as much" }
        return "a smaller set might cover as much, but none with fewer than \(receivers.lowerBound)"
    }

    /// How far the catalogue was reduced.
    var reduction: String {
        "\(catalogue.visits) break\(catalogue.visits == 1 ? "" : "s") of \(catalogue.presentations) "
            + "presentation\(catalogue.presentations == 1 ? "" : "s") under the service plans, of which "
            + "\(catalogue.distinct) differ; \(cases.count) case\(cases.count == 1 ? "" : "s")"
    }

    /// What the budget allows.
    func budgetSentence(_ budget: Budget) -> String {
        "Budget: \(PlanReport.number(budget.hours)) h at \(budget.rigs) rig\(budget.rigs == 1 ? "" : "s"), "
            + "\(PlanReport.number(budget.minutesPerCase)) min a case, room for \(budget.fits); the plan shows \(budget.shown) "
            + "must facets and pairs, and no plan of that size shows more than \(budget.atMost)."
    }

    /// What is left out.
    var remainderSentence: String {
        let bands = Band.allCases.compactMap { band in
            leftOut.bands[band.rawValue].map { "\($0) \(band.rawValue)" }
        }
        let head =
            "Left out: \(leftOut.cases) further case\(leftOut.cases == 1 ? "" : "s") (\(bands.joined(separator: ", ")))."
        if leftOut.untested == 0 { return head + " All of it repeats changes of the plan under another service plan." }
        return head + " \(leftOut.untested) of them put a receiver through changes that no case here does, "
            + "\(Int((leftOut.share * 100).rounded())) % of the risk × uncertainty of all. The worst:"
    }
}

extension Prediction {
    /// What a tester compares with: `0.4 s typical, 1.2 s worst of 20 (medium)`.
    var sentence: String {
        switch band {
        case .notApplicable: return reasons.first ?? "AirPlay video does not reach this receiver"
        case .blocking where p95Milliseconds == nil:
            return "does not play (blocking)" + (reasons.first.map { ": \($0)" } ?? "")
        case .unknown where p95Milliseconds == nil: return "not known"
        default:
            guard let typical = p50Milliseconds, let worst = p95Milliseconds else { return band.rawValue }
            return "\(spokenDelay(typical)) typical, \(spokenDelay(worst)) worst of 20 (\(band.rawValue))"
        }
    }
}

extension PlanReport {
    /// At most three decimals, no more than needed.
    static func number(_ value: Double) -> String {
        let thousandths = Int((value * 1000).rounded())
        var text = "\(thousandths / 1000)"
        let rest = thousandths % 1000
        guard rest != 0 else { return text }
        text += "." + String(1000 + rest).dropFirst()
        while text.last == "0" { text.removeLast() }
        return text
    }
}
