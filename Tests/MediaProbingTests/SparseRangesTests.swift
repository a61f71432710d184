import HLSPlaylists
import MediaFormats
import MediaProbing
import Testing

/// What is known of a resource does not depend on the pieces in which its bytes arrive.
@Suite struct SparseRangesTests {
    /// The facts of a resource, without what reading less legitimately leaves open: how much was read, and lengths that
    /// only the last bytes of a stream without an index tell.
    private func essence(_ media: MeasuredMedia) -> MeasuredMedia {
        var media = media
        media.bytesRead = 0
        media.timing.picturesExamined = nil
        // The same rate may come from few pictures or from libavformat's survey of many.
        media.provenance[.videoFrameRate] = nil
        media.timing.frameRateIsConstant = nil
        media.timing.keyframeInterval = nil
        if media.parameters.container != .mp4 { media.timing.duration = nil }
        return media
    }

    @Test("Pieces give the facts of the whole", arguments: GeneratedMedia.names)
    func pieces(name: String) async throws {
        let whole = try await sharedPool.measure(
            .file(path: GeneratedMedia.path(name), limits: ProbeLimits()))
        let bytes = try GeneratedMedia.bytes(name)
        for piece in [256, 4096, 1 << 20] {
            let first = Array(bytes.prefix(piece))
            let media = try await sharedPool.measure(
                .ranges([ResourceRange(offset: 0, length: first.count)], totalSize: bytes.count, limits: ProbeLimits()),
                payload: first
            ) { range in
                ProbeSupply(offset: range.offset, bytes: Array(bytes.dropFirst(range.offset).prefix(piece)))
            }
            var expected = essence(whole)
            let measured = essence(media)
            // Where the container guesses a length from the file's size, both guesses are left out.
            if expected.timing.duration == nil || measured.timing.duration == nil {
                expected.timing.duration = measured.timing.duration
            }
            #expect(measured == expected, "\(name) in pieces of \(piece)")
        }
    }

    @Test func theIndexAtTheEndIsAskedForAlone() async throws {
        let bytes = try GeneratedMedia.bytes("moov-at-end.mp4")
        let media = try await sharedPool.measure(
            .ranges([ResourceRange(offset: 0, length: 2048)], totalSize: bytes.count, limits: ProbeLimits()),
            payload: Array(bytes.prefix(2048))
        ) { range in
            ProbeSupply(offset: range.offset, bytes: Array(bytes.dropFirst(range.offset)))
        }
        #expect(media.parameters.video?.profile == "Main")
        #expect(media.parameters.audio?.sampleRate == 48000)
    }

    @Test func rangesThatDoNotFitTheirPayloadAreRefused() async throws {
        for range in [
            ResourceRange(offset: 0, length: 11), ResourceRange(offset: -1, length: 10),
            ResourceRange(offset: 0, length: 9),
        ] {
            await #expect {
                try await sharedPool.measure(
                    .ranges([range], totalSize: 10, limits: ProbeLimits()), payload: Array(repeating: 0, count: 10))
            } throws: { error in
                guard case ProbeWorkerError.failed(let failure) = error else { return false }
                return failure.kind == .badRequest
            }
        }
    }
}
