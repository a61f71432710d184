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
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n",
        ])
    func malformed(text: String) {
        guard case .malformed = read(text) else {
            Issue.record("\(read(text))")
            return
        }
    }

    @Test("Chunks are put together, however they arrive", arguments: [1, 2, 3, 7, 1000])
    func chunks(step: Int) {
        // The example of RFC 9112, with an extension and a trailer; the stated length is overruled.
        let text =
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "4\r\nWiki\r\n6;name=value\r\npedia \r\nE\nin \r\n\r\nchunks.\r\n0\r\nTrailer: x\r\n\r\n"
        var reply = InfoReply()
        var rest = Array(text.utf8)[...]
        var last = InfoReply.Progress.needsMore
        while last == .needsMore, !rest.isEmpty {
            last = reply.take(rest.prefix(step))
            rest = rest.dropFirst(step)
        }
        #expect(
            last == .complete(status: 200, line: "HTTP/1.1 200 OK", body: Array("Wikipedia in \r\n\r\nchunks.".utf8)))
    }

    @Test func chunksCutShortAreNoBody() {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(read(head + "4\r\nWi", closed: true) == .malformed("closed within the body"))
        #expect(read(head + "4\r\nWiki\r\n", closed: true) == .malformed("closed within the body"))
    }

    @Test func chunksWithoutEndAreCutOff() {
        var reply = InfoReply()
        var progress = reply.take(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
        let chunk = Array("400\r\n".utf8) + Array(repeating: UInt8(0), count: 1024) + Array("\r\n".utf8)
        for _ in 0..<300 where progress == .needsMore { progress = reply.take(chunk) }
        #expect(progress == .malformed("a body of more than 256 KiB"))
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
