import Foundation
package import HLSPlaylists
import MediaFormats
package import TransitionRisk

/// What reading and measuring one primary with its breaks gave: everything that judging its transitions needs, so that a
/// later run over unchanged assets reads no media.
package struct CheckedEntry: Sendable, Hashable, Codable {
    /// An asset that takes part.
    package struct Asset: Sendable, Hashable, Codable {
        /// What was read and measured, its address without secrets.
        package var profile: AssetProfile
        /// Which edition of the asset it is: changes with its playlists and its media.
        package var revision: String
    }

    /// A transition between two of the assets.
    package struct Item: Sendable, Hashable, Codable {
        /// `ad-2/enter`.
        package var id: String
        /// The kind of boundary.
        package var kind: Transition.Kind
        /// Primary time at which it happens.
        package var at: Duration
        /// The asset that ends, by its place in ``CheckedEntry/assets``.
        package var from: Int
        /// The asset that begins.
        package var to: Int
        /// The primary around the break.
        package var primary: Int
        /// How the next asset gets there.
        package var delivery: Delivery
        /// Where playback resumes; `nil` unless it resumes.
        package var landing: Landing?
    }

    /// A stretch of one asset as a viewer sees it.
    package struct Span: Sendable, Hashable, Codable {
        /// The break's id, or the primary's name.
        package var title: String
        /// Whether it is the primary.
        package var isPrimary: Bool
        /// Seconds since playback began.
        package var startSeconds: Double
        /// How long it plays, in seconds.
        package var lengthSeconds: Double

        /// Describes a stretch.
        package init(title: String, isPrimary: Bool, startSeconds: Double, lengthSeconds: Double) {
            self.title = title
            self.isPrimary = isPrimary
            self.startSeconds = startSeconds
            self.lengthSeconds = lengthSeconds
        }
    }

    /// The assets, the primary first.
    package var assets: [Asset]
    /// The transitions in playing order.
    package var items: [Item]
    /// What plays when.
    package var spans: [Span]
    /// What could not be read; not empty means that breaks may be missing.
    package var problems: [String]

    /// Collects a checked primary.
    ///
    /// - Parameters:
    ///   - transitions: In playing order.
    ///   - spans: What plays when.
    ///   - problems: What could not be read.
    ///   - revision: Which edition an asset is, by its printed reference.
    package init(
        transitions: [Transition], spans: [Span], problems: [String], revision: (String) -> String
    ) {
        var assets: [Asset] = []
        var places: [AssetProfile: Int] = [:]
        func place(_ profile: AssetProfile) -> Int {
            if let known = places[profile] { return known }
            places[profile] = assets.count
            assets.append(
                Asset(profile: profile.withoutSecrets, revision: revision(profile.reference.description)))
            return assets.count - 1
        }
        items = transitions.map { transition in
            let primary = place(transition.primary)
            return Item(
                id: transition.id, kind: transition.kind, at: transition.at, from: place(transition.from),
                to: place(transition.to), primary: primary, delivery: transition.delivery,
                landing: transition.landing)
        }
        self.assets = assets
        self.spans = spans
        self.problems = problems
    }

    /// The transition at a place, for judging. `nil` when the stored document does not hold together.
    func transition(_ item: Item) -> Transition? {
        guard assets.indices.contains(item.from), assets.indices.contains(item.to),
            assets.indices.contains(item.primary)
        else { return nil }
        return Transition(
            id: item.id, kind: item.kind, at: item.at, from: assets[item.from].profile, to: assets[item.to].profile,
            primary: assets[item.primary].profile, delivery: item.delivery, landing: item.landing)
    }

    /// A name for everything that a verdict on each transition can depend on, beside the receiver and the costs.
    func signatures() throws -> [String] {
        let profiles = try assets.map { asset in
            // Verdicts that say why nothing is known name the asset.
            SHA256.name(of: [try Self.text(asset.profile)])
        }
        return try items.map { item in
            SHA256.name(of: [
                item.kind.rawValue, profiles[item.from], profiles[item.to], profiles[item.primary],
                try Self.text(item.delivery), try item.landing.map { try Self.text($0) } ?? "",
            ])
        }
    }

    /// JSON with sorted keys: the same value is the same text.
    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

extension AssetProfile {
    /// The profile with an address that may be kept.
    fileprivate var withoutSecrets: AssetProfile {
        guard case .remote = reference.location else { return self }
        var result = self
        result.reference =
            (try? AssetReference(argument: reference.description)) ?? AssetReference(path: reference.title)
        return result
    }
}
