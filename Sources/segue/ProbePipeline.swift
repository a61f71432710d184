import HLSPlaylists
import HarnessReports
import MediaProbing

/// From references to profiles: load → measure, some assets at a time, each told as soon as it may be.
struct ProbePipeline {
    /// One asset to be measured.
    struct Order: Sendable {
        /// What the user wrote.
        var text: String?
        /// Line of standard input; `nil` for an argument.
        var line: Int?
    }

    private let fetcher: ContentFetcher
    private let workers: ProbeWorkerPool
    private let prober: RenditionProber
    private let needsWorkers: Bool

    /// Assets in work at a time: enough for two workers to be busy while others are fetched, few enough to stay small.
    private static let width = 8

    /// Prepares a pipeline.
    ///
    /// - Parameters:
    ///   - workers: Worker processes.
    ///   - cache: Measurements of earlier runs; `nil` to measure always.
    ///   - mostRequests: Reads over HTTP for one asset; `nil` for any number.
    ///   - segments: Segments of each rendition whose times are looked at besides; `nil` for none.
    init(
        fetch: FetchPolicy, probe: ProbePolicy, workers count: Int, cache: MeasurementCache?, mostRequests: Int?,
        segments: Int?
    ) {
        fetcher = ContentFetcher(policy: fetch)
        workers = ProbeWorkerPool(workers: count)
        needsWorkers = probe.tier == .full
        prober = RenditionProber(
            fetcher: fetcher, pool: workers, policy: probe, cache: cache, mostRequests: mostRequests,
            segments: segments)
    }

    /// What is being done, for a progress line.
    var progress: String { "\(fetcher.usage.requests) requests, \(fetcher.usage.bytesReceived / 1024) KiB" }

    /// Measures until there are no more orders, or the user interrupts. Then what is in work is given up and told as such.
    ///
    /// - Parameters:
    ///   - isOrdered: Whether assets are told in the order of asking, not of completion.
    ///   - next: Gives the next order. It is asked ahead, but no further than what is worked on side by side.
    ///   - tell: Takes what was found.
    func run(
        isOrdered: Bool, next: @escaping @Sendable () async -> Order?,
        tell: (ProfileReport.Asset) throws -> Void
    ) async throws {
        if needsWorkers { workers.start() }
        do {
            try await withThrowingTaskGroup(of: Event.self) { group in
                var window = Window()
                group.addTask { await Self.interruption() }
                group.addTask { .order(await next()) }
                while !window.isDone, let event = try await group.next() {
                    switch event {
                    case .interrupted:
                        window.hasEnded = true
                        group.cancelAll()
                    case .order(let order):
                        window.isAsking = false
                        if let order {
                            let number = window.begin()
                            group.addTask { .done(number, await profile(order)) }
                        } else {
                            window.hasEnded = true
                        }
                    case .done(let number, let asset):
                        for asset in window.finish(number, asset, isOrdered: isOrdered) { try tell(asset) }
                    }
                    if window.mayAsk(Self.width) {
                        window.isAsking = true
                        group.addTask { .order(await next()) }
                    }
                }
                group.cancelAll()
            }
        } catch {
            await workers.shutdown()
            throw error
        }
        await workers.shutdown()
    }

    private enum Event: Sendable {
        case order(Order?)
        case done(Int, ProfileReport.Asset)
        case interrupted
    }

    /// Ends when the user interrupts, or when there is nothing left to interrupt.
    private static func interruption() async -> Event {
        while !Interrupt.hasCome, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(100)) }
        return .interrupted
    }

    private func profile(_ order: Order) async -> ProfileReport.Asset {
        guard let text = order.text else {
            return ProfileReport.Asset(
                name: "line \(order.line ?? 0)", line: order.line, profile: nil,
                failure:
                    "no reference: it is no UTF-8 text, holds a zero byte, or is longer than \(ReferenceLines.longest) "
                    + "bytes; write one path or URL a line")
        }
        do throws(AssetReferenceError) {
            let reference = try AssetReference(argument: text)
            let finding = await prober.profile(reference)
            return ProfileReport.Asset(
                name: reference.description, line: order.line, profile: finding.profile, failure: finding.failure,
                usage: Usage(requests: finding.usage.requests, bytes: finding.bytes))
        } catch {
            let name = Self.redacted(text)
            return ProfileReport.Asset(
                name: name, line: order.line, profile: nil, failure: "\(error)".replacing(text, with: name))
        }
    }

    /// What was written, without the parts in which URLs carry secrets.
    private static func redacted(_ text: String) -> String {
        var name = text.prefix { $0 != "?" }
        if name.count < text.count { name += "?…" }
        guard let scheme = name.firstRange(of: "://"), let at = name.lastIndex(of: "@"), at > scheme.upperBound else {
            return String(name)
        }
        return name[..<scheme.upperBound] + "…" + name[at...]
    }
}

/// What is asked for, in work, and waiting for its turn to be told.
private struct Window {
    private var begun = 0
    private var finished = 0
    private var told = 0
    private var waiting: [Int: ProfileReport.Asset] = [:]
    /// Whether the next order is being waited for.
    var isAsking = true
    /// Whether there are no more orders.
    var hasEnded = false

    /// Whether everything was told.
    var isDone: Bool { hasEnded && finished == begun }

    /// Whether another order may be asked for. What waits for its turn takes memory too.
    func mayAsk(_ width: Int) -> Bool { !hasEnded && !isAsking && begun - told < width }

    /// The number of a new order.
    mutating func begin() -> Int {
        begun += 1
        return begun - 1
    }

    /// Takes in a result and gives what may be told now.
    mutating func finish(_ number: Int, _ asset: ProfileReport.Asset, isOrdered: Bool) -> [ProfileReport.Asset] {
        finished += 1
        guard isOrdered else {
            told += 1
            return [asset]
        }
        waiting[number] = asset
        var ready: [ProfileReport.Asset] = []
        while let next = waiting.removeValue(forKey: told) {
            ready.append(next)
            told += 1
        }
        return ready
    }
}
