/// A rule about playlists that the playlists alone can show to be broken.
///
/// These rules are about authoring: a player still plays what breaks them, other than what a ``Diagnostic`` of severity
/// error says.
public struct PlaylistRule: Sendable {
    /// The word of the source.
    public enum Severity: String, Sendable, Hashable, Codable {
        /// MUST or SHALL.
        case must
        /// SHOULD or RECOMMENDED.
        case should
        /// No rule of a source, but known to hurt.
        case advice
    }

    /// A breach.
    struct Breach {
        var message: String
        var subject: String
        var line: SourceLine?
    }

    /// A stable name: `playlist-codecs-missing`.
    public let id: String
    /// How strongly the source asks for it.
    public let severity: Severity
    /// The section that asks for it.
    public let source: String
    /// What it asks for, in one sentence.
    public let summary: String
    /// Why a player or receiver minds.
    public let rationale: String
    /// A case in which it is broken.
    public let example: String
    let check: @Sendable (Presentation) -> [Breach]

    init(
        _ id: String, _ severity: Severity, _ source: String, _ summary: String, why rationale: String,
        example: String, _ check: @escaping @Sendable (Presentation) -> [Breach]
    ) {
        self.id = id
        self.severity = severity
        self.source = source
        self.summary = summary
        self.rationale = rationale
        self.example = example
        self.check = check
    }

    /// All rules, by topic.
    public static let all: [PlaylistRule] = variantRules + rangeRules + renditionRules + timingRules + liveRules

    /// What a presentation breaks, in the order of the rules.
    public static func findings(in presentation: Presentation) -> [RuleFinding] {
        all.flatMap { rule in
            rule.check(presentation).prefix(mostBreaches).map { breach in
                RuleFinding(
                    rule: rule.id, severity: rule.severity, message: breach.message, subject: breach.subject,
                    source: rule.source, line: breach.line.flatMap { $0.number > 0 ? $0.number : nil })
            }
        }
    }

    /// Most breaches of one rule that are told.
    static let mostBreaches = 50
}

/// A broken rule with what breaks it.
public struct RuleFinding: Sendable, Hashable, Codable {
    /// The rule's name.
    public var rule: String
    /// How strongly the source asks for it.
    public var severity: PlaylistRule.Severity
    /// What is wrong, with the values in question.
    public var message: String
    /// Which variant, rendition or playlist.
    public var subject: String
    /// The section that asks for it.
    public var source: String
    /// Line of the playlist, if it is one line.
    public var line: Int?
}

extension Presentation {
    /// The multivariant playlist, if there is one.
    var multivariant: MultivariantPlaylist? { if case .multivariant(let playlist) = kind { playlist } else { nil } }

    /// Variants that have a tag, each with it.
    var tagged: [(variant: PresentationVariant, tag: Variant)] {
        variants.compactMap { variant in variant.variant.map { (variant, $0) } }
    }

    /// Those of them that have a picture.
    var withVideo: [(variant: PresentationVariant, tag: Variant)] {
        tagged.filter { $0.variant.declared.videoPresence == .present }
    }

    /// All media playlists that could be read, each once, with a name for people.
    var playlists: [(name: String, media: LoadedMediaPlaylist, isAudio: Bool)] {
        var seen: Set<AssetReference> = []
        var result: [(name: String, media: LoadedMediaPlaylist, isAudio: Bool)] = []
        for variant in variants {
            if let media = variant.media, seen.insert(media.reference).inserted {
                result.append((variant.label, media, false))
            }
            for rendition in variant.audio {
                guard let media = rendition.media, seen.insert(media.reference).inserted else { continue }
                result.append(("audio '\(rendition.name)' of \(rendition.groupID)", media, true))
            }
        }
        return result
    }
}
