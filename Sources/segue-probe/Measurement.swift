import CLibAV
import MediaContainers
import MediaFormats

/// One attempt to measure a resource with the bytes that are here.
///
/// The answer is ``ProbeReply/needsMore(_:)`` only when bytes are missing that would decide something.
func measure(_ bytes: some MediaBytes, limits: ProbeLimits) -> ProbeReply {
    let input = MediaInput(bytes, until: .now + limits.deadline)
    guard bytes.size != 0 else { return .failed(ProbeFailure(.empty, "the file is empty")) }
    let demuxer: Demuxer
    do throws(LibAVError) {
        demuxer = try Demuxer(input, limits: limits, isComplete: bytes.isComplete)
    } catch {
        if let more = input.missingAnywhere(of: bytes) { return .needsMore(more) }
        return .failed(failure(for: error, of: input, size: bytes.size))
    }
    // A header that goes on beyond what is here would be taken for a short one.
    let isISOBaseMedia = demuxer.formatName.hasPrefix("mov")
    if isISOBaseMedia || demuxer.streams.isEmpty, let more = input.missingAhead(of: bytes) { return .needsMore(more) }

    let container = Container(demuxer: demuxer, input: input)
    input.forgetMissing()
    do throws(LibAVError) {
        try demuxer.analyse(container)
    } catch {
        if let more = input.missingAnywhere(of: bytes) { return .needsMore(more) }
        return .failed(failure(for: error, of: input, size: bytes.size))
    }
    let tracks = demuxer.tracks
    let isLayerOpen = container.format == .transportStream && input.peek(at: 0, count: 4096).count < 4096
    if tracks.isEmpty || tracks.contains(where: { $0.isUndecided(in: container) || isLayerOpen && $0.isMPEGAudio }),
        let more = input.missingAhead(of: bytes)
    {
        return .needsMore(more)
    }
    if input.isOverdue { return .failed(ProbeFailure(.timedOut, "the analysis took too long")) }
    guard tracks.contains(where: { [AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO].contains($0.kind) || $0.isSubtitle })
    else { return .failed(ProbeFailure(.noTracks, "the container holds no audio, video or subtitles")) }
    let survey = PacketSurvey(
        demuxer, in: container, video: tracks.first { $0.kind == AVMEDIA_TYPE_VIDEO },
        audio: tracks.first { $0.kind == AVMEDIA_TYPE_AUDIO }, limit: limits.packetBytes)
    // What the packets would have shown, such as their encryption, would pass for absent.
    if input.isOverdue { return .failed(ProbeFailure(.timedOut, "reading its packets took too long")) }
    if survey.wouldGainFromMore, let more = input.missingAhead(of: bytes) { return .needsMore(more) }
    return .measured(facts(of: demuxer, in: container, survey: survey, input: input))
}

/// Names the failure by looking at the first bytes, because libavformat says "invalid data" to everything.
private func failure(for error: LibAVError, of input: MediaInput, size: Int?) -> ProbeFailure {
    if input.isOverdue { return ProbeFailure(.timedOut, "the analysis took too long") }
    if error.code == segue_av_error_no_memory { return ProbeFailure(.outOfMemory, "it asks for too much memory") }
    return recognise(input.peek(at: 0, count: 4096), totalSize: size, input: input)
}

extension MediaInput {
    /// Bytes to ask for next: from the first missing one, at least 64 KiB unless the resource ends before.
    fileprivate func request(from offset: Int?, of bytes: some MediaBytes) -> ResourceRange? {
        guard let offset else { return nil }
        let wanted = 1 << 18
        return ResourceRange(offset: offset, length: bytes.size.map { max(1, min(wanted, $0 - offset)) } ?? wanted)
    }

    fileprivate func missingAhead(of bytes: some MediaBytes) -> ResourceRange? {
        request(from: missingAhead, of: bytes)
    }

    fileprivate func missingAnywhere(of bytes: some MediaBytes) -> ResourceRange? {
        request(from: missingAhead ?? missingElsewhere, of: bytes)
    }
}

extension Stream {
    /// What the stream carries.
    var kind: AVMediaType { parameters.codec_type }

    /// Whether it is MPEG audio, of which a transport stream does not tell the layer: libavformat says layer III until it has
    /// seen several frames.
    fileprivate var isMPEGAudio: Bool { parameters.codec_id == AV_CODEC_ID_MP3 }

    /// Whether the bytes analysed so far did not yet show what every decoder must know.
    fileprivate func isUndecided(in container: Container) -> Bool {
        let parameters = parameters
        switch kind {
        case AVMEDIA_TYPE_VIDEO where container.announcedScheme(of: self) != nil: return parameters.width == 0
        case AVMEDIA_TYPE_VIDEO:
            return parameters.codec_id == AV_CODEC_ID_NONE || parameters.width == 0 || parameters.format < 0
        case AVMEDIA_TYPE_AUDIO:
            if parameters.codec_id == AV_CODEC_ID_AAC, profileName == nil, container.announcedScheme(of: self) == nil,
                AudioSpecificConfig(configuration[...])?.mayHideExtension == true
            {
                return true
            }
            return parameters.codec_id == AV_CODEC_ID_NONE || parameters.sample_rate == 0 || channels == 0
        default: return false
        }
    }
}
