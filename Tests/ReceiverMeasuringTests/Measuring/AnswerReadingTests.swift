import Testing

@testable import ReceiverMeasuring

@Suite struct AnswerReadingTests {
    /// The form of Kodi 20.1, lines ending in both ways.
    @Test func kodisPlaybackInfo() throws {
        let body = """
            <?xml version="1.0" encoding="UTF-8"?>\r
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\r
            <plist version="1.0"><dict><key>duration</key><real>12.000000</real><key>loadedTimeRanges</key><array><dict>
            <key>duration</key><real>3.5</real><key>start</key><real>0.0</real></dict></array><key>position</key>
            <real>-0.300000</real><key>rate</key><real>1.0</real><key>readyToPlay</key><true/></dict></plist>
            """
        let state = try #require(PlaybackState.playbackInfo(Array(body.utf8)))
        #expect(state == PlaybackState(isReady: true, rate: 1, position: -0.3, duration: 12))
        #expect(state.hasItem)
    }

    @Test func nothingLoadedIsIdle() throws {
        let body = "<plist><dict><key>readyToPlay</key><false/><key>duration</key><real>0</real></dict></plist>"
        let state = try #require(PlaybackState.playbackInfo(Array(body.utf8)))
        #expect(!state.hasItem)
        #expect(state.duration == nil)
    }

    @Test("What is no answer is none", arguments: ["", "<html>", "bplist00", "\u{0}\u{1}"])
    func rubbish(body: String) {
        #expect(PlaybackState.playbackInfo(Array(body.utf8)) == nil)
        #expect(PlaybackState.scrub(Array(body.utf8)) == nil)
    }

    @Test("Numbers that are no times are absent", arguments: ["nan", "inf", "-inf", "1e300", "-1e9"])
    func numbersThatAreNone(number: String) throws {
        let keys = ["position", "duration"].map { "<key>\($0)</key><real>\(number)</real>" }.joined()
        let state = try #require(PlaybackState.playbackInfo(Array("<plist><dict>\(keys)</dict></plist>".utf8)))
        #expect(state.position == nil)
        #expect(state.duration == nil)
        #expect(PlaybackState.scrub(Array("duration: \(number)\r\nposition: \(number)\r\n".utf8)) == nil)
    }

    @Test func scrub() {
        #expect(
            PlaybackState.scrub(Array("duration: 12.500000\r\nposition: 3.250000\r\n".utf8))
                == PlaybackState(position: 3.25, duration: 12.5))
    }

    private static let event =
        "<plist><dict><key>category</key><string>video</string><key>state</key><string>playing</string></dict></plist>"

    @Test("Events come in any pieces", arguments: [1, 7, 1000])
    func events(size: Int) {
        let text =
            "HTTP/1.1 101 Switching Protocols\nConnection: Upgrade\r\n\r\n"
            + "POST /event HTTP/1.1\r\nContent-Length: \(Self.event.utf8.count)\n\r\n\(Self.event)"
            + "POST /event HTTP/1.1\r\nContent-Length: 0\r\n\r\n"
        let bytes = Array(text.utf8)
        var reader = EventReader()
        var found: [EventReader.Entry] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            found += reader.take(bytes[start..<min(start + size, bytes.count)])
        }
        #expect(
            found == [
                .init(isRequest: false, state: nil), .init(isRequest: true, state: "playing"),
                .init(isRequest: true, state: nil),
            ])
        #expect(reader.isSound)
    }

    @Test(
        "Who floods or lies about lengths is cut off",
        arguments: [
            "POST /event HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
            "POST /event HTTP/1.1\r\nContent-Length: -1\r\n\r\n", String(repeating: "x", count: 70_000),
        ])
    func floods(text: String) {
        var reader = EventReader()
        #expect(reader.take(Array(text.utf8)).isEmpty)
        #expect(!reader.isSound)
    }
}
