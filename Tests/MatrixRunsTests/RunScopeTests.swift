import DeviceMatrix
import HarnessReports
import MatrixRuns
import Testing

import struct DeviceMatrix.Expectation

@Suite struct RunScopeTests {
    /// Receivers with ids of their own, so that they are no classes.
    private static var receivers: [RunSetup.Column] {
        NightLab.columns().map { column in
            var column = column
            column.receiver.id = "02:" + column.receiver.receiverClass.rawValue
            return column
        }
    }

    @Test func aRunIsHeldAgainstTheLastOneOfItsScope() async throws {
        let lab = NightLab()
        lab.script("film", .breaks([("one", false)], edition: "1"))
        lab.script("other", .breaks([("one", false)], edition: "1"))
        let classes = RunScope(subject: .classes)
        let smoke = RunScope(subject: .receivers, tags: ["smoke", "smoke"])
        try await lab.night(lab.setup(["film", "other"], columns: Self.receivers))
        let second = try await lab.night(lab.setup(["film", "other"], scope: classes))
        #expect(second.baseline == nil && second.changes.isEmpty)
        let third = try await lab.night(lab.setup(["film"], columns: Self.receivers, scope: smoke))
        #expect(third.baseline == nil && third.gone.isEmpty)
        let fourth = try await lab.night(lab.setup(["film", "other"], columns: Self.receivers))
        #expect(fourth.baseline?.id == 1)
        #expect(fourth.changes == [.unchanged: fourth.entries.count])
        let fifth = try await lab.night(lab.setup(["film", "other"], scope: classes))
        #expect(fifth.baseline?.id == 2)
        let history = try History(folder: lab.folder, access: .reading)
        #expect(try await history.run(named: "previous", before: 5) == 2)
        #expect(try await history.run(named: "previous", before: 4) == 1)
        #expect(try await history.run(named: "previous") == 4, "alone it is the last but one")
        let error = await #expect(throws: HistoryError.self) { _ = try await history.run(named: "previous", before: 3) }
        #expect(error?.description.contains("run 3 is the first over receivers, primaries tagged smoke") == true)
    }

    @Test func whatTookNoPartLastNightHasItsCourseFromBefore() async throws {
        let lab = NightLab()
        lab.script("film", .breaks([("one", false)], edition: "1"))
        lab.script("other", .breaks([("one", false)], edition: "1"))
        try await lab.night(lab.setup(["film", "other"]))
        try await lab.night(lab.setup(["film"], columns: Array(NightLab.columns().prefix(1))))
        lab.script("other", .breaks([("one", true)], edition: "2"))
        let report = try await lab.night(lab.setup(["film", "other"]))
        let courses = Dictionary(
            report.run.cells.map { (report.run.name(of: $0).description, $0.course) }, uniquingKeysWith: { a, _ in a })
        #expect(courses["film: one/enter @ apple-tv/high"] == Baseline.Course(since: 1, lastGood: 3, firstBad: nil))
        #expect(courses["film: one/enter @ smart-tv/high"] == Baseline.Course(since: 1, lastGood: 3, firstBad: nil))
        #expect(courses["other: one/enter @ smart-tv/high"] == Baseline.Course(since: 3, lastGood: 1, firstBad: 3))
    }

    /// What an expectation is about, what the run is over, and whether it counts as one that matches nothing.
    struct Reach: Sendable {
        var about: String
        var when: Expectation.Conditions
        var scope = RunScope(subject: .receivers)
        var entries = ["film"]
        var isStale: Bool
    }

    private static func when(_ change: (inout Expectation.Conditions) -> Void) -> Expectation.Conditions {
        var when = Expectation.Conditions()
        change(&when)
        return when
    }

    @Test(
        "Only an expectation that should match and does not is told",
        arguments: [
            Reach(about: "a break that is gone", when: when { $0.event = [Pattern("nowhere")] }, isStale: true),
            Reach(about: "old firmware", when: when { $0.firmware = [Pattern("0.9")] }, isStale: true),
            Reach(about: "a receiver nobody saw", when: when { $0.receiver = [Pattern("02:misspelt")] }, isStale: true),
            Reach(
                about: "a receiver of another night", when: when { $0.receiver = [Pattern("02:mac")] }, isStale: false),
            Reach(
                about: "a class that the lab lacks", when: when { $0.receiverClass = [Pattern("mac")] }, isStale: false),
            Reach(about: "a class, by name", when: when { $0.receiver = [Pattern("mac/high")] }, isStale: false),
            Reach(
                about: "receivers, in a run over classes", when: when { $0.receiver = [Pattern("02:*")] },
                scope: RunScope(subject: .classes), isStale: false),
            Reach(
                about: "firmware, in a run over classes", when: when { $0.firmware = [Pattern("0.9")] },
                scope: RunScope(subject: .classes), isStale: false),
            Reach(about: "a primary that is gone", when: when { $0.primary = [Pattern("old film")] }, isStale: true),
            Reach(
                about: "a primary without the tag", when: when { $0.primary = [Pattern("old film")] },
                scope: RunScope(subject: .receivers, tags: ["smoke"]), isStale: false),
            Reach(
                about: "a break of what could not be read",
                when: when {
                    $0.primary = [Pattern("dead")]
                    $0.event = [Pattern("one")]
                }, entries: ["film", "dead"], isStale: false),
            Reach(
                about: "what a narrower one covers, too",
                when: when {
                    $0.primary = [Pattern("film")]
                }, isStale: false),
        ])
    func reach(reach: Reach) async throws {
        let lab = NightLab()
        lab.script("film", .breaks([("one", false)], edition: "1"))
        lab.script("dead", .failed("404"))
        var before = Self.receivers
        before[0].receiver.id = "02:mac"
        if reach.scope.subject == .receivers { try await lab.night(lab.setup(columns: before)) }
        let narrower = Self.when {
            $0.primary = [Pattern("film")]
            $0.event = [Pattern("*")]
        }
        let report = try await lab.night(
            lab.setup(
                reach.entries, columns: reach.scope.subject == .classes ? NightLab.columns() : Self.receivers,
                expectations: [
                    Expectation(when: reach.when, expect: .severe, file: "expectations/a.yaml", line: 2),
                    Expectation(when: narrower, expect: .severe, file: "expectations/a.yaml", line: 3),
                ], scope: reach.scope))
        #expect(report.unmatched == (reach.isStale ? [0] : []), "\(reach.about)")
        let text = report.terminalText(style: TerminalStyle(colour: false))
        #expect(text.contains("a.yaml:2: this expectation matches no cell") == reach.isStale)
        let isShadowed = reach.when == Self.when { $0.primary = [Pattern("film")] }
        #expect(report.outside == (reach.isStale || isShadowed ? [] : [0]), "\(reach.about)")
    }

    @Test func anEndedRunTellsOfNoExpectationThatMatchesNothing() async throws {
        let lab = NightLab()
        for name in ["a", "b"] { lab.script(name, .breaks([("one", false)], edition: "1")) }
        let stale = Expectation(when: Self.when { $0.event = [Pattern("two")] }, expect: .severe)
        let report = try await lab.night(lab.setup(["a", "b"], expectations: [stale]), interruptAfter: 1)
        #expect(report.run.summary.state == .interrupted && report.unmatched.isEmpty && report.outside == [0])
    }

    @Test func aReceiverThatDidNotAnswerIsNotExplainedByAnAsset() async throws {
        let lab = NightLab()
        for isAway in [false, true] {
            lab.script("film", .breaks([("one", false)], edition: isAway ? "2" : "1"))
            var columns = NightLab.columns()
            columns[1].isPresent = !isAway
            try await lab.night(lab.setup(columns: columns))
        }
        let report = try await History(folder: lab.folder, access: .reading).report(2)
        let absent = report.entries.filter { $0.cell.outcome == .notRun }
        #expect(!absent.isEmpty && absent.allSatisfy { $0.cell.course.lastGood == 1 && $0.suspects.isEmpty })
    }

    @Test func aRunThatWasKilledIsNotListedAsGoingOn() async throws {
        let lab = NightLab()
        let history = try History(folder: lab.folder, access: .writing)
        _ = try await history.begin(lab.setup(), at: "2026-11-21T02:00:00Z")
        let list = RunList(runs: try await history.runs(), bytes: 4096, tool: Tool(name: "segue", version: "0"))
        #expect(
            list.text == """
                    1  2026-11-21T02:00:00Z  not ended    receivers: 0 cells
                Run 1 is still going on, or was ended by force: `segue run --resume` goes on with it.
                4 KiB, 4 KiB a run

                """)
    }

    @Test func everyNightThatACellIsBadNamesWhatChangedSinceItWasGood() async throws {
        let lab = NightLab()
        for isWrong in [false, true, true] {
            lab.script("film", .breaks([("one", isWrong)], edition: isWrong ? "2" : "1"))
            let columns = NightLab.columns(tvFirmware: isWrong ? "2.0" : "1.0")
            try await lab.night(lab.setup(columns: columns))
        }
        let report = try await History(folder: lab.folder, access: .reading).report(3)
        let entry = try #require(
            report.entries.first { report.run.name(of: $0.cell).description == "film: one/enter @ smart-tv/high" })
        #expect(entry.suspects.map(\.kind) == [.firmware, .asset])
        #expect(entry.suspects.map(\.before) == ["1.0", "1"] && entry.suspects.map(\.after) == ["2.0", "2"])
        #expect(report.entries.allSatisfy { $0.standing == .worse || $0.suspects.isEmpty })
        // Entered with one change, left with the opposite one: one matter.
        let text = report.terminalText(style: TerminalStyle(colour: false))
        #expect(text.components(separatedBy: "The video codec changes: AVC ↔ HEVC").count == 2, "\(text)")
        #expect(text.contains("film: one/enter, one/resume"))
        #expect(text.contains("last good in run 1; bad since run 2"))
        #expect(text.contains("since then: another edition of /ad (1 → 2)"))
        #expect(text.contains("since then: firmware 1.0 → 2.0 on"))
    }
}
