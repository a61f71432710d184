import MediaFormats
import Testing

@testable import MediaContainers

@Suite struct PackedAudioTests {
    /// A frame of 16 bytes: LC, 48 kHz, stereo.
    private let frame =
        bits("111111111111 0 00 1 01 0011 0 010 0 0 0 0 0000000010000 11111111111 00") + [UInt8](repeating: 0, count: 9)

    @Test func aTimestampAndTheLengthOfAllFrames() throws {
        let content = text("com.apple.streaming.transportStreamTimestamp") + number(900_000, 8)
        let tag =
            Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(content.count + 10)] + Array("PRIV".utf8)
            + number(content.count) + [0, 0] + content
        let bytes = tag + Array(repeatElement(frame, count: 3).joined())
        let reading = HeaderReading(MediaWindow(bytes, totalSize: bytes.count))
        let track = try #require(reading.tracks.first)
        #expect(reading.container == .packedAudio)
        #expect(track.timing.start == .seconds(10))
        // Three frames of 1024 samples at 48 kHz.
        #expect(track.timing.end == .milliseconds(10_064))
        #expect(reading.duration == .milliseconds(64))
        #expect(track.audio?.sampleRate == 48000)
    }

    @Test func withoutATagThereIsNoTime() throws {
        let reading = HeaderReading(MediaWindow(frame + frame))
        #expect(try #require(reading.tracks.first).timing.start == nil)
        #expect(reading.duration == nil)
    }

    @Test func soundBehindALongTagIsAskedFor() {
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 1, 0, 0]
        let reading = HeaderReading(MediaWindow(tag + [0, 0], totalSize: 100_000))
        #expect(reading.wants?.lowerBound == 10 + (1 << 14))
    }

    @Test func theMapOfWebVTTShiftsItsCues() throws {
        let file =
            "WEBVTT\r\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\r\n\r\n00:01.500 --> 00:02.000 line:80%\r\nHello\r\n\r\n"
            + "1:00:00.000 --> 1:00:03.250\r\nBye -- now\r\n"
        let reading = HeaderReading(MediaWindow(Array(file.utf8), totalSize: file.utf8.count))
        let track = try #require(reading.tracks.first)
        #expect(track.timing.end == .milliseconds(3_613_250))
        #expect(track.timing.samplesExamined == 2)
        #expect(reading.container == .webVTT)
        #expect(track.subtitles == [SubtitleParameters(format: "webvtt")])
        #expect(track.timing.start == .milliseconds(11_500))
    }
}
