/// Why a boundary costs what it costs on one receiver.
struct Explanation {
    let boundary: Boundary
    let conditions: DelayConditions
    let table: CostTable
    /// The rules that found changes, in the order of the rule book.
    let found: [(rule: any TransitionRule.Type, changes: Set<TriggeredChange>)]

    init(boundary: Boundary, conditions: DelayConditions, table: CostTable) {
        self.boundary = boundary
        self.conditions = conditions
        self.table = table
        found = RuleBook.rules.map { ($0, Set($0.changes(at: boundary))) }.filter { !$0.1.isEmpty }
    }

    /// One reason for each rule that fired, costliest first, and behind them what takes no time.
    var reasons: [Reason] {
        let timed = found.compactMap { rule, changes -> Reason? in
            guard changes != [TriggeredChange(.parameterSets)] else { return nil }
            let alone = table.verdicts.verdict(changes, conditions)
            // Data that arrive in time are no reason for anything.
            if rule.cause == .delivery, alone.excess.p95Milliseconds < 1 { return nil }
            return reason(rule, changes, alone.excess, alone.band)
        }
        let remarks = RuleBook.rules.compactMap { rule -> Reason? in
            guard let annoyance = rule.annoyance, let words = rule.remark(at: boundary) else { return nil }
            var reason = reason(rule, [], .zero, annoyance)
            reason.summary = words
            return reason
        }
        // Where two cost the same, the order of the rule book stands, so the sort must be stable.
        return timed.enumerated().sorted {
            let (a, b) = ($0.element.alone, $1.element.alone)
            if a.p95Milliseconds != b.p95Milliseconds { return a.p95Milliseconds > b.p95Milliseconds }
            return $0.offset < $1.offset
        }.map(\.element) + remarks
    }

    /// What each change costs alone, weighted: how much of it carries a grade of measurement or was calibrated.
    var measuredShare: Double? { table.measuredShare(of: Set(found.flatMap(\.changes)), conditions) }

    private func reason(
        _ rule: any TransitionRule.Type, _ changes: Set<TriggeredChange>, _ alone: DelayEstimate, _ band: Band
    )
        -> Reason
    {
        let difference = rule.parameters.lazy.compactMap { boundary.comparison[$0] }
            .first { $0.outcome == .mismatch }
        return Reason(
            rule: rule.id, summary: summary(rule.documentation, difference),
            rationale: rule.documentation.rationale, source: rule.documentation.source, cause: rule.cause,
            difference: difference, costs: costs(changes), alone: alone, band: band, fix: rule.fix(for: boundary))
    }

    private func summary(_ documentation: RuleDocumentation, _ difference: Difference?) -> String {
        guard let difference, let from = difference.from, let to = difference.to else { return documentation.title }
        return "\(documentation.title): \(from) → \(to)"
    }

    private func costs(_ changes: Set<TriggeredChange>) -> [ReasonCost] {
        changes.sorted().compactMap { change in
            guard let cost = table.model.costs.changes[change.id],
                let here = table.model.cost(of: change.id, under: conditions)
            else { return nil }
            return ReasonCost(
                change: change.id, stage: cost.stage, action: cost.action, trigger: here.trigger,
                p50Milliseconds: here.p50Milliseconds, p95Milliseconds: here.p95Milliseconds, grade: here.grade,
                hiddenBy: cost.hiddenBy, sources: cost.sources.map { table.model.costs.sources[$0] ?? $0 },
                calibration: here.calibration)
        }
    }
}

extension CostTable {
    /// How much of what these changes cost, each alone and weighted by that, carries a grade of measurement or was
    /// calibrated; `nil` where they cost nothing.
    func measuredShare(of changes: Set<TriggeredChange>, _ conditions: DelayConditions) -> Double? {
        let weights = changes.subtracting([TriggeredChange(.parameterSets)]).sorted().map { change -> (Double, Bool) in
            let cost = model.cost(of: change.id, under: conditions)
            return (
                verdicts.verdict([change], conditions).excess.p95Milliseconds,
                cost.map { $0.grade.isMeasured || $0.calibration != nil } ?? false
            )
        }
        let whole = weights.reduce(0) { $0 + $1.0 }
        guard whole > 0 else { return nil }
        return weights.filter(\.1).reduce(0) { $0 + $1.0 } / whole
    }
}
