import MediaFormats
import Testing

@testable import MediaContainers

/// Movies put together box by box from ISO 14496-12.
@Suite struct MovieTests {
    /// A picture track of 25 frames a second whose samples stand in fragments.
    private func movie(timescale: Int = 25000, edits: [UInt8] = [], entry: [UInt8]? = nil) -> [UInt8] {
        let header = box("tkhd", number(3), number(0), number(0), number(1), [UInt8](repeating: 0, count: 68))
        // Language 'deu': 4, 5, 21.
        let media = box(
            "mdhd", number(0), number(0), number(0), number(timescale), number(0), bits("0 00100 00101 10101"), [0, 0])
        let handler = box("hdlr", number(0), number(0), Array("vide".utf8), [UInt8](repeating: 0, count: 13))
        let visual =
            [UInt8](repeating: 0, count: 24) + number(640, 2) + number(360, 2) + [UInt8](repeating: 0, count: 50)
        let table = box(
            "stbl", box("stsd", number(0), number(1), entry ?? box("vp09", visual)), box("stts", number(0), number(0)))
        let track = box("trak", header, edits, box("mdia", media, handler, box("minf", table)))
        let extends = box(
            "mvex", box("trex", number(0), number(1), number(1), number(1000), number(100), number(0x1_0000)))
        let movieHeader = box("mvhd", number(0), number(0), number(0), number(1000), [UInt8](repeating: 0, count: 84))
        return box("ftyp", Array("iso6".utf8), number(0)) + box("moov", movieHeader, track, extends)
    }

    private func fragment(time: Int, run: [UInt8]...) -> [UInt8] {
        box(
            "moof", box("mfhd", number(0), number(1)),
            box(
                "traf", box("tfhd", number(0x2_0000), number(1)), box("tfdt", number(0), number(time)),
                run.flatMap { $0 }))
    }

    private func read(_ bytes: [UInt8], size: Int? = nil) -> HeaderReading {
        HeaderReading(MediaWindow(bytes, totalSize: size ?? bytes.count))
    }

    @Test func timesOfAFragment() throws {
        // Ten samples by the defaults of the movie; the first can be decoded alone.
        let run = box("trun", number(0x5), number(10), number(0), number(0))
        let reading = read(movie() + fragment(time: 50000, run: run) + box("mdat", [UInt8](repeating: 0, count: 1000)))
        let track = try #require(reading.tracks.first)
        #expect(reading.container == .fragmentedMP4)
        #expect(track.timing.start == .seconds(2))
        #expect(track.timing.end == .milliseconds(2400))
        #expect(track.timing.startsWithSyncSample == true)
        #expect(track.video?.frameRate == FrameRate(25))
        #expect(track.rateIsConstant == true)
        #expect(track.timing.samplesExamined == 10)
        #expect(reading.duration == .milliseconds(400))
        #expect(reading.wants == nil)
    }

    @Test func aRunSaysWhatDefaultsDoNot() throws {
        // Durations, flags and offsets of each sample: not decodable alone, shown 1000 ticks later, in reverse.
        func sample(_ offset: Int) -> [UInt8] { number(1250) + number(0x1_0000) + number(offset) }
        let run = box("trun", number(0xD00), number(3), sample(3750), sample(1250), sample(1250))
        let reading = read(movie() + fragment(time: 0, run: run))
        let track = try #require(reading.tracks.first)
        #expect(track.timing.startsWithSyncSample == false)
        // Decoded at 0, 1250, 2500: shown at 3750, 2500, 3750.
        #expect(track.timing.start == .milliseconds(100))
        #expect(track.video?.frameRate == FrameRate(20))
    }

    @Test func anEditListDelaysAndCuts() throws {
        // Half a second of nothing, then the media from tick 2000 on.
        let list = box(
            "elst", number(0), number(2), number(500) + number(0xFFFF_FFFF) + number(0x1_0000),
            number(1000) + number(2000) + number(0x1_0000))
        let run = box("trun", number(0x1), number(4), number(0))
        let track = try #require(read(movie(edits: box("edts", list)) + fragment(time: 2000, run: run)).tracks.first)
        #expect(track.timing.emptyEdit == .milliseconds(500))
        #expect(track.timing.start == .milliseconds(500))
    }

    /// Four pictures of 40 ms, and an edit in ticks of 1 ms that shows so much of them from a tick of the media on.
    @Test(
        "An edit shows media for its own time (ISO 14496-12 8.6.6)",
        arguments: [
            (80, 0, 0, 80), (0, 0, 0, 160), (159, 0, 0, 160), (60, 1000, 0, 60), (500, 0, 0, 160), (80, 5000, nil, nil),
        ] as [(Int, Int, Int?, Int?)])
    func editsEndTracks(shown: Int, from: Int, start: Int?, end: Int?) throws {
        let list = box("elst", number(0), number(1), number(shown) + number(from) + number(0x1_0000))
        let run = box("trun", number(0x1), number(4), number(0))
        let track = try #require(read(movie(edits: box("edts", list)) + fragment(time: 0, run: run)).tracks.first)
        #expect(track.timing.start == start.map { .milliseconds($0) })
        #expect(track.timing.end == end.map { .milliseconds($0) })
    }

    @Test func aSegmentThatGoesOnHasNoEnd() throws {
        let run = box("trun", number(0x1), number(10), number(0))
        let bytes = movie() + fragment(time: 0, run: run)
        let track = try #require(read(bytes, size: bytes.count + 5000).tracks.first)
        #expect(track.timing.start == .zero)
        #expect(track.timing.end == nil)
    }

    @Test func moreIsAskedForOnlyWhereItDecides() throws {
        let bytes = movie()
        // The movie is cut: its rest is wanted.
        let cut = HeaderReading(MediaWindow(Array(bytes.prefix(60)), totalSize: 10_000))
        #expect(cut.wants?.lowerBound == 60)
        // The movie comes behind the samples: what stands there is wanted.
        let late = HeaderReading(
            MediaWindow(box("ftyp", number(0)) + number(100_000) + Array("mdat".utf8) + [0, 0], totalSize: 120_000))
        #expect(late.wants?.lowerBound == 100_012)
        // All is known.
        let run = box("trun", number(0x1), number(10), number(0))
        #expect(HeaderReading(MediaWindow(bytes + fragment(time: 0, run: run), totalSize: 1 << 30)).wants == nil)
    }

    @Test func aResourceOfAlmostAllBytesThatCanBeCounted() throws {
        // Samples reach to a kilobyte before the last offset of 63 bits; there a fragment begins that is cut short.
        let place = Int.max - 1000
        func window(_ rest: [UInt8], at place: Int) -> MediaWindow {
            let movie = movie()
            let samples = number(1) + Array("mdat".utf8) + number(place - movie.count, 8)
            var window = MediaWindow(movie + samples, totalSize: .max)
            window.add(rest, at: place)
            return window
        }
        let fragment = HeaderReading(window(number(500) + Array("moof".utf8), at: place))
        #expect(fragment.wants == (place + 8)..<(place + 500))
        // A box that goes on to the end, 20 bytes before it, while its head alone has 24.
        let last = HeaderReading(window(number(0) + Array("uuid".utf8), at: .max - 20))
        #expect(last.problem?.contains("a size that cannot be") == true)
        #expect(last.tracks.count == 1)
    }

    @Test func protectionAndTheOriginalEntry() throws {
        let visual = [UInt8](repeating: 0, count: 24) + number(64, 2) + number(36, 2) + [UInt8](repeating: 0, count: 50)
        let information = box(
            "sinf", box("frma", Array("hvc1".utf8)), box("schm", number(0), Array("cbcs".utf8), number(0x10000)))
        let video = try #require(read(movie(entry: box("encv", visual, information))).tracks.first?.video)
        #expect(video.codec == .hevc)
        #expect(video.sampleEntry == SampleEntry(rawValue: "hvc1"))
        #expect(video.protection == .cbcs)
        let bare = try #require(read(movie(entry: box("encv", visual))).tracks.first?.video)
        #expect(bare.codec == nil)
        #expect(bare.protection == ProtectionScheme(rawValue: "unknown"))
    }

    @Test func aClearBeginningDoesNotMakeATrackClear() throws {
        let visual = [UInt8](repeating: 0, count: 24) + number(64, 2) + number(36, 2) + [UInt8](repeating: 0, count: 50)
        let information = box(
            "sinf", box("frma", Array("avc1".utf8)), box("schm", number(0), Array("cenc".utf8), number(0x10000)))
        let (clear, locked) = (box("avc1", visual), box("encv", visual, information))
        for (entries, scheme) in [
            (clear + locked, ProtectionScheme.cenc), (locked + clear, .cenc), (clear + clear, .none),
            (clear + locked.prefix(60), .none),
        ] {
            let video = try #require(read(movie(entry: entries)).tracks.first?.video)
            #expect(video.protection == scheme)
            #expect(video.codec == .avc)
        }
    }

    @Test func boxesThatDescribeThePicture() throws {
        let visual = [UInt8](repeating: 0, count: 24) + number(64, 2) + number(36, 2) + [UInt8](repeating: 0, count: 50)
        let colour = box("colr", Array("nclx".utf8), number(9, 2), number(18, 2), number(9, 2), [0x80])
        let shape = box("pasp", number(40), number(33))
        let fields = box("fiel", [2, 9])
        // Version 1, profile 8, level 6, base layer with compatibility 4.
        let vision = box("dvvC", bits("00000001 00000000 0001000 000110 1 0 1 0100"), [UInt8](repeating: 0, count: 19))
        let video = try #require(
            read(movie(entry: box("hvc1", visual, colour, shape, fields, vision))).tracks.first?.video)
        #expect(video.colour == ColourDescription(primaries: 9, transfer: 18, matrix: 9, fullRange: true))
        #expect(video.pixelAspect == PixelAspectRatio(horizontal: 40, vertical: 33))
        #expect(video.interlaced == true)
        #expect(video.fieldOrder == .topFirst)
        #expect(video.dynamicRange == .dolbyVision)
        #expect(video.dolbyVision == DolbyVisionConfiguration(profile: 8, level: 6, baseCompatibility: 4))
    }

    /// Code points of H.273: 1 BT.709, 9 BT.2020, 14 BT.2020 in SDR, 16 PQ, 18 HLG; 2 says nothing.
    @Test(arguments: [
        ([1, 1, 1], [9, 16, 9], ["primaries 1 (BT.709), transfer 1 (BT.709), matrix 1 (BT.709)"]),
        ([9, 18, 9], [9, 16, 9], ["transfer 18 (HLG)"]),
        ([9, 16, 9], [9, 16, 9], []), ([2, 2, 2], [9, 16, 9], []), ([1, 1, 1], [2, 2, 2], []),
        // One curve under four numbers, and HLG that calls itself SDR for old receivers.
        ([1, 6, 1], [1, 1, 1], []), ([9, 18, 9], [9, 14, 9], []),
    ])
    func aColourBoxThatContradictsThePicturesIsTold(box: [Int], stream: [Int], boxSays: [String]) {
        func colour(_ codes: [Int]) -> ColourDescription {
            ColourDescription(primaries: codes[0], transfer: codes[1], matrix: codes[2])
        }
        var first = TrackFacts(kind: .video, identifier: 1)
        first.setColour(colour(stream), from: .box("hvcC"))
        first.setColour(colour(box), from: .box("colr"))
        #expect(first.boxContradictions.map(\.boxSays) == boxSays)
        #expect(first.boxContradictions.allSatisfy { $0.box == "colr" && $0.bitstream == "hvcC" })
        // The same where parameter sets stand among the samples, and are read later.
        var later = TrackFacts(kind: .video, identifier: 1)
        later.setColour(colour(box), from: .box("colr"))
        later.setColour(colour(stream), from: .bitstream("SPS"))
        #expect(later.boxContradictions.map(\.boxSays) == boxSays)
    }

    @Test func brightnessInBoxesIsHeldAgainstTheMessages() {
        let points = (0..<3).map { MasteringDisplay.Chromaticity(x: 1000 * $0, y: 2000) }
        func display(_ most: Int) -> MasteringDisplay {
            MasteringDisplay(
                primaries: points, whitePoint: points[0], maximumLuminance: most * 10_000, minimumLuminance: 50)
        }
        var facts = TrackFacts(kind: .video, identifier: 1)
        facts.setDisplay(display(1000), from: .box("hvcC"))
        facts.setLight(ContentLight(maximum: 1000, frameAverage: 400), from: .box("hvcC"))
        facts.setDisplay(display(1000), from: .box("mdcv"))
        facts.setLight(ContentLight(maximum: 1000, frameAverage: 400), from: .box("clli"))
        #expect(facts.boxContradictions.isEmpty)
        facts.setDisplay(display(4000), from: .box("mdcv"))
        facts.setLight(ContentLight(maximum: 4000, frameAverage: 400), from: .box("clli"))
        #expect(facts.boxContradictions.map(\.box) == ["mdcv", "clli"])
        #expect(facts.boxContradictions.last?.bitstreamSays == "1000 cd/m² at most, frames 400")
        #expect(facts.video?.masteringDisplay == display(1000))
    }

    @Test func theCleanApertureAndStatedRates() throws {
        let visual =
            [UInt8](repeating: 0, count: 24) + number(720, 2) + number(576, 2) + [UInt8](repeating: 0, count: 50)
        // 704 wide, 1152 over 2 high, in the middle.
        let aperture = box(
            "clap", number(704) + number(1) + number(1152) + number(2) + number(0) + number(1) + number(0) + number(1))
        let rates = box("btrt", number(1_000_000) + number(6_000_000) + number(4_000_000))
        let track = try #require(read(movie(entry: box("avc1", visual, aperture, rates))).tracks.first)
        #expect(track.video?.cleanAperture == Resolution(width: 704, height: 576))
        #expect(track.timing.peakBitRate == 6_000_000)
        #expect(track.timing.averageBitRate == 4_000_000)
        let broken = box("clap", number(704) + number(0) + number(576) + number(1))
        #expect(read(movie(entry: box("avc1", visual, broken))).tracks.first?.video?.cleanAperture == nil)
    }

    @Test(
        "How far decoding must begin before a sample",
        arguments: [
            // Version 1 with a length for all entries, version 1 with one for each, version 0, and version 2.
            number(0x0100_0000) + Array("roll".utf8) + number(2) + number(1) + number(0xFFFF, 2),
            number(0x0100_0000) + Array("prol".utf8) + number(0) + number(1) + number(2) + number(0xFFFF, 2),
            number(0) + Array("roll".utf8) + number(1) + number(0xFFFF, 2),
            number(0x0200_0000) + Array("roll".utf8) + number(0) + number(1) + number(0xFFFF, 2),
            // Version 2 with a length in front of its index: for all entries, and none, so that each has one.
            number(0x0200_0000) + Array("roll".utf8) + number(2) + number(1) + number(1) + number(0xFFFF, 2),
            number(0x0200_0000) + Array("roll".utf8) + number(2) + number(0) + number(1) + number(0xFFFF, 2),
            number(0x0200_0000) + Array("prol".utf8) + number(0) + number(0) + number(1) + number(2)
                + number(0xFFFF, 2),
        ])
    func rollDistance(group: [UInt8]) {
        #expect(SampleGroups.rollDistance(ByteReader(box("sgpd", group)).boxes) == -1)
        #expect(SampleGroups.rollDistance(ByteReader(box("sgpd", Array(group.prefix(12)))).boxes) == nil)
    }

    @Test func anOutlineNamesEveryEntry() {
        let visual = [UInt8](repeating: 0, count: 78)
        let information = box(
            "sinf", box("frma", Array("hvc1".utf8)), box("schm", number(0), Array("cbcs".utf8), number(0x10000)))
        // A clear beginning, and what follows it protected.
        let entries = box("hvc1", visual) + box("encv", visual, information)
        let header = box("tkhd", number(3), number(0), number(0), number(7), [UInt8](repeating: 0, count: 68))
        let table = box("stbl", box("stsd", number(0), number(2), entries))
        let outline = MovieOutline(
            ByteReader(box("trak", header, box("mdia", box("minf", table))) + box("mvex", [])))
        #expect(outline.schemes == [7: .cbcs])
        #expect(outline.isFragmented)
        #expect(MovieOutline(ByteReader([])) == MovieOutline())
    }

    @Test func eventMessagesOfBothVersions() {
        let first = EventMessage.read(
            ByteReader(
                number(0) + text("urn:a") + text("v") + number(1000) + number(250) + number(0xFFFF_FFFF) + number(3)),
            segmentStart: .seconds(10))
        #expect(first == TimedMetadataCue(time: .milliseconds(10250), scheme: "urn:a", value: "v", identifier: 3))
        let second = EventMessage.read(
            ByteReader(
                number(0x0100_0000) + number(90000) + number(180_000, 8) + number(90000) + number(4) + text("urn:b")
                    + text("")
                    + [1, 2, 3]), segmentStart: nil)
        #expect(
            second
                == TimedMetadataCue(
                    time: .seconds(2), duration: .seconds(1), scheme: "urn:b", identifier: 4, summary: ["3 bytes"]))
        #expect(EventMessage.read(ByteReader(number(0) + text("urn:a")), segmentStart: nil) == nil)
    }

    @Test func hostileCountsDoNotTakeTime() {
        // Four thousand million samples without any bytes, and as many entries of a table.
        let run = box("trun", number(0), number(0xFFFF_FFFF))
        #expect(read(movie() + fragment(time: 0, run: run)).tracks.count == 1)
        let tracks = (0..<3000).flatMap { _ in box("trak") }
        #expect(read(box("ftyp", number(0)) + box("moov", tracks)).tracks.count == 64)
    }
}
