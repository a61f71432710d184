package import HLSPlaylists

/// What to encode an ad as, so that it fits most primaries and receivers.
package struct Recommendation: Sendable, Hashable {
    /// One encode with what it is good for.
    package struct Encode: Sendable, Hashable {
        /// The encode.
        package var target: EncodeTarget
        /// Verdicts at or below ``Recommendation/promise`` that this encode adds to those before it.
        package var gains: Int
    }

    /// The ad.
    package var asset: AssetReference
    /// Whether the ad has sound, as far as known; an encode with sound needs some.
    package var hasSound: Bool
    /// The ad's dynamic range, if known.
    package var range: String?
    /// Whether the ad is interlaced.
    package var isInterlaced: Bool
    /// The encodes, the most useful first; offered together as variants of one ad.
    package var encodes: [Encode]
    /// The worst band among the covered verdicts once the ad is encoded like this.
    package var promise: Band
    /// Verdicts (transition and receiver) that will be at or below ``promise``.
    package var covered: Int
    /// All verdicts about this ad.
    package var all: Int
    /// Verdicts that are at or below ``promise`` now.
    package var coveredNow: Int
    /// Receivers that no encode helps, each once, in column order.
    package var uncovered: [String]
}
