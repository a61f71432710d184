import Foundation
import HLSPlaylists
import MediaFormats
import MediaProbing
import Testing

/// Bad input gives one line that says what, which input, why and what to try.
@Suite struct BadInputTests {
    private func message(_ input: ProbeInput, _ prober: MediaProber = sharedProber) async -> String {
        do throws(ProbeError) {
            let media = try await prober.measure(input)
            return "measured: \(media.parameters)"
        } catch {
            return error.description
        }
    }

    @Test(
        "Local files",
        arguments: [
            ("", "the file is empty; check how it was written or uploaded"),
            (
                "<!DOCTYPE html><html></html>",
                "not audio or video but an HTML page; check that the URL or path names the media itself"
            ),
            (
                "Hello, I am no film.\n",
                "not audio or video but a text file; check that the URL or path names the media itself"
            ),
            (
                "Gateway Timeout\n",
                "not audio or video but a text file; check that the URL or path names the media itself"
            ),
            (
                "GIF89a\u{1}\0\u{1}\0\0\0\0,\0\0\0\0\u{1}\0\u{1}\0\0\u{2}\u{1}D\0;",
                "not audio or video but a GIF picture; check that the URL or path names the media itself"
            ),
            (
                "#EXTM3U\n#EXT-X-TARGETDURATION:6\nhttp://127.0.0.1:1/a.ts\n",
                "not audio or video but an HLS playlist; check that the URL or path names the media itself"
            ),
            (
                "ffconcat version 1.0\nfile /etc/passwd\n",
                "not audio or video but a text file; check that the URL or path names the media itself"
            ),
            (
                "{\"ASSETS\": []}",
                "not audio or video but a JSON document; check that the URL or path names the media itself"
            ),
        ])
    func local(content: String, expected: String) async throws {
        let file = try TemporaryFile(content.utf8)
        #expect(await message(ProbeInput(AssetReference(path: file.path))) == "\(file.path): \(expected)")
        // The same through the other way in, as pieces.
        let piece = ProbeInput.Piece(AssetReference(path: file.path), range: ByteRange(offset: 0, length: 1 << 20))
        let pieces = await message(ProbeInput(initialization: nil, media: piece))
        #expect(pieces == "\(file.path): \(expected)")
    }

    @Test func aMissingFile() async {
        let reference = AssetReference(path: "/nonexistent/ad.mp4")
        #expect(
            await message(ProbeInput(reference)) == "/nonexistent/ad.mp4: No such file or directory; check the path")
    }

    @Test("Cut files", arguments: [(40, "an MP4 file without its 'moov' box"), (4000, "box at byte")])
    func truncated(length: Int, expected: String) async throws {
        let file = try TemporaryFile(try GeneratedMedia.bytes("moov-at-end.mp4").prefix(length))
        let message = await message(ProbeInput(AssetReference(path: file.path)))
        #expect(message.hasPrefix("\(file.path): cut short: "))
        #expect(message.contains(expected))
    }

    @Test func aStreamThatEndsBeforeItsSoundIsNotMeasuredInFull() async throws {
        // Eight packets: tables, the picture's parameter sets, and no whole packet of sound.
        let file = try TemporaryFile(try GeneratedMedia.bytes("plain.ts").prefix(1500), named: "cut.ts")
        let media = try await sharedProber.measure(ProbeInput(AssetReference(path: file.path)))
        #expect(media.parameters.video?.resolution == Resolution(width: 64, height: 36))
        #expect(
            media.shortfall == "\(file.path): it ends before its sound shows what it is; fetch or encode it again")
        #expect(media.timing.duration == nil)
    }

    @Test func aSegmentWithoutItsInitSection() async {
        let message = await message(ProbeInput(GeneratedMedia.reference("hls-fmp4/index0.m4s")))
        #expect(message.contains("a media segment without its initialization section"))
    }

    @Test(
        "Remote resources",
        arguments: [
            ("files/nothing.mp4", "the server answered 404; check the URL, and that it is published"),
            ("html", "not audio or video but an HTML page; check that the URL or path names the media itself"),
            (
                "stall-headers/plain.mp4",
                "no complete answer within 0.3 s; raise --request-timeout, or check that the origin is reachable"
            ),
            ("redirect/9/plain.mp4", "redirect refused: more than 5 redirects; use the final URL"),
        ])
    func remote(path: String, expected: String) async throws {
        let origin = try await GeneratedMedia.origin
        let isStalled = path.hasPrefix("stall")
        let fetcher = ContentFetcher(policy: FetchPolicy(requestTimeout: isStalled ? .milliseconds(300) : .seconds(60)))
        let prober = MediaProber(source: fetcher, pool: sharedPool)
        let reference = origin.reference(path)
        #expect(await message(ProbeInput(reference), prober) == "\(reference): \(expected)")
    }

    @Test func anInitSectionThatIsMissingIsNamedItself() async throws {
        let origin = try await GeneratedMedia.origin
        let initialization = origin.reference("files/nothing.mp4")
        let input = ProbeInput(
            initialization: ProbeInput.Piece(initialization),
            media: ProbeInput.Piece(origin.reference("files/hls-fmp4/index0.m4s")))
        #expect(await message(input).hasPrefix("\(initialization): the server answered 404"))
    }

    @Test func secretsInURLsAreNotPrinted() async throws {
        let reference = try await GeneratedMedia.origin.reference("files/nothing.mp4?token=s3cret")
        let message = await message(ProbeInput(reference))
        #expect(message.contains("nothing.mp4?token=…: the server answered 404"))
        #expect(!message.contains("s3cret"))
    }
}
