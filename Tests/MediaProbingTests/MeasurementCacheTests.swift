import Foundation
import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import Testing

@testable import MediaProbing

/// A cache saves bytes and work, and never a wrong fact.
@Suite struct MeasurementCacheTests {
    private let folder = Scratch.folder.appending(path: "segue-cache-\(UUID().uuidString)")

    private var cache: MeasurementCache { MeasurementCache(folder: folder.path(percentEncoded: false)) }

    private func measure(
        _ input: ProbeInput, _ fetcher: ContentFetcher = ContentFetcher()
    ) async throws -> MeasuredMedia {
        try await MediaProber(source: fetcher, pool: sharedPool, cache: cache).measure(input)
    }

    private func files() throws -> [URL] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
        return names.sorted().map { folder.appending(path: $0) }.filter {
            !$0.hasDirectoryPath && $0.lastPathComponent.count > 2
        }
    }

    /// Content of two kinds, of which the second replaces the first.
    private func origin() async throws -> HTTPOrigin {
        let origin = try await HTTPOrigin()
        try origin.serve(["ad.mp4": try GeneratedMedia.bytes("plain.mp4")])
        return origin
    }

    @Test("What an origin says is unchanged is not sent again", arguments: ["tagged", "dated"])
    func unchanged(manner: String) async throws {
        let origin = try await origin()
        let input = ProbeInput(origin.reference("\(manner)/ad.mp4?token=s3cret"))
        let (first, second) = (ContentFetcher(), ContentFetcher())
        let cold = try await measure(input, first)
        let warm = try await measure(input, second)
        #expect(cold == warm)
        #expect(try await origin.usage().statuses.prefix(2) == [206, 304])
        #expect(first.usage.bytesReceived > 10_000 && second.usage.bytesReceived == 0)
        // What a report says it rests on is the same.
        #expect(second.basis == first.basis)
    }

    @Test("What changed on its origin is measured again", arguments: ["tagged", "dated"])
    func changed(manner: String) async throws {
        let origin = try await origin()
        let input = ProbeInput(origin.reference("\(manner)/ad.mp4"))
        #expect(try await measure(input).parameters.video?.codec == .avc)
        try origin.serve(["ad.mp4": try GeneratedMedia.bytes("hevc-main.mp4")])
        #expect(try await measure(input).parameters.video?.codec == .hevc)
        #expect(try await measure(input).parameters.video?.codec == .hevc)
        #expect(try await origin.usage().statuses.prefix(3) == [206, 206, 304])
    }

    @Test func anOriginThatTellsNothingIsAskedForEverything() async throws {
        let origin = try await origin()
        let input = ProbeInput(origin.reference("files/ad.mp4"))
        #expect(try await measure(input) == measure(input))
        #expect(try await origin.usage().statuses.prefix(2) == [206, 206])
        #expect(try files().isEmpty)
    }

    @Test func oneOfTwoPartsThatChangedIsEnough() async throws {
        let names = ["hls-fmp4/init.mp4", "hls-fmp4/index0.m4s"]
        let origin = try await HTTPOrigin()
        try origin.serve([
            "init.mp4": try GeneratedMedia.bytes(names[0]), "0.m4s": try GeneratedMedia.bytes(names[1]),
        ])
        let input = ProbeInput(
            initialization: .init(origin.reference("tagged/init.mp4")), media: .init(origin.reference("tagged/0.m4s")))
        let cold = try await measure(input)
        #expect(try await measure(input) == cold)
        // A free box at the end changes the bytes and no fact.
        try origin.serve(["0.m4s": try GeneratedMedia.bytes(names[1]) + [0, 0, 0, 8] + Array("free".utf8)])
        let after = try await measure(input)
        #expect(after.parameters == cold.parameters)
        #expect(after.bytesRead == cold.bytesRead + 8)
        let statuses = try await origin.usage().statuses
        #expect(statuses.prefix(4).sorted() == [200, 206, 304, 304])
        #expect(statuses.dropFirst(4).prefix(3).sorted() == [200, 206, 304])
    }

    @Test func aLocalFileCountsWhileItIsTheSame() async throws {
        let file = try TemporaryFile(GeneratedMedia.bytes("plain.mp4"))
        let input = ProbeInput(AssetReference(path: file.path))
        // A file that was just written may change again without a trace, so it is not kept.
        try await Task.sleep(for: .milliseconds(2200))
        let cold = try await measure(input)
        #expect(try files().count == 1)
        #expect(try await measure(input) == cold)
        try Data(GeneratedMedia.bytes("hevc-main.mp4")).write(to: URL(filePath: file.path))
        #expect(try await measure(input).parameters.video?.codec == .hevc)
    }

    @Test("An entry that is damaged is no entry", arguments: 0..<5)
    func damage(kind: Int) async throws {
        let origin = try await origin()
        let input = ProbeInput(origin.reference("tagged/ad.mp4"))
        let cold = try await measure(input)
        let entry = try #require(try files().first)
        var bytes = [UInt8](try Data(contentsOf: entry))
        switch kind {
        case 0: bytes = []
        case 1: bytes.removeLast(10)
        case 2: bytes = [UInt8](repeating: 0, count: bytes.count)
        case 3: bytes = Array("{}".utf8)
        default:
            // A digit of a value: still JSON, and another fact.
            let place = try #require(bytes.firstRange(of: Array("\"width\":64".utf8)))
            bytes[place.upperBound - 1] ^= 1
        }
        try Data(bytes).write(to: entry)
        #expect(try await measure(input) == cold)
        #expect(try await origin.usage().statuses.prefix(2) == [206, 206])
        #expect(try await measure(input) == cold)
        #expect(try await origin.usage().statuses.prefix(4).last == 304)
    }

    @Test func entriesHoldNoAddressAndNoSecret() async throws {
        let origin = try await origin()
        _ = try await measure(ProbeInput(origin.reference("tagged/ad.mp4?token=s3cret")))
        let entry = try #require(try files().first)
        let text = String(decoding: try Data(contentsOf: entry), as: UTF8.self) + entry.path(percentEncoded: false)
        for word in ["s3cret", "token", "ad.mp4", "127.0.0.1", "tagged"] { #expect(!text.contains(word), "\(word)") }
        let mode =
            try FileManager.default.attributesOfItem(
                atPath: entry.deletingLastPathComponent().path(percentEncoded: false))[.posixPermissions] as? Int
        #expect(mode == 0o700)
    }

    @Test func anotherBuildMeasuresAnew() async throws {
        let instrument = try TemporaryFile([1, 2, 3], named: "worker")
        func name() -> String {
            MeasurementCache(folder: "/nonexistent", programs: [instrument.path]).name(of: "ad")
        }
        let before = name()
        #expect(name() == before)
        try Data([1, 2, 3, 4]).write(to: URL(filePath: instrument.path))
        #expect(name() != before)
    }

    @Test func itStaysWithinItsLimit() async throws {
        let entry = MeasurementCache.Entry(
            revisions: [.remote(entityTag: "\"1\"", lastModified: nil)],
            media: MeasuredMedia(parameters: .init(), otherTracks: [String(repeating: "x", count: 1000)]),
            cost: FetchUsage())
        // 256 shelves of 4 KiB each: three entries fit on one, and 2,000 do not fit at all.
        let cache = MeasurementCache(folder: folder.path(percentEncoded: false), limit: 1 << 20)
        for number in 0..<2000 {
            let name = cache.name(of: "\(number)")
            await cache.store(entry, named: name)
            // However fast they are written, and whatever their names: the newest is never the one to go.
            #expect(await cache.entry(named: name) == entry)
        }
        let sizes = try files().map { try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 }
        #expect(sizes.reduce(0, +) <= 1 << 20)
        #expect(sizes.count > 256)
    }

    @Test func manyMayWriteTheSameEntryAtOnce() async throws {
        let origin = try await origin()
        let input = ProbeInput(origin.reference("tagged/ad.mp4"))
        let facts = try await withThrowingTaskGroup(of: MeasuredMedia.self) { group in
            for _ in 0..<12 { group.addTask { try await measure(input) } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(facts.count == 1)
        #expect(try files().count == 1)
    }

    /// XDG Base Directory Specification: paths must be absolute, others are ignored.
    @Test(
        "The environment says where",
        arguments: [
            (["XDG_CACHE_HOME": "/a", "HOME": "/b"], "/a/segue/measurements"),
            (["HOME": "/b"], "/b/.cache/segue/measurements"), (["XDG_CACHE_HOME": "relative"], nil), ([:], nil),
            (["HOME": "/b", "SEGUE_CACHE": "off"], nil), (["HOME": "/b", "SEGUE_CACHE": "OFF"], nil),
            (["HOME": "/b", "XDG_CACHE_HOME": "/a", "SEGUE_CACHE": "/c d"], "/c d/measurements"),
            (["SEGUE_CACHE": "/c"], "/c/measurements"),
            (["HOME": "/b", "SEGUE_CACHE": ""], "/b/.cache/segue/measurements"),
            (["HOME": "/b", "SEGUE_CACHE": "relative"], "/b/.cache/segue/measurements"),
        ] as [([String: String], String?)])
    func environment(variables: [String: String], folder: String?) {
        #expect(MeasurementCache.folder(in: variables) == folder)
        #expect((MeasurementCache(environment: variables) != nil) == (folder != nil))
    }
}
