import Foundation
import HarnessTestSupport
import Testing

@Suite struct RemoteCheckTests {
    /// The sample stream as a web server would have it: absolute URIs lead back to the server.
    private func website(base: String) throws -> URL {
        let site = try Scratch.newFolder()
        let files = FileManager.default
        for name in ["ad-1", "ad-2", "pod-a", "pod-b"] {
            try files.createSymbolicLink(
                at: site.appending(path: name), withDestinationURL: SampleStream.folder.appending(path: name))
        }
        for name in try files.subpathsOfDirectory(atPath: SampleStream.path("primary")) + ["../pod.json"] {
            let from = SampleStream.path("primary/" + name)
            let to = site.appending(path: "primary/" + name).standardized
            try files.createDirectory(at: to.deletingLastPathComponent(), withIntermediateDirectories: true)
            if name.hasSuffix(".m3u8") || name.hasSuffix(".json") {
                let text = try String(contentsOfFile: from, encoding: .utf8)
                let path = SampleStream.folder.path(percentEncoded: false)
                let local = "file://" + (path.hasSuffix("/") ? String(path.dropLast()) : path)
                try Data(text.replacing(local, with: base).utf8).write(to: to)
            } else if !URL(filePath: from).hasDirectoryPath, files.fileExists(atPath: from), name.contains(".") {
                try files.createSymbolicLink(at: to, withDestinationURL: URL(filePath: from).standardized)
            }
        }
        return site
    }

    @Test func aCheckOverHTTPTakesAtMostSixRoundTripsInSequence() async throws {
        // What else a machine does between requests that belong together can only make a chain longer; the slower the
        // answers, the less of that there is. So the shortest chain counts.
        var chains: [Int] = []
        for delay in [3000, 6000, 9000] where !chains.contains(where: { $0 <= 6 }) {
            let origin = try await HTTPOrigin()
            let base = origin.url("delay/\(delay)")
            let site = try website(base: base)
            defer { try? FileManager.default.removeItem(at: site) }
            try origin.serve(site)
            let run = try await Program.segue([
                "check", base + "/primary/main.m3u8", "--request-timeout", "60s", "--json",
            ])
            #expect(run.exitCode == 1, "\(run.errors)")
            let answer = try CheckAnswer(run.output)
            #expect(answer.transitions.count == 7)
            #expect(answer.diagnostics.isEmpty)
            let usage = try await origin.usage()
            #expect(answer.usage.requests == usage.requests)
            chains.append(usage.longestChain)
        }
        #expect(chains.contains { $0 <= 6 }, "\(chains) round trips in sequence")
    }

    @Test func localFilesAndTheSameFilesOverHTTPHaveTheSameVerdict() async throws {
        let origin = try await HTTPOrigin()
        let site = try website(base: origin.url("files"))
        defer { try? FileManager.default.removeItem(at: site) }
        try origin.serve(site)
        let remote = try CheckAnswer(
            try await Program.segue(["check", origin.url("files/primary/main.m3u8"), "--json"]).output)
        let local = try CheckAnswer(
            try await Program.segue(["check", SampleStream.path("primary/main.m3u8"), "--json"]).output)
        #expect(remote.transitions.map(\.id) == local.transitions.map(\.id))
        // The asset list is one request more, but it comes from the same host and in time.
        for (a, b) in zip(remote.transitions, local.transitions) {
            #expect(a.assessments.map(\.band) == b.assessments.map(\.band), "\(a.id)")
        }
    }

    /// A remote primary that is not what it should be, and what must be said.
    @Test(
        "A bad origin is told in one line and ends with 2",
        arguments: [
            ("status/404/x.m3u8", ["404", "check the URL"]), ("status/403/x.m3u8", ["403", "token"]),
            ("html", ["HTML"]), ("stall-headers/primary/main.m3u8", ["within 0.5 s", "--request-timeout"]),
            ("redirect-to?file:///etc/passwd", ["redirect"]),
        ])
    func badOrigin(path: String, words: [String]) async throws {
        let origin = try await HTTPOrigin()
        try origin.serve(SampleStream.folder)
        let timeout = words.contains("--request-timeout") ? "500ms" : "60s"
        let run = try await Program.segue(["check", origin.url(path), "--request-timeout", timeout])
        #expect(run.exitCode == 2)
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        for word in words { #expect(run.errors.contains(word), "'\(word)' in: \(run.errors)") }
    }

    @Test func anUntrustedCertificateIsTold() async throws {
        let origin = try await HTTPOrigin()
        try origin.serve(SampleStream.folder)
        let run = try await Program.segue(["check", origin.secureURL("files/primary/main.m3u8")])
        #expect(run.exitCode == 2)
        #expect(run.errors.contains("TLS") && run.errors.contains("CURL_CA_BUNDLE"), "\(run.errors)")
        let trusted = try await Program.segue(
            ["check", origin.secureURL("files/ad-1/main.m3u8")], environment: ["CURL_CA_BUNDLE": origin.certificate])
        #expect(trusted.exitCode == 0, "\(trusted.errors)")
    }

    @Test func aRemotePlaylistReadsNoLocalFile() async throws {
        let origin = try await HTTPOrigin()
        try origin.serve(SampleStream.folder)
        // The stream on disk names its ads by file: URIs.
        let run = try await Program.segue(["check", origin.url("files/primary/main.m3u8"), "--json"])
        let answer = try CheckAnswer(run.output)
        #expect(run.exitCode == 2)
        #expect(answer.transitions.isEmpty)
        #expect(answer.diagnostics.filter { $0.message.contains("names the local file") }.count == 3)
    }
}
