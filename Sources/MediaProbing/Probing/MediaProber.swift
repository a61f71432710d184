import Foundation
package import HLSPlaylists
import MediaContainers
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
    /// How deep and how far media are read.
    package let policy: ProbePolicy
    private let cache: MeasurementCache?

    /// Measures what a source gives with the workers of a pool.
    ///
    /// - Parameter cache: Measurements of earlier runs; `nil` to measure always. It needs a ``RevisedSource``.
    package init(
        source: any AssetSource, pool: ProbeWorkerPool, policy: ProbePolicy = ProbePolicy(),
        cache: MeasurementCache? = nil
    ) {
        self.source = source
        self.pool = pool
        self.policy = policy
        self.cache = source is any RevisedSource ? cache : nil
    }

    /// Measures a resource.
    ///
    /// A local file that stands alone is read by the worker itself. Of anything else the init section and the first
    /// range of the media are read in parallel, and more only where that does not decide. The tier of headers starts no
    /// worker.
    ///
    /// - Throws: ``ProbeError`` with the one reason for which nothing is known.
    package func measure(_ input: ProbeInput) async throws(ProbeError) -> MeasuredMedia {
        // A segment that is encrypted as a whole shows nothing; its init section may.
        if input.protection == .aes128 { return await HeaderProber(source: source, policy: policy).encrypted(input) }
        if policy.tier != .full { return try await HeaderProber(source: source, policy: policy).measure(input) }
        let name = cache?.name(of: "\(policy)\n\(input.subject)")
        var entry: MeasurementCache.Entry?
        if let cache, let name { entry = await cache.entry(named: name) }
        if case .file(let path) = input.media.reference.location, input.initialization == nil, input.media.range == nil
        {
            return try await measureFile(path, input.media.reference, entry: entry, name: name)
        }
        return try await measureFetched(input, entry: entry, name: name)
    }

    private func measureFile(
        _ path: String, _ reference: AssetReference, entry: MeasurementCache.Entry?, name: String?
    ) async throws(ProbeError) -> MeasuredMedia {
        let revised = cache == nil ? nil : source as? any RevisedSource
        let revision = await revised?.revision(ofLocal: path)
        if let entry, let revision, entry.revisions == [revision] { return entry.media }
        pool.start()
        async let headers = try? HeaderProber(source: source, policy: policy).measure(ProbeInput(reference))
        var media: MeasuredMedia
        do throws(ProbeWorkerError) {
            media = try await pool.measure(.file(path: path, limits: policy.limits))
            let headers = await headers
            if let headers { media.add(headers: headers) }
            media.shortfall = media.gap.map { "\(reference): \($0)" } ?? headers?.shortfall
        } catch {
            media = try await partial(headers, without: ProbeError(reference, .init(error)))
        }
        if let cache, let name, let revision, media.shortfall == nil, await revised?.revision(ofLocal: path) == revision
        {
            await cache.store(.init(revisions: [revision], media: media, cost: FetchUsage()), named: name)
        }
        return media
    }

    private func measureFetched(
        _ input: ProbeInput, entry: MeasurementCache.Entry?, name: String?
    ) async throws(ProbeError) -> MeasuredMedia {
        pool.start()
        let log = RevisionLog()
        let logged = LoggedSource(source: source, log: log)
        let references = input.references
        let known = entry?.revisions.count == references.count ? entry?.revisions : nil
        async let initializationResult = readInitialization(input, from: logged, unless: known?.last)
        async let startResult = readStart(input, from: logged, unless: known?.first)
        var (initialization, start) = (await initializationResult, await startResult)
        if let entry, try initialization.get().isUnchanged, try start.get().isUnchanged {
            (source as? any RevisedSource)?.credit(entry.cost - log.cost)
            return entry.media
        }
        // Only one of the two has changed: the other is needed after all.
        if try initialization.get().isUnchanged, input.initialization != nil {
            initialization = await readInitialization(input, from: logged, unless: nil)
        }
        if try start.get().isUnchanged { start = await readStart(input, from: logged, unless: nil) }
        let initializationBytes = try initialization.get().bytes
        let media = try start.get()
        let reader = ProbeSupplier(
            source: logged, media: input.media, base: initializationBytes.count, size: media.totalSize,
            budget: policy.byteBudget, spent: initializationBytes.count + media.bytes.count)
        let payload = initializationBytes + media.bytes
        let request = ProbeRequest.ranges(
            [ResourceRange(offset: 0, length: payload.count)],
            totalSize: media.totalSize.flatMap { Self.sum($0, initializationBytes.count) }, limits: policy.limits)
        let window = MediaWindow(
            payload, initializationLength: initializationBytes.count,
            totalSize: media.totalSize.flatMap { Self.sum($0, initializationBytes.count) })
        let reading = HeaderReading(window)
        var headers = reading.measured(bytesRead: payload.count)
        headers.timing.mediaBytes = media.totalSize
        var measured: MeasuredMedia
        do throws(ProbeWorkerError) {
            measured = try await pool.measure(request, payload: payload) { await reader.supply($0) }
            measured.add(headers: headers)
            // The worker made do with less than it wanted.
            measured.shortfall =
                reader.failure.map(\.description) ?? measured.gap.map { "\(input.media.reference): \($0)" }
                ?? reading.shortfall(of: input.media.reference)
        } catch {
            // When bytes could not be had, that is the reason; what the worker made of the rest is a consequence.
            if case .failed = error, let failure = reader.failure { throw failure }
            measured = try partial(headers, without: ProbeError(input.media.reference, .init(error)))
        }
        measured.bytesRead = reader.spent
        // Facts of bytes that could not all be had, or not be understood this time, are not those of the resource.
        if let cache, let name, measured.shortfall == nil,
            let revisions = log.revisions(of: references)
        {
            await cache.store(.init(revisions: revisions, media: measured, cost: log.cost), named: name)
        }
        return measured
    }

    /// What headers tell when the worker itself failed, with the failure beside it.
    ///
    /// - Throws: The failure, when the headers tell nothing either, and when it is the resource that is at fault.
    private func partial(_ headers: MeasuredMedia?, without failure: ProbeError) throws(ProbeError) -> MeasuredMedia {
        guard failure.leavesHeaders, var media = headers,
            media.parameters.video?.codec != nil || media.parameters.audio?.codec != nil
        else { throw failure }
        media.shortfall = failure.description
        return media
    }

    /// The sum of sizes, one of which may be a server's lie; `nil` when there is none.
    private static func sum(_ one: Int, _ other: Int) -> Int? {
        let (sum, overflow) = one.addingReportingOverflow(other)
        return overflow ? nil : sum
    }

    private func readInitialization(
        _ input: ProbeInput, from source: LoggedSource, unless known: ContentRevision?
    ) async -> Result<FetchedPart, ProbeError> {
        guard let piece = input.initialization else { return .success(FetchedPart(isUnchanged: true)) }
        do throws(AssetReadError) {
            let answer = try await source.read(
                piece.reference, range: piece.range, limit: policy.initializationLimit, unless: known)
            return .success(FetchedPart(bytes: answer.answer.bytes, isUnchanged: answer.isUnchanged))
        } catch {
            return .failure(ProbeError(error.reference, .reading(error.reason)))
        }
    }

    /// The first range of the media with its size, if known.
    private func readStart(
        _ input: ProbeInput, from source: LoggedSource, unless known: ContentRevision?
    ) async -> Result<FetchedPart, ProbeError> {
        let piece = input.media
        let range = ByteRange(
            offset: piece.range?.offset ?? 0,
            length: min(piece.range?.length ?? .max, policy.firstRange, policy.byteBudget))
        do throws(AssetReadError) {
            let read = try await source.read(piece.reference, range: range, limit: range.length, unless: known)
            let bytes = read.answer.bytes
            // A shorter answer than was asked for reaches the end.
            let size =
                bytes.count < range.length ? bytes.count : piece.range?.length ?? read.answer.totalSize
            return .success(FetchedPart(bytes: bytes, totalSize: size, isUnchanged: read.isUnchanged))
        } catch {
            return .failure(ProbeError(error.reference, .reading(error.reason)))
        }
    }
}

/// What was read of one piece.
private struct FetchedPart: Sendable {
    var bytes: [UInt8] = []
    /// Bytes of the piece, if known.
    var totalSize: Int?
    /// Whether it is in the state that was measured before; then there are no bytes.
    var isUnchanged: Bool
}

extension ProbeInput {
    /// What is read, each resource once, the media first.
    fileprivate var references: [AssetReference] {
        guard let reference = initialization?.reference, reference != media.reference else { return [media.reference] }
        return [media.reference, reference]
    }

    /// Everything that makes this another input than others, for the digest that names its measurement.
    fileprivate var subject: String {
        func words(_ piece: Piece?) -> String {
            guard let piece else { return "-" }
            let place =
                switch piece.reference.location {
                case .file(let path): "file " + URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
                case .remote(let url): "url " + url
                }
            return "\(piece.range?.offset ?? -1) \(piece.range?.length ?? -1) \(place)"
        }
        return [protection.rawValue, words(initialization), words(media)].joined(separator: "\n")
    }
}

extension ProbeError.Reason {
    /// The reason why a resource could not be measured where a worker gave no facts.
    package init(_ error: ProbeWorkerError) {
        switch error {
        case .failed(let failure): self = .unmeasurable(failure)
        case .crashed(let status): self = .workerCrashed(status)
        case .timedOut(let time): self = .workerStuck(after: time)
        case .unavailable(let text): self = .workerUnavailable(text)
        case .cancelled: self = .cancelled
        }
    }
}

extension ProbeError {
    /// Whether the worker failed in a way that says nothing against the headers.
    fileprivate var leavesHeaders: Bool {
        switch reason {
        case .workerCrashed, .workerStuck: true
        case .unmeasurable(let failure): [.timedOut, .outOfMemory].contains(failure.kind)
        default: false
        }
    }
}
