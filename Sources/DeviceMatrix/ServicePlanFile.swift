import HLSPlaylists

/// The shape of a file in `DeviceMatrix/service-plans/`: a ``ServicePlan`` with its backing.
struct ServicePlanFile: Decodable {
    let plan: ServicePlan
    let source: String
    let confidence: String
    let sources: [String: String]

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case source, confidence, sources
    }

    init(from decoder: any Decoder) throws {
        plan = try ServicePlan(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        source = try container.decode(String.self, forKey: .source)
        confidence = try container.decode(String.self, forKey: .confidence)
        sources = try container.decode([String: String].self, forKey: .sources)
    }

    private static let planKeys: Set = ["name", "summary", "handlesPlaylistEvents", "changes"]
    private static let changeKeys: Set = [
        "select", "remove", "restrict", "resumeOffset", "playoutLimit", "skipControlOffset",
    ]
}

extension ServicePlanFile {
    /// The plan, every word checked: a misspelt key would otherwise silently change nothing.
    func sourcedPlan(in document: MatrixDocument) throws(MatrixError) -> SourcedPlan {
        func check(_ valid: Bool, _ path: [String], _ message: String) throws(MatrixError) {
            guard !valid else { return }
            throw MatrixError(
                file: document.file, line: document.line(of: path),
                message: "\(path.joined(separator: ".")): \(message)")
        }
        let known = Self.planKeys.union(CodingKeys.allCases.map(\.rawValue))
        for key in document.keys(of: []) { try check(known.contains(key), [key], "no key of a service plan") }
        try check(!plan.name.isEmpty, ["name"], "is empty")
        try check(sources[source] != nil, ["source"], "source '\(source)' is not listed under 'sources'")
        try check(
            plan.handlesPlaylistEvents ?? true || plan.changes?.isEmpty ?? true, ["changes"],
            "a plan that ignores the playlist's events has none to change")
        for (index, change) in (plan.changes ?? []).enumerated() {
            let path = ["changes", "\(index)"]
            for key in document.keys(of: path) {
                try check(Self.changeKeys.contains(key), path + [key], "no key of a change")
            }
            try check(
                change.hasKnownSelector, path + ["select"],
                "'\(change.select)' is none of all, last, id:ID, position:N")
            for word in change.restrict ?? [] {
                try check(["SKIP", "JUMP"].contains(word), path + ["restrict"], "'\(word)' is neither SKIP nor JUMP")
            }
            for (key, text, signed) in [
                ("resumeOffset", change.resumeOffset, true), ("playoutLimit", change.playoutLimit, false),
                ("skipControlOffset", change.skipControlOffset, false),
            ] {
                guard let text else { continue }
                try check(
                    Duration(decimalSeconds: text, signed: signed) != nil, path + [key],
                    "'\(text)' is no number of seconds")
            }
        }
        let name = document.file.split(separator: "/").last ?? ""
        return SourcedPlan(
            plan: plan, alias: name.dropLast(".yaml".count).lowercased(), source: sources[source] ?? source,
            confidence: confidence)
    }
}

extension ServicePlan.Change {
    fileprivate var hasKnownSelector: Bool {
        if select.hasPrefix("position:") { return Int(select.dropFirst(9)).map { $0 > 0 } ?? false }
        return ["all", "last"].contains(select) || select.hasPrefix("id:") && select.count > 3
    }
}
