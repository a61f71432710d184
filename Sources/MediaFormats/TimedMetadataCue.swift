/// Metadata that a media resource carries for a moment: an event message or an ID3 tag.
public struct TimedMetadataCue: Sendable, Hashable, Codable {
    /// When it applies, on the media's own timeline; `nil` when the moment is relative to something not read.
    public var time: Duration?
    /// For how long; `nil` when open.
    public var duration: Duration?
    /// What kind it is: a scheme URI, or `ID3`.
    public var scheme: String
    /// The value that goes with the scheme; `nil` when there is none.
    public var value: String?
    /// Number that tells messages of one scheme apart.
    public var identifier: Int?
    /// Its content, one line each: `TIT2 Song`, `PRIV com.example 12 bytes`.
    public var summary: [String]

    /// Describes a cue.
    public init(
        time: Duration?, duration: Duration? = nil, scheme: String, value: String? = nil, identifier: Int? = nil,
        summary: [String] = []
    ) {
        self.time = time
        self.duration = duration
        self.scheme = scheme
        self.value = value
        self.identifier = identifier
        self.summary = summary
    }
}

/// One parameter that two instruments read differently.
public struct MeasurementConflict: Sendable, Hashable, Codable {
    /// The parameter.
    public var parameter: ParameterName
    /// What the headers say.
    public var headers: String
    /// Where they say it.
    public var headersPlace: Provenance?
    /// What libavformat says.
    public var libavformat: String
    /// Where it read that.
    public var libavformatPlace: Provenance?

    /// Describes a conflict.
    public init(
        _ parameter: ParameterName, headers: String, at headersPlace: Provenance?, libavformat: String,
        at libavformatPlace: Provenance?
    ) {
        self.parameter = parameter
        self.headers = headers
        self.headersPlace = headersPlace
        self.libavformat = libavformat
        self.libavformatPlace = libavformatPlace
    }
}
