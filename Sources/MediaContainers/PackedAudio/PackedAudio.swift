import MediaFormats

/// Reads sound that stands without a container, with or without an ID3 tag in front (rfc8216bis 3.1.3).
package enum PackedAudio {
    /// Owner of the private frame that holds the time of the first sample.
    package static let owner = "com.apple.streaming.transportStreamTimestamp"

    /// Tags in front of the sound that are read.
    private static let mostTags = 16

    /// Whether bytes begin with a tag or a frame of sound.
    static func recognises(_ head: ByteReader) -> Bool {
        if head.rest.starts(with: "ID3".utf8) || head.rest.starts(with: "fLaC".utf8) { return true }
        var facts = TrackFacts(kind: .audio, identifier: 0)
        return SoundFrame.read(head.rest.prefix(4096), into: &facts) != nil
    }

    /// Reads the tag, the first frame, and the lengths of the frames that are here.
    static func read(_ window: MediaWindow, into reading: inout HeaderReading) {
        var offset = 0
        var facts = TrackFacts(kind: .audio, identifier: 0)
        facts.set(\AudioParameters.protection, ProtectionScheme.none, .audioProtection, .bitstream("syncword"))
        // A packager puts its tag in front of one that the encoder wrote.
        while reading.cues.count < mostTags, let tag = ID3Tag(window.reader(from: offset).rest.prefix(64 << 10)) {
            facts.timing.start = facts.timing.start ?? timestamp(tag)
            reading.cues.append(
                TimedMetadataCue(time: facts.timing.start, scheme: "ID3", summary: tag.frames.map(\.description)))
            offset += tag.length
        }
        let frames = window.reader(from: offset)
        reading.container = .packedAudio
        reading.evidence = "syncword"
        reading.trackList = "syncword"
        guard frames.count > 0 else {
            if window.ends(at: offset) {
                reading.problem = "an ID3 tag without sound behind it"
            } else {
                reading.wants = offset..<(offset + 4096)
            }
            return
        }
        if frames.rest.starts(with: "fLaC".utf8) {
            reading.container = .flac
            facts.set(\.codec, .flac, .audioCodec, .bitstream("fLaC"))
            FLACStreamInfo.read(frames.rest.dropFirst(8), from: .bitstream("STREAMINFO"), into: &facts)
        } else if SoundFrame.read(frames.rest, into: &facts) == nil {
            reading.problem = "no frame of sound where one must begin"
            return
        } else {
            count(frames.rest, isWhole: window.ends(at: offset + frames.count), into: &facts)
        }
        reading.listsAllTracks = true
        reading.tracks = [facts]
        if let end = facts.timing.end { reading.duration = end - (facts.timing.start ?? .zero) }
    }

    /// Goes from frame to frame; the end is known when the last one ends with the resource.
    private static func count(_ bytes: ArraySlice<UInt8>, isWhole: Bool, into facts: inout TrackFacts) {
        var rest = bytes
        var samples = 0
        var frames = 0
        var rate = 0
        while frames < 20_000, let frame = SoundFrame.length(rest), frame.bytes <= rest.count {
            // The first frame of a file may hold its own description instead of sound.
            if frames > 0 || !holdsDescription(rest.prefix(frame.bytes)) { samples += frame.samples }
            rate = frame.rate
            frames += 1
            rest = rest.dropFirst(frame.bytes)
            facts.timing.sampleDuration = Duration(ticks: frame.samples, timescale: frame.rate)
        }
        facts.timing.samplesExamined = frames
        guard isWhole, rest.isEmpty, frames > 0, let length = Duration(ticks: samples, timescale: rate) else { return }
        facts.timing.end = (facts.timing.start ?? .zero) + length
    }

    /// Whether a frame of MPEG audio is a `Xing` or `Info` header, which stands behind its side information.
    private static func holdsDescription(_ frame: ArraySlice<UInt8>) -> Bool {
        let head = Array(frame.prefix(44))
        return head.firstRange(of: "Xing".utf8) != nil || head.firstRange(of: "Info".utf8) != nil
    }

    /// The time of the first sample by the tag at the start of some bytes; `nil` without one.
    package static func timestamp(of head: [UInt8]) -> Duration? {
        var rest = head[...]
        for _ in 0..<mostTags {
            guard let tag = ID3Tag(rest) else { return nil }
            if let time = timestamp(tag) { return time }
            rest = rest.dropFirst(tag.length)
        }
        return nil
    }

    /// 33 bits of 90 kHz.
    private static func timestamp(_ tag: ID3Tag) -> Duration? {
        for frame in tag.frames {
            guard case .privateData(owner, let bytes) = frame.content, bytes.count >= 8 else { continue }
            let ticks = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard ticks < 1 << 33 else { return nil }
            return Duration(ticks: Int(ticks), timescale: 90_000)
        }
        return nil
    }
}
