import HLSPlaylists
import MediaFormats

/// A parameter that a policy can bound, by the name that differences and reports use for it where there is one.
package struct PolicyParameter: Sendable, Hashable {
    /// What its values look like.
    package enum Kind: String, Sendable, Hashable {
        /// Words such as `avc`.
        case word
        /// Numbers in the parameter's unit.
        case number
        /// Picture sizes such as `1920x1080`.
        case size
    }

    /// Its name in policy files.
    package let name: String
    /// What its values look like.
    package let kind: Kind
    /// Unit and spelling, for people.
    package let about: String
    /// Whether it is asked of the picture, of the sound, or of the whole; a variant without that has nothing to ask.
    let track: Track
    let value: @Sendable (ProfiledVariant, EffectiveParameters) -> PolicyValue?

    enum Track { case video, audio, whole }

    /// Parameters are the same when they have one name.
    package static func == (a: PolicyParameter, b: PolicyParameter) -> Bool { a.name == b.name }

    /// Hashes the name.
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The parameter of a name; `nil` when there is none.
    package init?(named name: String) {
        guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    private init(
        _ name: String, _ kind: Kind, _ track: Track, _ about: String,
        _ value: @escaping @Sendable (ProfiledVariant, EffectiveParameters) -> PolicyValue?
    ) {
        self.name = name
        self.kind = kind
        self.track = track
        self.about = about
        self.value = value
    }

    /// A value of this parameter as a policy file writes it; `nil` when it does not read.
    package func read(_ text: String) -> PolicyValue? {
        switch kind {
        case .word: text.isEmpty ? nil : .word(text)
        case .number: Double(text).flatMap { $0.isFinite && $0 >= 0 ? .number($0) : nil }
        case .size: Resolution(text).map { .size($0) }
        }
    }

    /// What a variant has: a value, nothing known, or no such track at all.
    func reading(of variant: ProfiledVariant) -> Reading {
        let parameters = variant.effective
        let presence =
            switch track {
            case .video: parameters.values.videoPresence
            case .audio: parameters.values.audioPresence
            case .whole: TrackPresence.present
            }
        if presence == .absent { return .absent }
        return value(variant, parameters).map { .value($0) } ?? .unknown
    }

    enum Reading: Hashable {
        case value(PolicyValue)
        case unknown
        case absent
    }

    private static func video(
        _ name: ParameterName, _ kind: Kind, _ about: String,
        _ value: @escaping @Sendable (VideoParameters) -> PolicyValue?
    ) -> PolicyParameter {
        PolicyParameter(name.rawValue, kind, .video, about) { _, parameters in parameters.values.video.flatMap(value) }
    }

    private static func audio(
        _ name: String, _ kind: Kind, _ about: String,
        _ value: @escaping @Sendable (AudioParameters) -> PolicyValue?
    ) -> PolicyParameter {
        PolicyParameter(name, kind, .audio, about) { _, parameters in parameters.values.audio.flatMap(value) }
    }

    /// All parameters, in the order of documents.
    package static let all: [PolicyParameter] = [
        video(.videoCodec, .word, "avc, hevc, av1") { $0.codec.map { .word($0.rawValue) } },
        video(.videoProfile, .word, "as the codec names it: High, Main 10") { $0.profile.map { .word($0) } },
        video(.videoLevel, .number, "4.1") { $0.level.map { .number(Double($0) / 10) } },
        video(.videoTier, .word, "Main or High, of HEVC and AV1") { $0.tier.map { .word($0) } },
        video(.videoBitDepth, .number, "bits a sample") { $0.bitDepth.map { .number(Double($0)) } },
        video(.videoChroma, .word, "4:2:0") { $0.chroma.map { .word($0) } },
        video(.videoResolution, .size, "1920x1080") { $0.resolution.map { .size($0) } },
        video(.videoAspectRatio, .word, "16:9") { $0.displayAspect.map { .word($0.description) } },
        video(.videoFrameRate, .number, "frames a second: 23.976") {
            $0.frameRate.map { .number($0.framesPerSecond) }
        },
        video(.videoScan, .word, "progressive or interlaced") {
            $0.interlaced.map { .word($0 ? "interlaced" : "progressive") }
        },
        video(.videoDynamicRange, .word, "SDR, HLG, PQ, HDR10+, Dolby Vision") {
            $0.dynamicRange.map { .word($0.rawValue) }
        },
        video(.videoSampleEntry, .word, "avc1, hvc1") { $0.sampleEntry.map { .word($0.rawValue) } },
        video(.videoProtection, .word, "none, cbcs, cenc, SAMPLE-AES, AES-128") {
            $0.protection.map { .word($0.rawValue) }
        },
        audio("audio-codec", .word, "aac, ac-3, ec-3, alac, flac") { $0.codec.map { .word($0.rawValue) } },
        audio("audio-object-type", .word, "LC, HE, HEv2, xHE, of AAC") { $0.objectType.map { .word($0.rawValue) } },
        audio("audio-sample-rate", .number, "hertz") { $0.sampleRate.map { .number(Double($0)) } },
        audio("audio-channels", .number, "how many") {
            ($0.layout?.channels ?? $0.channels).map { .number(Double($0)) }
        },
        audio("audio-channel-layout", .word, "stereo, 5.1") { $0.layout.map { .word($0.name) } },
        audio("audio-bit-depth", .number, "bits a sample, of lossless sound") {
            $0.bitDepth.map { .number(Double($0)) }
        },
        PolicyParameter("container", .word, .whole, "fmp4, ts, mp4") { _, parameters in
            parameters.values.container.map { .word($0.rawValue) }
        },
        PolicyParameter("track-layout", .word, .whole, "muxed or demuxed") { _, parameters in
            parameters.values.trackLayout.map { .word($0.rawValue) }
        },
        PolicyParameter("bandwidth", .number, .whole, "BANDWIDTH in bits a second") { variant, _ in
            variant.bandwidth.map { .number(Double($0)) }
        },
        PolicyParameter("keyframe-interval", .number, .video, "seconds between key frames") { variant, _ in
            variant.timing?.keyframeInterval.map { .number($0.milliseconds / 1000) }
        },
    ]
}
