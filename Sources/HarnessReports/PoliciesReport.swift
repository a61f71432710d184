package import TransitionRisk

/// Policies, ready to be written in any format.
package struct PoliciesReport: Sendable {
    private let tool: Tool
    private let policies: [Policy]

    /// Collects policies.
    package init(tool: Tool, policies: [Policy]) {
        self.tool = tool
        self.policies = policies
    }

    /// One line a policy.
    package func summary(style: TerminalStyle) -> String {
        policies.map { policy in
            style.bold(policy.name.printable.column(20)) + "\(policy.rules.count)".column(4, alignRight: true)
                + " rules  "
                + style.dim(policy.summary.printable.shortened(to: 66)) + "\n"
        }.joined()
    }

    /// Every rule of every policy, at most 100 columns.
    package func text(style: TerminalStyle) -> String {
        policies.map { policy in
            var lines = [style.bold(policy.name.printable)] + wrapped(policy.summary.printable, width: 98)
            lines += wrapped(policy.source.printable, width: 98).map { style.dim($0) } + [""]
            for rule in policy.rules {
                lines.append("\(rule.level.rawValue.column(8))\(rule.id)")
                let asked = rule.scope == .all ? rule.asked : "\(rule.scope.rawValue): \(rule.asked)"
                lines += wrapped(asked.printable, width: 88).map { "        " + $0 }
                let reason = [rule.why, "[\(rule.source)]"].filter { !$0.isEmpty }.joined(separator: " ")
                lines += wrapped(reason.printable, width: 88).map { style.dim("        " + $0) }
            }
            return lines.map { $0 + "\n" }.joined()
        }.joined(separator: "\n")
    }

    /// The document `segue.policies/1` as UTF-8 text with a final line feed.
    package func json() throws -> String {
        try encoded(Document(tool: tool, policies: policies.map(Document.PolicyDocument.init)))
    }

    private struct Document: Encodable {
        let schema = "segue.policies/1"
        let tool: Tool
        let policies: [PolicyDocument]

        struct PolicyDocument: Encodable {
            let name: String
            let summary: String
            let source: String
            let rules: [RuleDocument]

            init(_ policy: Policy) {
                name = policy.name
                summary = policy.summary
                source = policy.source
                rules = policy.rules.map(RuleDocument.init)
            }
        }

        struct RuleDocument: Encodable {
            let id: RuleID
            let level: Policy.Level
            let assets: Policy.Scope
            let asks: String
            let why: String?
            let source: String

            init(_ rule: Policy.Rule) {
                id = rule.id
                level = rule.level
                assets = rule.scope
                asks = rule.asked
                why = rule.why.isEmpty ? nil : rule.why
                source = rule.source
            }
        }
    }
}

extension Policy.Rule {
    /// What the rule asks for, in words.
    fileprivate var asked: String {
        let when = conditions.map { "\($0.parameter.name) \($0)" }.joined(separator: " and ")
        let text =
            switch demand {
            case .limit(let limit): "\(limit.parameter.name): \(limit)"
            case .offers(let limits):
                "a variant with " + limits.map { "\($0.parameter.name) \($0)" }.joined(separator: " and ")
            case .excess(let receivers, let most):
                "excess at most \(Int(most)) ms on \(receivers.isEmpty ? "every class" : receivers.joined(separator: ", "))"
            case .rule(let name): "nothing found by \(name)"
            }
        return when.isEmpty ? text : "\(text), where \(when)"
    }
}
