import Foundation
import HLSPlaylists
import Testing

@Suite struct ServicePlanTests {
    static let events: [InterstitialEvent] = {
        var first = InterstitialEvent(id: "ad1", placement: .time(.seconds(5)), content: .asset("https://h/1.m3u8"))
        first.restrictions = [.skip, .jump]
        var second = first
        second.id = "ad2"
        var later = first
        later.id = "ad3"
        later.placement = .time(.seconds(50))
        return [first, second, later]
    }()

    @Test func planWithoutChangesLeavesThePlaylistAlone() {
        let (events, diagnostics) = ServicePlan(name: "A").apply(to: Self.events)
        #expect(events == Self.events)
        #expect(diagnostics == [])
    }

    @Test func planThatIgnoresThePlaylistHasNoEvents() {
        #expect(ServicePlan(name: "B", handlesPlaylistEvents: false).apply(to: Self.events).events == [])
    }

    @Test func changedPlanOwnsTheWholeList() {
        var change = ServicePlan.Change(select: "position:2")
        change.restrict = []
        let (events, diagnostics) = ServicePlan(name: "C", changes: [change]).apply(to: Self.events)
        #expect(events.map(\.id) == ["ad1", "ad2", "ad3"])
        #expect(events.map(\.restrictions) == [[.skip, .jump], [], [.skip, .jump]])
        #expect(events.allSatisfy { $0.origin == .client })
        #expect(diagnostics.map(\.code) == ["plan-owns-the-list"])
    }

    @Test(
        "Selectors choose events",
        arguments: [
            ("all", []), ("id:ad2", ["ad1", "ad3"]), ("position:1", ["ad2"]), ("last", ["ad1"]),
            ("id:nobody", ["ad1", "ad2", "ad3"]),
            ("second", ["ad1", "ad2", "ad3"]),
        ] as [(String, [String])])
    func selectors(_ select: String, _ left: [String]) {
        var change = ServicePlan.Change(select: select)
        change.remove = true
        #expect(ServicePlan(name: "X", changes: [change]).apply(to: Self.events).events.map(\.id) == left)
    }

    @Test func oneAssetOfAListCannotBeFreedAlone() {
        var event = Self.events[0]
        event.content = .list("list.json")
        var change = ServicePlan.Change(select: "all")
        change.restrict = []
        let diagnostics = ServicePlan(name: "C", changes: [change]).apply(to: [event]).diagnostics
        #expect(diagnostics.map(\.code) == ["plan-frees-whole-list", "plan-owns-the-list"])
    }

    @Test func plansAreData() throws {
        let text = #"{"name":"C","changes":[{"select":"id:ad2","restrict":[],"skipControlOffset":"5"}]}"#
        let plan = try JSONDecoder().decode(ServicePlan.self, from: Data(text.utf8))
        let event = plan.apply(to: Self.events).events[1]
        #expect(event.restrictions == [])
        #expect(event.skipControl == SkipControl(offset: .seconds(5)))
    }
}

@Suite struct ClientEventTests {
    static func read(_ text: String) throws -> [InterstitialEvent] {
        try JSONDecoder().decode(ClientEventList.self, from: Data("{\"events\":[\(text)]}".utf8)).controllerEvents()
    }

    @Test func absentFieldsHaveTheDefaultsOfTheClass() throws {
        let event = try #require(
            try Self.read(#"{"identifier":"1","time":10.5,"templateItems":["https://h/a.m3u8"]}"#).first)
        #expect(event.origin == .client)
        #expect(event.placement == .time(.milliseconds(10500)))
        #expect(event.content == .items(["https://h/a.m3u8"]))
        #expect(event.resumption == .offset(.zero))
        #expect(event.restrictions == [])
        #expect(event.snap == [])
        #expect(event.cue == [])
        #expect(event.timelineOccupies == .point)
        #expect(event.contentMayVary)
    }

    @Test func everyFieldIsRead() throws {
        let event = try #require(
            try Self.read(
                #"{"identifier":"1","date":"2024-01-01T00:00:00Z","assetListURL":"list.json","resumptionOffset":"indefinite","playoutLimit":30.1,"alignsStartWithPrimarySegmentBoundary":true,"alignsResumptionWithPrimarySegmentBoundary":true,"restrictions":["constrainsSeekingForwardInPrimaryContent","requiresPlaybackAtPreferredRateForAdvancement"],"cue":"leaveCue","willPlayOnce":true,"timelineOccupancy":"fill","supplementsPrimaryContent":true,"contentMayVary":false,"plannedDuration":15,"skipControlTimeRange":{"start":5},"skipControlLocalizedLabelBundleKey":"k","userDefinedAttributes":{"X-B":"2","X-A":"1"}}"#
            ).first)
        #expect(event.placement == .date(ProgramDate(iso8601: "2024-01-01T00:00:00Z")!))
        #expect(event.content == .list("list.json"))
        #expect(event.resumption == .afterWallClock)
        #expect(event.playoutLimit == Duration(decimalSeconds: "30.1"))
        #expect(event.snap == [.out, .in])
        #expect(event.restrictions == [.skip, .jump])
        #expect(event.cue == [.post, .once])
        #expect(event.timelineOccupies == .range)
        #expect(event.timelineStyle == .primary)
        #expect(!event.contentMayVary)
        #expect(event.plannedDuration == .seconds(15))
        #expect(event.skipControl == SkipControl(offset: .seconds(5), labelID: "k"))
        #expect(event.customAttributes.map(\.name) == ["X-A", "X-B"])
    }

    @Test func laterEventOfAnIdentifierReplacesTheEarlier() throws {
        let item = #"{"identifier":"1","time":1,"templateItems":["https://h/a"]}"#
        let events = try Self.read(
            item + "," + item.replacing("\"1\",", with: "\"2\",") + ","
                + item.replacing("\"time\":1", with: "\"time\":9"))
        #expect(events.map(\.id) == ["1", "2"])
        #expect(events.map(\.placement) == [.time(.seconds(9)), .time(.seconds(1))])
    }

    @Test(
        "What AVFoundation would not take is refused with the reason",
        arguments: [
            (#"{"identifier":"1","templateItems":["https://h/a"]}"#, "exactly one of time and date"),
            (
                #"{"identifier":"1","time":1,"date":"2024-01-01T00:00:00Z","templateItems":["https://h/a"]}"#,
                "exactly one"
            ),
            (#"{"identifier":"1","time":1}"#, "either templateItems or assetListURL"),
            (#"{"identifier":"1","time":1,"templateItems":[""]}"#, "item without URL"),
            (
                #"{"identifier":"1","time":1,"templateItems":["https://h/a"],"cue":"midCue"}"#,
                "'midCue' is no value of cue"
            ),
            (
                #"{"identifier":"1","time":1,"templateItems":["https://h/a"],"restrictions":["SKIP"]}"#,
                "no value of restrictions"
            ),
        ])
    func refused(_ text: String, _ reason: String) {
        #expect { try Self.read(text) } throws: { "\($0)".contains(reason) }
    }
}
