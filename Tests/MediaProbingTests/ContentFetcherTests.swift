import Foundation
import HLSPlaylists
import HarnessTestSupport
import MediaProbing
import Testing

@Suite struct ContentFetcherTests {
    private let origin: HTTPOrigin
    private let fetcher = ContentFetcher()
    private let plain: [UInt8]

    init() async throws {
        origin = try await GeneratedMedia.origin
        plain = try GeneratedMedia.bytes("plain.mp4")
    }

    private func reason(
        _ fetcher: ContentFetcher, _ reference: AssetReference, range: ByteRange? = nil, limit: Int = 1 << 20
    ) async -> AssetReadError.Reason? {
        do throws(AssetReadError) {
            _ = try await fetcher.read(reference, range: range, limit: limit)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test("Whole resources", arguments: ["files", "gzip", "no-size", "redirect/3", "flaky/2", "reset/1"])
    func whole(manner: String) async throws {
        let answer = try await fetcher.read(origin.reference("\(manner)/plain.mp4"), range: nil, limit: 1 << 20)
        #expect(answer.bytes == plain)
        #expect(answer.totalSize == (["gzip", "no-size"].contains(manner) ? nil : plain.count))
        #expect(
            answer.reference
                == origin.reference(manner.hasPrefix("redirect") ? "files/plain.mp4" : "\(manner)/plain.mp4"))
    }

    @Test(
        "Ranges, from servers that know them and from those that do not",
        arguments: ["files", "no-ranges", "redirect/1"])
    func ranges(manner: String) async throws {
        let reference = origin.reference("\(manner)/plain.mp4")
        let middle = try await fetcher.read(reference, range: ByteRange(offset: 1000, length: 500), limit: 500)
        #expect(middle.bytes == Array(plain[1000..<1500]))
        #expect(middle.totalSize == plain.count)
        let end = try await fetcher.read(reference, range: ByteRange(offset: plain.count - 10, length: 500), limit: 500)
        #expect(end.bytes == Array(plain.suffix(10)))
        let beyond = try await fetcher.read(reference, range: ByteRange(offset: plain.count + 10, length: 5), limit: 5)
        #expect(beyond.bytes == [])
        let local = try await fetcher.read(
            GeneratedMedia.reference("plain.mp4"), range: ByteRange(offset: 1000, length: 500), limit: 500)
        #expect(local.bytes == middle.bytes)
        #expect(local.totalSize == plain.count)
    }

    @Test("Ranges that cannot be", arguments: [(-1, 10), (0, 0), (5, -5), (Int.max, 2)])
    func impossibleRanges(offset: Int, length: Int) async {
        let range = ByteRange(offset: offset, length: length)
        for reference in [origin.reference("files/plain.mp4"), GeneratedMedia.reference("plain.mp4")] {
            let reason = await reason(fetcher, reference, range: range)
            // A range behind the end is short of all its bytes, and no error.
            if offset == .max {
                #expect(reason == nil)
            } else {
                #expect(reason == .notReadable("no bytes can be at \(offset), \(length) long"))
            }
        }
    }

    @Test func bytesFromElsewhereAreNotTakenForTheRange() async {
        let range = ByteRange(offset: 1000, length: 500)
        guard
            case .wrongAnswer(let text) = await reason(fetcher, origin.reference("wrong-range/plain.mp4"), range: range)
        else {
            Issue.record("accepted")
            return
        }
        #expect(text == "bytes from 1000 were asked for and the server answered from byte 0")
    }

    /// What to try depends on what failed: a port is not to be checked where the server answered.
    @Test(
        "The advice fits the failure",
        arguments: [
            (AssetReadError.Reason.httpStatus(429), "answered 429; it asks for fewer requests: try again later"),
            (
                .wrongAnswer("transfer closed with 1000 bytes remaining to read"),
                "transfer closed with 1000 bytes remaining to read; try again, then have the origin, or the cache before "
                    + "it, repaired"
            ),
            (.connection("Couldn't connect"), "Couldn't connect; check host and port"),
        ])
    func advice(reason: AssetReadError.Reason, line: String) {
        #expect(AssetReadError(AssetReference(path: "/a.mp4"), reason).description.hasSuffix(line))
    }

    @Test func aRedirectNeverLeadsToALocalFile() async {
        let target = "file://" + GeneratedMedia.path("plain.mp4")
        let answer = await reason(fetcher, origin.reference("redirect-to?\(target)"))
        #expect(answer == .redirect("it leads to something else than http or https"))
    }

    @Test func redirectsAreBounded() async {
        let answer = await reason(fetcher, origin.reference("redirect/6/plain.mp4"))
        #expect(answer == .redirect("more than 5 redirects"))
        #expect(
            await reason(fetcher, origin.reference("redirect-to?/redirect-to?/redirect-to?/files/plain.mp4")) == nil)
    }

    @Test(
        "Failures keep their kind, and only transient ones are repeated",
        arguments: [(404, 1), (403, 1), (410, 1), (501, 1), (408, 3), (429, 3), (500, 3), (502, 3), (503, 3), (504, 3)])
    func status(code: Int, requests: Int) async {
        let fetcher = ContentFetcher()
        #expect(await reason(fetcher, origin.reference("status/\(code)")) == .httpStatus(code))
        #expect(fetcher.usage.requests == requests)
        #expect(fetcher.usage.retries == requests - 1)
    }

    @Test("A server that stalls costs the deadline and no more", arguments: ["stall-headers", "stall-body", "drip"])
    func stalls(manner: String) async {
        let timeout = Duration.milliseconds(400)
        let fetcher = ContentFetcher(policy: FetchPolicy(requestTimeout: timeout))
        #expect(await reason(fetcher, origin.reference("\(manner)/plain.mp4")) == .timedOut(after: timeout))
    }

    @Test func aServerThatTakesNoConnectionCostsTheDeadlineAndNoMore() async throws {
        let full = try FullQueue()
        let timeout = Duration.milliseconds(400)
        let fetcher = ContentFetcher(policy: FetchPolicy(requestTimeout: timeout))
        let reference = try AssetReference(argument: "http://127.0.0.1:\(full.port)/plain.mp4")
        #expect(await reason(fetcher, reference) == .timedOut(after: timeout))
    }

    @Test func aLoopOfRedirectsEnds() async {
        let fetcher = ContentFetcher()
        #expect(await reason(fetcher, origin.reference("loop/plain.mp4")) == .redirect("more than 5 redirects"))
        #expect(fetcher.usage.requests == 6)
    }

    @Test("A server that asks for time gets it, within reason", arguments: [(0, 3), (1, 3), (6, 1), (86_400, 1)])
    func retryAfter(seconds: Int, requests: Int) async throws {
        let origin = try await HTTPOrigin()
        try origin.serve(GeneratedMedia.folder)
        let fetcher = ContentFetcher()
        let answer = await reason(fetcher, origin.reference("busy/\(seconds)/2/plain.mp4"))
        #expect(answer == (requests == 3 ? nil : .httpStatus(503)))
        #expect(fetcher.usage.requests == requests)
    }

    @Test func cancellingEndsLongBeforeTheServerAnswers() async throws {
        let fetcher = ContentFetcher(policy: FetchPolicy(requestTimeout: .seconds(60)))
        let task = Task { await reason(fetcher, origin.reference("stall-headers/plain.mp4")) }
        try await Task.sleep(for: .milliseconds(100))
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(try await fetcher.read(origin.reference("files/plain.mp4"), range: nil, limit: 1 << 20).bytes == plain)
    }

    @Test func aBodyShorterThanPromisedIsAnError() async {
        guard case .wrongAnswer = await reason(fetcher, origin.reference("short/plain.mp4")) else {
            Issue.record("accepted")
            return
        }
    }

    @Test("The limit holds while bytes arrive", arguments: ["files", "no-size", "gzip"])
    func limit(manner: String) async {
        #expect(await reason(fetcher, origin.reference("\(manner)/plain.mp4"), limit: 1000) == .tooLarge(limit: 1000))
        #expect(await reason(fetcher, GeneratedMedia.reference("plain.mp4"), limit: 1000) == .tooLarge(limit: 1000))
    }

    @Test func aCertificateIsTrustedWhenItIsNamedAndNotBefore() async throws {
        let reference = origin.secureReference("files/plain.mp4")
        guard case .tls = await reason(ContentFetcher(environment: [:]), reference) else {
            Issue.record("a self-signed certificate was accepted")
            return
        }
        for variable in ["CURL_CA_BUNDLE", "SSL_CERT_FILE"] {
            let fetcher = ContentFetcher(environment: [variable: origin.certificate])
            #expect(try await fetcher.read(reference, range: nil, limit: 1 << 20).bytes == plain)
        }
    }

    @Test func nobodyThere() async {
        let reference = try! AssetReference(argument: "http://127.0.0.1:1/plain.mp4")
        guard case .connection = await reason(fetcher, reference) else {
            Issue.record("answered")
            return
        }
        #expect(fetcher.usage.retries == 0)
    }

    @Test("Local paths that are no files", arguments: ["/nonexistent/plain.mp4", "/tmp", "/dev/zero"])
    func local(path: String) async {
        guard case .notReadable = await reason(fetcher, AssetReference(path: path)) else {
            Issue.record("read")
            return
        }
    }

    @Test func oneOriginIsNotOverrun() async throws {
        let origin = try await HTTPOrigin()
        try origin.serve(GeneratedMedia.folder)
        let fetcher = ContentFetcher(policy: FetchPolicy(requestTimeout: .seconds(15), transfersPerOrigin: 3))
        let begin = ContinuousClock.now
        // Twelve requests of 4 s, three at a time, take 16: longer than one may take alone.
        await withTaskGroup(of: AssetReadError.Reason?.self) { group in
            for number in 0..<12 {
                group.addTask { await reason(fetcher, origin.reference("delay/4000/absent.mp4?\(number)")) }
            }
            for await reason in group { #expect(reason == .httpStatus(404)) }
        }
        #expect(.now - begin > .seconds(15))
        #expect(try await origin.usage().most == 3)
        #expect(fetcher.usage.requests == 12)
    }
}
