package import HLSPlaylists
package import MediaFormats

/// Compares two sets of operating parameters, one ``Difference`` for each parameter in a fixed order.
///
/// The first seven are those of WWDC23 10275: video codec, frame rate, aspect ratio; audio codec, sampling frequency,
/// resolution, channel layout.
package struct ParameterComparison: Sendable, Hashable {
    /// All differences, matches included, in a fixed order.
    package let differences: [Difference]

    /// Compares the end of one variant with the beginning of another.
    package init(from: EffectiveParameters, to: EffectiveParameters) {
        var rows = Rows(from: from, to: to)
        let (a, b) = (from.values.video, to.values.video)
        let noVideo = from.values.videoPresence == .absent || to.values.videoPresence == .absent
        rows.absent = noVideo
        rows.add(.videoCodec, a?.codec, b?.codec)
        rows.add(.videoFrameRate, a?.frameRate, b?.frameRate, text: { "\($0) fps" })
        rows.add(.videoAspectRatio, a?.displayAspect, b?.displayAspect, same: { $0.matches($1) })
        let (c, d) = (from.values.audio, to.values.audio)
        let noAudio = from.values.audioPresence == .absent || to.values.audioPresence == .absent
        rows.absent = noAudio
        rows.add(.audioCodec, c?.codec, d?.codec)
        rows.add(.audioSampleRate, c?.sampleRate, d?.sampleRate, text: { "\($0) Hz" })
        let lossy = c?.codec?.isLossless == false || d?.codec?.isLossless == false
        rows.absent = noAudio || lossy
        rows.add(.audioBitDepth, c?.bitDepth, d?.bitDepth, text: { "\($0) bit" })
        rows.absent = noAudio
        rows.add(.audioChannelLayout, c?.layout, d?.layout)

        rows.absent = noVideo
        rows.add(.videoProfile, a?.profile, b?.profile)
        rows.add(.videoLevel, a?.level, b?.level, text: levelText)
        rows.add(.videoBitDepth, a?.bitDepth, b?.bitDepth, text: { "\($0) bit" })
        rows.add(.videoChroma, a?.chroma, b?.chroma)
        rows.add(.videoResolution, a?.resolution, b?.resolution)
        rows.add(.videoDynamicRange, a?.dynamicRange, b?.dynamicRange, text: \.rawValue)
        rows.absent = noVideo || (a?.dynamicRange != .dolbyVision && b?.dynamicRange != .dolbyVision)
        rows.add(.videoDolbyVisionProfile, a?.dolbyVision, b?.dolbyVision, text: dolbyVisionText)
        rows.absent = noVideo
        rows.add(.videoScan, a?.interlaced, b?.interlaced, text: { $0 ? "interlaced" : "progressive" })
        let transport = ContainerFormat.transportStream
        rows.absent = noVideo || (from.values.container == transport && to.values.container == transport)
        rows.add(.videoSampleEntry, a?.sampleEntry, b?.sampleEntry)
        rows.absent = noVideo
        rows.add(.videoProtection, a?.protection, b?.protection)
        rows.absent = noVideo || a?.codec != b?.codec
        rows.add(.videoParameterSets, a?.configurationDigest, b?.configurationDigest)
        rows.absent = noAudio || c?.codec != .aac || d?.codec != .aac
        rows.add(.audioObjectType, c?.objectType, d?.objectType, text: \.rawValue)
        rows.absent = noAudio || (c?.codec != .eac3 && d?.codec != .eac3)
        rows.add(.audioAtmos, atmos(c), atmos(d), text: { $0 ? "Atmos" : "no Atmos" })
        rows.absent = noAudio
        rows.add(.audioLanguage, c?.language, d?.language)
        rows.absent = false
        rows.add(.container, from.values.container, to.values.container)
        rows.add(.trackLayout, from.values.trackLayout, to.values.trackLayout, text: \.rawValue)
        rows.addPresence(.videoTrack, from.values.videoPresence, to.values.videoPresence)
        rows.addPresence(.audioTrack, from.values.audioPresence, to.values.audioPresence)
        differences = rows.differences
    }

    /// The difference of one parameter.
    package subscript(parameter: ParameterName) -> Difference? { differences.first { $0.parameter == parameter } }

    /// Whether a parameter is known on both sides and differs.
    package func differs(_ parameter: ParameterName) -> Bool { self[parameter]?.outcome == .mismatch }
}

extension ProfiledVariant {
    /// What was measured, else what is declared, field by field.
    ///
    /// Eight-bit video that states no transfer function is SDR, because PQ and HLG are defined for ten and twelve bits
    /// only (ITU-R BT.2100 table 9).
    package var effective: EffectiveParameters {
        var values = measured ?? declared
        values.video = VideoParameters(measured: measured?.video, declared: declared.video)
        values.audio = AudioParameters(measured: measured?.audio, declared: declared.audio)
        if values.videoPresence == .unknown { values.videoPresence = declared.videoPresence }
        if values.audioPresence == .unknown { values.audioPresence = declared.audioPresence }
        if values.subtitles.isEmpty { values.subtitles = declared.subtitles }
        values.container = values.container ?? declared.container
        values.trackLayout = declared.trackLayout ?? values.trackLayout
        var provenance = declaredProvenance.merging(measuredProvenance) { $1 }
        if measured?.video?.dynamicRange == nil, values.video?.bitDepth == 8,
            values.video?.dynamicRange == nil || measured?.video?.bitDepth == 8
        {
            values.video?.dynamicRange = .sdr
            provenance[.videoDynamicRange] = Provenance(.specificationDefault, field: "8-bit samples, BT.2100")
        }
        return EffectiveParameters(values: values, provenance: provenance)
    }
}

private func levelText(_ level: Int) -> String { "\(level / 10).\(level % 10)" }

private func dolbyVisionText(_ value: DolbyVisionConfiguration) -> String {
    value.baseCompatibility.map { "profile \(value.profile).\($0)" } ?? "profile \(value.profile)"
}

/// Only E-AC-3 can carry Atmos; any other codec is without it.
private func atmos(_ audio: AudioParameters?) -> Bool? {
    guard let codec = audio?.codec else { return nil }
    return codec == .eac3 ? audio?.atmos : false
}

extension VideoParameters {
    fileprivate init?(measured: VideoParameters?, declared: VideoParameters?) {
        guard let measured else {
            guard let declared else { return nil }
            self = declared
            return
        }
        self = measured
        guard let declared else { return }
        codec = codec ?? declared.codec
        sampleEntry = sampleEntry ?? declared.sampleEntry
        profile = profile ?? declared.profile
        level = level ?? declared.level
        tier = tier ?? declared.tier
        bitDepth = bitDepth ?? declared.bitDepth
        chroma = chroma ?? declared.chroma
        resolution = resolution ?? declared.resolution
        pixelAspect = pixelAspect ?? declared.pixelAspect
        frameRate = frameRate ?? declared.frameRate
        interlaced = interlaced ?? declared.interlaced
        dynamicRange = dynamicRange ?? declared.dynamicRange
        dolbyVision = dolbyVision ?? declared.dolbyVision
        protection = protection ?? declared.protection
    }
}

extension AudioParameters {
    fileprivate init?(measured: AudioParameters?, declared: AudioParameters?) {
        guard let measured else {
            guard let declared else { return nil }
            self = declared
            return
        }
        self = measured
        guard let declared else { return }
        codec = codec ?? declared.codec
        objectType = objectType ?? declared.objectType
        sampleRate = sampleRate ?? declared.sampleRate
        bitDepth = bitDepth ?? declared.bitDepth
        layout = layout ?? declared.layout
        channels = channels ?? declared.channels
        atmos = atmos ?? declared.atmos
        language = declared.language ?? language
        protection = protection ?? declared.protection
    }
}

/// Collects differences for one pair.
private struct Rows {
    let from: EffectiveParameters
    let to: EffectiveParameters
    var absent = false
    var differences: [Difference] = []

    mutating func add<Value: Equatable>(
        _ parameter: ParameterName, _ a: Value?, _ b: Value?, text: (Value) -> String,
        same: (Value, Value) -> Bool = { $0 == $1 }
    ) {
        let outcome: Difference.Outcome
        if absent {
            outcome = .notApplicable
        } else if let a, let b {
            outcome = same(a, b) ? .match : .mismatch
        } else {
            outcome = .unknown
        }
        differences.append(
            Difference(
                parameter: parameter, outcome: outcome, from: a.map(text), to: b.map(text),
                fromProvenance: a.flatMap { _ in from.provenance[parameter] },
                toProvenance: b.flatMap { _ in to.provenance[parameter] }))
    }

    mutating func add<Value: Equatable & CustomStringConvertible>(
        _ parameter: ParameterName, _ a: Value?, _ b: Value?, same: (Value, Value) -> Bool = { $0 == $1 }
    ) {
        add(parameter, a, b, text: \.description, same: same)
    }

    mutating func addPresence(_ parameter: ParameterName, _ a: TrackPresence, _ b: TrackPresence) {
        add(
            parameter, a == .unknown ? nil : a, b == .unknown ? nil : b, text: \.rawValue)
    }
}
