import Foundation
import HarnessReports
import HarnessTestSupport
import MatrixRuns
import Testing

private let chromium = "/usr/bin/chromium"
private let driver = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/drive-page.py")
    .standardized.path(percentEncoded: false)

@Suite struct RunPageTests {
    /// 40 receivers by 250 transitions, a fifth of them too bad.
    private func large() async throws -> RunReport {
        let lab = NightLab()
        let columns = (0..<40).map { number in
            var column = NightLab.columns()[number % 2]
            column.receiver.id = "receiver-\(number)"
            column.receiver.title = "Receiver \(number)"
            return column
        }
        lab.script("film", .breaks((0..<125).map { ("break-\($0)", $0 % 5 == 0) }, edition: "1"))
        return try await lab.night(lab.setup(columns: columns))
    }

    @Test func tenThousandCellsStayUnderFiveMegabytes() async throws {
        let report = try await large()
        #expect(report.entries.count == 10_000)
        let page = try report.text(as: .html, tool: Tool(name: "segue", version: "test"))
        #expect(page.utf8.count < 5_000_000, "\(page.utf8.count)")
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: chromium), "chromium is not installed"))
    func aPersonFindsTheirWayWithAndWithoutAMouse() async throws {
        let report = try await large()
        let file = Scratch.folder.appending(path: "segue-page-\(UUID().uuidString).html")
        try report.text(as: .html, tool: Tool(name: "segue", version: "test")).write(
            to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let run = try await Program.run("/usr/bin/python3", [driver, chromium, file.path(percentEncoded: false)])
        try #require(run.exitCode == 0, "\(run.errors)")
        let seen = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(seen["cells"] as? Int == 10_000)
        #expect(seen["rows"] as? Int == 250)
        #expect(seen["rowsFound"] as? Int ?? 0 > 0 && seen["rowsFound"] as? Int ?? 250 < 250)
        #expect(seen["rowsNotFound"] as? Int == 0)
        #expect(seen["rowsWorse"] as? Int == seen["rowsWithWorse"] as? Int)
        #expect(seen["moved"] as? [Int] == [1, 1])
        #expect(
            seen["opened"] as? Bool == true && seen["closed"] as? Bool == true && seen["focusIsBack"] as? Bool == true)
        #expect((seen["detail"] as? String)?.contains("over the floor") == true)
        #expect(seen["unnamed"] as? Int == 0)
        #expect(seen["overflowAt390"] as? Int == 0)
        #expect(seen["darkPaper"] as? String != seen["lightPaper"] as? String)
        #expect((seen["requests"] as? [String])?.isEmpty == true)
        #expect((seen["errors"] as? [String])?.isEmpty == true, "\(seen["errors"] ?? "")")
        print(
            "10,000 cells: first paint \(seen["firstPaintMilliseconds"] ?? "?") ms, filter \(seen["filterMilliseconds"] ?? "?") ms"
        )
    }
}
