import HLSPlaylists
import Testing

@Suite struct DateMappingTests {
    static let midnight = ProgramDate(iso8601: "2024-01-01T00:00:00Z")!

    /// Segments as EXTINF lengths, with a date (seconds after midnight) before some of them.
    static func mapping(_ parts: [String], start: Duration = .zero) throws -> DateMapping {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:100\n"
        for part in parts {
            if part.hasPrefix("@") {
                let date = midnight + Duration(decimalSeconds: part.dropFirst())!
                text += "#EXT-X-PROGRAM-DATE-TIME:\(date)\n"
            } else {
                text += "#EXTINF:\(part),\ns.ts\n"
            }
        }
        let playlist = try #require(PlaylistParser.parse(Array(text.utf8)).playlist?.media)
        return try #require(DateMapping(playlist, start: start))
    }

    struct Example: Sendable, CustomTestStringConvertible {
        var name: String
        var parts: [String]
        var date: String
        var expected: String?
        var testDescription: String { name }
    }

    @Test(
        "Dates map to times",
        arguments: [
            Example(name: "S34 back from the first date", parts: ["6", "6", "@12", "6"], date: "3", expected: "3"),
            Example(name: "S35 jump", parts: ["@0", "6", "6", "@3600", "6", "6"], date: "3603", expected: "15"),
            Example(name: "S36 gap", parts: ["@0", "6", "6", "@3600", "6", "6"], date: "1800", expected: nil),
            Example(
                name: "S37 overlap is the later segment's", parts: ["@0", "6", "@5.5", "6"], date: "5.7",
                expected: "6.2"),
            Example(name: "after the end", parts: ["@0", "6"], date: "10", expected: "10"),
            Example(
                name: "a boundary is the later segment's", parts: ["@0", "6", "@100", "6"], date: "100", expected: "6"),
            Example(name: "end before a gap", parts: ["@0", "6", "@100", "6"], date: "6", expected: nil),
            Example(name: "clock set back", parts: ["@100", "6", "@50", "6"], date: "53", expected: "9"),
            Example(name: "long overlap", parts: ["@0", "60", "@10", "5", "@15", "5"], date: "40", expected: "40"),
        ])
    func place(_ example: Example) throws {
        let mapping = try Self.mapping(example.parts)
        let date = Self.midnight + Duration(decimalSeconds: example.date)!
        let expected = example.expected.map { DateMapping.Place.time(Duration(decimalSeconds: $0)!) } ?? .gap
        #expect(mapping.place(of: date) == expected)
    }

    @Test func dateBeforeTheFirstSegmentIsNegative() throws {
        let mapping = try Self.mapping(["@10", "6"])
        #expect(mapping.place(of: Self.midnight) == .time(.seconds(-10)))
    }

    @Test func timesMapBackToDates() throws {
        let mapping = try Self.mapping(["@0", "6", "6", "@3600", "6"], start: .seconds(100))
        #expect(mapping.date(at: .seconds(103)) == Self.midnight + .seconds(3))
        #expect(mapping.date(at: .seconds(112)) == Self.midnight + .seconds(3600))
        #expect(mapping.date(at: .seconds(120)) == Self.midnight + .seconds(3608))
        #expect(mapping.date(at: .seconds(99)) == Self.midnight - .seconds(1))
    }

    @Test func playlistWithoutDatesHasNoMapping() {
        let playlist = PlaylistParser.parse(Array("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na\n".utf8)).playlist?
            .media
        #expect(playlist.flatMap { DateMapping($0) } == nil)
    }
}

extension ProgramDate {
    static func - (date: ProgramDate, length: Duration) -> ProgramDate { date + (.zero - length) }
}
