import CLibAV
import Glibc
import MediaFormats

/// What the timestamps and flags of the first packets show, and for a file whose samples are all indexed in its header
/// what the index shows.
struct PacketSurvey {
    private let video: Stream?
    private let audio: Stream?
    private var pictures: [Picture] = []
    private var firstSound: Int64?
    /// Decoding times of the index, ascending; empty where samples are not indexed.
    private var indexedTimes: [Int64] = []
    /// The box that the index comes from.
    private var timeTable = ""
    /// Whether headers list samples before they are read.
    private let listsSamples: Bool
    /// Whether libavformat's guess of the frame rate counts only for pictures that come evenly.
    private let guessIsWeak: Bool
    /// The scheme that each stream's first packet names, as a four-character code with the first character on top.
    private(set) var packetSchemes: [Int: UInt32] = [:]

    /// Ticks from the first key picture to the second one, where the index lists both.
    private var listedInterval: Int64?

    /// Whether the first picture comes with dynamic metadata of ST 2094-40 (HDR10+).
    private(set) var carriesDynamicMetadata = false

    private struct Picture {
        var presentation: Int64
        var decoding: Int64
        var isKey: Bool
    }

    /// Entries of an index, or packets, that are looked at.
    private static let entryLimit = 20_000

    /// Reads packets of an analysed resource up to a number of bytes.
    init(_ demuxer: Demuxer, in container: Container, video: Stream?, audio: Stream?, limit: Int) {
        self.video = video
        self.audio = audio
        listsSamples = container.isISOBaseMedia
        guessIsWeak = demuxer.guessesFromFewPictures
        if container.isISOBaseMedia, let video {
            readIndex(of: video)
            // Of a fragmented file the first fragments are listed; that must be as much as would be read otherwise.
            if container.format == .fragmentedMP4, indexedTimes.count < Self.enoughPictures { indexedTimes = [] }
            timeTable = container.format == .mp4 ? "stts" : "trun"
        }
        readPackets(demuxer, limit: limit)
    }

    private mutating func readIndex(of stream: Stream) {
        let count = min(Int(avformat_index_get_entries_count(stream.stream)), Self.entryLimit)
        indexedTimes = (0..<count).compactMap { position in
            avformat_index_get_entry(stream.stream, Int32(position))?.pointee.timestamp
        }
    }

    /// Pictures that are read where an index lists the times of all, but the first one cannot be decoded alone.
    private static let leadingPictures = 24
    /// Pictures whose times tell the rate.
    private static let enoughPictures = 49

    private mutating func readPackets(_ demuxer: Demuxer, limit: Int) {
        let mayCarryDynamicMetadata = video.map(Self.mayCarryDynamicMetadata) ?? false
        listedInterval = video.flatMap(keyInterval)
        let isListed = indexedTimes.count > 1
        var bytes = 0
        var packets = 0
        var keys = 0
        var sawVideo = false
        demuxer.readPackets { packet in
            let packet = packet.pointee
            bytes += Int(packet.size)
            packets += 1
            let index = Int(packet.stream_index)
            if packetSchemes[index] == nil {
                packetSchemes[index] = withUnsafePointer(to: packet) { segue_av_packet_scheme($0) }
            }
            if index == video?.index, !sawVideo {
                sawVideo = true
                carriesDynamicMetadata = mayCarryDynamicMetadata && Self.holdsDynamicMetadata(packet)
            }
            let time = packet.pts == segue_av_no_timestamp ? packet.dts : packet.pts
            if index == audio?.index, firstSound == nil, time != segue_av_no_timestamp,
                packet.flags & AV_PKT_FLAG_DISCARD == 0
            {
                firstSound = time
            }
            if index == video?.index, packet.flags & AV_PKT_FLAG_DISCARD == 0, time != segue_av_no_timestamp {
                let isKey = packet.flags & AV_PKT_FLAG_KEY != 0
                keys += isKey ? 1 : 0
                let decoding = packet.dts == segue_av_no_timestamp ? time : packet.dts
                pictures.append(Picture(presentation: time, decoding: decoding, isKey: isKey))
            }
            let sawPictures =
                video == nil || (isListed && (beginsWithKey || pictures.count >= Self.leadingPictures))
                || (keys > 1 && pictures.count >= Self.enoughPictures)
            let sawSound = audio == nil || firstSound != nil
            return bytes < limit && packets < Self.entryLimit && !(sawPictures && sawSound)
        }
    }

    /// Ticks between the first two key pictures by the index: key pictures are all shown equally long after they are decoded.
    private func keyInterval(of stream: Stream) -> Int64? {
        var first: Int64?
        for position in indexedTimes.indices {
            guard let entry = avformat_index_get_entry(stream.stream, Int32(position))?.pointee else { return nil }
            guard entry.flags & AVINDEX_KEYFRAME != 0, entry.flags & AVINDEX_DISCARD_FRAME == 0 else { continue }
            guard let start = first else {
                first = entry.timestamp
                continue
            }
            return entry.timestamp &- start
        }
        return nil
    }

    /// Whether the codec has a place for dynamic metadata and the transfer is the one that it goes with.
    private static func mayCarryDynamicMetadata(_ stream: Stream) -> Bool {
        let coded = stream.parameters
        return coded.color_trc == AVCOL_TRC_SMPTE2084
            && (coded.codec_id == AV_CODEC_ID_HEVC || coded.codec_id == AV_CODEC_ID_AV1)
    }

    /// Looks for a message registered by country 0xB5 (USA), provider 0x003C, with code 1 and application 4, near the start
    /// of a picture: in HEVC as supplemental information, in AV1 as a metadata unit.
    private static func holdsDynamicMetadata(_ packet: AVPacket) -> Bool {
        guard let data = packet.data, packet.size > 0 else { return false }
        let message: [UInt8] = [0xB5, 0x00, 0x3C, 0x00, 0x01, 0x04]
        var rest = UnsafeBufferPointer(start: data, count: min(Int(packet.size), 8192))[...]
        while let start = rest.firstIndex(of: message[0]), rest.endIndex - start >= message.count {
            if memcmp(data + start, message, message.count) == 0 { return true }
            rest = rest[(start + 1)...]
        }
        return false
    }

    /// Whether further packets would tell the start of the sound, or a frame rate that is still unknown. With many
    /// pictures read, more of them would not help.
    var wouldGainFromMore: Bool {
        if let video, rateTimes.count < 16, frameRate(of: video) == nil { return true }
        if let audio { return firstSound == nil && firstListed(in: audio) == nil }
        return false
    }

    /// Whether the first picture is a key picture: no other one is shown before it, and where an index lists the times of all
    /// pictures no further one must be read.
    private var beginsWithKey: Bool { pictures.first?.isKey == true }

    /// Presentation times that are complete: nothing that is decoded later can come before the last of them.
    private var completeTimes: [Int64] {
        guard let last = pictures.last?.decoding else { return [] }
        return pictures.map(\.presentation).filter { $0 <= last }.sorted()
    }

    /// The times that show how evenly pictures come: of the whole file where it is indexed.
    private var rateTimes: [Int64] { indexedTimes.count > 1 ? indexedTimes : completeTimes }

    /// The frame rate of the video stream and where it comes from; `nil` when the bytes do not decide it.
    ///
    /// libavformat's own guess counts where its two values agree within 0.1 % and pictures were seen: an AVC init
    /// section alone reads 12288/1. It looks at a few pictures only, so where more of them come unevenly its average must
    /// agree with their grid instead. Else the times of the pictures decide.
    func frameRate(of stream: Stream) -> (rate: FrameRate, source: Provenance)? {
        let estimate = FrameRateEstimate(times: rateTimes, timeBase: stream.timeBase)
        let real = stream.stream.pointee.r_frame_rate
        let average = stream.stream.pointee.avg_frame_rate
        if rateTimes.count > 1, let average = FrameRate(Int(average.num), Int(average.den)) {
            func agrees(_ rate: FrameRate) -> Bool {
                abs(rate.framesPerSecond - average.framesPerSecond) <= 0.001 * average.framesPerSecond
            }
            let guess = guessIsWeak && estimate.isConstant == false ? nil : FrameRate(Int(real.num), Int(real.den))
            if let rate = [guess, estimate.grid].compactMap(\.self).first(where: agrees) {
                // 120 and 120000/1001 lie within the 0.1 %; where the times decide between such rates, they do.
                if let exact = estimate.rate, exact != rate, FrameRate.inUse.contains(exact), agrees(exact) {
                    return (exact, Provenance(.timestamps, field: indexedTimes.count > 1 ? timeTable : "pts"))
                }
                // In ticks of a millisecond libavformat finds a fraction beside the rate that is meant.
                let meant = FrameRate.inUse.first {
                    abs($0.framesPerSecond - rate.framesPerSecond) <= 0.000_01 * rate.framesPerSecond
                }
                return (meant ?? rate, Provenance(.timestamps, field: "r_frame_rate"))
            }
        }
        return estimate.rate.map { ($0, Provenance(.timestamps, field: indexedTimes.count > 1 ? timeTable : "pts")) }
    }

    /// Start times, length and key frames.
    ///
    /// libavformat's own start times are not used: a stream that it has not seen gets the start of the file.
    func timing(of demuxer: Demuxer, packedAudioStart: Duration?) -> MediaTiming {
        var timing = MediaTiming()
        if let video {
            let isListed = indexedTimes.count > 1
            let first = isListed && beginsWithKey ? pictures.first?.presentation : completeTimes.first
            timing.videoStart = duration(first ?? firstListed(in: video), of: video)
            timing.startsWithKeyframe = pictures.first?.isKey
            let keys = pictures.lazy.filter(\.isKey).prefix(2).map(\.presentation)
            let read = keys.count > 1 ? keys.first.flatMap { first in keys.dropFirst().first.map { $0 &- first } } : nil
            timing.keyframeInterval = duration(listedInterval ?? read, of: video)
            let estimate = FrameRateEstimate(times: rateTimes, timeBase: video.timeBase)
            timing.frameRateIsConstant = estimate.isConstant
            timing.picturesExamined = rateTimes.count
        }
        if let audio {
            let start = duration(firstSound ?? firstListed(in: audio), of: audio)
            timing.audioStart = packedAudioStart ?? start.map { $0 < .zero ? $0 + audio.padding : $0 }
        }
        // Between two packets of one stream that was cut there is no length.
        if !demuxer.durationIsGuess, let length = demuxer.duration, length >= .milliseconds(1) {
            timing.duration = length
        }
        return timing
    }

    /// The time of the first sample of a stream that is listed and not to be thrown away.
    private func firstListed(in stream: Stream) -> Int64? {
        guard listsSamples else { return nil }
        return (0..<min(avformat_index_get_entries_count(stream.stream), 64)).lazy
            .compactMap { avformat_index_get_entry(stream.stream, $0)?.pointee }
            .first { $0.flags & AVINDEX_DISCARD_FRAME == 0 }?.timestamp
    }

    private func duration(_ ticks: Int64?, of stream: Stream) -> Duration? {
        ticks.flatMap { Duration(ticks: $0, timeBase: stream.timeBase) }
    }
}
