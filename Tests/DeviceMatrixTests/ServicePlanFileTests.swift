import DeviceMatrix
import Foundation
import HLSPlaylists
import HarnessTestSupport
import Testing

@Suite struct ServicePlanFileTests {
    @Test func thePlansOfTheTalkAreShipped() throws {
        let matrix = try DeviceMatrix.load()
        #expect(matrix.servicePlans.map(\.plan.name) == ["A", "B", "C"])
        #expect(matrix.servicePlans.map(\.alias) == ["with-ads", "no-ads", "skip-after-first"])
        #expect(matrix.servicePlans.allSatisfy { $0.source.contains("WWDC23 session 10275") })
        #expect(matrix.servicePlan(named: "c") == matrix.servicePlan(named: "Skip-After-First"))
        #expect(matrix.servicePlan(named: "D") == nil)
    }

    @Test("On two ads at one place the plans do what the talk says")
    func plansOfTheTalk() throws {
        let matrix = try DeviceMatrix.load()
        var first = InterstitialEvent(id: "ad1", placement: .time(.seconds(5)), content: .asset("a.m3u8"))
        first.restrictions = .skip
        var second = first
        second.id = "ad2"
        let answers = ["A", "B", "C"].map { matrix.servicePlan(named: $0)?.plan.apply(to: [first, second]).events }
        #expect(answers[0]?.map(\.restrictions) == [.skip, .skip])
        #expect(answers[1]?.isEmpty == true)
        #expect(answers[2]?.map(\.id) == ["ad1", "ad2"])
        #expect(answers[2]?.map(\.restrictions) == [.skip, []])
    }

    static let backing = "source: s\nconfidence: guess\nsources: {s: mine}\n"

    static let broken: [(name: String, text: String, error: String)] = [
        ("no YAML", "changes: [\n", "2: error: not YAML: did not find expected node content"),
        ("no name", "summary: x\n" + backing, "1: error: 'name' is missing"),
        ("no source", "name: X\nconfidence: guess\nsources: {}\n", "1: error: 'source' is missing"),
        (
            "an unlisted source", "name: X\nsource: t\nconfidence: guess\nsources: {s: mine}\n",
            "2: error: source: source 't' is not listed under 'sources'"
        ),
        ("a misspelt key", "name: X\nchange: []\n" + backing, "2: error: change: no key of a service plan"),
        (
            "a misspelt key of a change", "name: X\nchanges:\n  - select: all\n    restict: []\n" + backing,
            "4: error: changes.0.restict: no key of a change"
        ),
        (
            "an unknown selector", "name: X\nchanges:\n  - select: second\n" + backing,
            "3: error: changes.0.select: 'second' is none of all, last, id:ID, position:N"
        ),
        (
            "a position from zero", "name: X\nchanges:\n  - select: position:0\n" + backing,
            "3: error: changes.0.select: 'position:0' is none of all, last, id:ID, position:N"
        ),
        (
            "an unknown restriction", "name: X\nchanges:\n  - select: all\n    restrict: [PAUSE]\n" + backing,
            "4: error: changes.0.restrict: 'PAUSE' is neither SKIP nor JUMP"
        ),
        (
            "a limit below zero", "name: X\nchanges:\n  - select: all\n    playoutLimit: -1\n" + backing,
            "4: error: changes.0.playoutLimit: '-1' is no number of seconds"
        ),
        (
            "changes to what does not play",
            "name: X\nhandlesPlaylistEvents: false\nchanges:\n  - select: all\n" + backing,
            "4: error: changes: a plan that ignores the playlist's events has none to change"
        ),
        (
            "a truth value that is none", "name: X\nhandlesPlaylistEvents: perhaps\n" + backing,
            "2: error: handlesPlaylistEvents: expected true or false"
        ),
    ]

    @Test("A broken plan is refused with file, line and reason", arguments: broken)
    func brokenFiles(name: String, text: String, error: String) {
        #expect {
            try DeviceMatrix(texts: ["service-plans/x.yaml": text])
        } throws: { thrown in
            "\(thrown)" == "service-plans/x.yaml:\(error)"
        }
    }

    @Test func twoPlansOfOneNameAreRefused() {
        let text = "name: X\n" + Self.backing
        let lower = "name: x\n" + Self.backing
        #expect {
            try DeviceMatrix(texts: ["service-plans/a.yaml": text, "service-plans/b.yaml": lower])
        } throws: {
            "\($0)" == "service-plans/b.yaml:1: error: name: 'x' is also the name of service-plans/a.yaml"
        }
    }
}

@Suite struct ClientEventsFileTests {
    private func read(_ text: String) throws -> [InterstitialEvent] {
        let file = Scratch.folder.appending(path: "events-\(UUID().uuidString)")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try DeviceMatrix.clientEvents(file: file.path(percentEncoded: false))
    }

    @Test(
        "YAML and JSON give the same event, its time without rounding",
        arguments: [
            #"{"events": [{"identifier": "x", "time": 8.008, "templateItems": ["https://h/a.m3u8"]}]}"#,
            "events:\n  - identifier: x\n    time: 8.008\n    templateItems: [https://h/a.m3u8]\n",
        ])
    func bothForms(text: String) throws {
        let expected = InterstitialEvent.client(id: "x", asset: "https://h/a.m3u8", at: .milliseconds(8008))
        #expect(try read(text) == [expected])
    }

    @Test(
        "A broken event is refused with file, line and reason",
        arguments: [
            (
                "events:\n  - identifier: x\n    time: soon\n",
                ":3: error: events.0.time: 'soon' is no number of seconds"
            ),
            (
                "events:\n  - identifier: x\n    time: 1\n    templateItem: []\n",
                ":4: error: events.0.templateItem: no property of AVPlayerInterstitialEvent"
            ),
            (
                "events:\n  - identifier: x\n    templateItems: [https://h/a]\n",
                ":2: error: event 'x' needs exactly one of time and date"
            ),
            ("", ": error: empty; expected a mapping"),
            ("[1, 2]", ":1: error: expected"),
        ])
    func brokenFiles(text: String, error: String) {
        #expect { try read(text) } throws: { "\($0)".contains(error) }
    }
}
