import Foundation
import MediaFormats
import MediaProbing
import Testing

/// HDR10+ is PQ with a registered message in front of the pictures; here one is put into a plain PQ stream.
@Suite struct DynamicMetadataTests {
    /// Supplemental information (type 39) with a registered message (type 4): country USA, the given provider, code 1,
    /// application 4, version 1, and some content.
    private func message(provider: [UInt8]) -> [UInt8] {
        let content: [UInt8] = [0xB5] + provider + [0x00, 0x01, 0x04, 0x01, 0x40, 0x55]
        return [0, 0, 0, 1, 0x4E, 0x01, 0x04, UInt8(content.count)] + content + [0x80]
    }

    @Test(
        "Only the message of ST 2094-40 counts",
        arguments: [([0x00, 0x3C] as [UInt8], DynamicRange.hdr10Plus), ([0x00, 0x31], .pq)], ["mp4", "ts"])
    func message(provider: (bytes: [UInt8], range: DynamicRange), container: String) async throws {
        let folder = try TemporaryFile([], named: "stream.hevc")
        let target = folder.path.replacing("stream.hevc", with: "film.\(container)")
        _ = try await output(
            of: "ffmpeg", "-v", "error", "-y", "-i", GeneratedMedia.path("hevc-main10-pq.mp4"), "-c", "copy",
            folder.path)
        var stream = [UInt8](try Data(contentsOf: URL(filePath: folder.path)))
        // The first picture is of type 19 or 20: behind a start code, 0x26 or 0x28.
        let starts = [0x26, 0x28].compactMap { (type: UInt8) in stream.firstRange(of: [0, 0, 1, type, 1])?.lowerBound }
        let picture = try #require(starts.min())
        stream.insert(contentsOf: message(provider: provider.bytes), at: picture)
        try Data(stream).write(to: URL(filePath: folder.path))
        // A bare stream has no times, which only MP4 makes up.
        let wrapped = folder.path.replacing("stream.hevc", with: "wrapped.mp4")
        _ = try await output(of: "ffmpeg", "-v", "error", "-y", "-i", folder.path, "-c", "copy", wrapped)
        _ = try await output(of: "ffmpeg", "-v", "error", "-y", "-i", wrapped, "-c", "copy", target)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: target)))
        let media = try await sharedPool.measure(
            .ranges([ResourceRange(offset: 0, length: bytes.count)], totalSize: bytes.count, limits: ProbeLimits()),
            payload: bytes)
        #expect(media.parameters.video?.dynamicRange == provider.range)
    }
}
