package import HLSPlaylists

/// One address that a receiver has to fetch by itself: AirPlay hands over URLs, not media.
package struct ReceiverVisit: Sendable, Hashable {
    /// What is there.
    package enum Kind: String, Sendable, Hashable {
        /// A playlist or media file of the primary or of an asset.
        case document = "playlist"
        /// An asset list.
        case list = "asset list"
        /// Segments and initialization sections.
        case media
        /// A key.
        case key
    }

    /// What is there.
    package var kind: Kind
    /// The address: a URL, or the beginning that many URLs share; a path for a local file.
    package var address: String
    /// Whether it is a file of this machine.
    package var isFile: Bool
    /// The primary, or the break, for findings.
    package var subject: String

    /// Names an address.
    package init(_ kind: Kind, _ address: String, isFile: Bool = false, subject: String) {
        self.kind = kind
        self.address = address
        self.isFile = isFile
        self.subject = subject
    }

    init(_ kind: Kind, _ reference: AssetReference, subject: String) {
        switch reference.location {
        case .file(let path): self.init(kind, path, isFile: true, subject: subject)
        case .remote(let url): self.init(kind, url, subject: subject)
        }
    }

    /// The scheme in lower case; `nil` for a file.
    var scheme: String? {
        isFile ? nil : address.split(separator: ":", maxSplits: 1).first.map { $0.lowercased() }
    }

    /// The host in lower case without brackets; `nil` for a file or a URI without one.
    var host: String? {
        guard !isFile, let slashes = address.range(of: "://") else { return nil }
        let authority = address[slashes.upperBound...].prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        if host.hasPrefix("[") { return host.dropFirst().prefix { $0 != "]" }.lowercased() }
        return host.prefix { $0 != ":" }.lowercased()
    }
}

/// Everything that a receiver has to fetch for one presentation, and what fetching it like a receiver showed.
package struct ReceiverItinerary: Sendable {
    /// The addresses, each kind and origin once a subject.
    package var visits: [ReceiverVisit]
    /// Sets of keys that unlock the same media, with whose they are.
    package var keySets: [(subject: String, keys: [EncryptionKey])]
    /// Addresses that answered 401 or 403, redacted, with whose they are.
    package var refusals: [ReceiverRefusal]
    /// Seconds since 1970; `nil` when nobody said what time it is.
    package var now: Int?
    /// How long the presentation plays, with its breaks; `nil` when not known.
    package var plays: Duration?

    /// Collects what was refused, whatever it belongs to.
    package init(refusals: [ReceiverRefusal]) {
        visits = []
        keySets = []
        self.refusals = refusals
    }

    /// Collects what a presentation and its breaks lead to.
    package init(
        primary: Presentation, breaks: [ResolvedInterstitial], now: Int? = nil, plays: Duration? = nil
    ) {
        visits = []
        keySets = []
        refusals = []
        self.now = now
        self.plays = plays
        add(primary, subject: primary.reference.title)
        for item in breaks {
            let subject = item.event.id
            if case .list(let uri) = item.event.content { add(.list, uri, base: item.event.base, subject: subject) }
            for asset in item.assets {
                if let presentation = asset.presentation {
                    add(presentation, subject: subject)
                } else {
                    add(.document, asset.uri, base: item.event.base, subject: subject)
                }
                if let reference = asset.reference { add(ReceiverVisit(.document, reference, subject: subject)) }
            }
        }
    }

    private mutating func add(_ presentation: Presentation, subject: String) {
        add(ReceiverVisit(.document, presentation.reference, subject: subject))
        for key in presentation.sessionKeys { add(.key, key.uri ?? "", base: nil, subject: subject) }
        for variant in presentation.variants {
            for media in [variant.media] + variant.audio.map(\.media) {
                guard let media else { continue }
                add(ReceiverVisit(.document, media.reference, subject: subject))
                for origin in media.playlist.segments.statedOrigins {
                    add(.media, origin, base: nil, subject: subject)
                }
                keySets += media.playlist.segments.distinctKeySets.map { (subject, $0) }
                for key in media.playlist.segments.distinctKeys.prefix(Self.mostKeys) where key.keyFormat == "identity"
                {
                    add(.key, key.uri ?? "", base: media.reference, subject: subject)
                }
            }
        }
    }

    /// More keys than this say nothing new about where keys are.
    private static let mostKeys = 64

    private mutating func add(_ kind: ReceiverVisit.Kind, _ uri: String, base: AssetReference?, subject: String) {
        guard !uri.isEmpty else { return }
        if let base, let reference = try? base.resolving(uri) {
            add(ReceiverVisit(kind, reference, subject: subject))
        } else if uri.contains(":") {
            add(ReceiverVisit(kind, uri, isFile: uri.hasPrefix("file:"), subject: subject))
        }
    }

    private mutating func add(_ visit: ReceiverVisit) {
        if !visits.contains(visit) { visits.append(visit) }
    }
}

/// An address that was refused, as a receiver without this program's luck would find it.
package struct ReceiverRefusal: Sendable, Hashable {
    /// Why it was refused.
    package enum Reason: Sendable, Hashable {
        /// The origin answers with this code; a receiver sends no cookies, headers or credentials either.
        case status(Int)
        /// The origin refuses the URL with `_HLS_primary_id`, which players add, and serves it without.
        case primaryID(Int)
    }

    /// The address, redacted.
    package var address: String
    /// Why it was refused.
    package var reason: Reason

    /// Describes a refusal.
    package init(address: String, reason: Reason) {
        self.address = address
        self.reason = reason
    }
}

extension Presentation {
    /// EXT-X-SESSION-KEY of the multivariant playlist.
    fileprivate var sessionKeys: [EncryptionKey] {
        if case .multivariant(let playlist) = kind {
            playlist.sessionKeys.filter { $0.keyFormat == "identity" }
        } else {
            []
        }
    }
}

extension ResolvedInterstitial {
    /// The assets, if asking for them gave any.
    fileprivate var assets: [InterstitialAsset] { if case .assets(let assets) = content { assets } else { [] } }
}
