import Foundation
import MediaContainers
import MediaFormats
import Testing

/// The readers of headers take damaged media as they are: they end, they never trap, and they tell what is left.
@Suite struct DamagedHeadersTests {
    static let seeds = [
        "plain.mp4", "moov-at-end.mp4", "fragmented.mp4", "plain.ts", "hevc-main.ts", "hevc-hdr10.mp4", "av1.mp4",
        "packed-timestamp.aac", "atmos.mp4", "mp3.mp3", "encrypted-cbcs.mp4", "events.mp4", "timed-id3.ts",
        "loudness.m4a",
    ]

    /// Reads as a prober does: what is wanted is given, as far as it is there.
    private func read(_ bytes: [UInt8], first: Int = 4096) -> HeaderReading {
        var window = MediaWindow(Array(bytes.prefix(first)), totalSize: bytes.count)
        var reading = HeaderReading(window)
        for _ in 0..<16 {
            guard let wanted = reading.wants else { break }
            let start = min(wanted.lowerBound, bytes.count)
            window.add(Array(bytes[start..<min(max(start, wanted.upperBound), bytes.count)]), at: wanted.lowerBound)
            reading = HeaderReading(window)
        }
        return reading
    }

    @Test(.timeLimit(.minutes(30))) func everyDamagedFileEndsInAReading() throws {
        var random = SeededRandom(state: 20_261_121)
        var outcomes: [String: Int] = [:]
        var kinds: Set<DamagedMediaTests.Damage> = []
        for seed in Self.seeds {
            let bytes = try GeneratedMedia.bytes(seed)
            for damage in DamagedMediaTests.Damage.allCases {
                kinds.insert(damage)
                for _ in 0..<8 {
                    let reading = read(damage.applied(to: bytes, with: &random))
                    let media = reading.measured(bytesRead: bytes.count)
                    let isPartial = media.parameters.video?.codec != nil || media.parameters.audio?.codec != nil
                    outcomes[isPartial ? "measured" : reading.container == nil ? "refused" : "empty", default: 0] += 1
                }
            }
        }
        print(
            "damaged headers:",
            outcomes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
        #expect(outcomes.values.reduce(0, +) >= 500)
        #expect(kinds.count >= 8)
        #expect(outcomes["measured", default: 0] >= 100)
    }

    @Test func clocksThatStandStill() throws {
        for seed in ["plain.mp4", "fragmented.mp4"] {
            var bytes = try GeneratedMedia.bytes(seed)
            var patched = 0
            // Ticks a second stand behind version, flags and two times.
            for type in ["mvhd", "mdhd"] {
                var from = 0
                while let place = bytes[from...].firstRange(of: Array(type.utf8)) {
                    for index in (place.upperBound + 12)..<(place.upperBound + 16) { bytes[index] = 0 }
                    from = place.upperBound
                    patched += 1
                }
            }
            try #require(patched >= 3)
            let media = read(bytes).measured(bytesRead: bytes.count)
            #expect(media.parameters.video?.resolution == Resolution(width: 64, height: 36))
            #expect(media.timing.duration == nil)
            #expect(media.parameters.video?.frameRate == nil)
        }
    }

    /// Sums and roundings of times that no clock shows must not end the program.
    @Test func clocksThatRunAway() throws {
        var bytes = try GeneratedMedia.bytes("fragmented.mp4")
        var from = 0
        while let place = bytes[from...].firstRange(of: Array("tfdt".utf8)) {
            // Version 1 has eight bytes of time behind version and flags (ISO 14496-12 8.8.12).
            try #require(bytes[place.upperBound] == 1)
            bytes[place.upperBound + 4] = 0x7F
            from = place.upperBound
        }
        try #require(from > 0)
        let media = read(bytes).measured(bytesRead: bytes.count)
        #expect(media.parameters.video?.resolution == Resolution(width: 64, height: 36))
        #expect(media.timing.duration == nil && media.timing.videoStart == nil)
        let subtitles = """
            WEBVTT
            X-TIMESTAMP-MAP=MPEGTS:9223372036854775807,LOCAL:00:00:00.000

            00:01.000 --> 00:02.000
            A

            """
        let cues = read(Array(subtitles.utf8)).tracks.first?.timing
        #expect(cues?.start == .seconds(1) && cues?.end == .seconds(2))
    }

    @Test("Every start of a file ends in a reading", arguments: seeds)
    func prefixes(seed: String) throws {
        let bytes = try GeneratedMedia.bytes(seed)
        for length in 0..<min(bytes.count, 1500) {
            let reading = HeaderReading(MediaWindow(Array(bytes.prefix(length)), totalSize: length))
            #expect(reading.wants == nil || reading.wants?.isEmpty == false)
        }
    }
}
