package import HLSPlaylists
import MediaFormats

extension ProfiledVariant {
    /// What was measured, else what is declared, field by field.
    ///
    /// A value that no media can have counts as unknown, and what is declared for one codec says nothing of another.
    /// Eight-bit video that states no transfer function is SDR, because PQ and HLG are defined for ten and twelve bits
    /// only (ITU-R BT.2100 table 9). For the same reason HDR in the Main 10 profile of HEVC, which ends at ten bits, has ten.
    package var effective: EffectiveParameters {
        let (measured, declared) = (measured?.plausible.parameters, declared.plausible.parameters)
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
        if values.video?.bitDepth == nil, values.video?.profile == "Main 10",
            let range = values.video?.dynamicRange, range != .sdr
        {
            values.video?.bitDepth = 10
            provenance[.videoBitDepth] = Provenance(.specificationDefault, field: "\(range.rawValue), BT.2100")
        }
        return EffectiveParameters(
            values: values, provenance: provenance, timing: timing, audioLanguages: audioLanguages.sorted())
    }
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
        resolution = resolution ?? declared.resolution
        pixelAspect = pixelAspect ?? declared.pixelAspect
        frameRate = frameRate ?? declared.frameRate
        interlaced = interlaced ?? declared.interlaced
        protection = protection ?? declared.protection
        guard codec == nil || declared.codec == nil || codec == declared.codec else { return }
        codec = codec ?? declared.codec
        sampleEntry = sampleEntry ?? declared.sampleEntry
        profile = profile ?? declared.profile
        level = level ?? declared.level
        tier = tier ?? declared.tier
        bitDepth = bitDepth ?? declared.bitDepth
        chroma = chroma ?? declared.chroma
        dynamicRange = dynamicRange ?? declared.dynamicRange
        dolbyVision = dolbyVision ?? declared.dolbyVision
        colour = colour ?? declared.colour
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
        language = declared.language ?? language
        protection = protection ?? declared.protection
        loudness = loudness ?? declared.loudness
        guard codec == nil || declared.codec == nil || codec == declared.codec else { return }
        codec = codec ?? declared.codec
        objectType = objectType ?? declared.objectType
        sampleRate = sampleRate ?? declared.sampleRate
        bitDepth = bitDepth ?? declared.bitDepth
        layout = layout ?? declared.layout
        channels = channels ?? declared.channels
        atmos = atmos ?? declared.atmos
    }
}
