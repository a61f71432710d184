package import HLSPlaylists
import MediaContainers
package import MediaFormats

/// Collects timed metadata: ID3 tags of transport streams with libavformat, event messages of fragmented files by our
/// own reader.
package struct TimedTagReader: Sendable {
    private let source: any AssetSource
    private let pool: ProbeWorkerPool
    private let limits = ProbeLimits(deadline: .seconds(600))

    /// Bytes that are read to see what it is: as many as the walk over boxes asks for first.
    private static let headLength = 64 << 10
    /// The longest segment of a transport stream that is fetched.
    private static let segmentLimit = 200 << 20
    /// The longest initialization section that is read.
    private static let initializationLimit = 4 << 20

    /// Reads from a source, with the workers of a pool.
    package init(source: any AssetSource, pool: ProbeWorkerPool) {
        self.source = source
        self.pool = pool
    }

    /// All tags of a file or segment.
    ///
    /// - Throws: ``ProbeError`` with the one reason for which nothing is known. Other known media carry no timed metadata,
    ///   but for the tag at the begin of packed audio.
    package func harvest(_ input: ProbeInput) async throws(ProbeError) -> TimedTagHarvest {
        let piece = input.media
        guard input.protection != .aes128 else {
            throw ProbeError(
                piece.reference,
                .unmeasurable(
                    ProbeFailure(.encrypted, "encrypted as a whole (AES-128), so its metadata cannot be read")))
        }
        let head = try await read(piece, 0..<Self.headLength)
        guard !head.isEmpty else {
            throw ProbeError(piece.reference, .unmeasurable(ProbeFailure(.empty, "the file is empty")))
        }
        if ContainerFormat.beginsTransportStream(head) { return try await harvestStream(piece, head) }
        // Four letters of a text could be the name of a box.
        guard head.count >= 8, head[4..<8].allSatisfy({ (0x20...0x7E).contains($0) }), !ContainerFormat.isText(head)
        else {
            if head.starts(with: Array("#EXTM3U".utf8)) {
                throw ProbeError(piece.reference, .unmeasurable(ProbeFailure(.notMedia, "a playlist")))
            }
            return try Self.harvestElse(piece, head)
        }
        return try await harvestMessages(piece, head, initialization: input.initialization)
    }

    /// What neither a transport stream nor a file of boxes holds: packed audio begins with a tag, and other known files
    /// carry no timed metadata.
    private static func harvestElse(
        _ piece: ProbeInput.Piece, _ head: [UInt8]
    ) throws(ProbeError) -> TimedTagHarvest {
        var harvest = TimedTagHarvest()
        harvest.bytesRead = head.count
        let isKnown = MediaSniffer.container(of: head) != nil || otherFiles.contains { head.starts(with: $0) }
        guard isKnown else {
            let kind = ContainerFormat.isText(head) ? "a text file" : "bytes of no container that is known"
            throw ProbeError(piece.reference, .unmeasurable(ProbeFailure(.notMedia, kind)))
        }
        guard let tag = ID3Tag(head) else { return harvest }
        harvest.start = 0
        harvest.isComplete = tag.length <= head.count
        let cue = TimedTag(Array(head.prefix(tag.length)), timestamp: 0, timescale: harvest.timescale)
        // The tag that only says when the segment begins (RFC 8216 3.4) is none for an app.
        if cue.frames.contains(where: { $0.owner != PackedAudio.owner }) || !cue.problems.isEmpty {
            harvest.tags.append(cue)
        }
        return harvest
    }

    /// First bytes of other media: Matroska, RIFF, Ogg, FLAC, Flash Video, MPEG audio.
    private static let otherFiles: [[UInt8]] = [
        [0x1A, 0x45, 0xDF, 0xA3], Array("RIFF".utf8), Array("OggS".utf8), Array("fLaC".utf8), Array("FLV".utf8),
        [0xFF, 0xFB], [0xFF, 0xFA], [0xFF, 0xF3], [0xFF, 0xF2],
    ]

    private func harvestStream(_ piece: ProbeInput.Piece, _ head: [UInt8]) async throws(ProbeError) -> TimedTagHarvest {
        do throws(ProbeWorkerError) {
            if case .file(let path) = piece.reference.location, piece.range == nil {
                return try await pool.tags(.tags(path: path, limits: limits))
            }
        } catch {
            throw ProbeError(piece.reference, .init(error))
        }
        let rest = head.count < Self.headLength ? [] : try await read(piece, head.count..<Self.segmentLimit)
        do throws(ProbeWorkerError) {
            return try await pool.tags(.tags(path: nil, limits: limits), payload: head + rest)
        } catch {
            throw ProbeError(piece.reference, .init(error))
        }
    }

    private func harvestMessages(
        _ piece: ProbeInput.Piece, _ head: [UInt8], initialization: ProbeInput.Piece?
    ) async throws(ProbeError) -> TimedTagHarvest {
        var scan = EventMessageScan()
        if let initialization {
            while let range = scan.wants, range.lowerBound < Self.initializationLimit {
                scan.take(try await read(initialization, range), at: range.lowerBound)
            }
            scan.restart()
        }
        while let range = scan.wants {
            let isHead = range == 0..<Self.headLength
            scan.take(isHead ? head : try await read(piece, range), at: range.lowerBound)
            if Task.isCancelled { throw ProbeError(piece.reference, .cancelled) }
        }
        if let problem = scan.problem, scan.harvest.tags.isEmpty, !scan.harvest.isComplete {
            throw ProbeError(piece.reference, .unmeasurable(ProbeFailure(.damaged, problem)))
        }
        return scan.harvest
    }

    /// Bytes of a piece; fewer than asked for at its end.
    private func read(_ piece: ProbeInput.Piece, _ range: Range<Int>) async throws(ProbeError) -> [UInt8] {
        let end = min(range.upperBound, piece.range?.length ?? .max)
        let (start, overflow) = range.lowerBound.addingReportingOverflow(piece.range?.offset ?? 0)
        guard range.lowerBound < end, !overflow else { return [] }
        do throws(AssetReadError) {
            let length = end - range.lowerBound
            return try await source.read(
                piece.reference, range: ByteRange(offset: start, length: length), limit: length
            ).bytes
        } catch {
            throw ProbeError(error.reference, .reading(error.reason))
        }
    }
}
