import Foundation
import HarnessTestSupport
import Testing

@testable import ReceiverMeasuring

@Suite struct OriginQuestionTests {
    @Test(
        "Ranges of a file of 1000 bytes",
        arguments: [
            ("bytes=0-499", 0..<500), ("bytes=500-", 500..<1000), ("bytes=-100", 900..<1000),
            ("bytes=999-5000", 999..<1000),
            ("bytes=-5000", 0..<1000), ("bytes=1000-", nil), ("bytes=-0", nil), ("bytes=5-2", 0..<1000),
            ("bytes=0-1,5-6", 0..<1000), ("bytes=99999999999999999999-", 0..<1000), ("items=0-5", 0..<1000),
        ] as [(String, Range<Int>?)])
    func ranges(value: String, expected: Range<Int>?) throws {
        let question = try #require(OriginQuestion("GET /1/a.mp4 HTTP/1.1\r\nRange: \(value)"))
        #expect(question.bytes(of: 1000) == expected)
    }

    @Test func headsAreReadWithEitherLineEnd() throws {
        let question = try #require(OriginQuestion("HEAD /7/a%20b.mp4?x=1 HTTP/1.0\nconnection: keep-alive\n"))
        #expect(question.method == "HEAD")
        #expect(question.path == "/7/a b.mp4")
        #expect(question.staysOpen)
        #expect(OriginQuestion("rubbish") == nil)
    }
}

/// The origin itself, asked over the loopback.
@Suite struct MediaOriginTests {
    private struct Answer {
        var status: Int
        var body: Data
    }

    private func ask(_ address: String, _ arguments: [String] = []) async throws -> Answer {
        let run = try await ChildProcess.run(
            "/usr/bin/curl",
            ["-s", "--noproxy", "*", "--path-as-is", "-w", "%{http_code}", address] + arguments)
        return Answer(
            status: Int(String(decoding: run.output.suffix(3), as: UTF8.self)) ?? 0, body: run.output.dropLast(3))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "skipped: there is no curl"))
    func filesAreServedWholeInPartsAndNothingElse() async throws {
        let folder = Scratch.folder.appending(path: "segue-origin-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let media = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try media.write(to: folder.appending(path: "a b.mp4"))
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "link.mp4"), withDestinationURL: URL(filePath: "/etc/hostname"))
        let origin = try MediaOrigin(folder: folder, port: 0)
        defer { origin.stop() }
        let address = origin.address(of: "a b.mp4", visit: 7, host: "127.0.0.1")

        let whole = try await ask(address)
        #expect(whole.status == 200)
        #expect(whole.body == media)
        let part = try await ask(address, ["-r", "1000000-1999999"])
        #expect(part.status == 206)
        #expect(part.body == media[1_000_000..<2_000_000])
        #expect(try await ask(address, ["-r", "3000000-"]).status == 416)
        #expect(try await ask(address, ["-I"]).status == 200)
        #expect(try await ask(address, ["-X", "POST"]).status == 405)
        let base = "http://127.0.0.1:\(origin.port)"
        for path in ["/7/none.mp4", "/7/../../etc/hostname", "/7/%2e%2e/%2e%2e/etc/hostname", "/7/link.mp4", "/7", "/"]
        {
            #expect(try await ask(base + path).status == 404, "\(path)")
        }

        let entries = origin.entries(of: 7).filter { $0.file == "a b.mp4" }
        #expect(entries.map(\.status) == [200, 206, 416, 200, 405])
        #expect(entries.map(\.sent) == [3_000_000, 1_000_000, 0, 0, 0])
        #expect(entries.map { $0.firstByte != nil } == [true, true, false, false, false])
        #expect(origin.entries(of: 8).isEmpty)
    }

    @Test func aPortThatIsTakenIsNamed() throws {
        let folder = Scratch.folder
        let first = try MediaOrigin(folder: folder, port: 0)
        defer { first.stop() }
        #expect(throws: MeasuringError.self) { try MediaOrigin(folder: folder, port: first.port) }
    }
}
