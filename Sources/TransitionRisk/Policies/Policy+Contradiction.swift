extension Policy {
    /// The first rule that no asset can keep beside the others, by its position, and why; `nil` when all can be kept.
    ///
    /// Only rules that hold at the same time are compared: those whose conditions are the same, or some of the same.
    package var contradiction: (rule: Int, message: String)? {
        let limits = rules.enumerated().flatMap { index, rule -> [(index: Int, rule: Rule, limit: Limit)] in
            guard rule.level == .must else { return [] }
            switch rule.demand {
            case .limit(let limit): return [(index, rule, limit)]
            case .offers(let limits): return limits.map { (index, rule, $0) }
            case .excess, .rule: return []
            }
        }
        for (place, later) in limits.enumerated() {
            let earlier = limits[..<place].filter {
                $0.index != later.index && $0.limit.parameter == later.limit.parameter
                    && $0.rule.holds(with: later.rule)
            }
            if let other = earlier.first(where: { !$0.limit.agrees(with: later.limit) }) {
                return (
                    later.index,
                    "no \(later.limit.parameter.name) can be both \(later.limit) and, as rule '\(other.rule.id)' asks, "
                        + "\(other.limit): nothing can pass"
                )
            }
            // Three lists may leave nothing though any two of them do.
            let together = earlier + [later]
            guard
                let values = together.lazy.compactMap({ entry in
                    if case .oneOf(let values) = entry.limit.bound { values } else { nil }
                }).first
            else { continue }
            if !values.contains(where: { value in together.allSatisfy { $0.limit.allows(value) } }) {
                return (
                    later.index,
                    "with the rules above it leaves no \(later.limit.parameter.name): nothing can pass"
                )
            }
        }
        return nil
    }
}

extension Policy.Rule {
    /// Whether some variant can be meant by both rules, as far as conditions show without comparing values.
    fileprivate func holds(with other: Policy.Rule) -> Bool {
        guard scope == .all || other.scope == .all || scope == other.scope else { return false }
        // What must be offered once does not bind every variant; two offers may be kept by two variants.
        if case .offers = demand, case .offers = other.demand { return false }
        let (own, others) = (Set(conditions), Set(other.conditions))
        return own.isSubset(of: others) || others.isSubset(of: own)
    }
}
