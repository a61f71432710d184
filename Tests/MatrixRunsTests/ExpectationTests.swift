import DeviceMatrix
import Foundation
import HarnessTestSupport
import MatrixRuns
import Testing
import TransitionRisk

import struct DeviceMatrix.Expectation

/// What is expected, what happens, how it stands; the limit is high.
private struct StandingCase: Sendable {
    var expected: Expectation.Ending?
    var sometimes: [Expectation.Ending] = []
    var outcome: CellOutcome
    var band: Band?
    var standing: Standing
}

@Suite struct ExpectationTests {
    @Test(
        "A star stands for anything, letter case does not count",
        arguments: [
            ("smart-tv", "Smart-TV", true), ("smart-tv", "smart-tv2", false), ("p20.*", "p20.T-1", true),
            ("*/ad-2/*", "https://x/ad-2/main.m3u8", true), ("a*b*c", "abc", true), ("a*b*c", "acb", false),
            ("*", "", true),
            ("", "x", false), ("ab*ab", "ab", false),
        ])
    func patterns(pattern: String, text: String, matches: Bool) { #expect(Pattern(pattern).matches(text) == matches) }

    @Test(
        "A cell stands to its expectation as the table says",
        arguments: [
            StandingCase(outcome: .pass, band: .medium, standing: .expected),
            StandingCase(outcome: .worseBand, band: .high, standing: .worse),
            StandingCase(outcome: .blocking, band: .blocking, standing: .worse),
            StandingCase(outcome: .unknown, standing: .unchecked),
            StandingCase(outcome: .unsupported, standing: .expected),
            StandingCase(outcome: .notRun, standing: .unchecked),
            StandingCase(expected: .severe, outcome: .worseBand, band: .severe, standing: .known),
            StandingCase(expected: .severe, outcome: .worseBand, band: .high, standing: .better),
            StandingCase(expected: .severe, outcome: .pass, band: .low, standing: .better),
            StandingCase(expected: .severe, outcome: .blocking, band: .blocking, standing: .worse),
            StandingCase(expected: .severe, outcome: .unknown, standing: .unchecked),
            StandingCase(expected: .severe, sometimes: [.unknown], outcome: .unknown, standing: .intermittent),
            // An expectation may be stricter than the limit.
            StandingCase(expected: .low, outcome: .pass, band: .medium, standing: .worse),
            StandingCase(expected: .low, outcome: .pass, band: Band.none, standing: .expected),
            StandingCase(expected: .pass, outcome: .unsupported, standing: .worse),
            StandingCase(expected: .unsupported, outcome: .unsupported, standing: .expected),
            StandingCase(expected: .low, outcome: .unsupported, standing: .worse),
            // What is known to be bad wherever it plays says nothing of sound bars, which show no video at all.
            StandingCase(expected: .severe, outcome: .unsupported, standing: .expected),
            StandingCase(expected: .blocking, outcome: .unsupported, standing: .expected),
            StandingCase(expected: .notRun, outcome: .unsupported, standing: .expected),
            StandingCase(expected: .unknown, outcome: .unknown, standing: .known),
            StandingCase(expected: .unknown, outcome: .pass, band: .low, standing: .better),
            StandingCase(expected: .unknown, outcome: .worseBand, band: .severe, standing: .worse),
            StandingCase(expected: .error, outcome: .timedOut, standing: .unchecked),
            StandingCase(expected: .error, sometimes: [.timedOut], outcome: .timedOut, standing: .intermittent),
        ])
    fileprivate func standing(row: StandingCase) {
        let expectations = row.expected.map {
            [Expectation(when: Expectation.Conditions(), expect: $0, sometimes: row.sometimes)]
        }
        let book = ExpectationBook(expectations ?? [], limit: .high)
        #expect(book.standing(row.outcome, row.band, expectation: expectations == nil ? nil : 0) == row.standing)
    }

    private func folder(_ files: [String: String]) throws -> String {
        let folder = Scratch.folder.appending(path: "segue-expect-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "expectations"), withIntermediateDirectories: true)
        for (name, text) in files {
            try text.write(to: folder.appending(path: "expectations/\(name)"), atomically: true, encoding: .utf8)
        }
        return folder.path(percentEncoded: false)
    }

    @Test func moreConditionsGoBeforeFewerAndLaterBeforeEarlier() async throws {
        let folder = try folder([
            "a.yaml": """
            expectations:
              - { when: { class: smart-tv, event: bad }, expect: severe, reason: narrow }
              - { when: { class: smart-tv }, expect: pass, reason: wide }
            """,
            "b.yaml": "# nothing yet\n",
            "c.yaml": "expectations:\n  - { when: { class: [apple-tv, smart-tv] }, expect: low, reason: later }\n",
        ])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let expectations = try DeviceMatrix.expectations(overlay: folder)
        #expect(expectations.map(\.reason) == ["narrow", "wide", "later"])
        #expect(expectations[1].place == "expectations/a.yaml:3")
        let book = ExpectationBook(expectations, limit: .high)
        func covering(_ column: Int, _ event: String) -> String? {
            var place = TransitionPlace(whole: "film")
            place.name = TransitionName(primary: "film", event: event, position: "enter")
            return book.covering(.init(receiver: NightLab.columns()[column].receiver, place: place))
                .flatMap { expectations[$0].reason }
        }
        #expect(covering(1, "bad") == "narrow")
        #expect(covering(1, "good") == "later")
        #expect(covering(2, "good") == nil)
    }

    @Test(
        "A mistake in a file is named with its line",
        arguments: [
            ("expectations:\n  - { when: { clas: tv }, expect: pass }", 2, "no condition"),
            ("expectations:\n  - { when: { class: smart-tv }, expect: bad }", 2, "'bad' is none of"),
            ("expectations:\n  - { when: { class: smart-tv } }", 2, "'expect' is missing"),
            ("expectations:\n  - { when: { class: smarttv }, expect: severe }", 2, "'smarttv' is none of apple-tv"),
            ("expectations:\n  - { when: { class: ['smart-*', tv] }, expect: severe }", 2, "'tv' is none of"),
            ("expectations:\n  - { when: { tier: medium }, expect: severe }", 2, "'medium' is none of"),
            ("expectation: []", 1, "unknown key"), ("expectations: 3", 1, "expected"),
            ("expectations:\n\t- x", 2, "not YAML"),
        ])
    func mistakes(text: String, line: Int, message: String) throws {
        let folder = try folder(["known.yaml": text])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let error = try #require(throws: MatrixError.self) { try DeviceMatrix.expectations(overlay: folder) }
        #expect(error.file == "expectations/known.yaml")
        #expect(error.line == line)
        #expect(error.message.contains(message), "\(error.message)")
    }

    @Test func aKnownFailureIsRecordedAndItsReasonFollowsTheSameFailure() async throws {
        let lab = NightLab()
        lab.script("film", .breaks([("one", true)], edition: "1"))
        let first = try await lab.night(lab.setup())
        #expect(first.verdict == .worse)
        let update = ExpectationUpdate(first)
        #expect(update.added > 0)
        let folder = try folder(["recorded.yaml": update.text])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var recorded = try DeviceMatrix.expectations(overlay: folder)
        #expect(recorded.allSatisfy { $0.failure != nil && $0.reason == nil })

        // A person says why; the next night is green, and says which failures are known.
        for index in recorded.indices {
            recorded[index].reason = "the encode is ordered"
            recorded[index].link = "https://tracker.example/7"
        }
        let second = try await lab.night(lab.setup(expectations: recorded))
        #expect(second.verdict == .asExpected)
        #expect((second.standings[.known] ?? 0) == first.standings[.worse])

        // The same ad in another break is red, and points to the reason; an update carries it over.
        lab.script("film", .breaks([("one", true), ("two", true)], edition: "1"))
        let third = try await lab.night(lab.setup(expectations: recorded))
        #expect(third.verdict == .worse)
        let worse = third.entries.filter { $0.standing == .worse }
        #expect(worse.allSatisfy { third.run.places[$0.cell.place].name.event == "two" && $0.sameFailure != nil })
        let again = ExpectationUpdate(third)
        #expect(again.text.contains("event: \"two\""))
        #expect(again.text.components(separatedBy: "https://tracker.example/7").count > recorded.count)

        // What was mended leaves the file.
        lab.script("film", .breaks([("one", false), ("two", false)], edition: "2"))
        let mended = try await lab.night(lab.setup(expectations: recorded))
        #expect(mended.verdict == .asExpected)
        #expect((mended.standings[.better] ?? 0) > 0)
        #expect(ExpectationUpdate(mended).text.contains("expectations: []"))
    }

    @Test func anExpectationThatMatchesNothingIsTold() async throws {
        let lab = NightLab()
        lab.script("film", .breaks([("one", false)], edition: "1"))
        var when = Expectation.Conditions()
        when.event = [Pattern("on")]
        let report = try await lab.night(
            lab.setup(expectations: [Expectation(when: when, expect: .severe, file: "expectations/x.yaml", line: 2)]))
        #expect(report.unmatched == [0])
        #expect(report.verdict == .asExpected)
    }
}
