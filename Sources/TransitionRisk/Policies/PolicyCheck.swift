package import HLSPlaylists

/// Holds a policy against what was measured and judged.
package struct PolicyCheck: Sendable {
    private let policy: Policy

    /// Checks by a policy.
    package init(_ policy: Policy) { self.policy = policy }

    /// What breaks the policy, in the order of its rules and then of the assets.
    ///
    /// A value that nobody knows breaks no rule and keeps none: a `must` then gives a finding of severity
    /// ``Band/unknown``, which never passes.
    ///
    /// - Parameters:
    ///   - primaries: The primary assets.
    ///   - interstitials: The assets of breaks.
    ///   - transitions: Transitions with their verdicts.
    ///   - breaches: What rules about playlists found, with the asset in question.
    package func findings(
        primaries: [AssetProfile], interstitials: [AssetProfile], transitions: [JudgedTransition],
        breaches: [RuleFinding] = []
    ) -> [Finding] {
        policy.rules.filter { $0.level != .off }.flatMap { rule -> [Finding] in
            switch rule.demand {
            case .limit(let limit):
                return assets(rule, primaries, interstitials).flatMap { keeps(rule, limit, $0) }
            case .offers(let limits):
                return assets(rule, primaries, interstitials).flatMap { offers(rule, limits, $0) }
            case .excess(let receivers, let most):
                return exceeds(rule, receivers, most, transitions)
            case .rule(let name):
                return breaches.filter { $0.rule == name }.map { breach in
                    finding(rule, rule.level.severity, breach.subject, breach.message, source: breach.source)
                }
            }
        }
    }

    private func assets(
        _ rule: Policy.Rule, _ primaries: [AssetProfile], _ interstitials: [AssetProfile]
    ) -> [AssetProfile] {
        switch rule.scope {
        case .all: primaries + interstitials
        case .primary: primaries
        case .interstitial: interstitials
        }
    }

    /// Variants of one asset that break a limit in the same way make one finding.
    private func keeps(_ rule: Policy.Rule, _ limit: Limit, _ asset: AssetProfile) -> [Finding] {
        var labels: [PolicyParameter.Reading: [String]] = [:]
        var order: [PolicyParameter.Reading] = []
        for variant in asset.variants {
            guard let applies = rule.applies(to: variant) else {
                // Whether the rule is meant is not known, and neither is whether it is kept.
                if order.contains(.unknown) == false { order.append(.unknown) }
                labels[.unknown, default: []].append(variant.label)
                continue
            }
            let reading = limit.parameter.reading(of: variant)
            guard applies, reading != .absent else { continue }
            if case .value(let value) = reading, limit.allows(value) { continue }
            if labels[reading] == nil { order.append(reading) }
            labels[reading, default: []].append(variant.label)
        }
        return order.compactMap { reading in
            let variants = labels[reading] ?? []
            let place = variants.count == asset.variants.count ? "" : " in \(variants.summarised)"
            switch reading {
            case .absent: return nil
            case .unknown:
                guard rule.level == .must else { return nil }
                return finding(
                    rule, .unknown, asset.reference.title,
                    "\(limit.parameter.name) is not known\(place); "
                        + "asked for: \(limit)")
            case .value(let value):
                return finding(
                    rule, rule.level.severity, asset.reference.title,
                    "\(limit.parameter.name) is \(value)\(place); asked for: \(limit)",
                    fix: "encode with \(limit.parameter.name) \(limit)")
            }
        }
    }

    private func offers(_ rule: Policy.Rule, _ limits: [Limit], _ asset: AssetProfile) -> [Finding] {
        var isPossible = false
        for variant in asset.variants where rule.applies(to: variant) ?? true {
            var keeps = true
            var isKnown = true
            for limit in limits {
                switch limit.parameter.reading(of: variant) {
                case .value(let value): keeps = keeps && limit.allows(value)
                case .unknown: isKnown = false
                case .absent: keeps = false
                }
            }
            if keeps, isKnown { return [] }
            isPossible = isPossible || keeps
        }
        let wanted = limits.map { "\($0.parameter.name) \($0)" }.joined(separator: " and ")
        guard isPossible else {
            return [
                finding(
                    rule, rule.level.severity, asset.reference.title, "no variant has \(wanted)",
                    fix: "add a variant with \(wanted)")
            ]
        }
        guard rule.level == .must else { return [] }
        return [finding(rule, .unknown, asset.reference.title, "not known whether a variant has \(wanted)")]
    }

    private func exceeds(
        _ rule: Policy.Rule, _ receivers: [String], _ most: Double, _ transitions: [JudgedTransition]
    ) -> [Finding] {
        transitions.compactMap { judged in
            let asked = judged.assessments.filter { assessment in
                assessment.band != .notApplicable
                    && (receivers.isEmpty
                        || receivers.contains(assessment.receiver.id)
                        || receivers.contains(assessment.receiver.receiverClass.rawValue))
            }
            let over = asked.filter { assessment in
                assessment.band == .blocking || assessment.delay.map { $0.excess.p95Milliseconds > most } ?? false
            }
            let unknown = asked.filter { $0.band == .unknown }
            guard !over.isEmpty || rule.level == .must && !unknown.isEmpty else { return nil }
            let isOver = !over.isEmpty
            let worst = over.compactMap(\.delay).map(\.excess.p95Milliseconds).max()
            var found = finding(
                rule, isOver ? rule.level.severity : .unknown, judged.transition.id,
                isOver
                    ? "worst of 20 is \(worst.map { "\(Int($0.rounded())) ms" } ?? "no playback"), at most "
                        + "\(Int(most)) ms are allowed"
                    : "not known whether it stays below \(Int(most)) ms")
            found.receivers = (isOver ? over : unknown).map(\.receiver.id)
            return found
        }
    }

    private func finding(
        _ rule: Policy.Rule, _ severity: Band, _ subject: String, _ message: String, source: String? = nil,
        fix: String? = nil
    ) -> Finding {
        Finding(
            rule: rule.id, severity: severity, message: message, subject: subject, receivers: [],
            evidence: [
                Finding.Evidence(
                    name: "policy", value: "\(policy.name): \(rule.level.rawValue)",
                    place: rule.why.isEmpty ? nil : rule.why)
            ], source: source ?? rule.source, fix: fix)
    }
}

extension Policy.Level {
    /// The severity of a breach: a `must` fails a check with the default limit.
    var severity: Band {
        switch self {
        case .must: .high
        case .should: .medium
        case .info: .low
        case .off: .none
        }
    }
}

extension Policy.Rule {
    /// Whether the rule is meant for a variant; `nil` when a parameter of a condition is not known.
    fileprivate func applies(to variant: ProfiledVariant) -> Bool? {
        var isUnknown = false
        for condition in conditions {
            switch condition.parameter.reading(of: variant) {
            case .value(let value): if !condition.allows(value) { return false }
            case .absent: return false
            case .unknown: isUnknown = true
            }
        }
        return isUnknown ? nil : true
    }
}

extension [String] {
    /// At most two of them by name.
    fileprivate var summarised: String {
        count <= 2 ? joined(separator: " and ") : "\(self[0]) and \(count - 1) more"
    }
}
