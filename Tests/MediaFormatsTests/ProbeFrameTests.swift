import MediaFormats
import Testing

@Suite struct ProbeFrameTests {
    private static var media: MeasuredMedia {
        var video = VideoParameters()
        video.codec = .hevc
        video.frameRate = FrameRate(30000, 1001)
        video.interlaced = false
        var parameters = OperatingParameters()
        parameters.video = video
        parameters.videoPresence = .present
        var timing = MediaTiming()
        // A tenth of a second before zero: the high word of a duration is negative.
        timing.videoStart = .milliseconds(-100)
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
    /// a value or an error.
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
                _ = try? ProbeFrame(message: damaged).decode(ProbeReply.self)
            }
        }
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
