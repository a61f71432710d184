package import TransitionRisk

/// The catalogue of rules, ready to be written in any format.
package struct RulesReport: Sendable {
    private let tool: Tool
    private let entries: [RuleCatalogue.Entry]

    /// Collects rules.
    ///
    /// - Parameter group: Only those of one group; `nil` for all.
    package init(tool: Tool, group: RuleCatalogue.Group? = nil) {
        self.tool = tool
        entries = RuleCatalogue.all.filter { group == nil || $0.group == group }
    }

    /// Collects one rule.
    package init(tool: Tool, entry: RuleCatalogue.Entry) {
        self.tool = tool
        entries = [entry]
    }

    /// One line a rule, by group, at most 100 columns.
    package func text(style: TerminalStyle) -> String {
        var lines: [String] = []
        for (group, entries) in grouped {
            lines += (lines.isEmpty ? [] : [""]) + [style.bold("\(group.rawValue): \(group.about)")]
            lines += entries.map { entry in
                let name = "  " + entry.id.rawValue
                return name + String(repeating: " ", count: max(1, 48 - name.count))
                    + style.dim(entry.title.shortened(to: 51))
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// All that there is to say about each rule.
    package func explanation(style: TerminalStyle) -> String {
        entries.map { entry in
            var lines = [
                style.bold(entry.id.rawValue) + style.dim("  \(entry.group.rawValue)"), entry.title.withFullStop, "",
            ]
            for (name, text) in entry.paragraphs {
                let rows = wrapped(text, width: 82)
                lines += rows.enumerated().map { ($0 == 0 ? name : "").column(14) + $1 }
            }
            return lines.map { $0 + "\n" }.joined()
        }.joined(separator: "\n")
    }

    /// The document `segue.rules/1` as UTF-8 text with a final line feed.
    package func json() throws -> String { try encoded(Document(tool: tool, rules: entries.map(Document.Rule.init))) }

    /// The page `docs/rules.md`.
    package var markdown: String {
        var text = """
            # Rules

            Made by `make docs` from the rules themselves; do not edit. `segue rules explain ID` prints one of them.

            """
        for (group, entries) in grouped {
            text += "\n## \(group.rawValue.capitalized)\n\n\(group.about.capitalisedFirst).\n"
            for entry in entries {
                text += "\n### `\(entry.id)`\n\n\(entry.title.withFullStop)\n\n"
                for (name, paragraph) in entry.paragraphs { text += "- **\(name)**: \(paragraph)\n" }
            }
        }
        return text
    }

    private var grouped: [(RuleCatalogue.Group, [RuleCatalogue.Entry])] {
        RuleCatalogue.Group.allCases.compactMap { group in
            let found = entries.filter { $0.group == group }
            return found.isEmpty ? nil : (group, found)
        }
    }

    private struct Document: Encodable {
        let schema = "segue.rules/1"
        let tool: Tool
        let rules: [Rule]

        struct Rule: Encodable {
            let id: RuleID
            let group: RuleCatalogue.Group
            let title: String
            let looksAt: String
            let rationale: String
            let example: String
            let source: String
            let strength: String?
            let cause: Cause?

            init(_ entry: RuleCatalogue.Entry) {
                id = entry.id
                group = entry.group
                title = entry.title
                looksAt = entry.looksAt
                rationale = entry.rationale
                example = entry.example
                source = entry.source
                strength = entry.strength
                cause = entry.cause
            }
        }
    }
}

extension RuleCatalogue.Entry {
    /// What is told about the rule, each with its name.
    fileprivate var paragraphs: [(String, String)] {
        [
            ("Looks at", looksAt), ("Why", rationale), ("Example", example), ("Source", source),
            ("Weight", strength ?? ""), ("Who mends it", cause?.rawValue ?? ""),
        ].filter { !$0.1.isEmpty }
    }
}

extension RuleCatalogue.Group {
    /// What the group is about.
    fileprivate var about: String {
        switch self {
        case .transition: "what changes at a boundary, with its cost worked out for each receiver"
        case .capability: "what a receiver cannot play at all"
        case .reachability: "what a receiver cannot fetch, though the sender can"
        case .playlist: "how playlists are to be authored"
        case .asset: "how an asset fits its primary, by playlists alone"
        case .nowPlaying: "what an app must publish for the phone, the watch and the Apple TV app"
        case .metadata: "timed metadata around breaks"
        case .reading: "what cannot be read, taken as it stands, or believed"
        case .schedule: "what surprises in the schedule of breaks and in what viewers may do"
        }
    }
}

extension String {
    fileprivate var withFullStop: String { hasSuffix(".") ? self : self + "." }
    fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
