import Foundation
import HarnessTestSupport
import Testing

/// Measurements that are found again change no verdict.
@Suite struct CachedCheckTests {
    private func site() throws -> URL {
        let site = try Scratch.newFolder()
        for name in ["ad-1", "ad-2", "pod-a", "pod-b"] {
            try FileManager.default.copyItem(
                at: SampleStream.folder.appending(path: name), to: site.appending(path: name))
        }
        return site
    }

    private func check(_ origin: HTTPOrigin, cache: URL?) async throws -> Program.Run {
        let environment = cache.map { ["SEGUE_CACHE": "", "XDG_CACHE_HOME": $0.path(percentEncoded: false)] } ?? [:]
        return try await Program.segue(
            [
                "check", origin.url("tagged/pod-a/main.m3u8"), "--interstitial",
                origin.url("tagged/ad-1/main.m3u8") + "@4.004", "--json",
            ], environment: environment)
    }

    @Test func coldWarmAndWithoutPrintTheSameBytesAndAChangeIsSeen() async throws {
        let origin = try await HTTPOrigin()
        let site = try site()
        let cache = try Scratch.newFolder()
        defer { for folder in [site, cache] { try? FileManager.default.removeItem(at: folder) } }
        try origin.serve(site)
        let without = try await check(origin, cache: nil)
        let cold = try await check(origin, cache: cache)
        let before = try await origin.usage().statuses.count { $0 == 304 }
        let warm = try await check(origin, cache: cache)
        let after = try await origin.usage().statuses.count { $0 == 304 }
        #expect(without.exitCode == 0, "\(without.errors)")
        #expect(cold.output == without.output)
        #expect(warm.output == without.output)
        #expect(before == 0 && after >= 6, "\(after) of the media were found again")

        // The same address, another ad: HEVC with AC-3 instead of AVC with AAC.
        let ad = site.appending(path: "ad-1")
        try FileManager.default.removeItem(at: ad)
        try FileManager.default.copyItem(at: site.appending(path: "ad-2"), to: ad)
        let changed = try await check(origin, cache: cache)
        let changedWithout = try await check(origin, cache: nil)
        #expect(changed.output == changedWithout.output)
        #expect(changed.output != without.output)
        #expect(changed.exitCode == 1)
        #expect(try CheckAnswer(changed.output).findings.contains { $0.rule == "video-codec" })
    }

    @Test func localMediaThatChangedAreSeen() async throws {
        let site = try site()
        let cache = try Scratch.newFolder()
        defer { for folder in [site, cache] { try? FileManager.default.removeItem(at: folder) } }
        func check(_ cache: URL?) async throws -> String {
            try await Program.segue(
                [
                    "check", site.appending(path: "pod-a/main.m3u8").path(percentEncoded: false), "--interstitial",
                    site.appending(path: "ad-1/main.m3u8").path(percentEncoded: false) + "@4.004", "--json",
                ],
                environment: cache.map { ["SEGUE_CACHE": "", "XDG_CACHE_HOME": $0.path(percentEncoded: false)] } ?? [:]
            ).output
        }
        // Files count as settled after two seconds.
        try await Task.sleep(for: .milliseconds(2200))
        let cold = try await check(cache)
        let warm = try await check(cache)
        let without = try await check(nil)
        #expect(cold == warm)
        #expect(warm == without)
        try FileManager.default.removeItem(at: site.appending(path: "ad-1"))
        try FileManager.default.moveItem(at: site.appending(path: "ad-2"), to: site.appending(path: "ad-1"))
        #expect(try await check(cache) == check(nil))
        #expect(try await check(cache) != cold)
    }

    @Test func manyProcessesShareOneFolder() async throws {
        let cache = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: cache) }
        let outputs = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await Program.segue(
                        ["probe", SampleStream.path("primary/main.m3u8"), "--json"],
                        environment: ["SEGUE_CACHE": "", "XDG_CACHE_HOME": cache.path(percentEncoded: false)]
                    ).output
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(outputs.count == 1)
        let left = try FileManager.default.subpathsOfDirectory(atPath: cache.path(percentEncoded: false))
        #expect(!left.contains { $0.contains("draft") })
    }
}
