import MediaFormats
import Testing

@testable import MediaContainers

/// Headers written down bit by bit from H.262 section 6.2.2 and 6.2.3.
@Suite struct MPEG2SequenceTests {
    // 720 by 576, 16:9 (3), 25 a second (3), rate, marker, buffer, flags.
    private let sequence =
        hex("00 00 01 B3") + bits("001011010000 001001000000 0011 0011 000000000000000000 1 0000000000 0 0 0")
    // Extension 1: Main (4) at Main (8), interlaced, 4:2:0.
    private let interlaced = hex("00 00 01 B5") + bits("0001 0 100 1000 0 01 00 00 000000000000 1 00000000 0 00 00000")
    // Extension 2: a colour description of BT.470 BG (5), 5 and 5.
    private let display =
        hex("00 00 01 B5") + bits("0010 001 1") + hex("05 05 05") + bits("00000000000000 1 00000000000000")
    // A picture of type I.
    private let picture = hex("00 00 01 00") + bits("0000000000 001 1111111111111111 000")
    // Extension 8: codes of vectors, precision, frame; bottom field first; then seven flags, and not progressive.
    private let coding = hex("00 00 01 B5") + bits("1000 1111111111111111 00 11 0 1000000 0 0")

    private func read(_ parts: [UInt8]...) -> TrackFacts {
        var facts = TrackFacts(kind: .video, identifier: 1)
        MPEG2Sequence.read(parts.flatMap { $0 }[...], from: .bitstream("sequence header"), into: &facts)
        return facts
    }

    @Test func aTelevisionPicture() throws {
        let facts = read(sequence, interlaced, display, picture, coding, hex("00 00 01 01"))
        let video = try #require(facts.video)
        #expect(video.resolution == Resolution(width: 720, height: 576))
        #expect(video.profile == "Main")
        #expect(video.bitDepth == 8)
        #expect(video.chroma == "4:2:0")
        // 16/9 * 576/720 = 64/45.
        #expect(video.pixelAspect == PixelAspectRatio(horizontal: 64, vertical: 45))
        #expect(video.interlaced == true)
        #expect(video.fieldOrder == .bottomFirst)
        #expect(video.colour == ColourDescription(primaries: 5, transfer: 5, matrix: 5, fullRange: false))
        #expect(facts.sequence?.statedRate == FrameRate(25))
        #expect(facts.timing.startsWithSyncSample == true)
        #expect(video.configurationDigest == ParameterSets.digest([(sequence + interlaced + display)[...]]))
    }

    @Test(
        "The first of two fields that are pictures of their own is shown first",
        arguments: [
            ("01", "0", FieldOrder.topFirst), ("10", "0", .bottomFirst), ("11", "1", .topFirst),
            ("11", "0", .bottomFirst), ("00", "1", nil),
        ] as [(String, String, FieldOrder?)])
    func fieldPictures(structure: String, flag: String, order: FieldOrder?) {
        let coding = hex("00 00 01 B5") + bits("1000 1111111111111111 00 \(structure) \(flag) 1000000 0 0")
        let video = read(sequence, interlaced, picture, coding, hex("00 00 01 01")).video
        #expect(video?.interlaced == true)
        #expect(video?.fieldOrder == order)
    }

    @Test func withoutExtensionItIsTheFirstGeneration() {
        let facts = read(sequence, picture)
        #expect(facts.video?.interlaced == false)
        #expect(facts.video?.profile == nil)
    }

    @Test("What ends too early leaves the rest unknown", arguments: [0, 4, 7, 12, 14])
    func short(length: Int) {
        var facts = TrackFacts(kind: .video, identifier: 1)
        MPEG2Sequence.read((sequence + interlaced).prefix(length), from: .bitstream("sequence header"), into: &facts)
        #expect(facts.video?.profile == nil)
    }

    @Test func captionsInUserData() {
        // GA94, type 3, one pair, of field 1 of line 21.
        let captions = hex("00 00 01 B2") + Array("GA94".utf8) + hex("03 41 FF FC 94 2C FF")
        #expect(read(sequence, interlaced, picture, captions).subtitles.map(\.format) == ["cea-608"])
    }
}
