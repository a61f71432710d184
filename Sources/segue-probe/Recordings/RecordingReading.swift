import CLibAV
import Glibc
import MediaFormats

/// Reads a recording from its start to its end, handing over parts of what it shows on the way.
///
/// - Parameter hand: Takes each part; what it throws ends the reading, because the parent is gone.
func readRecording(_ task: RecordingTask, hand: (RecordingPart) throws -> Void) throws -> ProbeReply {
    let bytes: LocalFile
    do throws(ProbeFailure) {
        bytes = try LocalFile(path: task.path)
    } catch {
        return .failed(error)
    }
    guard task.tones.count <= RecordingTask.mostTones else {
        return .failed(ProbeFailure(.badRequest, "too many tones"))
    }
    guard bytes.size != 0 else { return .failed(ProbeFailure(.empty, "the file is empty")) }
    let input = MediaInput(bytes, until: .now + task.deadline)
    let demuxer: Demuxer
    do throws(LibAVError) {
        demuxer = try Demuxer(
            input, limits: ProbeLimits(), isComplete: true, formats: Demuxer.recordingFormats)
        try demuxer.analyse(Container(demuxer: demuxer, input: input))
    } catch {
        if error.code == segue_av_error_no_memory {
            return .failed(ProbeFailure(.outOfMemory, "it asks for too much memory"))
        }
        return .failed(recognise(input.peek(at: 0, count: 4096), totalSize: bytes.size, input: input))
    }
    let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    guard let picture = demuxer.tracks.first(where: { $0.parameters.codec_type == AVMEDIA_TYPE_VIDEO }) else {
        return .failed(ProbeFailure(.noTracks, "the recording holds no pictures"))
    }
    guard let pictures = StreamDecoder(picture, threads: min(4, max(1, cores))) else {
        let name = String(cString: avcodec_get_name(picture.parameters.codec_id))
        return .failed(ProbeFailure(.noTracks, "there is no decoder for its pictures (\(name))"))
    }
    let sound = demuxer.tracks.first { $0.parameters.codec_type == AVMEDIA_TYPE_AUDIO }
    var reading = RecordingReading(
        task: task, demuxer: demuxer, pictures: pictures, sound: sound.flatMap { StreamDecoder($0, threads: 1) })
    let facts = try reading.run(hand)
    if input.isOverdue { return .failed(ProbeFailure(.timedOut, "reading it took too long")) }
    return .recording(facts)
}

/// The state of one pass over a recording.
private struct RecordingReading {
    private let task: RecordingTask
    private let demuxer: Demuxer
    private let pictures: StreamDecoder
    private let sound: StreamDecoder?
    private var marker = MarkerReader()
    private var meter: ToneMeter
    private var part = RecordingPart()
    private var facts: RecordingFacts
    private var pictureCount = 0
    private var lastHandedOver = ContinuousClock.now

    /// Pictures and windows of sound in a part, about.
    private static let partLength = 500
    /// Time after which the parent hears that the work goes on.
    private static let longestSilence = Duration.seconds(2)

    init(task: RecordingTask, demuxer: Demuxer, pictures: StreamDecoder, sound: StreamDecoder?) {
        self.task = task
        self.demuxer = demuxer
        self.pictures = pictures
        self.sound = sound
        meter = ToneMeter(tones: task.tones, tick: task.tick)
        let parameters = pictures.stream.parameters
        facts = RecordingFacts(
            width: Int(parameters.width), height: Int(parameters.height),
            codec: String(cString: avcodec_get_name(parameters.codec_id)), hasSound: sound != nil,
            creationTime: demuxer.metadata("creation_time") ?? pictures.stream.metadata("creation_time"))
    }

    mutating func run(_ hand: (RecordingPart) throws -> Void) throws -> RecordingFacts {
        var failure: (any Error)?
        demuxer.readPackets { packet in
            switch Int(packet.pointee.stream_index) {
            case pictures.stream.index: pictures.decode(packet) { see($0) }
            case sound?.stream.index: sound?.decode(packet) { hear($0) }
            default: break
            }
            if pictureCount >= task.pictureLimit {
                facts.isComplete = false
                return false
            }
            do {
                try handOver(hand, atLeast: Self.partLength)
            } catch {
                failure = error
                return false
            }
            return true
        }
        if let failure { throw failure }
        pictures.decode(nil) { see($0) }
        sound?.decode(nil) { hear($0) }
        try handOver(hand, atLeast: 1)
        facts.damagedPackets = pictures.failures + (sound?.failures ?? 0)
        facts.marker = marker.sight
        return facts
    }

    private mutating func handOver(_ hand: (RecordingPart) throws -> Void, atLeast length: Int) throws {
        let count = part.pictureTimes.count + part.soundTimes.count
        let now = ContinuousClock.now
        guard count >= length || count > 0 && lastHandedOver + Self.longestSilence < now else { return }
        lastHandedOver = now
        try hand(part)
        part = RecordingPart()
    }

    private mutating func see(_ frame: DecodedFrame) {
        guard let time = frame.time else { return }
        pictureCount += 1
        part.append(frame.luma.map { marker.read($0) } ?? .unreadable, at: time)
    }

    private mutating func hear(_ frame: DecodedFrame) {
        for window in meter.add(frame.samples, rate: frame.sampleRate, at: frame.time) {
            part.appendSound(tone: window.tone, level: window.level, tickLevel: window.tickLevel, at: window.time)
        }
    }
}
