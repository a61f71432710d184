package import HLSPlaylists
package import MediaFormats

/// A resource to be measured: a file, or an init section with the segment that needs it.
package struct ProbeInput: Sendable, Hashable {
    /// A resource or a range of one.
    package struct Piece: Sendable, Hashable {
        /// Where the bytes are.
        package var reference: AssetReference
        /// Which of them (EXT-X-BYTERANGE, BYTERANGE of EXT-X-MAP); `nil` for all.
        package var range: ByteRange?

        /// Names a piece.
        package init(_ reference: AssetReference, range: ByteRange? = nil) {
            self.reference = reference
            self.range = range
        }
    }

    /// The media initialization section (EXT-X-MAP), if there is one.
    package var initialization: Piece?
    /// The file or media segment.
    package var media: Piece
    /// What the playlist says of encryption (EXT-X-KEY). Whole segments that are encrypted (AES-128) are not measured.
    package var protection: ProtectionScheme

    /// Names a file or URL that stands alone.
    package init(_ reference: AssetReference) { self.init(initialization: nil, media: Piece(reference)) }

    /// Names a media segment.
    package init(initialization: Piece?, media: Piece, protection: ProtectionScheme = .none) {
        self.initialization = initialization
        self.media = media
        self.protection = protection
    }
}

/// How much is read for one measurement.
package struct ProbePolicy: Sendable, Hashable {
    /// How deep media are looked into.
    package var tier: MeasuringTier
    /// Bytes of the media that are fetched at once, together with the init section. The default holds the first audio
    /// of nearly all 1080p transport streams, so that no second trip is needed.
    package var firstRange: Int
    /// Bytes that are fetched for one measurement at most.
    package var byteBudget: Int
    /// The longest init section that is read.
    package var initializationLimit: Int
    /// How far the worker goes.
    package var limits: ProbeLimits

    /// Collects a policy.
    package init(
        tier: MeasuringTier = .full, firstRange: Int = 768 << 10, byteBudget: Int = 16 << 20,
        initializationLimit: Int = 4 << 20, limits: ProbeLimits = ProbeLimits()
    ) {
        self.tier = tier
        self.firstRange = firstRange
        self.byteBudget = byteBudget
        self.initializationLimit = initializationLimit
        self.limits = limits
    }
}
