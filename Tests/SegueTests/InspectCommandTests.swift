import Foundation
import HarnessTestSupport
import Testing

@Suite struct InspectCommandTests {
    typealias Break = WrittenStream.Break

    /// A presentation whose schedule was worked out by hand from rfc8216bis D.2.
    struct Worked: Sendable, CustomTestStringConvertible {
        var name: String
        var segments: [Int]
        var breaks: [Break]
        var player = "draft"
        var schedule: String
        var playout: Decimal
        var testDescription: String { "\(name), \(player)" }
    }

    static let offset0 = "X-RESUME-OFFSET=0"
    static let worked = [
        Worked(
            name: "offset zero: the primary goes on where it was left", segments: [2, 2, 2],
            breaks: [Break("ad", at: 4, plays: 15, offset0)], schedule: "P 0-4 | I ad @4 +15 ->4 | P 4-6", playout: 21),
        Worked(
            name: "two ads at one place, the first not skippable", segments: [5, 5],
            breaks: [
                Break("ad1", at: 5, plays: 10, offset0 + ",X-RESTRICT=\"SKIP\""),
                Break("ad2", at: 5, plays: 10, offset0),
            ], schedule: "P 0-5 | I ad1 @5 +10 ->5 | I ad2 @5 +10 ->5 | P 5-10", playout: 30),
        // 12 + 0, + 5 for the absent offset, - 2.
        Worked(
            name: "offsets at one place add up", segments: [6, 6, 6, 6, 6],
            breaks: [
                Break("a", at: 12, plays: 4, offset0), Break("b", at: 12, plays: 5),
                Break("c", at: 12, plays: 3, "X-RESUME-OFFSET=-2"),
            ], schedule: "P 0-12 | I a @12 +4 ->12 | I b @12 +5 ->17 | I c @12 +3 ->15 | P 15-30", playout: 39),
        // An absent offset is what plays, which the limit cuts to 8.
        Worked(
            name: "a limit is the resumption offset of what it cuts", segments: [6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
            breaks: [Break("a", at: 10, plays: 20, "X-PLAYOUT-LIMIT=8")],
            schedule: "P 0-10 | I a @10 +8 ->18 | P 18-60", playout: 60),
        Worked(
            name: "a limit beyond the content changes nothing", segments: [6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
            breaks: [Break("a", at: 10, plays: 12, "X-PLAYOUT-LIMIT=30")],
            schedule: "P 0-10 | I a @10 +12 ->22 | P 22-60", playout: 60),
        // Media3 1.11 takes the limit for the length.
        Worked(
            name: "a limit beyond the content", segments: [6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
            breaks: [Break("a", at: 10, plays: 12, "X-PLAYOUT-LIMIT=30")], player: "media3",
            schedule: "P 0-10 | I a @10 +30 ->40 | P 40-60", playout: 60),
    ]

    @Test("The schedule is the one worked out by hand", arguments: worked)
    func schedule(worked: Worked) async throws {
        let stream = try WrittenStream(segments: worked.segments, breaks: worked.breaks)
        let run = try await Program.segue(["inspect", stream.path, "--as", worked.player, "--json"])
        let answer = try InspectAnswer(run.output)
        #expect(answer.compact == worked.schedule)
        #expect(answer.timelines.playoutSeconds == worked.playout)
        #expect(run.errors.isEmpty)
        #expect(answer.events.map(\.line) == worked.breaks.indices.map { 6 + $0 })
        #expect(answer.events.allSatisfy { $0.uri == stream.path && $0.wereAssetsRead && $0.outcome == "plays" })
    }

    @Test("The sample stream is told in JSON by the schema, with exact times")
    func sampleStream() async throws {
        let run = try await Program.segue(["inspect", SampleStream.path("primary/main.m3u8"), "--json"])
        let answer = try InspectAnswer(run.output)
        #expect(
            answer.compact == "P 0-8.008 | I ad-1 @8.008 +8.008 ->8.008 | P 8.008-16.016 | I ad-2 @16.016 +8.008 "
                + "->16.016 | P 16.016-24.024 | I pod @24.024 +16.016 ->24.024 | P 24.024-32.032")
        #expect(answer.variants.count == 3)
        #expect(answer.renditions.map(\.name) == ["English"])
        #expect(answer.events[2].assets.count == 2)
        #expect(answer.navigation.first?.guardedBreaks == ["ad-1", "ad-2", "pod"])
        #expect(answer.timelines.integratedSeconds == Decimal(string: "32.032"))
        // The stream has no I-frame playlist, which the authoring rules demand.
        #expect(run.exitCode == 1)
        #expect(run.output.contains("\"playlist-no-iframes\""))
    }

    @Test(.enabled(if: JSONSchema.isAvailable, "python3-jsonschema is not installed"))
    func documentsFollowTheSchema() async throws {
        let schema = JSONSchema(document: "segue.presentation/1")
        let live = try WrittenStream(
            segments: [6, 6, 6, 6, 6, 6],
            breaks: [
                Break("pre", at: 0, plays: 5, "CUE=\"PRE\""), Break("post", at: 0, plays: 5, "CUE=\"POST,ONCE\""),
                Break(
                    "all", at: 20, plays: 10,
                    "DURATION=10,PLANNED-DURATION=10,X-SNAP=\"OUT,IN\",X-RESTRICT=\"SKIP,JUMP\",X-PLAYOUT-LIMIT=9.5,"
                        + "X-TIMELINE-OCCUPIES=\"RANGE\",X-TIMELINE-STYLE=\"PRIMARY\",X-CONTENT-MAY-VARY=\"NO\","
                        + "X-SKIP-CONTROL-OFFSET=3,X-SKIP-CONTROL-LABEL-ID=\"skip\",X-COM-EXAMPLE=\"y\""),
                Break("late", at: 500, plays: 5),
            ], isComplete: false)
        // The window begins at 12 s and is joined at 30; the break that began at 10 lasts until 35.
        let joined = try WrittenStream(segments: [6], isComplete: false)
        try joined.writeAsset(25)
        let text = WrittenStream.playlist(
            segments: [6, 6, 6, 6, 6, 6], tags: [Break("on", at: 10, plays: 25).tag(in: joined.folder)],
            isComplete: false, sequence: 12)
        try text.write(toFile: joined.path, atomically: true, encoding: .utf8)
        let answer = try await Program.segue(["inspect", joined.path, "--json"]).output
        #expect(answer.contains("\"elapsedSeconds\" : 20,"))
        #expect(answer.contains("\"playsSeconds\" : 5,"))
        #expect(try await schema.complaints(about: answer) == "")
        let runs = [
            ["inspect", SampleStream.path("primary/main.m3u8"), "--json"],
            ["inspect", SampleStream.path("primary/main.m3u8"), "--json", "--service-plan", "C", "--no-assets"],
            ["inspect", live.path, "--json"], ["inspect", live.path, "--json", "--as", "hlsjs", "--start", "1.5"],
        ]
        for arguments in runs {
            let run = try await Program.segue(arguments)
            #expect(try await schema.complaints(about: run.output) == "", "\(arguments)")
        }
    }

    static let twoAds = [
        Break("ad1", at: 5, plays: 10, offset0 + ",X-RESTRICT=\"SKIP\""),
        Break("ad2", at: 5, plays: 10, offset0 + ",X-RESTRICT=\"SKIP\""),
    ]

    @Test(
        "The plans of the talk on two ads at 5 s with a skip restriction on both",
        arguments: [
            ("A", "P 0-5 | I ad1 @5 +10 ->5 | I ad2 @5 +10 ->5 | P 5-10", [false, false], []),
            ("B", "P 0-10", [], ["ad1", "ad2"]),
            ("C", "P 0-5 | I ad1 @5 +10 ->5 | I ad2 @5 +10 ->5 | P 5-10", [false, true], []),
            ("skip-after-first", "P 0-5 | I ad1 @5 +10 ->5 | I ad2 @5 +10 ->5 | P 5-10", [false, true], []),
        ])
    func servicePlans(plan: String, schedule: String, forward: [Bool], replaced: [String]) async throws {
        let stream = try WrittenStream(segments: [5, 5], breaks: Self.twoAds)
        let run = try await Program.segue(["inspect", stream.path, "--json", "--service-plan", plan])
        let answer = try InspectAnswer(run.output)
        #expect(answer.compact == schedule)
        #expect(answer.navigation.filter { $0.id != nil }.map(\.seekForward) == forward)
        #expect(answer.replacedEvents == replaced)
        #expect(answer.eventsFrom == "plan")
        // SKIP without JUMP can be seeked over, as in the talk's own plan.
        let crossed = answer.audit.filter { $0.code == "navigation-skip-without-jump" }
        #expect(crossed.count == forward.count { !$0 })
        #expect(crossed.allSatisfy { $0.uri == stream.path && $0.line != nil })
    }

    @Test("A client's events replace all of the playlist", arguments: ["yaml", "json"])
    func clientEvents(form: String) async throws {
        let stream = try WrittenStream(segments: [5, 5], breaks: Self.twoAds)
        try stream.writeAsset(3)
        let text =
            form == "yaml"
            ? "events:\n  - identifier: own\n    time: 2.5\n    templateItems: [asset-3s.m3u8]\n    cue: noCue\n"
            : #"{"events":[{"identifier":"own","time":2.5,"templateItems":["asset-3s.m3u8"]}]}"#
        let file = stream.folder.appending(path: "events.\(form)")
        try Data(text.utf8).write(to: file)
        let run = try await Program.segue(["inspect", stream.path, "--json", "--events", file.path()])
        let answer = try InspectAnswer(run.output)
        // AVFoundation's own default for a resumption offset is zero.
        #expect(answer.compact == "P 0-2.5 | I own @2.5 +3 ->2.5 | P 2.5-10")
        #expect(answer.replacedEvents == ["ad1", "ad2"])
        #expect(answer.eventsFrom == "client")
        #expect(answer.events.map(\.origin) == ["client"])
    }

    @Test func withoutAssetsOnlyThePlaylistIsRead() async throws {
        let stream = try WrittenStream(segments: [5, 5], breaks: [Break("ad", at: 5, plays: 10, "DURATION=7")])
        let run = try await Program.segue(["inspect", stream.path, "--json", "--no-assets"])
        let answer = try InspectAnswer(run.output)
        #expect(answer.usage.bytes == (try Data(contentsOf: URL(filePath: stream.path)).count))
        #expect(answer.events.map(\.wereAssetsRead) == [false])
        #expect(answer.events.first?.assets.map(\.uri) == [stream.folder.appending(path: "asset-10s.m3u8").path()])
        #expect(answer.compact == "P 0-5 | I ad @5 +7 ->12")
    }

    @Test func playbackStartsWhereTheViewerWishes() async throws {
        let stream = try WrittenStream(
            segments: [6, 6, 6, 6, 6],
            breaks: [Break("a", at: 6, plays: 5, Self.offset0), Break("b", at: 18, plays: 5, Self.offset0)])
        let run = try await Program.segue(["inspect", stream.path, "--json", "--start", "12.25"])
        let answer = try InspectAnswer(run.output)
        #expect(answer.compact == "P 12.25-18 | I b @18 +5 ->18 | P 18-30")
        #expect(answer.notScheduled.map(\.reason) == ["before-start-position"])
    }

    /// 36 s are listed, the target duration is 6: a client joins 18 s before the edge.
    @Test func liveSessionsJoinBeforeTheEdge() async throws {
        let stream = try WrittenStream(
            segments: [6, 6, 6, 6, 6, 6], breaks: [Break("ad", at: 30, plays: 5, Self.offset0)], isComplete: false)
        let run = try await Program.segue(["inspect", stream.path, "--json"])
        let answer = try InspectAnswer(run.output)
        #expect(answer.startPositionSeconds == 18)
        #expect(answer.compact == "P 18-30 | I ad @30 +5 ->30 | P 30-")
    }

    @Test(
        "Exit codes",
        arguments: [
            ([], 0), (["--fail-on", "warning"], 1), (["--as", "vlc"], 64), (["--service-plan", "Z"], 64),
            (["--events", "e.yaml", "--service-plan", "A"], 64), (["--start", "-1"], 64),
            (["--events", "/no/such/file"], 2), (["--fail-on", "high"], 64),
        ] as [([String], Int32)])
    func exitCodes(options: [String], code: Int32) async throws {
        let stream = try WrittenStream(segments: [5, 5], breaks: Self.twoAds)
        let run = try await Program.segue(["inspect", stream.path] + options)
        #expect(run.exitCode == code, "\(run.output)\(run.errors)")
    }

    @Test func whatCannotBeReadGivesTwo() async throws {
        let stream = try WrittenStream(segments: [5, 5], breaks: [Break("ad", at: 5, plays: 10)])
        try FileManager.default.removeItem(at: stream.folder.appending(path: "asset-10s.m3u8"))
        let missingAsset = try await Program.segue(["inspect", stream.path, "--json"])
        #expect(missingAsset.exitCode == 2)
        let answer = try InspectAnswer(missingAsset.output)
        #expect(answer.outcome == "incomplete")
        #expect(answer.events.first?.outcome == "cancelled")
        #expect(answer.compact.hasPrefix("P 0-5 | I ad"))
        let missing = try await Program.segue(["inspect", stream.path + "x"])
        #expect(missing.exitCode == 2)
        #expect(missing.output.isEmpty)
        #expect(missing.errors.contains("No such file"))
    }

    @Test func theMatrixIsCheckedWithItsServicePlans() async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let plans = folder.appending(path: "service-plans")
        try FileManager.default.createDirectory(at: plans, withIntermediateDirectories: true)
        let own = plans.appending(path: "premium.yaml")
        let text =
            "name: Premium\nchanges:\n  - select: all\n    remove: true\n"
            + "source: s\nconfidence: guess\nsources: {s: mine}\n"
        try Data(text.utf8).write(to: own)
        let valid = try await Program.segue(["matrix", "validate", "--matrix", folder.path()])
        #expect(valid.exitCode == 0)
        #expect(valid.output.contains("4 service plans"))
        let stream = try WrittenStream(segments: [5, 5], breaks: Self.twoAds)
        let run = try await Program.segue([
            "inspect", stream.path, "--json", "--matrix", folder.path(), "--service-plan", "premium",
        ])
        #expect(try InspectAnswer(run.output).compact == "P 0-10")
        try Data(text.replacing("remove", with: "delete").utf8).write(to: own)
        let broken = try await Program.segue(["matrix", "validate", "--matrix", folder.path()])
        #expect(broken.exitCode == 1)
        #expect(broken.errors.contains("premium.yaml:4: error: changes.0.delete: no key of a change"))
    }
}
