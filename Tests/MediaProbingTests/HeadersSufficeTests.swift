import Foundation
import MediaFormats
import MediaProbing
import Testing

/// What is not decoded because headers tell it, and what is because they might not.
@Suite struct HeadersSufficeTests {
    private func measure(_ bytes: [UInt8]) async throws -> MeasuredMedia {
        try await sharedPool.measure(
            .ranges([ResourceRange(offset: 0, length: bytes.count)], totalSize: bytes.count, limits: ProbeLimits()),
            payload: bytes)
    }

    /// LC at 48 kHz, two channels, and that there is no extension: `0x1190 0x56E500`. Channel configuration 1 in the place of
    /// 2 is `0x1188` (ISO 14496-3 table 1.15); the frames still begin with a pair.
    @Test(
        "The first frame is held against a configuration that leaves nothing open",
        arguments: [(0x90 as UInt8, ChannelLayout.stereo), (0x88, .stereo)])
    func channels(second: UInt8, layout: ChannelLayout) async throws {
        var bytes = try GeneratedMedia.bytes("plain.mp4")
        let place = try #require(bytes.firstRange(of: [0x11, 0x90, 0x56, 0xE5, 0x00]))
        bytes[place.lowerBound + 1] = second
        let audio = try #require(try await measure(bytes).parameters.audio)
        #expect(audio.layout == layout)
        #expect(audio.objectType == .lowComplexity)
        #expect(audio.sampleRate == 48000)
    }

    /// All but the start of the samples is overwritten, of which no decoder could make pictures: the first one's header, behind
    /// the encoder's note of some 700 bytes, is what counts.
    @Test(
        "Pictures are not needed", arguments: ["plain.mp4", "hevc-hdr10.mp4", "avc-interlaced.mp4", "fragmented.mp4"])
    func pictures(name: String) async throws {
        let intact = try GeneratedMedia.bytes(name)
        var damaged = intact
        var from = intact.startIndex
        while let data = intact[from...].firstRange(of: Array("mdat".utf8)) {
            let size = intact[(data.lowerBound - 4)..<data.lowerBound].reduce(0) { $0 << 8 | Int($1) }
            let end = min(intact.count, data.lowerBound - 4 + size)
            for index in stride(from: data.upperBound + 900, to: end, by: 2) { damaged[index] ^= 0x55 }
            from = max(end, data.upperBound)
        }
        try #require(damaged != intact)
        let (first, second) = (try await measure(intact).parameters, try await measure(damaged).parameters)
        #expect(first.video?.chroma != nil && first.video?.bitDepth != nil)
        #expect(first.video == second.video)
    }
}
