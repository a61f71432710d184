package import HLSPlaylists
package import MediaFormats

/// Measures media: fetches as little as decides, and has it looked at by a worker.
///
/// ```swift
/// let prober = MediaProber(source: ContentFetcher(), pool: pool)
/// let media = try await prober.measure(ProbeInput(AssetReference(path: "ad.mp4")))
/// media.parameters.video?.frameRate   // 29.97
/// ```
package struct MediaProber: Sendable {
    private let source: any AssetSource
    private let pool: ProbeWorkerPool
    private let policy: ProbePolicy

    /// Measures what a source gives with the workers of a pool.
    package init(source: any AssetSource, pool: ProbeWorkerPool, policy: ProbePolicy = ProbePolicy()) {
        self.source = source
        self.pool = pool
        self.policy = policy
    }

    /// Measures a resource.
    ///
    /// A local file that stands alone is read by the worker itself. Of anything else the init section and the first
    /// range of the media are read in parallel, and more only where that does not decide.
    ///
    /// - Throws: ``ProbeError`` with the one reason for which nothing is known.
    package func measure(_ input: ProbeInput) async throws(ProbeError) -> MeasuredMedia {
        let reference = input.media.reference
        if input.protection == .aes128 { return .encryptedSegment }
        if case .file(let path) = reference.location, input.initialization == nil, input.media.range == nil {
            do throws(ProbeWorkerError) {
                return try await pool.measure(.file(path: path, limits: policy.limits))
            } catch {
                throw ProbeError(reference, .init(error))
            }
        }
        return try await measureFetched(input)
    }

    private func measureFetched(_ input: ProbeInput) async throws(ProbeError) -> MeasuredMedia {
        pool.start()
        async let initializationResult = readInitialization(input)
        async let startResult = readStart(input)
        let (initialization, start) = (await initializationResult, await startResult)
        let initializationBytes = try initialization.get()
        let media = try start.get()
        let reader = ProbeSupplier(
            source: source, media: input.media, base: initializationBytes.count, size: media.totalSize,
            budget: policy.byteBudget, spent: initializationBytes.count + media.bytes.count)
        let payload = initializationBytes + media.bytes
        let request = ProbeRequest.ranges(
            [ResourceRange(offset: 0, length: payload.count)],
            totalSize: media.totalSize.flatMap { Self.sum($0, initializationBytes.count) }, limits: policy.limits)
        do throws(ProbeWorkerError) {
            var measured = try await pool.measure(request, payload: payload) { await reader.supply($0) }
            measured.bytesRead = reader.spent
            return measured
        } catch {
            // When bytes could not be had, that is the reason; what the worker made of the rest is a consequence.
            if case .failed = error, let failure = reader.failure { throw failure }
            throw ProbeError(input.media.reference, .init(error))
        }
    }

    /// The sum of sizes, one of which may be a server's lie; `nil` when there is none.
    private static func sum(_ one: Int, _ other: Int) -> Int? {
        let (sum, overflow) = one.addingReportingOverflow(other)
        return overflow ? nil : sum
    }

    private func readInitialization(_ input: ProbeInput) async -> Result<[UInt8], ProbeError> {
        guard let piece = input.initialization else { return .success([]) }
        do throws(AssetReadError) {
            let answer = try await source.read(
                piece.reference, range: piece.range, limit: policy.initializationLimit)
            return .success(answer.bytes)
        } catch {
            return .failure(ProbeError(error.reference, .reading(error.reason)))
        }
    }

    /// The first range of the media with its size, if known.
    private func readStart(_ input: ProbeInput) async -> Result<(bytes: [UInt8], totalSize: Int?), ProbeError> {
        let piece = input.media
        let range = ByteRange(
            offset: piece.range?.offset ?? 0, length: min(piece.range?.length ?? .max, policy.firstRange))
        do throws(AssetReadError) {
            let answer = try await source.read(piece.reference, range: range, limit: range.length)
            // A shorter answer than was asked for reaches the end.
            let size =
                piece.range?.length ?? answer.totalSize
                ?? (answer.bytes.count < range.length ? answer.bytes.count : nil)
            return .success((answer.bytes, answer.bytes.count < range.length ? answer.bytes.count : size))
        } catch {
            return .failure(ProbeError(error.reference, .reading(error.reason)))
        }
    }
}

extension ProbeError.Reason {
    fileprivate init(_ error: ProbeWorkerError) {
        switch error {
        case .failed(let failure): self = .unmeasurable(failure)
        case .crashed(let status): self = .workerCrashed(status)
        case .timedOut(let time): self = .workerStuck(after: time)
        case .unavailable(let text): self = .workerUnavailable(text)
        case .cancelled: self = .cancelled
        }
    }
}

extension MeasuredMedia {
    /// What is known of a segment that is encrypted as a whole: that it is.
    fileprivate static var encryptedSegment: MeasuredMedia {
        var video = VideoParameters()
        video.protection = .aes128
        var audio = AudioParameters()
        audio.protection = .aes128
        let source = Provenance(.playlist, field: "EXT-X-KEY")
        return MeasuredMedia(
            parameters: OperatingParameters(video: video, audio: audio),
            provenance: [.videoProtection: source, .audioProtection: source])
    }
}
