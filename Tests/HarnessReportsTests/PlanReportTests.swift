import Foundation
import SuitePlanning
import Testing

@testable import HarnessReports

@Suite struct PlanReportTests {
    /// A plan with what would be taken for something else in YAML, CSV, Markdown or HTML.
    private static let document = #"""
        {
          "schema": "segue.plan/1", "tool": {"name": "segue", "version": "0"}, "costs": "c",
          "catalogue": {"presentations": 1, "visits": 1, "distinct": 1, "uses": []},
          "receivers": {"source": "models", "considered": 1, "lowerBound": 1, "isSmallest": true, "chosen": [
            {"id": "71e94567", "title": "on", "class": "mac", "tier": "high", "neededFor": []}]},
          "facets": [], "pairs": [], "problems": ["<b>|bad|</b>"],
          "leftOut": {"cases": 0, "bands": {}, "untested": 0, "share": 0, "worst": []},
          "cases": [{
            "id": "71e94567", "title": "=1+1", "presentation": {"id": "p", "title": "<script>x</script>", "uri": "u"},
            "breaks": ["ad"], "atSeconds": 16.016, "receiver": {"id": "r", "title": "on", "class": "mac", "tier": "high"},
            "settings": [], "sender": {"id": "iphone", "title": "iPhone"}, "servicePlan": "A", "standsFor": 1,
            "band": "severe", "risk": 0.5, "uncertainty": 1, "score": 0.5, "facets": [], "why": [], "preconditions": [],
            "steps": [{"id": "start", "action": "say \"go\", now", "expected": "a\nb", "record": []}]
          }]
        }
        """#

    private static func report() throws -> PlanReport { try PlanReport(reading: Data(document.utf8)) }

    @Test func aPlanComesBackFromItsJSONAndItsYAML() throws {
        let report = try Self.report()
        #expect(try PlanReport(reading: Data(report.json().utf8)).plan == report.plan)
        #expect(try PlanReport(reading: Data(report.yaml().utf8)).plan == report.plan)
        #expect(try report.yaml().contains("atSeconds: 16.016\n"))
        #expect(try report.yaml().contains("id: '71e94567'\n"))
    }

    @Test func anotherDocumentIsRefused() {
        let error = #expect(throws: PlanError.self) {
            try PlanReport(reading: Data(#"{"schema": "segue.check/1", "tool": {"name": "x", "version": "y"}}"#.utf8))
        }
        #expect(error?.description == "no document segue.plan/1: 'segue.check/1' is not segue.plan/1 at schema")
    }

    @Test func noTextFromOutsideBreaksAFormat() throws {
        let report = try Self.report()
        #expect(try !report.html().contains("<script>"))
        #expect(!report.markdown().contains("<b>"))
        let rows = CommaSeparated.rows(report.csv())
        #expect(rows.count == 2)
        #expect(rows.allSatisfy { $0.cells.count == PlanReport.columns.count })
        // A spreadsheet would run what begins like a formula.
        #expect(rows[1].cells[2] == "'=1+1")
        #expect(rows[1].cells[7] == "say \"go\", now")
    }

    /// What spreadsheet programs save: with semicolons and commas in numbers, with tabs, with carriage returns alone.
    @Test(
        "Sheets of any spreadsheet program are read",
        arguments: [
            "case,step,outcome,pictureMilliseconds,note\nc1,start,pass,119.5,\"a, b\"\n",
            "case;step;outcome;pictureMilliseconds;note\r\nc1;start;pass;119,5;a, b\r\n",
            "case\tstep\toutcome\tpictureMilliseconds\tnote\nc1\tstart\tpass\t119.5\ta, b\n",
            "case,step,outcome,pictureMilliseconds,note\rc1,start,pass,119.5,\"a, b\"\r",
        ])
    func anySpreadsheet(text: String) throws {
        let entries = try StepResult.reading(Data(text.utf8), name: "f.csv")
        var expected = StepResult(caseID: "c1", step: "start", outcome: .pass)
        expected.pictureMilliseconds = 119.5
        expected.note = "a, b"
        #expect(entries.map(\.result) == [expected])
        #expect(entries.map(\.place) == ["f.csv:2"])
    }

    @Test(
        "Tables are read as RFC 4180 has them",
        arguments: [
            ("a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]]),
            ("\u{FEFF}a,b\n1,\n", [["a", "b"], ["1", ""]]),
            ("\"a,\"\"b\"\"\",\"c\nd\"\n\n,\nx", [["a,\"b\"", "c\nd"], ["x"]]),
            ("", []),
            ("\"open", [["open"]]),
        ] as [(String, [[String]])])
    func tables(text: String, cells: [[String]]) { #expect(CommaSeparated.rows(text).map(\.cells) == cells) }

    @Test func rowsKnowTheirLines() {
        #expect(CommaSeparated.rows("a\n\"b\nc\"\n\nd\n").map(\.line) == [1, 2, 5])
    }

    @Test func wrongLinesOfATableAreTold() {
        let text = "case,step,outcome,pictureMilliseconds\nx,start,good,\nx,start,pass,soon\nx,start,,\n"
        let error = #expect(throws: PlanError.self) {
            _ = try StepResult.reading(Data(text.utf8), name: "f.csv")
        }
        #expect(error?.description.contains("f.csv:2: outcome 'good' is none of pass, fail") == true)
        #expect(error?.description.contains("f.csv:3: pictureMilliseconds 'soon' is no number") == true)
        #expect(error?.description.contains("f.csv:4") == false, "a line without an outcome was not done")
    }
}
