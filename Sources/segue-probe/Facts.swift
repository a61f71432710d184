import CLibAV
import MediaContainers
import MediaFormats

/// Puts together what an analysed resource shows.
func facts(of demuxer: Demuxer, in format: Container, survey: PacketSurvey, input: MediaInput) -> MeasuredMedia {
    let tracks = demuxer.tracks
    let videos = tracks.filter { $0.kind == AVMEDIA_TYPE_VIDEO }
    let audios = tracks.filter { $0.kind == AVMEDIA_TYPE_AUDIO }
    var provenance: [ParameterName: Provenance] = [:]
    var parameters = OperatingParameters(
        subtitles: tracks.compactMap(\.subtitleParameters),
        videoPresence: videos.isEmpty ? .absent : .present, audioPresence: audios.isEmpty ? .absent : .present,
        container: format.format, trackLayout: videos.isEmpty || audios.isEmpty ? nil : .muxed)
    provenance[.container] = Provenance(.container, field: format.evidence)
    provenance[.videoTrack] = Provenance(.container, field: format.trackList)
    provenance[.audioTrack] = Provenance(.container, field: format.trackList)
    if parameters.trackLayout != nil { provenance[.trackLayout] = Provenance(.container, field: format.trackList) }
    if let video = videos.first {
        let facts = VideoFacts(video, in: format, survey: survey)
        parameters.video = facts.parameters
        provenance.merge(facts.provenance) { first, _ in first }
    }
    if let audio = audios.first {
        let facts = AudioFacts(audio, in: format, survey: survey)
        parameters.audio = facts.parameters
        provenance.merge(facts.provenance) { first, _ in first }
    }
    return MeasuredMedia(
        parameters: parameters, timing: survey.timing(of: demuxer, packedAudioStart: format.packedAudioStart),
        provenance: provenance,
        otherTracks: videos.dropFirst().map(\.summary) + audios.dropFirst().map(\.summary)
            + tracks.filter { $0.kind == AVMEDIA_TYPE_DATA && !$0.isSubtitle }.map(\.summary),
        bytesRead: input.bytesRead)
}

extension Stream {
    /// One line for a reader: `audio 2: AC-3 5.1 48000 Hz de`.
    fileprivate var summary: String {
        let language = languageTag
        switch kind {
        case AVMEDIA_TYPE_VIDEO:
            let size = Resolution(width: Int(parameters.width), height: Int(parameters.height))
            return ["video \(index):", VideoCodec(parameters.codec_id).description, size?.description]
                .compactMap(\.self).joined(separator: " ")
        case AVMEDIA_TYPE_AUDIO:
            let layout = channelLayout?.description ?? (channels > 0 ? "\(channels) channels" : nil)
            let rate = parameters.sample_rate > 0 ? "\(parameters.sample_rate) Hz" : nil
            return ["audio \(index):", AudioCodec(parameters.codec_id).description, layout, rate, language]
                .compactMap(\.self).joined(separator: " ")
        default:
            return ["data \(index):", String(cString: avcodec_get_name(parameters.codec_id)), language]
                .compactMap(\.self).joined(separator: " ")
        }
    }

    /// Whether the stream is subtitles. libavformat takes WebVTT and TTML in MP4 for data and does not know CEA-708.
    var isSubtitle: Bool { kind == AVMEDIA_TYPE_SUBTITLE || kind == AVMEDIA_TYPE_DATA && subtitleEntryName != nil }

    /// The format by the sample entry, of those that libavformat does not name.
    private var subtitleEntryName: String? {
        switch tag {
        case "wvtt": "webvtt"
        case "stpp": "imsc1"
        case "c708": "cea-708"
        default: nil
        }
    }

    /// What the stream is as subtitles; `nil` for any other stream.
    fileprivate var subtitleParameters: SubtitleParameters? {
        guard isSubtitle else { return nil }
        if let name = subtitleEntryName { return SubtitleParameters(format: name, language: languageTag) }
        let names: [UInt32: String] = [
            AV_CODEC_ID_WEBVTT.rawValue: "webvtt", AV_CODEC_ID_TTML.rawValue: "imsc1",
            AV_CODEC_ID_EIA_608.rawValue: "cea-608", AV_CODEC_ID_MOV_TEXT.rawValue: "tx3g",
            AV_CODEC_ID_DVB_SUBTITLE.rawValue: "dvb-subtitle", AV_CODEC_ID_DVB_TELETEXT.rawValue: "teletext",
        ]
        let name = names[parameters.codec_id.rawValue] ?? String(cString: avcodec_get_name(parameters.codec_id))
        return SubtitleParameters(format: name, language: languageTag)
    }

    /// The language as BCP 47; `nil` when not stated or undetermined.
    var languageTag: String? { metadata("language").flatMap(LanguageTag.bcp47) }

    /// Number of channels, 0 when unknown.
    var channels: Int { Int(segue_av_channels(stream.pointee.codecpar)) }

    /// The arrangement of channels; `nil` when only their number is known.
    var channelLayout: ChannelLayout? {
        let name = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            segue_av_channel_layout(stream.pointee.codecpar, start, Int32(buffer.count))
            return String(cString: start)
        }
        // One or two channels can be arranged in one way only, whether or not a header says so.
        return ChannelLayout(libavName: name, channels: channels)
            ?? (channels == 1 ? .mono : channels == 2 ? .stereo : nil)
    }

    /// The four-character code of the sample entry; `nil` when the tag is none.
    var tag: String? {
        let tag = parameters.codec_tag
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: tag >> (8 * UInt32($0))) }
        return bytes.allSatisfy { (0x20..<0x7F).contains($0) } ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// The usual name of the profile; `nil` when unknown.
    var profileName: String? {
        avcodec_profile_name(parameters.codec_id, parameters.profile).map { String(cString: $0) }
    }
}
