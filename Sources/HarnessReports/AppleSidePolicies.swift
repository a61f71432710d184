import HLSPlaylists
import NowPlaying
import TransitionRisk

extension [Policy] {
    /// Findings about the Apple side as these policies want them: a rule that a policy names has the severity that the
    /// policy gives it, and is not told where the policy turns it off. Of several the last counts.
    ///
    /// What could not be checked stays as it is: nothing turns that into a pass.
    func applied(to findings: [AppleSideFinding]) -> [AppleSideFinding] {
        let named = named
        guard !named.isEmpty else { return findings }
        return findings.compactMap { finding in
            guard !finding.rule.isUnread, let (policy, rule) = named[finding.rule.id] else { return finding }
            guard let severity = rule.level.appleSideSeverity else { return nil }
            var finding = finding
            finding.rule.severity = severity
            finding.rule.source += "; policy \(policy)"
            return finding
        }
    }

    /// How often rules were broken, without those that are turned off.
    func applied(to counts: [String: Int]) -> [String: Int] {
        let named = named
        return counts.filter { id, _ in
            AppleSideRule.rule(id)?.isUnread == true || named[id]?.rule.level != .off
        }
    }

    /// For each rule about the Apple side the policy's name and what it says.
    private var named: [String: (policy: String, rule: Policy.Rule)] {
        var named: [String: (policy: String, rule: Policy.Rule)] = [:]
        for policy in self {
            for rule in policy.rules {
                if case .rule(let id) = rule.demand, AppleSideRule.rule(id) != nil { named[id] = (policy.name, rule) }
            }
        }
        return named
    }
}

extension Policy.Level {
    /// The severity of a finding about the Apple side; `nil` where it is not told.
    fileprivate var appleSideSeverity: PlaylistRule.Severity? {
        switch self {
        case .must: .must
        case .should: .should
        case .info: .advice
        case .off: nil
        }
    }
}
