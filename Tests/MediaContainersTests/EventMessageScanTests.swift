import MediaContainers
import MediaFormats
import Testing

@Suite struct EventMessageScanTests {
    static func word(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        word(content.count + 8) + Array(type.utf8) + content
    }

    static let scheme = Array("https://aomedia.org/emsg/ID3\0cue\0".utf8)
    /// ID3v2.4 with one frame: TIT2 "Cue", UTF-8.
    static let tag = Array("ID3\u{4}\0\0\0\0\0\u{E}TIT2\0\0\0\u{4}\0\0\u{3}Cue".utf8)
    static func one(_ time: Int, scale: Int = 1000) -> [UInt8] {
        box("emsg", word(1 << 24) + word(scale) + word(0) + word(time) + word(0xFFFF_FFFF) + word(7) + scheme + tag)
    }
    static func zero(_ delta: Int) -> [UInt8] {
        box("emsg", word(0) + scheme + word(1000) + word(delta) + word(500) + word(8) + tag)
    }
    /// A track of 90,000 ticks in a second.
    static let movie = box(
        "moov",
        box(
            "trak",
            box("tkhd", word(0) + word(0) + word(0) + word(1))
                + box("mdia", box("mdhd", word(0) + word(0) + word(0) + word(90_000)))))
    static func fragment(_ begin: Int) -> [UInt8] {
        box("moof", box("traf", box("tfhd", word(0) + word(1)) + box("tfdt", word(0) + word(begin))))
    }

    static func scan(_ bytes: [UInt8], step: Int = 64 << 10) -> EventMessageScan {
        var scan = EventMessageScan(step: step)
        while let range = scan.wants {
            scan.take(Array(bytes.dropFirst(range.lowerBound).prefix(range.count)), at: range.lowerBound)
        }
        return scan
    }

    @Test func bothVersionsGetTheirTimes() {
        let samples = Self.box("mdat", Array(repeating: 1, count: 300_000))
        // The second fragment begins at 180,000 / 90,000 = 2 s; version 0 counts from there, version 1 does not.
        let bytes =
            Self.movie + Self.one(1200) + Self.fragment(90_000) + samples + Self.zero(400) + Self.one(2500)
            + Self.fragment(180_000) + samples
        let scan = Self.scan(bytes)
        #expect(scan.problem == nil)
        #expect(scan.harvest.startTime == .seconds(1))
        #expect(scan.harvest.tags.map(\.time) == [.milliseconds(1200), .milliseconds(2400), .milliseconds(2500)])
        #expect(scan.harvest.tags.map(\.duration) == [nil, 500, nil])
        #expect(
            scan.harvest.tags.allSatisfy { $0.frames.first?.text == ["Cue"] && $0.value == "cue" && $0.problems == [] })
        // Of the samples only what came with a box's begin was asked for.
        #expect(scan.harvest.bytesRead < 260_000)
    }

    @Test func theStepChangesNothingButHowMuchIsRead() {
        let samples = Self.box("mdat", Array(repeating: 1, count: 3000))
        let bytes =
            Self.movie + Self.one(1200) + Self.fragment(90_000) + samples + Self.zero(400) + Self.fragment(180_000)
        let whole = Self.scan(bytes)
        for step in [0, 8, 33, 100, 500] {
            let scan = Self.scan(bytes, step: step)
            #expect(scan.problem == nil, "\(step)")
            #expect(scan.harvest.tags == whole.harvest.tags, "\(step)")
        }
    }

    /// More bytes do not make a head sound whose size is less than its own; before, they were asked for a million times.
    @Test(arguments: [40, 1000, 64 << 10])
    func aHeadThatCannotBeEndsTheWalk(step: Int) {
        let bytes = Self.one(5) + Self.word(4) + Array("emsg".utf8) + [UInt8](repeating: 0, count: 300_000)
        let scan = Self.scan(bytes, step: step)
        #expect(scan.problem == "bytes at \(Self.one(5).count) that are no box")
        #expect(scan.harvest.tags.count == 1)
        // Each of the two boxes once, and once more where the step ended in the middle of it.
        #expect(scan.harvest.bytesRead <= 4 * max(step, Self.one(5).count))
    }

    @Test func messagesThatWaitHoldOnToNoBytes() {
        var bytes = Self.movie + Self.zero(400)
        var scan = EventMessageScan(step: bytes.count)
        scan.take(bytes, at: 0)
        // Bytes that someone else holds on to are copied when they are changed.
        let before = bytes.withUnsafeBufferPointer { $0.baseAddress }
        bytes[0] = 1
        #expect(bytes.withUnsafeBufferPointer { $0.baseAddress } == before)
        scan.take(Self.fragment(90_000), at: bytes.count)
        #expect(scan.harvest.tags.map(\.time) == [.milliseconds(1400)])
    }

    @Test func anIndexTellsTheBeginOfASegmentWithoutItsMovie() {
        let index = Self.box("sidx", Self.word(0) + Self.word(1) + Self.word(1000) + Self.word(5000) + Self.word(0))
        #expect(Self.scan(index + Self.zero(250)).harvest.tags.map(\.time) == [.milliseconds(5250)])
    }

    /// Bytes with something wrong, and what must be said of them.
    struct Damaged: Sendable, CustomTestStringConvertible {
        var bytes: [UInt8]
        var says: String
        var testDescription: String { says }
    }

    /// The tag with one byte changed.
    static func tag(with byte: UInt8, at index: Int) -> [UInt8] {
        var bytes = tag
        bytes[index] = byte
        return bytes
    }

    static let scans: [Damaged] = [
        Damaged(bytes: Array(one(5).dropLast(3)), says: "cut short"),
        Damaged(bytes: word(4) + Array("emsg".utf8), says: "no box"),
        Damaged(bytes: word(1) + Array("mdat".utf8) + word(0x7FFF_FFFF) + word(-1), says: "cut short"),
        Damaged(bytes: word(100) + Array("free".utf8), says: "cut short"),
        // Samples that end so near to the last offset of 63 bits that no step fits behind them.
        Damaged(
            bytes: word(1) + Array("mdat".utf8) + word(0x7FFF_FFFF) + word(-40) + [UInt8](repeating: 0, count: 70_000),
            says: "a 'mdat' box whose size cannot be"),
        Damaged(bytes: box("emsg", word(2 << 24)), says: "its version is 2"),
        Damaged(bytes: box("emsg", word(1 << 24) + word(0)), says: "cut short"),
    ]

    @Test("What is cut short or lies about its size is said and ends the walk", arguments: scans)
    func damaged(input: Damaged) {
        let scan = Self.scan(input.bytes)
        #expect(scan.problem?.contains(input.says) == true, "\(scan.problem ?? "nothing")")
    }

    /// A message whose fields are given, with its text behind them.
    static func message(_ version: Int, timescale: Int, time: [UInt8], _ text: String) -> [UInt8] {
        box("emsg", word(version << 24) + word(timescale) + time + word(0) + word(1) + Array(text.utf8))
    }

    @Test(
        "A message that cannot be read is kept with what is wrong, and others are read",
        arguments: [
            (message(2, timescale: 1, time: word(5), "a\0b\0"), "its version is 2, which is not defined"),
            (message(1, timescale: 0, time: word(0) + word(5), "a\0b\0"), "its timescale is 0"),
            (message(1, timescale: 1, time: word(-0x8000_0000) + word(0), "a\0b\0"), "its time is out of range"),
            (message(1, timescale: 1, time: word(0) + word(5), "aaaa"), "its scheme or value does not end"),
            (box("emsg", word(1 << 24) + [0x61, 0x62]), "it is cut short"), (box("emsg", []), "it is cut short"),
        ])
    func unreadable(bytes: [UInt8], problem: String) {
        let tags = Self.scan(Self.movie + bytes + Self.one(1200) + Self.fragment(0)).harvest.tags
        #expect(tags.map(\.problems) == [[problem], []])
        #expect(tags.map(\.time) == [nil, .milliseconds(1200)])
    }

    /// The example of SCTE 35 14.2: out of the network for 0x52CCF5 / 90,000 = 60.293 s, at 0x07369C02E.
    static let splice: [UInt8] = [
        0xFC, 0x30, 0x2F, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xF0, 0x14, 0x05, 0x48, 0x00, 0x00, 0x8F, 0x7F, 0xEF, 0xFE,
        0x73,
        0x69, 0xC0, 0x2E, 0xFE, 0x00, 0x52, 0xCC, 0xF5, 0, 0, 0, 0, 0, 0x0A, 0x00, 0x08, 0x43, 0x55, 0x45, 0x49, 0, 0,
        0x01, 0x35, 0x62, 0xDB, 0xA3, 0x0A,
    ]

    @Test func aSpliceSectionSaysWhatItAnnounces() {
        let tag = TimedTag(splice: Self.splice, timestamp: 640_800, timescale: 90_000)
        #expect(tag.time == .milliseconds(7120))
        #expect(tag.frames.map(\.id) == ["splice_insert"])
        #expect(tag.frames.first?.text == ["event 1207959695", "out of network", "PTS 1936310318", "for 60.293 s"])
        #expect(tag.problems.isEmpty)
        for length in 0..<Self.splice.count {
            let cut = TimedTag(splice: Array(Self.splice.prefix(length)), timestamp: nil, timescale: 1)
            #expect(cut.problems.count == 1, "\(length)")
        }
    }

    @Test func theAdjustmentGoesRoundWithTheClock() {
        // One tick less: 33 bits of ones are added.
        var section = Self.splice
        section.replaceSubrange(4..<9, with: [0x01, 0xFF, 0xFF, 0xFF, 0xFF])
        let tag = TimedTag(splice: section, timestamp: nil, timescale: 1)
        #expect(tag.frames.first?.text?.contains("PTS 1936310317") == true)
    }

    static let tags: [Damaged] = [
        Damaged(bytes: tag(with: 0x80, at: 6), says: "a byte above 127"),
        Damaged(bytes: Array(tag.dropLast()), says: "states 24 bytes, 23 are here"),
        Damaged(bytes: tag(with: 0x40, at: 17), says: "frame TIT2 states 64 bytes, 4 are left"),
        Damaged(bytes: tag(with: 9, at: 20), says: "encoding 9"),
        Damaged(bytes: tag(with: 0x21, at: 10), says: "no legal name"),
        Damaged(bytes: tag(with: 0, at: 17), says: "empty"),
    ]

    @Test("Damage of a tag is named", arguments: tags)
    func damagedTag(input: Damaged) {
        let problems = TimedTag(input.bytes, timestamp: nil, timescale: 1).problems
        #expect(problems.contains { $0.contains(input.says) }, "\(problems)")
        #expect(TimedTag(Self.tag, timestamp: nil, timescale: 1).problems.isEmpty)
    }

    @Test func equalTagsHaveEqualDigests() {
        let a = TimedTag(Self.tag, timestamp: 1, timescale: 1)
        #expect(a.digest == TimedTag(Self.tag, timestamp: 9, timescale: 1).digest)
        #expect(a.digest != TimedTag(Self.tag + [0], timestamp: 1, timescale: 1).digest)
    }
}
