import HLSPlaylists
import MediaFormats
import MediaProbing
import Testing

/// Servers that fail at every place where they can: each measurement ends within its deadline in a result or a named error, and
/// what others measure beside it stays.
@Suite struct ServerFaultTests {
    /// A fault and the end of the message; `nil` for one that a client can live with.
    private static let faults: [(path: String, message: String?)] = [
        ("stall-headers/plain.mp4", "no complete answer within"), ("stall-body/plain.mp4", "no complete answer within"),
        ("drip/plain.mp4", "no complete answer within"), ("no-ranges/plain.mp4", nil),
        ("wrong-range/moov-at-end.mp4", nil), ("short/plain.mp4", "; "),
        ("huge-size/plain.mp4", nil), ("no-size/plain.mp4", nil), ("loop", "redirect"),
        ("redirect-to?file:///etc/hostname", "redirect"), ("redirect/3/plain.mp4", nil), ("reset/9/plain.mp4", "; "),
        ("status/403", "403"), ("html", "; "), ("shortens/3000/plain.mp4", nil),
        ("shortens/1/plain.mp4", "in 64 answers"),
    ]

    @Test("Both tiers", arguments: [MeasuringTier.headers, .full]) func everyFault(tier: MeasuringTier) async throws {
        // Long enough for every answer that comes at all, on a machine that does nothing else for some seconds.
        let policy = FetchPolicy(requestTimeout: .seconds(10), retries: 1, retryPause: .milliseconds(10))
        let prober = MediaProber(
            source: ContentFetcher(policy: policy), pool: sharedPool, policy: ProbePolicy(tier: tier))
        let (queue, origin) = (try FullQueue(), try await GeneratedMedia.origin)
        let connecting = try AssetReference(argument: "http://127.0.0.1:\(queue.port)/plain.mp4")
        let places = Self.faults.map { origin.reference($0.path) } + [connecting]
        let outcomes = await withTaskGroup(of: (Int, String?).self, returning: [Int: String].self) { group in
            for (index, place) in places.enumerated() {
                group.addTask { (index, await Self.failure(of: place, by: prober)) }
            }
            // A good one among them is measured all the same.
            let good = origin.reference("files/plain.mp4")
            group.addTask { (-1, await Self.failure(of: good, by: prober)) }
            return await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
        }
        #expect(outcomes[-1] == nil)
        #expect(outcomes[places.count - 1]?.contains("no complete answer within") == true)
        for (index, fault) in Self.faults.enumerated() {
            guard let message = fault.message else { continue }
            #expect(outcomes[index]?.contains(message) == true, "\(fault.path): \(outcomes[index] ?? "measured")")
        }
    }

    /// A server may give less of a range than it is asked for, and Content-Range says how much there is (RFC 9110 sections
    /// 15.3.7 and 14.4): a short answer is not the end.
    @Test(
        "Ranges that are given in parts",
        arguments: ["plain.mp4", "moov-at-end.mp4", "plain.ts", "fragmented.mp4", "packed.aac"],
        [MeasuringTier.headers, .full])
    func shortAnswers(name: String, tier: MeasuringTier) async throws {
        let origin = try await GeneratedMedia.origin
        let fetcher = ContentFetcher()
        let prober = MediaProber(source: fetcher, pool: sharedPool, policy: ProbePolicy(tier: tier))
        let whole = try await prober.measure(ProbeInput(origin.reference("files/\(name)")))
        let requests = fetcher.usage.requests
        let parts = try await prober.measure(ProbeInput(origin.reference("shortens/1000/\(name)")))
        #expect(parts == whole)
        #expect(parts.shortfall == nil)
        #expect(fetcher.usage.requests >= requests + 4)
    }

    /// The end of a segment is that of its last sample, not that of the first answer.
    @Test func segmentsThatAreGivenInParts() async throws {
        let origin = try await GeneratedMedia.origin
        func segments(_ manner: String) async -> [ReadSegment] {
            let prober = RenditionProber(
                fetcher: ContentFetcher(), pool: sharedPool, policy: ProbePolicy(tier: .headers), segments: 10)
            let answer = await prober.profile(origin.reference("\(manner)/hls-fmp4/index.m3u8"))
            return answer.profile?.renditions.first?.segments ?? []
        }
        let (whole, parts) = (await segments("files"), await segments("shortens/1000"))
        let sizes = try ["hls-fmp4/index0.m4s", "hls-fmp4/index1.m4s"].map { try GeneratedMedia.bytes($0).count }
        #expect(sizes.allSatisfy { $0 > 1000 })
        #expect(whole.map(\.bytes) == sizes)
        #expect(whole.allSatisfy { $0.failure == nil && !$0.tracks.isEmpty && $0.tracks.allSatisfy { $0.end != nil } })
        #expect(parts.map(\.bytes) == whole.map(\.bytes))
        #expect(parts.map(\.tracks) == whole.map(\.tracks))
    }

    private static func failure(of place: AssetReference, by prober: MediaProber) async -> String? {
        do throws(ProbeError) {
            return try await prober.measure(ProbeInput(place)).shortfall
        } catch {
            return error.description
        }
    }
}
