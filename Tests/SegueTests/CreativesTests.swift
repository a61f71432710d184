import Foundation
import HarnessTestSupport
import Testing

@testable import segue

@Suite struct CreativesTests {
    private func vast(_ media: String, version: String = "4.2", around: String = "InLine") -> String {
        """
        <?xml version="1.0"?>
        <VAST version="\(version)"><Ad id="car"><\(around)><Creatives><Creative><Linear><Duration>00:00:08</Duration>
        <MediaFiles>\(media)</MediaFiles></Linear></Creative></Creatives></\(around)></Ad></VAST>
        """
    }

    @Test("Versions 2 to 4 are read alike", arguments: ["2.0", "3.0", "4.0", "4.2"])
    func versions(version: String) throws {
        let text = vast(
            """
            <MediaFile delivery="progressive" type="video/mp4" width="640" height="360" bitrate="800">
              <![CDATA[ https://ads.example.com/small.mp4?a=1&b=2 ]]></MediaFile>
            <MediaFile delivery="progressive" type="video/mp4" width="1280" height="720" bitrate="2500">https://ads.example.com/large.mp4</MediaFile>
            """, version: version)
        let list = try VASTReader.read(Data(text.utf8))
        #expect(list.creatives.map(\.asset) == ["https://ads.example.com/large.mp4"])
        #expect(list.creatives.map(\.name) == ["car"])
    }

    @Test func aPlaylistIsTakenBeforeFiles() throws {
        let text = vast(
            """
            <MediaFile delivery="progressive" type="video/mp4" bitrate="9000">https://ads.example.com/a.mp4</MediaFile>
            <MediaFile delivery="streaming" type="application/x-mpegURL">https://ads.example.com/a.m3u8</MediaFile>
            """)
        #expect(try VASTReader.read(Data(text.utf8)).creatives.map(\.asset) == ["https://ads.example.com/a.m3u8"])
    }

    @Test func aWrapperIsToldAndNotFollowed() throws {
        let list = try VASTReader.read(Data(vast("", around: "Wrapper").utf8))
        #expect(list.creatives.isEmpty)
        #expect(list.leftOut == ["ad 'car' is a wrapper, which was not followed"])
    }

    @Test func anAdWithoutALinearCreativeIsTold() throws {
        let text = """
            <VAST version="4.2"><Ad id="banner"><InLine><Creatives><Creative><NonLinearAds><NonLinear>
            <StaticResource>https://ads.example.com/a.png</StaticResource></NonLinear></NonLinearAds></Creative>
            </Creatives></InLine></Ad></VAST>
            """
        let list = try VASTReader.read(Data(text.utf8))
        #expect(list.creatives.isEmpty)
        #expect(list.leftOut == ["ad 'banner' has no linear creative, so nothing that interrupts"])
    }

    @Test(
        "A document from a stranger is refused, or harmless",
        arguments: [
            "<!DOCTYPE VAST [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><VAST><Ad id='&a;'/></VAST>", "<html></html>",
            "<VAST><Ad>", "<VAST>" + String(repeating: "<a>", count: 100_000), "<", "<VAST version='4.0'",
        ])
    func hostile(text: String) {
        #expect(throws: CreativeListProblem.self) { try VASTReader.read(Data(text.utf8)) }
    }

    @Test func damagedDocumentsAreReadOrRefused() throws {
        let whole = Array(
            vast(
                """
                <!-- x --><MediaFile delivery="progressive" type='video/mp4' width="640">
                <![CDATA[https://ads.example.com/a.mp4?a=1]]>&amp;&#x41;</MediaFile><MediaFile/>
                """
            ).utf8)
        let damage = Array("<>/\"'&;=!?[]-#\u{0}".utf8)
        // Every byte replaced by every character that means something, and the document cut off everywhere.
        for step in 0..<(whole.count * damage.count) {
            var bytes = whole
            bytes[step % whole.count] = damage[step / whole.count]
            _ = try? VASTReader.read(Data(bytes))
            if step < whole.count { _ = try? VASTReader.read(Data(whole.prefix(step))) }
        }
    }

    @Test func aLocalFileIsNotReadOnTheWordOfAnAdServer() throws {
        let text = vast("<MediaFile type=\"video/mp4\">file:///etc/passwd</MediaFile>")
        let list = try VASTReader.read(Data(text.utf8))
        #expect(list.creatives.isEmpty && list.leftOut.count == 1)
    }

    @Test func listsAreReadLineByLine() throws {
        let list = try CreativeList(
            lines: "# tonight\n\nhttps://a.b/1.m3u8\nhttps://a.b/2.m3u8@600.5\r\nads/3.mp4, 90\n")
        #expect(list.creatives.map(\.asset) == ["https://a.b/1.m3u8", "https://a.b/2.m3u8", "ads/3.mp4"])
        #expect(list.creatives.map(\.time) == [nil, .milliseconds(600_500), .seconds(90)])
    }

    @Test func columnsOfCSVMayStandInAnyOrder() throws {
        let list = try CreativeList(lines: "name,time,asset\n\"Car, red\",12,\"https://a.b/1.m3u8\"\nplain,,b.mp4\n")
        #expect(list.creatives.map(\.name) == ["Car, red", "plain"])
        #expect(list.creatives.map(\.time) == [.seconds(12), nil])
    }

    @Test("A wrong line is named", arguments: [("a.mp4,soon", 1), ("\nftp://a.b/c", 2), ("asset,time\n,3", 2)])
    func wrongLines(text: String, line: Int) {
        let problem = #expect(throws: CreativeListProblem.self) { try CreativeList(lines: text) }
        #expect(problem?.line == line)
    }

    @Test func adsWithoutATimeAreSpreadOverThePrimary() async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "ads.txt").path(percentEncoded: false)
        try [SampleStream.path("ad-1/main.m3u8"), SampleStream.path("ad-2/main.m3u8")].joined(separator: "\n").write(
            toFile: file, atomically: true, encoding: .utf8)
        let run = try await Program.segue([
            "check", SampleStream.path("primary/main.m3u8"), "--service-plan", "B", "--creatives", file, "--json",
        ])
        let answer = try CheckAnswer(run.output)
        // 32.032 s in three parts.
        #expect(answer.transitions.filter { $0.kind == "enter" }.map(\.id) == ["creative-1/enter", "creative-2/enter"])
        #expect(answer.transitions.first.map { abs($0.atSeconds - 10.677) < 0.001 } == true)
    }

    @Test func anEmptyListIsAnError() async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "ads.txt").path(percentEncoded: false)
        try "# nothing\n".write(toFile: file, atomically: true, encoding: .utf8)
        let run = try await Program.segue(["check", SampleStream.path("primary/main.m3u8"), "--creatives", file])
        #expect(run.exitCode == 2)
        #expect(run.errors.contains("names no ad"))
    }
}
