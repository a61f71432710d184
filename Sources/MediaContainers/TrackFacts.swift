package import MediaFormats

/// What headers show of one track.
package struct TrackFacts: Sendable, Hashable {
    /// Parameters of a video track.
    package var video: VideoParameters?
    /// Parameters of an audio track.
    package var audio: AudioParameters?
    /// Parameters of a subtitle track, or captions inside a video track.
    package var subtitles: [SubtitleParameters] = []
    /// Where each parameter was read.
    package var provenance = ParameterPlaces()
    /// Boxes that contradict the coded pictures.
    package var boxContradictions: [BoxContradiction] = []
    /// When it begins and ends.
    package var timing: TrackTiming
    /// Whether pictures come evenly; `nil` when too few were listed to say.
    package var rateIsConstant: Bool?
    /// Distance between the first two key frames, if both were listed.
    package var keyframeInterval: Duration?
    /// The first sequence parameter set, which tells how to read messages of the bitstream.
    var sequence: PictureDescription?
    /// Bytes of the length in front of each unit of a sample.
    var lengthBytes = 4
    /// One line for a reader, about a track beyond the first of its kind.
    package var summary: String {
        let kind = "\(timing.kind.rawValue) \(timing.identifier):"
        if let video {
            return [kind, video.codec?.description ?? "unknown codec", video.resolution?.description]
                .compactMap(\.self).joined(separator: " ")
        }
        let sound = audio.map { audio in
            [
                audio.codec?.description ?? "unknown codec",
                audio.layout?.description ?? audio.channels.map { "\($0) channels" },
                audio.sampleRate.map { "\($0) Hz" }, audio.language,
            ].compactMap(\.self)
        }
        let text = subtitles.map { [$0.format, $0.language].compactMap(\.self).joined(separator: " ") }
        let words = sound ?? text
        return words.isEmpty ? String(kind.dropLast()) : ([kind] + words).joined(separator: " ")
    }

    /// Nothing known of a track yet.
    package init(kind: TrackTiming.Kind, identifier: Int) {
        timing = TrackTiming(kind: kind, identifier: identifier)
        if kind == .video { video = VideoParameters() }
        if kind == .audio { audio = AudioParameters() }
    }

    /// Notes a parameter of the picture, unless it is known already or not told.
    @inline(__always)
    mutating func set<Value>(
        _ field: WritableKeyPath<VideoParameters, Value?>, _ value: Value?, _ name: ParameterName, _ place: Provenance
    ) {
        if let value, video?.fill(field, value) == true { provenance.note(name, place) }
    }

    /// Notes where a box that repeats what the coded pictures say contradicts them, whichever of the two was read first.
    ///
    /// - Parameters:
    ///   - known: What was read first, in words.
    ///   - stated: What is read now.
    mutating func compare(_ name: ParameterName, known: String, stated: String, at place: Provenance) {
        guard known != stated, let knownField = provenance[name]?.field, let field = place.field else { return }
        let repeating: Set = ["colr", "mdcv", "clli"]
        switch (repeating.contains(knownField), repeating.contains(field)) {
        case (false, true):
            boxContradictions.append(
                BoxContradiction(name, box: field, says: stated, bitstream: knownField, says: known))
        case (true, false):
            boxContradictions.append(
                BoxContradiction(name, box: knownField, says: known, bitstream: field, says: stated))
        default: break
        }
    }

    /// Notes how bright the display was on which the pictures were made.
    mutating func setDisplay(_ display: MasteringDisplay?, from place: Provenance) {
        if let known = video?.masteringDisplay, let display, known != display {
            func words(_ display: MasteringDisplay) -> String {
                let points = (display.primaries + [display.whitePoint]).map { "\($0.x)/\($0.y)" }
                let range = [display.minimumLuminance, display.maximumLuminance].map { "\(Double($0) / 10_000)" }
                return "\(range[0]) to \(range[1]) cd/m², primaries and white " + points.joined(separator: " ")
            }
            compare(.videoMastering, known: words(known), stated: words(display), at: place)
        }
        set(\.masteringDisplay, display, .videoMastering, place)
    }

    /// Notes how bright the pictures are.
    mutating func setLight(_ light: ContentLight?, from place: Provenance) {
        if let known = video?.contentLight, let light, known != light {
            func words(_ light: ContentLight) -> String {
                "\(light.maximum) cd/m² at most, frames \(light.frameAverage)"
            }
            compare(.videoMastering, known: words(known), stated: words(light), at: place)
        }
        set(\.contentLight, light, .videoMastering, place)
    }

    /// Notes a parameter of the sound, unless it is known already or not told.
    @inline(__always)
    mutating func set<Value>(
        _ field: WritableKeyPath<AudioParameters, Value?>, _ value: Value?, _ name: ParameterName, _ place: Provenance
    ) {
        if let value, audio?.fill(field, value) == true { provenance.note(name, place) }
    }
}

/// Parameters that are noted one by one.
private protocol NotedParameters {}
extension VideoParameters: NotedParameters {}
extension AudioParameters: NotedParameters {}

extension NotedParameters {
    /// Fills in a field in place, unless it is known already, and says whether it was not.
    ///
    /// Inlined with those who call it, for then the compiler knows the field; following a key path takes a hundred times
    /// longer.
    @inline(__always)
    fileprivate mutating func fill<Value>(_ field: WritableKeyPath<Self, Value?>, _ value: Value) -> Bool {
        guard self[keyPath: field] == nil else { return false }
        self[keyPath: field] = value
        return true
    }
}

extension [TrackFacts] {
    /// When the first sample that is seen or heard begins and when the last one ends; `nil` unless the end of every track
    /// is known.
    var extent: (start: Duration, end: Duration)? {
        var extent: (start: Duration?, end: Duration?)
        for timing in map({ $0.timing }) where timing.kind == .video || timing.kind == .audio {
            guard timing.samplesExamined > 0 else { continue }
            guard let end = timing.end else { return nil }
            extent.end = Swift.max(extent.end ?? end, end)
            extent.start = timing.start.map { Swift.min(extent.start ?? $0, $0) } ?? extent.start
        }
        guard let start = extent.start, let end = extent.end else { return nil }
        return (start, end)
    }
}

extension Provenance {
    /// A fact of a container header.
    static func box(_ field: String) -> Provenance { Provenance(.container, field: field, instrument: .headers) }
    /// A fact of the coded data.
    static func bitstream(_ field: String) -> Provenance { Provenance(.bitstream, field: field, instrument: .headers) }
    /// A fact worked out from times.
    static func times(_ field: String) -> Provenance { Provenance(.timestamps, field: field, instrument: .headers) }
}

extension Duration {
    /// The furthest time that is believed, 272 years: live streams count from 1970, more is damage.
    private static let furthestSeconds: UInt = 1 << 33

    /// Ticks of a clock with a whole frequency in hertz, exact to an attosecond; `nil` without a frequency, or for a time that
    /// cannot be meant.
    package init?(ticks: Int, timescale: Int) {
        guard timescale > 0 else { return nil }
        let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: timescale)
        guard seconds.magnitude < Self.furthestSeconds else { return nil }
        let product = rest.multipliedFullWidth(by: 1_000_000_000_000_000_000)
        self.init(
            secondsComponent: Int64(seconds), attosecondsComponent: Int64(timescale.dividingFullWidth(product).quotient)
        )
    }
}
