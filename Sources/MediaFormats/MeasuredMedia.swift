/// What an instrument found in the bytes of one media resource: a file, or an init section with the start of its
/// segments.
///
/// This is the answer of the probe worker. A field that the bytes did not decide is `nil`.
public struct MeasuredMedia: Sendable, Hashable, Codable {
    /// The operating parameters found.
    public var parameters: OperatingParameters
    /// Timestamps and durations found.
    public var timing: MediaTiming
    /// Where each parameter was read.
    public var provenance: [ParameterName: Provenance]
    /// Further tracks of a kind beyond the first, as one line each for a reader (`audio 2: AC-3 5.1 de`).
    public var otherTracks: [String]
    /// Timed metadata found in what was read, in file order.
    public var cues: [TimedMetadataCue]
    /// Where two instruments read different values; the parameters hold libavformat's.
    public var conflicts: [MeasurementConflict] = []
    /// Boxes that contradict the coded pictures; the parameters hold what the pictures say.
    public var boxContradictions: [BoxContradiction] = []
    /// Why this is less than was asked for: an instrument failed, and these are the facts of the other. `nil` when none did.
    public var shortfall: String?
    /// Bytes that the instrument looked at.
    public var bytesRead: Int

    /// Collects a measurement.
    public init(
        parameters: OperatingParameters, timing: MediaTiming = MediaTiming(),
        provenance: [ParameterName: Provenance] = [:], cues: [TimedMetadataCue] = [], otherTracks: [String] = [],
        bytesRead: Int = 0
    ) {
        self.cues = cues
        self.parameters = parameters
        self.timing = timing
        self.provenance = provenance
        self.otherTracks = otherTracks
        self.bytesRead = bytesRead
    }
}

extension MeasuredMedia {
    private enum CodingKeys: CodingKey {
        case parameters, timing, provenance, otherTracks, cues, conflicts, boxContradictions, shortfall, bytesRead
    }

    /// Reads what ``encode(to:)`` wrote.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        parameters = try container.decode(OperatingParameters.self, forKey: .parameters)
        timing = try container.decode(MediaTiming.self, forKey: .timing)
        let places = try container.decode([String].self, forKey: .provenance)
        provenance = try Dictionary(
            places.map { line in
                guard let place = Provenance.named(line) else {
                    throw DecodingError.dataCorruptedError(
                        forKey: .provenance, in: container, debugDescription: "no place: \(line)")
                }
                return place
            }, uniquingKeysWith: { first, _ in first })
        otherTracks = try container.decode([String].self, forKey: .otherTracks)
        cues = try container.decode([TimedMetadataCue].self, forKey: .cues)
        conflicts = try container.decode([MeasurementConflict].self, forKey: .conflicts)
        boxContradictions = try container.decodeIfPresent([BoxContradiction].self, forKey: .boxContradictions) ?? []
        shortfall = try container.decodeIfPresent(String.self, forKey: .shortfall)
        bytesRead = try container.decode(Int.self, forKey: .bytesRead)
    }

    /// Writes it down. Places are one line each: as objects they would take most of the time of a small measurement.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(parameters, forKey: .parameters)
        try container.encode(timing, forKey: .timing)
        try container.encode(provenance.map { $0.value.line(named: $0.key) }.sorted(), forKey: .provenance)
        try container.encode(otherTracks, forKey: .otherTracks)
        try container.encode(cues, forKey: .cues)
        try container.encode(conflicts, forKey: .conflicts)
        if !boxContradictions.isEmpty { try container.encode(boxContradictions, forKey: .boxContradictions) }
        try container.encodeIfPresent(shortfall, forKey: .shortfall)
        try container.encode(bytesRead, forKey: .bytesRead)
    }
}

extension Provenance {
    /// The place behind the name of a parameter, with tabs between the parts.
    fileprivate func line(named name: ParameterName) -> String {
        let parts = [
            name.rawValue, origin.rawValue, document ?? "", line.map(String.init) ?? "", field ?? "",
            instrument?.rawValue ?? "",
        ]
        return parts.joined(separator: "\t")
    }

    /// Reads such a line; `nil` for any other text.
    fileprivate static func named(_ line: String) -> (ParameterName, Provenance)? {
        let parts = line.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map(Substring.init)
        guard parts.count == 6, let origin = Origin(rawValue: String(parts[1])) else { return nil }
        func text(_ index: Int) -> String? { parts[index].isEmpty ? nil : String(parts[index]) }
        return (
            ParameterName(rawValue: String(parts[0])),
            Provenance(
                origin, document: text(2), line: text(3).flatMap { Int($0) }, field: text(4),
                instrument: text(5).flatMap(Instrument.init(rawValue:)))
        )
    }
}

/// Timestamps of the start of a media resource and the lengths it states.
public struct MediaTiming: Sendable, Hashable, Codable {
    /// Presentation time of the first picture.
    public var videoStart: Duration?
    /// Presentation time of the first audible sample.
    public var audioStart: Duration?
    /// Length of the whole resource, where the container or the timestamps read say so.
    public var duration: Duration?
    /// Whether the first picture can be decoded alone.
    public var startsWithKeyframe: Bool?
    /// Distance between the first two key frames, if both were read.
    public var keyframeInterval: Duration?
    /// Whether the pictures examined come evenly, within 2 ms; `nil` when too few were read to say.
    public var frameRateIsConstant: Bool?
    /// How many pictures' times were examined.
    public var picturesExamined: Int?
    /// Start and end of every track whose times were read, in file order.
    public var tracks: [TrackTiming] = []
    /// Bytes of the media resource itself, without its init section, where known.
    public var mediaBytes: Int?

    /// Nothing known.
    public init() {}

    /// Sound start minus picture start; positive when the sound comes later.
    public var audioLag: Duration? {
        guard let videoStart, let audioStart else { return nil }
        let lag = audioStart - videoStart
        // No resource begins its tracks half a day apart: between them the clock of 33 bits began again.
        let cycle = Duration(secondsComponent: 95443, attosecondsComponent: 717_688_888_888_888_889)
        return lag * 2 > cycle ? lag - cycle : lag * 2 < .zero - cycle ? lag + cycle : lag
    }
}
