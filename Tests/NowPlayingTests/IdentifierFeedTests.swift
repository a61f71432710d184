import NowPlaying
import Testing

@Suite struct IdentifierFeedTests {
    static let xml = """
        <?xml version="1.0"?>
        <!-- <item contentId="commented-out"/> -->
        <feed><item contentId='film-1' x="a>b"><title>One</title></item><item x="&lt;" contentId="A&amp;B"/>
        <other contentId="no"/><id> film-&#50; </id><id><![CDATA[film<3]]></id><id/></feed>
        """

    static func feed(_ text: String, _ place: String?) throws -> IdentifierFeed {
        try IdentifierFeed(
            name: "feed", bytes: Array(text.utf8), place: place.map { try #require(IdentifierFeed.Place($0)) })
    }

    @Test func attributesAndTextsAreFound() throws {
        #expect(try Self.feed(Self.xml, "item/@contentId").count == 2)
        #expect(try Self.feed(Self.xml, "id").count == 2)
        #expect(try Self.feed("film-1\r\n# a comment\n\n film-2 \n", nil).count == 2)
    }

    @Test(
        "A feed that cannot be used says why",
        arguments: [
            (xml, nil, "say where"), (xml, "nothing", "names no identifier in nothing"),
            ("", nil, "names no identifier"),
            ("<a><b", "b", "cut off"),
            ("<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><b>&x;</b>", "b", "document type"),
            ("<a><!-- ", "b", "cut off"),
            (#"<a><b id="film-1"/><c></d></a>"#, "b/@id", "element 'd' ends where 'c' is open"),
            (#"<a><b id="film-1">"#, "b/@id", "cut off: element 'b' does not end"),
            (#"<b id="film-1"/><b id="film-2"/>"#, "b/@id", "element 'b' follows the outermost one"),
            ("</a>", "b", "element 'a' ends and never began"),
            ("film-1\nfilm\u{0}-2", nil, "line 2 is no UTF-8 text"),
        ])
    func unusable(text: String, place: String?, why: String) throws {
        let error = #expect(throws: IdentifierFeedError.self) { try Self.feed(text, place) }
        #expect(error?.text.contains(why) == true, "\(String(describing: error))")
    }

    @Test func aByteOrderMarkIsNoPartOfTheFirstIdentifier() throws {
        let verdict = WorkedLog.check(
            WorkedLog.film.joined(separator: "\n"), try WorkedStream.terms(.vod),
            feed: try Self.feed("\u{FEFF}film-1\nfilm-2\n", nil))
        #expect(verdict.findings.isEmpty)
        #expect(throws: IdentifierFeedError.self) {
            try IdentifierFeed(name: "feed", bytes: [0xFF, 0xFE, 0x41, 0x0A], place: nil)
        }
    }

    @Test func letterCaseCounts() throws {
        let terms = try WorkedStream.terms(.vod)
        for (feed, expected) in [("FILM-1\nfilm-2", "FILM-1"), ("film-2", "an identifier of feed"), ("film-1", nil)] {
            let verdict = WorkedLog.check(
                WorkedLog.film.joined(separator: "\n"), terms, feed: try Self.feed(feed, nil))
            #expect(verdict.findings.map(\.expected) == (expected == nil ? [] : [expected]))
            #expect(verdict.findings.allSatisfy { $0.rule.id == "now-playing-identifier-unknown" && $0.line == 3 })
        }
    }
}
