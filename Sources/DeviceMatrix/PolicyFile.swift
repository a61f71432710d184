import HLSPlaylists
import NowPlaying
import TransitionRisk

/// The shape of a file in `DeviceMatrix/policies/`.
struct PolicyFile: Decodable {
    let name: String
    let summary: String
    let source: String
    let confidence: String
    let rules: [Rule]
    let sources: [String: String]

    struct Rule: Decodable {
        let id: String
        let level: String
        let assets: String?
        let when: [String: Bound]?
        let parameter: String?
        let oneOf: [String]?
        let noneOf: [String]?
        let least: String?
        let most: String?
        let offers: [String: Bound]?
        let mostExcessMilliseconds: Double?
        let receivers: [String]?
        let rule: String?
        let why: String?
        let section: String?
        let source: String
    }

    /// A list of values, or limits.
    struct Bound: Decodable {
        let oneOf: [String]?
        let noneOf: [String]?
        let least: String?
        let most: String?

        private enum CodingKeys: String, CodingKey { case oneOf, noneOf, least, most }

        init(from decoder: any Decoder) throws {
            if let list = try? decoder.singleValueContainer().decode([String].self) {
                (oneOf, noneOf, least, most) = (list, nil, nil, nil)
                return
            }
            let container = try decoder.container(keyedBy: CodingKeys.self)
            oneOf = try container.decodeIfPresent([String].self, forKey: .oneOf)
            noneOf = try container.decodeIfPresent([String].self, forKey: .noneOf)
            least = try container.decodeIfPresent(String.self, forKey: .least)
            most = try container.decodeIfPresent(String.self, forKey: .most)
        }
    }
}

extension PolicyFile {
    private static let keys: Set = ["name", "summary", "source", "confidence", "rules", "sources"]
    private static let boundKeys: Set = ["oneOf", "noneOf", "least", "most"]
    private static let ruleKeys: Set = [
        "id", "level", "assets", "when", "parameter", "oneOf", "noneOf", "least", "most", "offers",
        "mostExcessMilliseconds", "receivers", "rule", "why", "section", "source",
    ]

    /// The policy, every word checked: a misspelt limit would otherwise be no limit.
    func policy(in document: MatrixDocument) throws(MatrixError) -> Policy {
        try document.requireKeys(Self.keys, at: [])
        try check(document, !name.isEmpty, ["name"], "is empty")
        try check(document, !rules.isEmpty, ["rules"], "a policy without rules asks for nothing")
        try check(
            document, sources[source] != nil, ["source"], "source '\(source)' is not listed under 'sources'")
        let confidences = ["confirmed", "one-source", "guess"]
        try check(
            document, confidences.contains(confidence), ["confidence"],
            "'\(confidence)' is none of \(confidences.joined(separator: ", "))")
        var read: [Policy.Rule] = []
        for (index, rule) in rules.enumerated() {
            let path = ["rules", "\(index)"]
            try document.requireKeys(Self.ruleKeys, at: path)
            for key in ["when", "offers"] {
                for parameter in document.keys(of: path + [key]) {
                    try document.requireKeys(Self.boundKeys, at: path + [key, parameter])
                }
            }
            try check(
                document, !read.contains { $0.id.rawValue == rule.id }, path + ["id"],
                "'\(rule.id)' is the name of a rule above")
            read.append(try self.rule(rule, path, document))
        }
        let policy = Policy(name: name, summary: summary, rules: read, source: sources[source] ?? source)
        if let conflict = policy.contradiction {
            throw MatrixError(
                file: document.file, line: document.line(of: ["rules", "\(conflict.rule)"]),
                message: "rules.\(conflict.rule): \(conflict.message)")
        }
        return policy
    }

    private func rule(
        _ rule: Rule, _ path: [String], _ document: MatrixDocument
    ) throws(MatrixError) -> Policy.Rule {
        try check(document, rule.id.isRuleName, path + ["id"], RuleGroup.advice(rule.id))
        guard let level = Policy.Level(rawValue: rule.level) else {
            throw wrong(document, path + ["level"], "'\(rule.level)' is none of must, should, info, off")
        }
        guard let scope = Policy.Scope(rawValue: rule.assets ?? "all") else {
            throw wrong(document, path + ["assets"], "'\(rule.assets ?? "")' is none of all, primary, interstitial")
        }
        try check(
            document, sources[rule.source] != nil, path + ["source"],
            "source '\(rule.source)' is not listed under 'sources'")
        var conditions: [Limit] = []
        for (name, bound) in (rule.when ?? [:]).sorted(by: { $0.key < $1.key }) {
            conditions.append(try limit(name, bound, path + ["when", name], document))
        }
        let text = sources[rule.source] ?? rule.source
        return Policy.Rule(
            id: RuleID(rawValue: rule.id), level: level, scope: scope, conditions: conditions,
            demand: try demand(rule, path, document), why: rule.why ?? "",
            source: rule.section.map { "\(text) \($0)" } ?? text)
    }

    private func demand(
        _ rule: Rule, _ path: [String], _ document: MatrixDocument
    ) throws(MatrixError) -> Policy.Demand {
        let kinds = [
            rule.parameter != nil, rule.offers != nil, rule.mostExcessMilliseconds != nil, rule.rule != nil,
        ].count { $0 }
        try check(
            document, kinds == 1, path,
            "needs exactly one of parameter, offers, mostExcessMilliseconds, rule")
        if let name = rule.parameter {
            let bound = Bound(oneOf: rule.oneOf, noneOf: rule.noneOf, least: rule.least, most: rule.most)
            return .limit(try limit(name, bound, path, document))
        }
        if let offers = rule.offers {
            var limits: [Limit] = []
            for (name, bound) in offers.sorted(by: { $0.key < $1.key }) {
                limits.append(try limit(name, bound, path + ["offers", name], document))
            }
            try check(document, !limits.isEmpty, path + ["offers"], "names no parameter")
            return .offers(limits)
        }
        if let most = rule.mostExcessMilliseconds {
            try check(
                document, (0...60_000).contains(most), path + ["mostExcessMilliseconds"], "is not within 0…60000")
            return .excess(receivers: rule.receivers ?? [], mostMilliseconds: most)
        }
        let name = rule.rule ?? ""
        try check(
            document,
            PlaylistRule.all.contains { $0.id == name } || AssetRule.ids.contains(name)
                || AppleSideRule.rule(name) != nil, path + ["rule"],
            "'\(name)' is no rule about playlists, Now Playing or timed metadata; segue rules list names them")
        try check(
            document, AppleSideRule.rule(name)?.isUnread != true || rule.level != Policy.Level.off.rawValue,
            path + ["level"], "'\(name)' says that something could not be checked, which is always told")
        return .rule(name)
    }

    private func limit(
        _ name: String, _ bound: Bound, _ path: [String], _ document: MatrixDocument
    ) throws(MatrixError) -> Limit {
        guard let parameter = PolicyParameter(named: name) else {
            let names = PolicyParameter.all.map(\.name).joined(separator: ", ")
            throw wrong(document, path, "there is no parameter '\(name)'; there are \(names)")
        }
        func values(_ texts: [String]) throws(MatrixError) -> [PolicyValue] {
            try check(document, !texts.isEmpty, path, "the list is empty, which nothing can keep")
            var values: [PolicyValue] = []
            for text in texts {
                guard let value = parameter.read(text) else {
                    throw wrong(document, path, "'\(text)' is no value of \(name) (\(parameter.about))")
                }
                values.append(value)
            }
            return values
        }
        let kinds = [bound.oneOf != nil, bound.noneOf != nil, bound.least != nil || bound.most != nil].count { $0 }
        try check(document, kinds == 1, path, "needs one of oneOf, noneOf, or least and most")
        if let texts = bound.oneOf { return Limit(parameter, .oneOf(try values(texts))) }
        if let texts = bound.noneOf { return Limit(parameter, .noneOf(try values(texts))) }
        try check(document, parameter.kind != .word, path, "\(name) has no order; use oneOf or noneOf")
        let least = try bound.least.map { text throws(MatrixError) in try values([text])[0] }
        let most = try bound.most.map { text throws(MatrixError) in try values([text])[0] }
        if let least, let most {
            try check(document, least.isAtMost(most), path, "least \(least) is above most \(most): nothing can pass")
        }
        return Limit(parameter, .range(least: least, most: most))
    }

    private func check(
        _ document: MatrixDocument, _ valid: Bool, _ path: [String], _ message: String
    ) throws(MatrixError) {
        if !valid { throw wrong(document, path, message) }
    }

    private func wrong(_ document: MatrixDocument, _ path: [String], _ message: String) -> MatrixError {
        MatrixError(
            file: document.file, line: document.line(of: path),
            message: "\(path.joined(separator: ".")): \(message)")
    }
}

extension PolicyFile.Bound {
    fileprivate init(oneOf: [String]?, noneOf: [String]?, least: String?, most: String?) {
        (self.oneOf, self.noneOf, self.least, self.most) = (oneOf, noneOf, least, most)
    }
}

extension String {
    /// Kebab case with the prefix of a group of rules.
    fileprivate var isRuleName: Bool {
        RuleGroup.prefixes.contains { hasPrefix($0) && count > $0.count }
            && allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
    }
}

/// The groups of rules, by the prefixes of their names.
private enum RuleGroup {
    static let prefixes = [
        "video-", "audio-", "timing-", "playlist-", "interstitial-", "language-", "navigation-", "receiver-",
        "now-playing-", "metadata-",
    ]

    static func advice(_ id: String) -> String {
        "'\(id)' is no name of a rule: lower case with hyphens, beginning with \(prefixes.joined(separator: ", "))"
    }
}
