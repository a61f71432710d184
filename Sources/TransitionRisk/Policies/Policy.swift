import HLSPlaylists

/// A team's own limits, or those of a published specification: what assets must be like, whatever the transitions cost.
package struct Policy: Sendable, Hashable {
    /// How strongly a rule is meant.
    package enum Level: String, Sendable, Hashable, Codable, CaseIterable {
        /// A breach fails a check with the default limit; a value that nobody knows makes it incomplete.
        case must
        /// A breach is worth mending.
        case should
        /// Worth knowing.
        case info
        /// Not told: what a policy says of a rule that speaks without being asked for.
        case off
    }

    /// Which assets a rule is about.
    package enum Scope: String, Sendable, Hashable, Codable, CaseIterable {
        /// The primary and the assets of breaks.
        case all
        /// The primary only.
        case primary
        /// The assets of breaks only.
        case interstitial
    }

    /// One limit.
    package struct Rule: Sendable, Hashable {
        /// Its stable name, in kebab case with the prefix of its group.
        package var id: RuleID
        /// How strongly it is meant.
        package var level: Level
        /// Which assets it is about.
        package var scope: Scope
        /// It holds only for variants that fulfil all of these; empty for every variant.
        package var conditions: [Limit]
        /// What it asks for.
        package var demand: Demand
        /// Why, in a sentence; empty when the file gives no reason.
        package var why: String
        /// The section that asks for it.
        package var source: String

        /// Describes a limit.
        package init(
            id: RuleID, level: Level, scope: Scope = .all, conditions: [Limit] = [], demand: Demand, why: String = "",
            source: String
        ) {
            self.id = id
            self.level = level
            self.scope = scope
            self.conditions = conditions
            self.demand = demand
            self.why = why
            self.source = source
        }
    }

    /// What a rule asks for.
    package enum Demand: Sendable, Hashable {
        /// A parameter of every variant keeps a limit.
        case limit(Limit)
        /// At least one variant keeps all of these.
        case offers([Limit])
        /// The excess of every transition stays below this many milliseconds (95th percentile) on these classes;
        /// empty names stand for every class.
        case excess(receivers: [String], mostMilliseconds: Double)
        /// A rule about playlists finds nothing.
        case rule(String)
    }

    /// The name by which it is asked for.
    package var name: String
    /// What it is, in a sentence.
    package var summary: String
    /// Its rules, in the order of the file.
    package var rules: [Rule]
    /// Where it comes from.
    package var source: String

    /// Collects rules.
    package init(name: String, summary: String, rules: [Rule], source: String) {
        self.name = name
        self.summary = summary
        self.rules = rules
        self.source = source
    }
}

/// A bound on one parameter.
package struct Limit: Sendable, Hashable {
    /// The bound itself.
    package enum Bound: Sendable, Hashable {
        /// One of these values.
        case oneOf([PolicyValue])
        /// None of these values.
        case noneOf([PolicyValue])
        /// At most, at least, or both.
        case range(least: PolicyValue?, most: PolicyValue?)
    }

    /// What is bounded.
    package var parameter: PolicyParameter
    /// How.
    package var bound: Bound

    /// Bounds a parameter.
    package init(_ parameter: PolicyParameter, _ bound: Bound) {
        self.parameter = parameter
        self.bound = bound
    }

    /// Whether a value keeps the bound.
    package func allows(_ value: PolicyValue) -> Bool {
        switch bound {
        case .oneOf(let values): values.contains { $0.matches(value) }
        case .noneOf(let values): !values.contains { $0.matches(value) }
        case .range(let least, let most):
            (least.map { $0.isAtMost(value) } ?? true) && (most.map { value.isAtMost($0) } ?? true)
        }
    }

    /// Whether some value could keep both this bound and another one on the same parameter.
    package func agrees(with other: Limit) -> Bool {
        guard parameter == other.parameter else { return true }
        switch (bound, other.bound) {
        case (.oneOf(let values), _): return values.contains(where: other.allows)
        case (_, .oneOf(let values)): return values.contains(where: allows)
        case (.range(let least, let most), .range(let otherLeast, let otherMost)):
            let keeps = { (low: PolicyValue?, high: PolicyValue?) in
                guard let low, let high else { return true }
                return low.isAtMost(high)
            }
            return keeps(least, otherMost) && keeps(otherLeast, most)
        default: return true
        }
    }
}

extension Limit: CustomStringConvertible {
    /// `one of avc, hevc`, `at most 4.1`.
    package var description: String {
        switch bound {
        case .oneOf(let values):
            (values.count == 1 ? "" : "one of ") + values.map(\.description).joined(separator: ", ")
        case .noneOf(let values): "not " + values.map(\.description).joined(separator: ", ")
        case .range(let least, let most):
            [least.map { "at least \($0)" }, most.map { "at most \($0)" }].compactMap(\.self).joined(separator: ", ")
        }
    }
}
