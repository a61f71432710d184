import MediaFormats
import MediaProbing
import Testing

/// Dolby Vision is announced by a record in the sample entry; here one is put into an HEVC file.
@Suite struct DolbyVisionTests {
    /// A configuration record of 24 bytes: version 1.0, profile in 7 bits, level in 6, metadata and base layer present,
    /// compatibility in 4 bits.
    private func record(profile: Int, level: Int, compatibility: Int) -> [UInt8] {
        let word = profile << 9 | level << 3 | 0b101
        return [1, 0, UInt8(word >> 8), UInt8(word & 0xFF), UInt8(compatibility << 4)]
            + [UInt8](repeating: 0, count: 19)
    }

    /// Appends a box to the first sample entry of a file whose index comes last, so that no sample moves.
    private func adding(_ type: String, _ content: [UInt8], to file: [UInt8]) throws -> [UInt8] {
        var file = file
        let size = content.count + 8
        let entry = try #require(file.firstRange(of: "hvc1".utf8.map { $0 } + [0, 0, 0, 0, 0, 0, 0, 1])).lowerBound - 4
        func number(at offset: Int) -> Int { file[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
        let end = entry + number(at: entry)
        var offsets = [entry]
        for container in ["stsd", "stbl", "minf", "mdia", "trak", "moov"] {
            offsets.append(try #require(file[..<entry].lastRange(of: container.utf8)).lowerBound - 4)
        }
        for offset in offsets {
            let grown = number(at: offset) + size
            for index in 0..<4 { file[offset + index] = UInt8(truncatingIfNeeded: grown >> (24 - 8 * index)) }
        }
        file.insert(contentsOf: [0, 0, 0, UInt8(size)] + Array(type.utf8) + content, at: end)
        return file
    }

    @Test(
        "Profile, level, and what remains without Dolby Vision",
        arguments: [
            ("dvcC", 5, 5, 0, nil as DynamicRange?), ("dvvC", 8, 4, 1, .pq), ("dvvC", 8, 7, 4, .hlg),
            ("dvvC", 8, 3, 2, .sdr),
        ])
    func record(box: String, profile: Int, level: Int, compatibility: Int, fallback: DynamicRange?) async throws {
        let plain = try GeneratedMedia.bytes("hevc-main10-pq.mp4")
        let content = record(profile: profile, level: level, compatibility: compatibility)
        let file = try adding(box, content, to: plain)
        let media = try await sharedPool.measure(
            .ranges([ResourceRange(offset: 0, length: file.count)], totalSize: file.count, limits: ProbeLimits()),
            payload: file)
        let video = try #require(media.parameters.video)
        #expect(video.dynamicRange == .dolbyVision)
        #expect(
            video.dolbyVision
                == DolbyVisionConfiguration(profile: profile, level: level, baseCompatibility: compatibility))
        #expect(video.dolbyVision?.fallback == fallback)
        #expect(video.profile == "Main 10")
        #expect(media.provenance[.videoDynamicRange] == Provenance(.container, field: box))
    }
}

extension Collection where Element: Equatable {
    fileprivate func lastRange(of other: some Collection<Element>) -> Range<Index>? { ranges(of: Array(other)).last }
}
