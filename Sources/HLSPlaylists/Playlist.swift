/// A playlist of either kind (rfc8216bis 4.1).
public enum Playlist: Sendable, Hashable {
    /// Lists variants and renditions.
    case multivariant(MultivariantPlaylist)
    /// Lists media segments.
    case media(MediaPlaylist)

    /// The multivariant playlist, if it is one.
    public var multivariant: MultivariantPlaylist? {
        if case .multivariant(let playlist) = self { playlist } else { nil }
    }
    /// The media playlist, if it is one.
    public var media: MediaPlaylist? { if case .media(let playlist) = self { playlist } else { nil } }
}

/// What reading a playlist gave: the value, as far as there is one, and everything worth telling.
///
/// A playlist that breaks a rule under which clients must refuse it is still read as far as it makes sense, so that
/// the rest can be judged; ``isRefused`` says that a conforming client would not play it.
public struct PlaylistDocument: Sendable, Hashable {
    /// The playlist; `nil` when the bytes are no playlist at all.
    public var playlist: Playlist?
    /// What was found, in the order of lines, then what concerns the whole.
    public var diagnostics: [Diagnostic]

    /// Whether a conforming client would refuse the playlist.
    public var isRefused: Bool { diagnostics.contains { $0.severity == .error } }
}

/// A tag that this library does not interpret, kept as written.
public struct UnknownTag: Sendable, Hashable {
    /// The name without `#`: `EXT-X-CUE-OUT`.
    public var name: String
    /// The text after the colon; `nil` when there is no colon.
    public var value: String?
    /// In a media playlist, how many segments stand before it.
    public var segmentIndex: Int
    /// Where it stands.
    public var line: SourceLine
}

/// Where clients should start to play (EXT-X-START, rfc8216bis 4.4.2.2).
public struct StartPoint: Sendable, Hashable {
    /// From the beginning, or from the end when negative.
    public var offset: Duration
    /// Whether playback should start exactly there.
    public var isPrecise: Bool
}

/// A variable definition as written (EXT-X-DEFINE, rfc8216bis 4.4.2.3).
public enum VariableDefinition: Sendable, Hashable {
    /// A name with its value.
    case value(name: String, value: String)
    /// A name whose value comes from the multivariant playlist.
    case imported(String)
    /// A name whose value comes from the query of the playlist's URI.
    case queryParameter(String)
}
