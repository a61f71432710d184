public import MediaFormats

/// A multivariant playlist (rfc8216bis 4.4.6).
public struct MultivariantPlaylist: Sendable, Hashable {
    /// EXT-X-VERSION; `nil` when absent, which means 1.
    public var version: Int?
    /// EXT-X-INDEPENDENT-SEGMENTS.
    public var hasIndependentSegments = false
    /// EXT-X-START.
    public var start: StartPoint?
    /// EXT-X-DEFINE, in order.
    public var variables: [VariableDefinition] = []
    /// EXT-X-STREAM-INF, in order.
    public var variants: [Variant] = []
    /// EXT-X-I-FRAME-STREAM-INF, in order.
    public var iFrameVariants: [Variant] = []
    /// EXT-X-MEDIA, in order.
    public var renditions: [Rendition] = []
    /// EXT-X-SESSION-DATA, in order.
    public var sessionData: [SessionData] = []
    /// EXT-X-SESSION-KEY, in order.
    public var sessionKeys: [EncryptionKey] = []
    /// EXT-X-CONTENT-STEERING.
    public var contentSteering: ContentSteering?
    /// Tags that are not interpreted.
    public var unknownTags: [UnknownTag] = []

    /// An empty playlist.
    public init() {}

    /// The values of all variables, for EXT-X-DEFINE:IMPORT in its media playlists.
    public internal(set) var variableValues: [String: String] = [:]

    /// The renditions of one group.
    public func renditions(_ type: Rendition.MediaType, group: String?) -> [Rendition] {
        guard let group else { return [] }
        return renditions.filter { $0.type == type && $0.groupID == group }
    }
}

/// A variant stream (EXT-X-STREAM-INF, EXT-X-I-FRAME-STREAM-INF, rfc8216bis 4.4.6.2 and 4.4.6.3).
public struct Variant: Sendable, Hashable {
    /// Its media playlist, as written.
    public var uri: String
    /// BANDWIDTH: peak bits a second; `nil` when missing, which is an error.
    public var bandwidth: Int?
    /// AVERAGE-BANDWIDTH.
    public var averageBandwidth: Int?
    /// CODECS; empty when absent.
    public var codecs: [CodecString] = []
    /// SUPPLEMENTAL-CODECS; empty when absent.
    public var supplementalCodecs: [SupplementalCodec] = []
    /// RESOLUTION.
    public var resolution: Resolution?
    /// FRAME-RATE.
    public var frameRate: FrameRate?
    /// VIDEO-RANGE as written; absent means `SDR`.
    public var videoRange: String?
    /// AUDIO: a group of renditions.
    public var audioGroup: String?
    /// VIDEO: a group of renditions.
    public var videoGroup: String?
    /// SUBTITLES: a group of renditions.
    public var subtitlesGroup: String?
    /// CLOSED-CAPTIONS: a group of renditions; `nil` also for `NONE`.
    public var closedCaptionsGroup: String?
    /// PATHWAY-ID; absent means `.`.
    public var pathwayID: String?
    /// All attributes.
    public var attributes: AttributeList
    /// Where the tag stands.
    public var line: SourceLine

    /// REQ-VIDEO-LAYOUT where it asks for more than flat pictures, stereo or a projection; `nil` where it does not
    /// (rfc8216bis 4.4.6.2).
    public var spatialLayout: String? {
        guard let text = attributes["REQ-VIDEO-LAYOUT"]?.value else { return nil }
        let needed = text.split { $0 == "," || $0 == "/" }
        return needed.allSatisfy { $0 == "CH-MONO" || $0 == "PROJ-RECT" } ? nil : text
    }
}

/// A rendition (EXT-X-MEDIA, rfc8216bis 4.4.6.1).
public struct Rendition: Sendable, Hashable {
    /// What is offered.
    public enum MediaType: String, Sendable, Hashable {
        /// Sound.
        case audio = "AUDIO"
        /// Another picture.
        case video = "VIDEO"
        /// Text in playlists of its own.
        case subtitles = "SUBTITLES"
        /// Captions inside the video.
        case closedCaptions = "CLOSED-CAPTIONS"
    }

    /// What is offered.
    public var type: MediaType
    /// The group it belongs to.
    public var groupID: String
    /// A name for people.
    public var name: String
    /// LANGUAGE (BCP 47).
    public var language: String?
    /// Its media playlist; `nil` when the media is in the variant itself.
    public var uri: String?
    /// DEFAULT.
    public var isDefault: Bool
    /// AUTOSELECT (implied by DEFAULT).
    public var isAutoselect: Bool
    /// FORCED.
    public var isForced: Bool
    /// CHANNELS as written: `6`, `16/JOC`.
    public var channels: String?
    /// SAMPLE-RATE in hertz.
    public var sampleRate: Int?
    /// BIT-DEPTH.
    public var bitDepth: Int?
    /// CHARACTERISTICS; empty when absent.
    public var characteristics: [String]
    /// All attributes.
    public var attributes: AttributeList
    /// Where the tag stands.
    public var line: SourceLine
}

/// EXT-X-SESSION-DATA (rfc8216bis 4.4.6.4).
public struct SessionData: Sendable, Hashable {
    /// A reverse-DNS name.
    public var dataID: String
    /// The value; `nil` when it is at ``uri``.
    public var value: String?
    /// Where the value is.
    public var uri: String?
    /// All attributes.
    public var attributes: AttributeList
    /// Where the tag stands.
    public var line: SourceLine
}

/// EXT-X-CONTENT-STEERING (rfc8216bis 4.4.6.6).
public struct ContentSteering: Sendable, Hashable {
    /// Where the steering manifest is.
    public var serverURI: String
    /// The pathway to start with; `nil` means `.`.
    public var pathwayID: String?
    /// All attributes.
    public var attributes: AttributeList
    /// Where the tag stands.
    public var line: SourceLine
}
