import Foundation
import HarnessTestSupport
import Testing

@Suite struct CheckOptionsTests {
    private let primary = SampleStream.path("primary/main.m3u8")
    private let matched = SampleStream.path("ad-1/main.m3u8")
    private let mismatched = SampleStream.path("ad-2/main.m3u8")

    private func check(_ arguments: String..., environment: [String: String] = [:]) async throws -> CheckAnswer {
        let run = try await Program.segue(["check"] + arguments + ["--json"], environment: environment)
        #expect(try await JSONSchema(document: "segue.check/1").complaints(about: run.output) == "")
        return try CheckAnswer(run.output)
    }

    @Test(
        "A wrong value ends with 64 and says what is allowed",
        arguments: [
            (["--class", "fridge"], "smart-tv/low"), (["--class", "smart-tv/middle"], "smart-tv/low"),
            (["--setting", "match-dynamic-range"], "NAME=VALUE"), (["--setting", "brightness=on"], "match-frame-rate"),
            (["--setting", "match-frame-rate=maybe"], "on, off"), (["--bandwidth", "fast"], "--bandwidth"),
            (["--lead", "-1s"], "--lead"), (["--asset-lists", "sometimes"], "live"),
            (["--fail-on-total", "soon"], "--fail-on-total"), (["--fail-on", "none"], "blocking"),
            (["--policy", "nobody"], "airplay"), (["--service-plan", "Z"], "with-ads"),
            (["--events", "a.yaml", "--service-plan", "A"], "give one of them"),
        ])
    func wrongValues(arguments: [String], hint: String) async throws {
        let run = try await Program.segue(["check", primary] + arguments)
        #expect(run.exitCode == 64)
        #expect(run.errors.contains(hint), "\(run.errors)")
    }

    @Test(
        "A file that cannot be read ends with 2 and is named",
        arguments: ["--baseline", "--creatives", "--policy", "--events", "--receivers"])
    func missingFiles(option: String) async throws {
        let run = try await Program.segue(["check", primary, option, "/nowhere/a.yaml"])
        #expect(run.exitCode == 2)
        #expect(run.errors.contains("/nowhere/a.yaml"), "\(run.errors)")
    }

    @Test func classesAndTiersAreChosen() async throws {
        let answer = try await check(primary, "--class", "smart-tv", "--class", "apple-tv/high")
        #expect(
            answer.transitions[0].assessments.map { "\($0.receiverClass)/\($0.tier)" } == [
                "apple-tv/high", "smart-tv/high", "smart-tv/low",
            ])
    }

    @Test func everyInsertedAdIsJudgedInEveryPrimary() async throws {
        let answer = try await check(
            SampleStream.path("pod-a/main.m3u8"), SampleStream.path("pod-b/main.m3u8"), "--interstitial",
            matched + "@4.004", "--class", "smart-tv")
        let names = answer.transitions.flatMap { [$0.id] + ($0.repeats ?? []).map(\.id) }
        #expect(
            Set(names) == [
                "pod-a/main.m3u8:1:ad-1/main.m3u8@4.004/enter", "pod-a/main.m3u8:1:ad-1/main.m3u8@4.004/resume",
                "pod-b/main.m3u8:1:ad-1/main.m3u8@4.004/enter", "pod-b/main.m3u8:1:ad-1/main.m3u8@4.004/resume",
            ])
        #expect(answer.findings.contains { $0.subject.hasPrefix("pod-b/") && $0.rule == "audio-sample-rate" })
        #expect(!answer.findings.contains { $0.subject.hasPrefix("pod-a/") && $0.rule == "audio-sample-rate" })
    }

    @Test func aServicePlanWithoutAdsLeavesNothingToJudge() async throws {
        #expect(try await check(primary, "--service-plan", "B").transitions.isEmpty)
    }

    @Test func eventsOfTheClientReplaceThoseOfThePlaylist() async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "events.yaml").path(percentEncoded: false)
        try "events:\n  - {identifier: own, time: 12, templateItems: [\"file://\(matched)\"]}\n".write(
            toFile: file, atomically: true, encoding: .utf8)
        #expect(try await check(primary, "--events", file).transitions.map(\.id) == ["own/enter", "own/resume"])
    }

    @Test func aSettingOfTheViewerDecidesAboutTheDisplay() async throws {
        let off = try await check(
            primary, "--class", "apple-tv/high", "--setting", "match-frame-rate=off", "--setting",
            "match-dynamic-range=off", "--setting", "audio-format=stereo")
        let on = try await check(primary, "--class", "apple-tv/high", "--setting", "match-frame-rate=on")
        func band(_ answer: CheckAnswer) -> String? {
            answer.transitions.first { $0.id == "ad-2/enter" }?.assessments.first?.band
        }
        #expect(band(on) == "severe")
        #expect(band(off) != "severe")
    }

    @Test func aBandwidthLeavesVariantsOut() async throws {
        let run = try await Program.segue([
            "check", primary, "--bandwidth", "600k", "--class", "mac", "--explain", "--no-color",
        ])
        #expect(run.output.contains("likely: 426x240"))
    }

    @Test func knownFindingsDoNotFailAndFixedOnesAreTold() async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let baseline = folder.appending(path: "baseline.json")
        let first = try await Program.segue(["check", primary, "--json"])
        #expect(first.exitCode == 1)
        try first.output.write(to: baseline, atomically: true, encoding: .utf8)
        let path = baseline.path(percentEncoded: false)
        let same = try await Program.segue(["check", primary, "--baseline", path])
        #expect(same.exitCode == 0, "\(same.output)")
        #expect(same.output.contains("0 new"))
        let more = try await Program.segue(["check", primary, "--baseline", path, "--interstitial", mismatched + "@12"])
        #expect(more.exitCode == 1)
        let fewer = try await Program.segue(["check", primary, "--baseline", path, "--service-plan", "C"])
        #expect(fewer.exitCode == 0)
        let none = try await Program.segue([
            "check", SampleStream.path("pod-a/main.m3u8"), "--interstitial", matched + "@4.004", "--baseline", path,
        ])
        #expect(none.output.contains("fixed  ad-2/enter: video-codec"))
    }

    @Test func aLimitOnTheWholeDelayCountsTheFloor() async throws {
        let arguments = ["check", SampleStream.path("pod-a/main.m3u8"), "--interstitial", matched + "@4.004"]
        #expect(try await Program.segue(arguments).exitCode == 0)
        let limited = try await Program.segue(arguments + ["--fail-on-total", "200ms", "--quiet"])
        #expect(limited.exitCode == 1)
        #expect(limited.output.contains("timing-total-limit"))
        #expect(try await Program.segue(arguments + ["--fail-on-total", "60s"]).exitCode == 0)
    }

    @Test func aPolicyThatWasMadeFromTheFilmRefusesTheOtherAd() async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let policy = try await Program.segue(["policy", "from", primary, "--name", "film"])
        #expect(policy.exitCode == 0)
        let file = folder.appending(path: "film.yaml").path(percentEncoded: false)
        try policy.output.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try await Program.segue(["policy", "validate", file]).exitCode == 0)
        let answer = try await check(primary, "--policy", file)
        let broken = Set(answer.findings.filter { $0.rule.hasSuffix("-limit") }.map { "\($0.subject) \($0.rule)" })
        #expect(broken.contains("ad-2/main.m3u8 video-codec-limit"))
        #expect(broken.contains("pod-b/main.m3u8 audio-sample-rate-limit"))
        #expect(!broken.contains { $0.hasPrefix("ad-1/") && !$0.hasSuffix("bandwidth-limit") }, "\(broken)")
    }

    @Test func aPolicyFromEncryptedSegmentsSaysWhatItCannotLimit() async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let playlist = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n"
        try (playlist + "#EXTINF:4,\ns.ts\n#EXT-X-ENDLIST\n")
            .write(to: folder.appending(path: "main.m3u8"), atomically: true, encoding: .utf8)
        try Data(repeating: 0xA7, count: 4096).write(to: folder.appending(path: "s.ts"))
        let path = folder.appending(path: "main.m3u8").path(percentEncoded: false)
        let policy = try await Program.segue(["policy", "from", path])
        #expect(policy.exitCode == 0)
        #expect(policy.errors.contains("video-codec, "), "\(policy.errors)")
        #expect(policy.errors.contains("encrypted as a whole"))
        #expect(policy.output.contains("not measured"))
    }

    /// A Sony television that no model table knows: its maker says that it is one, nothing says how good it is.
    @Test func whatIsTakenForGrantedOfAnUnknownTierIsSaid() async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let scan = folder.appending(path: "scan.json")
        try """
        {"schema": "segue.scan/1", "records": [
          {"serviceType": "_airplay._tcp", "instanceName": "TV", "hostName": "tv.local", "addresses": ["192.0.2.1"],
           "port": 7000, "txt": ["model=XR-99Z99X", "manufacturer=Sony Corporation", "integrator=sony_tvx",
                                 "features=0x7F8AD0,0x38BCB46", "deviceid=00:00:00:00:00:01"]}]}
        """.write(to: scan, atomically: true, encoding: .utf8)
        let run = try await Program.segue(["check", primary, "--receivers", scan.path(percentEncoded: false)])
        #expect(run.output.contains("smart-tv/unknown: nothing tells the tier, so the lowest of the class is assumed"))
        let classes = try await Program.segue(["check", primary])
        #expect(!classes.output.contains("nothing tells the tier"))
    }

    @Test func quietSaysNothingOfWhatAScanLeftOut() async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let scan = folder.appending(path: "scan.json")
        let records = """
            {"serviceType": "_airplay._tcp", "instanceName": "TV", "hostName": "tv.local", "addresses": ["192.0.2.1"],
             "port": 7000, "txt": ["model=AppleTV11,1", "deviceid=00:00:00:00:00:01"]}, {"serviceType": "_googlecast._tcp"}
            """
        try "{\"schema\": \"segue.scan/1\", \"records\": [\(records)]}"
            .write(to: scan, atomically: true, encoding: .utf8)
        let arguments = ["check", primary, "--receivers", scan.path(percentEncoded: false), "--fail-on", "blocking"]
        #expect(try await !Program.segue(arguments).errors.isEmpty)
        #expect(try await Program.segue(arguments + ["--quiet"]).errors == "")
    }

    @Test func answersOfListsAreKeptUnderPrimaryAndEvent() async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let kept = folder.appending(path: "lists").path(percentEncoded: false)
        let missing = try await Program.segue([
            "check", primary, "--asset-lists", "recorded", "--asset-list-folder", kept, "--fail-on", "blocking",
            "--class", "mac", "--json",
        ])
        #expect(missing.exitCode == 2)
        #expect(missing.errors.contains("--asset-lists live"), "\(missing.errors)")
        let live = try await check(primary, "--asset-list-folder", kept)
        let files = try FileManager.default.contentsOfDirectory(atPath: kept)
        #expect(files.count == 1)
        let text = try String(contentsOfFile: kept + "/" + (files.first ?? ""), encoding: .utf8)
        #expect(try await JSONSchema(document: "segue.asset-lists/1").complaints(about: text) == "")
        let recorded = try await check(primary, "--asset-lists", "recorded", "--asset-list-folder", kept)
        #expect(recorded.transitions.map(\.id) == live.transitions.map(\.id))
        #expect(recorded.diagnostics.isEmpty)
    }
}
