import DeviceMatrix
import MatrixRuns
import Testing
import TransitionRisk

@Suite struct RunTests {
    @Test func outcomesAreKeptApart() async throws {
        let lab = NightLab()
        lab.script("film", .breaks([("good", false), ("bad", true)], edition: "1"))
        lab.script("slow", .timedOut("no answer within 10 s"))
        lab.script("broken", .failed("404"))
        var columns = NightLab.columns()
        var absent = columns[0]
        absent.receiver.id = "gone"
        absent.isPresent = false
        columns.append(absent)
        let report = try await lab.night(lab.setup(["film", "slow", "broken"], columns: columns))
        let outcomes = Set(report.run.cells.map(\.outcome))
        #expect(outcomes == [.pass, .worseBand, .unsupported, .timedOut, .error, .notRun])
        #expect(report.outcomes["good/enter @ apple-tv/high"] == .pass)
        #expect(report.outcomes["bad/enter @ smart-tv/high"] == .worseBand)
        #expect(report.outcomes["bad/enter @ smart-speaker/high"] == .unsupported)
        #expect(report.outcomes["good/enter @ gone"] == .notRun)
        #expect(report.verdict == .worse)
    }

    @Test func aNightOverUnchangedInputsMeasuresAndJudgesNothing() async throws {
        let lab = NightLab()
        lab.script("film", .breaks([("good", false)], edition: "1"))
        let first = try await lab.night(lab.setup())
        #expect(lab.checks == ["film"])
        #expect(lab.judged > 0)
        let second = try await lab.night(lab.setup())
        #expect(lab.checks == ["film"])
        #expect(lab.judged == 0)
        #expect(second.outcomes == first.outcomes)
        #expect(second.changes == [.unchanged: second.entries.count])
        try await lab.night(lab.setup(), checksAll: true)
        #expect(lab.checks == ["film", "film"])
        #expect(lab.judged > 0)
    }

    @Test func onlyWhatChangedIsCheckedAgain() async throws {
        let lab = NightLab()
        lab.script("film", .breaks([("break", false)], edition: "1"))
        lab.script("other", .breaks([("break", false)], edition: "1"))
        try await lab.night(lab.setup(["film", "other"]))
        lab.script("film", .breaks([("break", true)], edition: "2"))
        let report = try await lab.night(lab.setup(["film", "other"]))
        #expect(lab.checks == ["film", "other", "film"])
        let worse = report.entries.filter { $0.standing == .worse }
        #expect(!worse.isEmpty && worse.allSatisfy { report.run.name(of: $0.cell).transition.primary == "film" })
        // Another build may judge otherwise.
        try await lab.night(lab.setup(["film", "other"], program: "p2"))
        #expect(lab.checks == ["film", "other", "film", "film", "other"])
    }

    @Test func aReceiverWithNewFirmwareGoesFirstThroughAllPrimaries() async throws {
        let lab = NightLab()
        lab.script("film", .breaks([("break", false)], edition: "1"))
        lab.script("other", .breaks([("break", false)], edition: "1"))
        var columns = NightLab.columns(tvFirmware: "2.0")
        columns[1].isFirst = true
        let report = try await lab.night(lab.setup(["film", "other"], columns: columns))
        #expect(lab.steps == ["film", "other", "film", "other"])
        #expect(report.run.cells.count == 2 * 2 * 3)
        // Ended after the first two steps, the run has the cells of that receiver and no other.
        let short = NightLab()
        short.script("film", .breaks([("break", false)], edition: "1"))
        short.script("other", .breaks([("break", false)], edition: "1"))
        let part = try await short.night(short.setup(["film", "other"], columns: columns), interruptAfter: 2)
        #expect(Set(part.run.cells.map { part.run.name(of: $0).receiver }) == ["smart-tv/high"])
        #expect(part.run.cells.count == 4)
    }

    @Test func anInterruptedRunGoesOnToTheSameReport() async throws {
        let primaries = ["a", "b", "c", "d"]
        func prepared() -> NightLab {
            let lab = NightLab()
            for (index, name) in primaries.enumerated() {
                lab.script(name, .breaks([("one", index % 2 == 0), ("two", false)], edition: name))
            }
            return lab
        }
        let whole = prepared()
        let expected = try await whole.night(whole.setup(primaries))
        for stop in 0...4 {
            let lab = prepared()
            let part = try await lab.night(lab.setup(primaries), interruptAfter: stop, batch: 1)
            if stop < 4 { #expect(part.verdict != .asExpected, "an unfinished run is never green") }
            let history = try History(folder: lab.folder, access: .writing)
            guard let open = try await history.unfinished() else {
                #expect(stop == 4)
                continue
            }
            let report = try await lab.night(lab.setup(primaries), resuming: open)
            #expect(report.outcomes == expected.outcomes)
            #expect(report.run.cells.map(\.course) == expected.run.cells.map(\.course))
            #expect(report.run.summary.id == 1)
        }
    }

    @Test func aPrimaryThatFailsOnceIsTriedAgainAndSaysSo() async throws {
        let lab = NightLab()
        lab.script("film", .timedOut("no answer"), .breaks([("break", false)], edition: "1"))
        let report = try await lab.night(lab.setup())
        #expect(report.verdict == .asExpected)
        #expect(report.run.cells.allSatisfy { $0.attempts == "timed-out: no answer" })
    }

    @Test func aPrimaryThatCannotBeReadKeepsTheNamesOfItsTransitions() async throws {
        let lab = NightLab()
        lab.script("film", .breaks([("break", false)], edition: "1"))
        let good = try await lab.night(lab.setup())
        lab.script("film", .failed("503"))
        let bad = try await lab.night(lab.setup())
        #expect(Set(bad.outcomes.keys) == Set(good.outcomes.keys))
        #expect(Set(bad.outcomes.values) == [.error])
        #expect(bad.verdict == .nothingChecked, "nothing checked is never green")
        #expect(bad.run.cells[0].course.lastGood == 1)
        #expect(bad.run.cells[0].course.firstBad == 2)
        #expect(bad.gone.isEmpty)
    }

    @Test func breaksThatMayBeMissingAreNotPassedOver() async throws {
        let lab = NightLab()
        lab.script("film", .breaks([("one", false), ("two", false)], edition: "1"))
        try await lab.night(lab.setup())
        lab.script("film", .breaks([("one", false)], edition: "2", problems: ["break 'two': 404"]))
        let report = try await lab.night(lab.setup())
        #expect(report.outcomes["two/enter @ apple-tv/high"] == .error)
        #expect(report.outcomes["*/all @ apple-tv/high"] == .error)
        #expect(report.outcomes["one/enter @ apple-tv/high"] == .pass)
        #expect(report.verdict == .incomplete)
    }

    @Test func theCourseOfACellSaysWhenItWasGoodAndSinceWhenItIsBad() async throws {
        let lab = NightLab()
        for isWrong in [false, true, true] {
            lab.script("film", .breaks([("break", isWrong)], edition: isWrong ? "2" : "1"))
            try await lab.night(lab.setup(columns: NightLab.columns(tvFirmware: isWrong ? "2.0" : "1.0")))
        }
        let history = try History(folder: lab.folder, access: .reading)
        // By what people call the receiver as well, which is what reports show.
        let title = try #require(NightLab.columns().first { $0.receiver.id == "smart-tv/high" }).receiver.title
        #expect(
            try await history.cells(like: "film: break/enter @ \(title)", limit: 5).map(\.receiver) == ["smart-tv/high"]
        )
        let names = try await history.cells(like: "break/enter @ smart-tv", limit: 5)
        let name = try #require(names.first)
        let cell = try await history.history(of: name)
        #expect(cell.points.map(\.outcome) == [.pass, .worseBand, .worseBand])
        #expect(cell.since?.run == 2)
        #expect(cell.lastGood?.run == 1)
        #expect(cell.firstBad?.run == 2)
        #expect(cell.suspects == ["firmware: 1.0 → 2.0", "asset that begins: 1 → 2"])
        #expect(cell.predictedChanges.map(\.at) == [1])
        let report = try await history.report(3)
        let entry = try #require(report.entries.first { report.run.name(of: $0.cell) == name })
        #expect(entry.cell.course == Baseline.Course(since: 2, lastGood: 1, firstBad: 2))
        #expect(entry.change == .unchanged)
    }

    @Test func measuredDelaysStandBesideThePredictedOnes() async throws {
        let lab = NightLab()
        lab.script("film", .breaks([("break", false)], edition: "1"))
        try await lab.night(lab.setup())
        let name = CellName(
            transition: TransitionName(primary: "film", event: "break", position: "enter"), receiver: "apple-tv/high")
        let history = try History(folder: lab.folder, access: .writing)
        let seen = [300, 310, 305, 900, 910, 905].enumerated().map { index, milliseconds in
            var item = Measurement(
                cell: name, outcome: .pass,
                predicted: Measurement.Prediction(band: .low, p50Milliseconds: 250, p95Milliseconds: 500),
                source: "case \(index)")
            (item.pictureMilliseconds, item.soundMilliseconds) = (milliseconds, 0)
            return item
        }
        #expect(try await history.record(seen) == 6)
        #expect(try await history.record(seen) == 0, "a sheet that is recorded again adds nothing")
        let cell = try await history.history(of: name)
        #expect(cell.measurements.map(\.milliseconds) == [300, 310, 305, 900, 910, 905])
        #expect(cell.measurements.map(\.agreement) == [.within, .within, .within, .longer, .longer, .longer])
        #expect(cell.measurements.allSatisfy { $0.run == 1 })
        #expect(cell.measuredChanges == [ChangeDetection.Change(at: 3, before: 305, after: 905)])
        let report = try await history.report(1)
        let index = try #require(report.entries.firstIndex { report.run.name(of: $0.cell) == name })
        #expect(report.measured == [index: cell.measurements])
    }

    /// What, how it ended, what was seen, what had been predicted, how that stands.
    @Test(
        "A measurement stands to its prediction",
        arguments: [
            (.pass, 400, .low, 500, .within), (.pass, 501, .low, 500, .longer), (.fail, nil, .low, 500, .failed),
            (.pass, nil, .low, 500, .open), (.blocking, nil, .blocking, nil, .within),
            (.blocking, nil, .low, 500, .failed), (.notRun, 400, .low, 500, .open), (.fail, 100, nil, nil, .failed),
        ] as [(TestOutcome, Int?, Band?, Int?, Measurement.Agreement)])
    func agreement(
        outcome: TestOutcome, seen: Int?, band: Band?, most: Int?, agreement: Measurement.Agreement
    ) {
        let cell = CellName(transition: TransitionName(primary: "p", transition: "ad/enter"), receiver: "r")
        var item = Measurement(
            cell: cell, outcome: outcome,
            predicted: band.map { Measurement.Prediction(band: $0, p50Milliseconds: most, p95Milliseconds: most) },
            source: "test")
        item.pictureMilliseconds = seen
        #expect(item.agreement == agreement)
    }

    @Test func aDifferenceNamesWhatBecameOfEachCell() async throws {
        let lab = NightLab()
        lab.script(
            "film", .breaks([("stays", true), ("mended", true), ("leaves", false), ("breaks", false)], edition: "1"))
        try await lab.night(lab.setup())
        lab.script(
            "film", .breaks([("stays", true), ("mended", false), ("comes", false), ("breaks", true)], edition: "2"))
        try await lab.night(lab.setup())
        let history = try History(folder: lab.folder, access: .reading)
        let difference = RunDifference(from: try await history.load(1), to: try await history.load(2))
        let rows = Dictionary(
            difference.rows.filter { $0.name.receiver == "smart-tv/high" && $0.name.transition.position == "enter" }
                .map { ($0.name.transition.event, $0.change) }, uniquingKeysWith: { first, _ in first })
        #expect(
            rows == ["stays": .unchanged, "mended": .fixed, "leaves": .gone, "comes": .new, "breaks": .worse])
    }

    @Test func whatCanNoLongerBeCheckedIsNeitherWorseNorTheSame() async throws {
        let lab = NightLab()
        lab.script("film", .breaks([("good", false), ("bad", true)], edition: "1"))
        try await lab.night(lab.setup())
        lab.script("film", .failed("HTTP 503"))
        try await lab.night(lab.setup())
        lab.script("film", .timedOut("no answer"))
        try await lab.night(lab.setup())
        lab.script("film", .breaks([("good", false), ("bad", true)], edition: "1"))
        try await lab.night(lab.setup())
        let history = try History(folder: lab.folder, access: .reading)
        func changes(_ from: Int, _ to: Int) async throws -> [String: RunDifference.Change] {
            let difference = RunDifference(from: try await history.load(from), to: try await history.load(to))
            return Dictionary(
                uniqueKeysWithValues: difference.rows
                    .filter { $0.name.transition.position == "enter" }
                    .map { ("\($0.name.transition.event) \($0.name.receiver)", $0.change) })
        }
        let lost = try await changes(1, 2)
        // Also of a speaker, of which it was known that no video reaches it.
        #expect(lost.count == 6 && lost.values.allSatisfy { $0 == .unchecked }, "\(lost)")
        let still = try await changes(2, 3)
        #expect(still.count == 6 && still.values.allSatisfy { $0 == .unchanged }, "\(still)")
        let found = try await changes(3, 4)
        #expect(found["good smart-tv/high"] == .fixed)
        #expect(found["bad smart-tv/high"] == .worse)
        #expect(found["good smart-speaker/high"] == .better)
        #expect(try await changes(1, 4).values.allSatisfy { $0 == .unchanged })
    }
}
