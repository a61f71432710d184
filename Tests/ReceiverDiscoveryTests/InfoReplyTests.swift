import Testing

@testable import ReceiverDiscovery

@Suite struct InfoReplyTests {
    private func read(_ pieces: String..., closed: Bool = false) -> InfoReply.Progress {
        var reply = InfoReply()
        var last = InfoReply.Progress.needsMore
        for piece in pieces { last = reply.take(Array(piece.utf8)) }
        return closed ? reply.end() : last
    }

    @Test func aReplyInPiecesIsWholeWhenItsLengthHasCome() {
        #expect(read("RTSP/1.0 200 OK\r\nContent-Le", "ngth: 3\r\n\r\nab") == .needsMore)
        #expect(
            read("RTSP/1.0 200 OK\r\nContent-Le", "ngth: 3\r\n\r\nab", "c")
                == .complete(status: 200, line: "RTSP/1.0 200 OK", body: [0x61, 0x62, 0x63]))
    }

    @Test func mixedLineEndingsAreRead() {
        // Kodi ends some header lines with a bare line feed.
        #expect(
            read("HTTP/1.1 501 Not Implemented\nConnection: close\r\nContent-Length: 0\n\r\n")
                == .complete(status: 501, line: "HTTP/1.1 501 Not Implemented", body: []))
    }

    @Test func withoutALengthHTTPEndsWithTheConnectionAndRTSPAtOnce() {
        #expect(read("HTTP/1.1 200 OK\r\n\r\nab") == .needsMore)
        #expect(
            read("HTTP/1.1 200 OK\r\n\r\nab", closed: true)
                == .complete(status: 200, line: "HTTP/1.1 200 OK", body: [0x61, 0x62]))
        #expect(read("RTSP/1.0 200 OK\r\nCSeq: 1\r\n\r\n") == .complete(status: 200, line: "RTSP/1.0 200 OK", body: []))
    }

    @Test(
        "What is no reply is malformed",
        arguments: [
            "SSH-2.0-OpenSSH\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1\r\n\r\n",
            "RTSP/1.0 200 OK\r\nContent-Length: -1\r\n\r\n",
            "RTSP/1.0 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
            "RTSP/1.0 200 OK\r\nContent-Length: 999999999\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
        ])
    func malformed(text: String) {
        guard case .malformed = read(text) else {
            Issue.record("\(read(text))")
            return
        }
    }

    @Test func headersAndBodiesWithoutEndAreCutOff() {
        var reply = InfoReply()
        var progress = InfoReply.Progress.needsMore
        for _ in 0..<20 where progress == .needsMore {
            progress = reply.take(Array(repeating: UInt8(ascii: "x"), count: 1024))
        }
        #expect(progress == .malformed("headers of more than 16 KiB"))

        reply = InfoReply()
        progress = reply.take(Array("HTTP/1.1 200 OK\r\n\r\n".utf8))
        for _ in 0..<300 where progress == .needsMore { progress = reply.take(Array(repeating: 0, count: 1024)) }
        #expect(progress == .malformed("a body of more than 256 KiB"))
    }
}
