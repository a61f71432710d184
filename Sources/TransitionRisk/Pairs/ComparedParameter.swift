import MediaFormats

/// Both sides of a comparison, with what decides which parameters exist at all.
struct ComparedSides {
    let from: EffectiveParameters
    let to: EffectiveParameters

    var video: (VideoParameters?, VideoParameters?) { (from.values.video, to.values.video) }
    var audio: (AudioParameters?, AudioParameters?) { (from.values.audio, to.values.audio) }
    var lacksVideo: Bool { from.values.videoPresence == .absent || to.values.videoPresence == .absent }
    var lacksAudio: Bool { from.values.audioPresence == .absent || to.values.audioPresence == .absent }
}

/// One compared parameter: when it exists, when two values are alike, and how they are written.
struct ComparedParameter: Sendable {
    let name: ParameterName
    let outcome: @Sendable (ComparedSides) -> Difference.Outcome
    let texts: @Sendable (ComparedSides) -> (String?, String?)

    private init<Value: Equatable & SendableMetatype>(
        _ name: ParameterName, exists: @escaping @Sendable (ComparedSides) -> Bool = { _ in true },
        same: @escaping @Sendable (Value, Value) -> Bool = { $0 == $1 },
        text: @escaping @Sendable (Value) -> String,
        values: @escaping @Sendable (ComparedSides) -> (Value?, Value?)
    ) {
        self.name = name
        outcome = { sides in
            guard exists(sides) else { return .notApplicable }
            guard case (let a?, let b?) = values(sides) else { return .unknown }
            return same(a, b) ? .match : .mismatch
        }
        texts = { sides in
            let (a, b) = values(sides)
            return (a.map(text), b.map(text))
        }
    }

    /// A parameter of the picture; not applicable where one side has none.
    private static func video<Value: Equatable & SendableMetatype>(
        _ name: ParameterName, _ value: @escaping @Sendable (VideoParameters) -> Value?,
        exists: @escaping @Sendable (VideoParameters?, VideoParameters?) -> Bool = { _, _ in true },
        same: @escaping @Sendable (Value, Value) -> Bool = { $0 == $1 },
        text: @escaping @Sendable (Value) -> String = { "\($0)" }
    ) -> ComparedParameter {
        ComparedParameter(
            name, exists: { !$0.lacksVideo && exists($0.video.0, $0.video.1) }, same: same, text: text,
            values: { ($0.video.0.flatMap(value), $0.video.1.flatMap(value)) })
    }

    /// A parameter of the sound; not applicable where one side has none.
    private static func audio<Value: Equatable & SendableMetatype>(
        _ name: ParameterName, _ value: @escaping @Sendable (AudioParameters) -> Value?,
        exists: @escaping @Sendable (AudioParameters?, AudioParameters?) -> Bool = { _, _ in true },
        same: @escaping @Sendable (Value, Value) -> Bool = { $0 == $1 },
        text: @escaping @Sendable (Value) -> String = { "\($0)" }
    ) -> ComparedParameter {
        ComparedParameter(
            name, exists: { !$0.lacksAudio && exists($0.audio.0, $0.audio.1) }, same: same, text: text,
            values: { ($0.audio.0.flatMap(value), $0.audio.1.flatMap(value)) })
    }

    /// A fact about a whole side.
    private static func side<Value: Equatable & SendableMetatype>(
        _ name: ParameterName, _ value: @escaping @Sendable (EffectiveParameters) -> Value?,
        exists: @escaping @Sendable (ComparedSides) -> Bool = { _ in true },
        same: @escaping @Sendable (Value, Value) -> Bool = { $0 == $1 },
        text: @escaping @Sendable (Value) -> String = { "\($0)" }
    ) -> ComparedParameter {
        ComparedParameter(name, exists: exists, same: same, text: text, values: { (value($0.from), value($0.to)) })
    }

    /// Every compared parameter, in the order of reports.
    static let all: [ComparedParameter] = [
        // The seven of WWDC23 10275.
        video(.videoCodec, \.codec),
        video(.videoFrameRate, \.frameRate, text: { "\($0) fps" }),
        video(.videoAspectRatio, \.displayAspect, same: { $0.matches($1) }),
        audio(.audioCodec, \.codec),
        audio(.audioSampleRate, \.sampleRate, text: { "\($0) Hz" }),
        audio(
            .audioBitDepth, \.bitDepth,
            exists: { $0?.codec?.isLossless != false && $1?.codec?.isLossless != false }, text: { "\($0) bit" }),
        audio(.audioChannelLayout, \.layout),

        video(.videoProfile, \.profile),
        video(.videoLevel, \.level, text: { "\($0 / 10).\($0 % 10)" }),
        video(.videoTier, \.tier, exists: { hasTier($0) && hasTier($1) }),
        video(.videoBitDepth, \.bitDepth, text: { "\($0) bit" }),
        video(.videoChroma, \.chroma),
        video(.videoResolution, \.resolution),
        video(.videoDynamicRange, \.dynamicRange, text: \.rawValue),
        // Against another range there is no profile to compare: the range says it all.
        video(
            .videoDolbyVisionProfile, \.dolbyVision,
            exists: { $0?.dynamicRange == .dolbyVision && $1?.dynamicRange == .dolbyVision },
            same: { $0.profile == $1.profile && $0.baseCompatibility == $1.baseCompatibility }, text: dolbyVisionText),
        video(.videoColour, { $0.colour?.gamut }, text: \.rawValue),
        video(.videoScan, \.interlaced, text: { $0 ? "interlaced" : "progressive" }),
        side(
            .videoSampleEntry, { $0.values.video?.sampleEntry },
            exists: { sides in
                !sides.lacksVideo && sides.from.values.container != .transportStream
                    && sides.to.values.container != .transportStream
            }),
        video(.videoProtection, \.protection),
        video(.videoParameterSets, \.configurationDigest, exists: { $0?.codec == $1?.codec }),
        audio(.audioObjectType, \.objectType, exists: { $0?.codec == .aac && $1?.codec == .aac }, text: \.rawValue),
        audio(
            .audioAtmos, atmos, exists: { $0?.codec == .eac3 || $1?.codec == .eac3 },
            text: { $0 ? "Atmos" : "no Atmos" }),
        audio(.audioProtection, \.protection),
        audio(
            .audioLoudness, \.integratedLoudness, same: { abs($0 - $1) <= 2 },
            text: { "\(($0 * 10).rounded() / 10) LUFS" }),
        side(
            .audioLanguage, \.playingLanguages, exists: { !$0.lacksAudio }, same: offersLanguage,
            text: { $0.joined(separator: ", ") }),
        side(
            .subtitleLanguage, \.subtitleLanguages,
            exists: { !($0.from.values.subtitles.isEmpty && $0.to.values.subtitles.isEmpty) }, same: coversLanguages,
            text: { $0.isEmpty ? "none" : $0.joined(separator: ", ") }),
        side(.container, { $0.values.container }, same: { $0 == $1 || isoMedia.contains($0) && isoMedia.contains($1) }),
        side(
            .trackLayout, { $0.values.trackLayout }, exists: { !$0.lacksAudio && !$0.lacksVideo }, text: \.rawValue),
        side(.videoTrack, { presence($0.values.videoPresence) }, text: \.rawValue),
        side(.audioTrack, { presence($0.values.audioPresence) }, text: \.rawValue),
        side(
            .startOffset, { $0.timing?.audioLag }, exists: { !$0.lacksAudio && !$0.lacksVideo },
            same: { abs(($0 - $1).milliseconds) <= 25 }, text: { "\(Int($0.milliseconds.rounded())) ms" }),
        side(
            .leadingKeyframe, { $0.timing?.startsWithKeyframe }, exists: { !$0.lacksVideo },
            text: { $0 ? "key frame" : "no key frame" }),
    ]

    /// Where each parameter stands in ``all``.
    static let position = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.name, $0) })

    /// Both wrappings of ISO base media are read by one demuxer.
    private static let isoMedia: Set<ContainerFormat> = [.mp4, .fragmentedMP4]

    private static func hasTier(_ video: VideoParameters?) -> Bool {
        video?.codec == .hevc || video?.codec == .av1
    }

    private static func dolbyVisionText(_ value: DolbyVisionConfiguration) -> String {
        value.baseCompatibility.map { "profile \(value.profile).\($0)" } ?? "profile \(value.profile)"
    }

    /// Only E-AC-3 can carry Atmos; any other codec is without it.
    private static func atmos(_ audio: AudioParameters) -> Bool? {
        guard let codec = audio.codec else { return nil }
        return codec == .eac3 ? audio.atmos : false
    }

    private static func presence(_ presence: TrackPresence) -> TrackPresence? { presence == .unknown ? nil : presence }

    /// Automatic selection finds the language that is playing: exactly, else by its primary subtag (RFC 4647 lookup).
    private static func offersLanguage(_ playing: [String], _ offered: [String]) -> Bool {
        guard let language = playing.first else { return false }
        return offered.contains { $0.primarySubtag == language.primarySubtag }
    }

    private static func coversLanguages(_ needed: [String], _ offered: [String]) -> Bool {
        let there = Set(offered.map(\.primarySubtag))
        return needed.allSatisfy { there.contains($0.primarySubtag) }
    }
}

extension EffectiveParameters {
    /// The language that plays first, then the others that could be chosen; `nil` when none is stated.
    fileprivate var playingLanguages: [String]? {
        let playing = values.audio?.language.map { [$0] } ?? []
        let all = playing + audioLanguages.filter { !playing.contains($0) }
        return all.isEmpty ? nil : all
    }

    /// Languages of the subtitles, sorted; `nil` when a subtitle track states none.
    fileprivate var subtitleLanguages: [String]? {
        let languages = values.subtitles.map(\.language)
        guard !languages.contains(nil) else { return nil }
        return Set(languages.compactMap(\.self)).sorted()
    }
}

extension String {
    /// `en` of `en-GB`, in lower case.
    fileprivate var primarySubtag: String { prefix { $0 != "-" }.lowercased() }
}

/// The primaries as far as a decoder and a display tell them apart: all of standard definition and high definition are one.
enum ColourGamut: String {
    case standard = "BT.709 or BT.601"
    case displayP3 = "P3"
    case wide = "BT.2020"
}

extension ColourDescription {
    /// The gamut of H.273 primaries; `nil` where they are not stated or of another kind.
    var gamut: ColourGamut? {
        switch primaries {
        case 1, 4, 5, 6, 7: .standard
        case 11, 12: .displayP3
        case 9: .wide
        default: nil
        }
    }
}
