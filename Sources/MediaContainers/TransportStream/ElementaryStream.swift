package import MediaFormats

/// What was seen of one stream of a program.
struct ElementaryStream {
    /// Its row in the program map.
    let map: MappedStream
    // What the map says is asked for with every packet.
    private let kind: TrackTiming.Kind
    private let isTimedID3: Bool
    private var units: [Unit] = []
    /// The payload of the first packetised packet, as far as it is needed.
    private(set) var first: [UInt8] = []
    private var current: [UInt8] = []
    private var isFirst = true
    /// The payload of the first packetised packet with parameter sets or a sequence header, where that is a later one.
    private var described: [UInt8] = []
    private var lacksDescription = false
    private var isScrambled = false
    /// Bytes after which the packetised packet that is being collected is whole; `nil` when it does not say.
    private var wholeCount: Int?
    /// Timed ID3: tags with their times.
    private(set) var cues: [TimedMetadataCue] = []

    /// One packetised packet.
    private struct Unit: Hashable {
        var presentation: Int
        var decoding: Int
        var isRandomAccess: Bool
    }

    private static let unitLimit = 20_000
    private static let payloadLimit = 64 << 10

    /// Begins with a row of the map.
    init(_ map: MappedStream) {
        self.map = map
        kind = map.kind
        isTimedID3 = map.isTimedID3
    }

    /// Takes a packet of the stream, among bytes.
    mutating func take(_ packet: TransportPacket, of bytes: ByteReader) {
        var payload = packet.payload
        if packet.isScrambled { isScrambled = true }
        if packet.startsUnit {
            finishUnit()
            isCollecting = false
            guard let head = PacketisedHead(bytes.part(payload)) else { return }
            if let presentation = head.presentation, units.count < Self.unitLimit {
                let time = unwrapped(presentation)
                let decoding = head.decoding.map(unwrapped) ?? time
                units.append(Unit(presentation: time, decoding: decoding, isRandomAccess: packet.isRandomAccess))
            }
            if head.length <= payload.count { payload.removeFirst(head.length) }
            current.removeAll(keepingCapacity: true)
            isCollecting = true
            wholeCount = head.statedLength > 0 ? head.statedLength - (head.length - 6) : nil
        }
        guard isCollecting, kind != .video || isFirst || isUndescribed, current.count < Self.payloadLimit else {
            return
        }
        current += bytes.part(payload).rest
        // Tags are rare: the next one may come behind everything that is read.
        if isTimedID3, let wholeCount, current.count >= wholeCount {
            finishUnit()
            isCollecting = false
        }
    }

    /// Units in which parameter sets are looked for: a stream that begins in the middle has none in its first one.
    private static let descriptionLimit = 1000

    /// Whether no unit so far said what the pictures are, and a later one still may.
    private var isUndescribed: Bool { lacksDescription && units.count < Self.descriptionLimit }

    private func describes(_ payload: [UInt8]) -> Bool {
        switch map.videoCodec {
        case .avc: StartCodeUnits(payload[...]).contains { $0.first.map { $0 & 0x1F == 7 } ?? false }
        case .hevc: StartCodeUnits(payload[...]).contains { $0.first.map { $0 >> 1 & 0x3F == 33 } ?? false }
        case .mpeg2: payload.firstRange(of: [0, 0, 1, 0xB3]) != nil
        default: true
        }
    }

    private var isCollecting = false

    /// The clock of 33 bits begins again after a day: times near the first one are meant.
    private func unwrapped(_ time: Int) -> Int {
        guard let first = units.first?.presentation else { return time }
        let distance = time - first
        return distance < -(1 << 32) ? time + (1 << 33) : distance > 1 << 32 ? time - (1 << 33) : time
    }

    /// Ends the packetised packet that is being collected.
    mutating func finishUnit() {
        guard isCollecting else { return }
        if isFirst, !current.isEmpty {
            first = current
            isFirst = false
            lacksDescription = kind == .video && !describes(first)
        } else if isUndescribed, describes(current) {
            described = current
            lacksDescription = false
        }
        if isTimedID3, cues.count < 256, let tag = ID3Tag(current) {
            cues.append(
                TimedMetadataCue(
                    time: units.last.flatMap { Duration(ticks: $0.presentation, timescale: 90_000) }, scheme: "ID3",
                    summary: tag.frames.map(\.description)))
        }
    }

    /// Puts together what was seen.
    func facts(isComplete: Bool) -> TrackFacts {
        var facts = TrackFacts(kind: kind, identifier: map.pid)
        let table = Provenance.box("PMT")
        switch kind {
        case .video: describePicture(&facts, table)
        case .audio: describeSound(&facts, table)
        case .subtitle:
            facts.subtitles = [
                SubtitleParameters(format: map.subtitleFormat, language: map.language.flatMap(LanguageTag.bcp47))
            ]
            facts.provenance.note(.subtitleTracks, table)
        case .metadata, .other: break
        }
        describeTimes(&facts, isComplete: isComplete)
        return facts
    }

    private func describePicture(_ facts: inout TrackFacts, _ table: Provenance) {
        facts.set(\.codec, map.videoCodec, .videoCodec, table)
        noteScrambling(&facts)
        facts.set(\VideoParameters.protection, map.protection, .videoProtection, table)
        let payload = !described.isEmpty ? described : first.isEmpty ? current : first
        if map.videoCodec == .mpeg2 {
            MPEG2Sequence.read(payload[...], from: .bitstream("sequence header"), into: &facts)
        }
        facts.subtitles = map.captions
        if !map.captions.isEmpty { facts.provenance.note(.subtitleTracks, .box("caption_service_descriptor")) }
        guard map.videoCodec == .avc || map.videoCodec == .hevc else { return }
        let isHEVC = map.videoCodec == .hevc
        let units = ParameterSets.startCodes(payload[...])
        AccessUnit.read(units, isHEVC: isHEVC, into: &facts)
        // The last unit may be cut short, and a cut parameter set is another one.
        let whole = units.dropLast()
        if let digest = ParameterSets.digest(Array(whole), isHEVC: isHEVC), !whole.isEmpty {
            facts.set(\.configurationDigest, digest, .videoParameterSets, .bitstream("SPS"))
        }
        let opening = described.isEmpty ? units : ParameterSets.startCodes(first[...])
        facts.timing.startsWithSyncSample =
            AccessUnit.startsWithKeyPicture(opening, isHEVC: isHEVC)
            ?? (self.units.first?.isRandomAccess == true ? true : nil)
        if let vision = map.dolbyVision { facts.setDolbyVision(vision, from: .box("DOVI descriptor")) }
    }

    /// Scrambled packets are protected somehow, whatever the map says of their stream.
    private func noteScrambling(_ facts: inout TrackFacts) {
        guard isScrambled, map.protection == .none else { return }
        let unknown = ProtectionScheme(rawValue: "unknown")
        facts.set(\VideoParameters.protection, unknown, .videoProtection, .scrambling)
        facts.set(\AudioParameters.protection, unknown, .audioProtection, .scrambling)
    }

    private func describeSound(_ facts: inout TrackFacts, _ table: Provenance) {
        if map.audioCodec != .mp3 { facts.set(\.codec, map.audioCodec, .audioCodec, table) }
        noteScrambling(&facts)
        facts.set(\AudioParameters.protection, map.protection, .audioProtection, table)
        facts.set(
            \.language, map.language.flatMap(LanguageTag.bcp47), .audioLanguage, .box("ISO_639_language_descriptor"))
        if let setup = map.setup, map.audioCodec == .aac, let config = AudioSpecificConfig(setup.configuration[...]) {
            facts.setAAC(config, from: .box("audio setup information"))
        }
        let payload = first.isEmpty ? current : first
        if map.type == 0x11 {
            TransportAudioFrame.readLATM(payload[...], into: &facts)
        } else if let channels = map.opusChannels {
            facts.set(\.sampleRate, 48000, .audioSampleRate, .box("Opus audio descriptor"))
            facts.setChannels(channels, layout: ChannelOrder.named(channels), from: .box("Opus audio descriptor"))
        } else {
            SoundFrame.read(payload[...], into: &facts)
        }
        facts.timing.startsWithSyncSample = units.isEmpty ? nil : true
        facts.set(\.codec, map.audioCodec, .audioCodec, table)
    }
}

extension ElementaryStream {
    private func describeTimes(_ facts: inout TrackFacts, isComplete: Bool) {
        facts.timing.samplesExamined = units.count
        guard let last = units.last else { return }
        // Nothing decoded after the last picture read can come before it.
        let horizon = isComplete ? Int.max : last.decoding
        let times = units.map { $0.presentation }.filter { $0 <= horizon }.sorted()
        guard let start = times.first else { return }
        facts.timing.start = Duration(ticks: start, timescale: 90_000)
        if facts.video != nil {
            describeRate(&facts, times: times)
        } else if facts.audio != nil {
            let sound = soundLength
            facts.timing.sampleDuration = sound?.frame
            if isComplete, let length = sound?.all {
                facts.timing.end = Duration(ticks: last.presentation, timescale: 90_000).map { $0 + length }
            }
        }
        guard isComplete, facts.video != nil, let longest = facts.timing.sampleDuration, let final = times.last else {
            return
        }
        facts.timing.end = Duration(ticks: final, timescale: 90_000).map { $0 + longest }
    }

    private func describeRate(_ facts: inout TrackFacts, times: [Int]) {
        let steps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }
        if let least = steps.min(), let most = steps.max(), steps.count > 1 {
            let rate = PictureRate(
                least: least, most: most, count: steps.count, sum: steps.reduce(0, +), timescale: 90_000)
            facts.set(\.frameRate, rate.rate, .videoFrameRate, .times("PTS"))
            facts.rateIsConstant = steps.count > 2 ? rate.isConstant : nil
            facts.timing.sampleDuration = Duration(ticks: most, timescale: 90_000)
        } else if let sequence = facts.sequence, sequence.rateIsFixed {
            facts.set(\.frameRate, sequence.statedRate, .videoFrameRate, .bitstream("SPS"))
        }
        let keys = units.filter { $0.isRandomAccess }.prefix(2)
        // Where the clock jumps back there is no distance.
        if keys.count == 2, let first = keys.first, let second = keys.last, second.presentation > first.presentation {
            facts.keyframeInterval = Duration(ticks: second.presentation - first.presentation, timescale: 90_000)
        }
    }

    /// Length of one frame of sound and of all frames in the last packetised packet.
    private var soundLength: (frame: Duration, all: Duration?)? {
        var rest = current[...]
        var samples = 0
        guard let head = SoundFrame.length(rest), let frame = Duration(ticks: head.samples, timescale: head.rate) else {
            return nil
        }
        while let next = SoundFrame.length(rest), next.bytes <= rest.count {
            samples += next.samples
            rest = rest.dropFirst(next.bytes)
        }
        return (frame, rest.isEmpty ? Duration(ticks: samples, timescale: head.rate) : nil)
    }

    /// Whether headers of the stream would show more if more of it were read.
    func isUndecided(_ facts: TrackFacts) -> Bool {
        switch kind {
        case .video: [.avc, .hevc, .mpeg2].contains(map.videoCodec) && facts.video?.resolution == nil
        case .audio: first.isEmpty && current.isEmpty
        default: false
        }
    }
}

extension Provenance {
    /// The mark of packets that are scrambled below the elementary streams, which libavformat passes over.
    package static let scrambling = box("transport_scrambling_control")
}
