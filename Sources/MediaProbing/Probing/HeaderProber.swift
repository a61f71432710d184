import HLSPlaylists
import MediaContainers
import MediaFormats

/// Measures media by their headers alone: few small reads, and no worker.
struct HeaderProber: Sendable {
    private let source: any AssetSource
    private let policy: ProbePolicy

    /// Reads from a source.
    init(source: any AssetSource, policy: ProbePolicy) {
        self.source = source
        self.policy = policy
    }

    /// Bytes that are read at once. Four renditions of an HLS asset fit into 64 KiB with their playlists.
    private enum FirstRange {
        static let initialization = 4 << 10
        static let fragment = 6 << 10
        static let media = 12 << 10
        static let localFile = 64 << 10
    }

    /// Reads that follow one another for one resource, and bytes altogether.
    private static let mostReads = 12
    private static let mostBytes = 8 << 20

    /// Measures a resource.
    ///
    /// - Parameter toTheEnd: Whether all of it is read where nothing less tells when its tracks end.
    /// - Throws: ``ProbeError`` with the one reason for which nothing is known.
    func measure(_ input: ProbeInput, toTheEnd: Bool = false) async throws(ProbeError) -> MeasuredMedia {
        async let initializationResult = readInitialization(input)
        async let startResult = readStart(input)
        let initialization = try (await initializationResult).get()
        let start = try (await startResult).get()
        let size = start.totalSize.flatMap { size in
            let (sum, overflow) = size.addingReportingOverflow(initialization.count)
            return overflow ? nil : sum
        }
        var window = MediaWindow(
            initialization + start.bytes, initializationLength: initialization.count, totalSize: size)
        var reading = HeaderReading(window)
        var reads = 1
        while let wanted = reading.wants, isWorthMore(reading, input), reads < Self.mostReads,
            window.count < Self.mostBytes
        {
            reads += 1
            let offset = wanted.lowerBound - initialization.count
            guard offset >= 0 else { break }
            let part = try await read(
                input.media, from: offset, length: min(wanted.count, Self.mostBytes - window.count))
            let known = window.count
            window.add(part.bytes, at: wanted.lowerBound)
            reading = HeaderReading(window)
            // A server that sends nothing new would be asked for ever.
            if window.count == known, reading.wants == wanted { break }
        }
        if toTheEnd, reading.tracks.contains(where: { $0.timing.end == nil }) {
            let known = window.reader(from: 0).count
            if !window.ends(at: known), known < policy.byteBudget {
                let rest = try await read(
                    input.media, from: known - initialization.count, length: policy.byteBudget - known)
                if rest.bytes.count < policy.byteBudget - known { window.add([], at: known + rest.bytes.count) }
                window.add(rest.bytes, at: known)
                reading = HeaderReading(window)
            }
        }
        guard !reading.tracks.isEmpty else {
            throw ProbeError(input.media.reference, .unmeasurable(failure(of: reading)))
        }
        var media = reading.measured(bytesRead: window.count)
        media.timing.mediaBytes = start.totalSize
        media.shortfall = reading.shortfall(of: input.media.reference)
        return media
    }

    /// Looks at the times of one segment; what cannot be read says why.
    func times(of order: SegmentChoice.Order) async -> ReadSegment {
        var segment = order.segment
        guard order.input.protection != .aes128 else {
            segment.failure = ReadSegment.encryptedAsAWhole
            return segment
        }
        do throws(ProbeError) {
            let media = try await measure(order.input, toTheEnd: true)
            segment.tracks = media.timing.tracks
            segment.bytes = media.timing.mediaBytes
            segment.failure = media.shortfall
        } catch {
            segment.failure = "\(error)"
        }
        return segment
    }

    /// What the init section shows of media that are encrypted as a whole: often it stands in the clear.
    func encrypted(_ input: ProbeInput) async -> MeasuredMedia {
        var reading = HeaderReading()
        var count = 0
        if case .success(let bytes) = await readInitialization(input), !bytes.isEmpty {
            count = bytes.count
            reading = HeaderReading(MediaWindow(bytes, initializationLength: count))
        }
        var media = reading.measured(bytesRead: count)
        let place = Provenance(.playlist, field: "EXT-X-KEY")
        if media.parameters.video != nil || reading.tracks.isEmpty {
            media.parameters.video = media.parameters.video ?? VideoParameters()
            media.parameters.video?.protection = .aes128
            media.provenance[.videoProtection] = place
        }
        if media.parameters.audio != nil || reading.tracks.isEmpty {
            media.parameters.audio = media.parameters.audio ?? AudioParameters()
            media.parameters.audio?.protection = .aes128
            media.provenance[.audioProtection] = place
        }
        return media
    }

    /// Reading on in a local file costs nothing; over a network only what every decoder must know is worth a trip.
    private func isWorthMore(_ reading: HeaderReading, _ input: ProbeInput) -> Bool {
        if case .file = input.media.reference.location { return true }
        return !reading.isSufficient
    }

    private func failure(of reading: HeaderReading) -> ProbeFailure {
        guard reading.container != nil else {
            return ProbeFailure(
                .noTracks,
                "its headers are none of ISO base media, MPEG transport stream, packed audio or WebVTT (with --tier full more is recognised)"
            )
        }
        if reading.isTooLong, let problem = reading.problem {
            return ProbeFailure(.noTracks, "\(problem) (with --tier full it is read)")
        }
        return ProbeFailure(.truncated, reading.problem ?? "its headers list no track")
    }

    private struct Part: Sendable {
        var bytes: [UInt8]
        var totalSize: Int?
    }

    private func readInitialization(_ input: ProbeInput) async -> Result<[UInt8], ProbeError> {
        guard let piece = input.initialization else { return .success([]) }
        do throws(ProbeError) {
            let first = try await read(
                piece, from: 0, length: min(piece.range?.length ?? .max, FirstRange.initialization))
            guard let size = first.totalSize, size > first.bytes.count, !first.bytes.isEmpty else {
                return .success(first.bytes)
            }
            let rest = try await read(
                piece, from: first.bytes.count, length: min(size, policy.initializationLimit) - first.bytes.count)
            return .success(first.bytes + rest.bytes)
        } catch {
            return .failure(error)
        }
    }

    private func readStart(_ input: ProbeInput) async -> Result<Part, ProbeError> {
        var length = input.initialization == nil ? FirstRange.media : FirstRange.fragment
        if case .file = input.media.reference.location { length = FirstRange.localFile }
        do throws(ProbeError) {
            return .success(try await read(input.media, from: 0, length: length))
        } catch {
            return .failure(error)
        }
    }

    /// Reads a part of a piece; the total size is that of the piece.
    private func read(_ piece: ProbeInput.Piece, from offset: Int, length: Int) async throws(ProbeError) -> Part {
        let left = piece.range.map { $0.length - offset } ?? .max
        guard left > 0, length > 0 else { return Part(bytes: [], totalSize: piece.range?.length) }
        let (start, overflow) = (piece.range?.offset ?? 0).addingReportingOverflow(offset)
        guard !overflow else { return Part(bytes: [], totalSize: nil) }
        let wanted = min(length, left)
        do throws(AssetReadError) {
            let answer = try await source.read(
                piece.reference, range: ByteRange(offset: start, length: wanted), limit: wanted)
            // A shorter answer than was asked for reaches the end.
            let size =
                answer.bytes.count < wanted ? offset + answer.bytes.count : piece.range?.length ?? answer.totalSize
            return Part(bytes: answer.bytes, totalSize: size)
        } catch {
            throw ProbeError(error.reference, .reading(error.reason))
        }
    }
}

extension HeaderReading {
    /// Why a measurement by these headers is not that of the whole resource; `nil` when nothing shows that it is not.
    func shortfall(of reference: AssetReference) -> String? {
        cut.map { ProbeError(reference, .unmeasurable(ProbeFailure(.truncated, $0))).description }
    }

    /// Whether what every decoder must know was found.
    fileprivate var isSufficient: Bool {
        listsAllTracks
            && tracks.allSatisfy { track in
                track.video.map { $0.resolution != nil || $0.codec == nil } ?? true
            }
    }
}
