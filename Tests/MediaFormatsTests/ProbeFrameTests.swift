import Foundation
import MediaFormats
import Testing

@Suite struct ProbeFrameTests {
    private static var media: MeasuredMedia {
        var video = VideoParameters()
        video.codec = .hevc
        video.frameRate = FrameRate(30000, 1001)
        video.interlaced = false
        video.resolution = Resolution(width: 1920, height: 1080)
        video.pixelAspect = PixelAspectRatio(horizontal: 4, vertical: 3)
        var parameters = OperatingParameters()
        parameters.video = video
        parameters.videoPresence = .present
        var audio = AudioParameters()
        audio.layout = .surround51
        parameters.audio = audio
        var timing = MediaTiming()
        // A tenth of a second before zero: the high word of a duration is negative.
        timing.videoStart = .milliseconds(-100)
        timing.audioStart = .milliseconds(20)
        timing.duration = .seconds(62.5)
        var media = MeasuredMedia(
            parameters: parameters, timing: timing,
            provenance: [.videoCodec: Provenance(.container, field: "stsd", instrument: .libavformat)],
            otherTracks: ["", "audio 2: AC-3 5.1 ŝ"], bytesRead: .max)
        media.shortfall = ""
        return media
    }

    private static var harvest: TimedTagHarvest {
        var harvest = TimedTagHarvest()
        var tag = TimedTag(timestamp: .min, timescale: 90000, size: 10, digest: .max)
        tag.frames = [TimedTagFrame(id: "TXXX", text: ["a", "\u{0}"]), TimedTagFrame(id: "PRIV", owner: "x", size: 3)]
        harvest.tags = [tag, TimedTag(timestamp: nil, timescale: 1, size: 0, digest: 0)]
        return harvest
    }

    @Test(
        "A reply is read as it was written",
        arguments: [
            .measured(media), .tags(harvest), .needsMore(ResourceRange(offset: 0, length: .max)),
            .failed(ProbeFailure(.notMedia, "an HTML page")),
        ] as [ProbeReply])
    func replies(_ reply: ProbeReply) throws {
        #expect(try ProbeFrame(reply).decode(ProbeReply.self) == reply)
    }

    @Test(
        "A request is read as it was written",
        arguments: [
            .file(path: "/ä b", limits: ProbeLimits(deadline: .milliseconds(1))),
            .ranges(
                [ResourceRange(offset: 1, length: 2), ResourceRange(offset: 3, length: 4)], totalSize: nil,
                limits: ProbeLimits()),
            .ranges([], totalSize: 0, limits: ProbeLimits()), .tags(path: nil, limits: ProbeLimits()), .more([]),
            .abandon, .recording(RecordingTask(path: "", tones: [-100, 0, 100], tick: 400)),
        ] as [ProbeRequest])
    func requests(_ request: ProbeRequest) throws {
        #expect(try ProbeFrame(request).decode(ProbeRequest.self) == request)
    }

    /// A message by hand: one entry, whose slot has a slot inside, as `WireEncoder` describes the form.
    @Test func theFormIsTheOneDescribed() throws {
        struct Value: Codable, Equatable {
            var ab: [Int]
            var none: Int?
        }
        let message: [UInt8] =
            [2] + Array("ab".utf8)  // the key of two bytes
            + [12, 0, 0, 0]  // its slot of 12 bytes
            + [8, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]  // the one element, 8 bytes: -2
        #expect(try ProbeFrame(Value(ab: [-2], none: nil)).message == message)
        #expect(try ProbeFrame(message: message).decode(Value.self) == Value(ab: [-2], none: nil))
    }

    @Test func entriesAreFoundInAnyOrder() throws {
        struct Written: Encodable {
            var a = 1
            var b = 2
            var c = 3
        }
        struct Read: Decodable, Equatable {
            var c: Int
            var missing: Int?
            var a: Int
        }
        #expect(try ProbeFrame(Written()).decode(Read.self) == Read(c: 3, missing: nil, a: 1))
        #expect(throws: DecodingError.self) { try ProbeFrame(["a": 1]).decode(Read.self) }
        #expect(try ProbeFrame(["x": 1, "y": -1]).decode([String: Int].self) == ["x": 1, "y": -1])
    }

    @Test func whatTheFormCannotHoldIsRefused() {
        #expect(throws: EncodingError.self) { try ProbeFrame([1, nil]) }
    }

    @Test func numbersThatDoNotFitAreRefused() throws {
        #expect(try ProbeFrame([UInt64.max]).decode([UInt64].self) == [.max])
        #expect(throws: DecodingError.self) { try ProbeFrame([300]).decode([UInt8].self) }
        #expect(throws: DecodingError.self) { try ProbeFrame([-200]).decode([Int8].self) }
        #expect(try ProbeFrame([0.1, -.infinity]).decode([Double].self) == [0.1, -.infinity])
    }

    /// A worker that is taken over by what it reads can send anything: every prefix and every changed byte of a reply ends in
    /// an error or a value that can be used.
    @Test func damageIsAnErrorOrAnotherValue() throws {
        let message = try ProbeFrame(ProbeReply.measured(Self.media)).message
        var refused = 0
        for length in 0..<message.count {
            let frame = ProbeFrame(message: Array(message[..<length]))
            if (try? frame.decode(ProbeReply.self)) == nil { refused += 1 }
        }
        #expect(refused == message.count, "no prefix is a whole reply")
        for index in message.indices {
            for change: UInt8 in [1, 0x80, 0xFF] {
                var damaged = message
                damaged[index] ^= change
                guard let reply = try? ProbeFrame(message: damaged).decode(ProbeReply.self) else { continue }
                if case .measured(let media) = reply { use(media) }
            }
        }
    }

    /// Reckons with the values as a report does, which ends the program where one cannot be reckoned with.
    private func use(_ media: MeasuredMedia) {
        let video = media.parameters.video
        let words = [
            video?.frameRate?.description, video?.resolution?.description, video?.displayAspect?.description,
            video?.displayAspect?.turned.description, media.parameters.audio?.channelText, "\(media)",
        ]
        #expect(words.compactMap(\.self).allSatisfy { !$0.isEmpty })
        if let rate = video?.frameRate {
            #expect(rate.relation(to: rate) == .equal)
            _ = rate.isWholeMultiple(of: rate)
        }
        _ = video?.resolution?.area
        _ = media.timing.audioLag.map { $0 * 2 }
        let times = [media.timing.videoStart, media.timing.audioStart, media.timing.duration].compactMap(\.self)
        #expect(times.allSatisfy { abs($0.components.seconds) < 1 << 40 })
    }

    /// What no initializer makes is no value, whoever wrote it down.
    @Test func valuesThatCannotBeAreRefused() throws {
        struct Pair: Encodable {
            var numerator = 25
            var denominator = 1
            var width = 16
            var height = 9
            var horizontal = 4
            var vertical = 3
            var name = "stereo"
            var channels = 2
            var ratio = 1.5
        }
        func reads<Value: Decodable>(_ type: Value.Type, _ change: (inout Pair) -> Void = { _ in }) throws -> Value? {
            var pair = Pair()
            change(&pair)
            return try? ProbeFrame(pair).decode(type)
        }
        #expect(try reads(FrameRate.self) == FrameRate(25))
        #expect(try reads(FrameRate.self) { ($0.numerator, $0.denominator) = (48000, 2002) } == FrameRate(24000, 1001))
        #expect(try reads(FrameRate.self) { $0.denominator = 0 } == nil)
        #expect(try reads(FrameRate.self) { $0.numerator = -25 } == nil)
        #expect(try reads(Resolution.self) == Resolution(width: 16, height: 9))
        #expect(try reads(Resolution.self) { $0.width = .max } == nil)
        #expect(try reads(Resolution.self) { $0.height = 0 } == nil)
        #expect(try reads(PixelAspectRatio.self) == PixelAspectRatio(horizontal: 4, vertical: 3))
        #expect(try reads(PixelAspectRatio.self) { $0.vertical = 0 } == nil)
        #expect(try reads(ChannelLayout.self) == .stereo)
        #expect(try reads(ChannelLayout.self) { $0.channels = 0 } == nil)
        #expect(try reads(DisplayAspectRatio.self)?.ratio == 1.5)
        for ratio in [-1e300, 0, .nan, .infinity] {
            #expect(try reads(DisplayAspectRatio.self) { $0.ratio = ratio } == nil)
        }
    }

    /// 2^40 seconds are 35 000 years; nothing an instrument says comes near.
    @Test(
        "Times", arguments: [(Int64(1) << 40, false), (1 << 40 - 1, true), (-1 << 40, false), (.max, false)])
    func times(seconds: Int64, isRead: Bool) throws {
        var timing = MediaTiming()
        timing.videoStart = .seconds(seconds)
        timing.audioStart = .zero
        let read = try? ProbeFrame(timing).decode(MediaTiming.self)
        #expect((read == timing) == isRead)
        #expect((try? JSONDecoder().decode(MediaTiming.self, from: JSONEncoder().encode(timing))) == read)
        let cue = TimedMetadataCue(time: nil, duration: .seconds(seconds), scheme: "")
        #expect((try? ProbeFrame(cue).decode(TimedMetadataCue.self)) == (isRead ? cue : nil))
        let limits = ProbeLimits(deadline: .seconds(seconds))
        #expect((try? ProbeFrame(limits).decode(ProbeLimits.self)) == (isRead ? limits : nil))
    }

    /// What is kept on disk is read as before.
    @Test func aMeasurementIsReadBackFromJSON() throws {
        let read = try JSONDecoder().decode(MeasuredMedia.self, from: JSONEncoder().encode(Self.media))
        #expect(read == Self.media)
    }

    /// Frames arrive in pieces of any size.
    @Test(arguments: [1, 3, 7, 4096])
    func framesAreAssembled(from size: Int) throws {
        let frames = try [
            ProbeFrame(ProbeRequest.abandon), ProbeFrame(ProbeRequest.more([]), payload: [1, 2, 3]),
        ]
        let bytes = frames.flatMap { $0.head + $0.payload }
        var assembler = ProbeFrameAssembler()
        var received: [ProbeFrame] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { assembler.append($0) }
            while let frame = try assembler.next() { received.append(frame) }
        }
        #expect(received == frames)
    }
}
