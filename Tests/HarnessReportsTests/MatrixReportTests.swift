import DeviceMatrix
import Foundation
import HarnessTestSupport
import Testing

@testable import HarnessReports

@Suite struct MatrixReportTests {
    private static let older = """
        name: older
        source: two televisions, by camera
        receivers:
          - {class: smart-tv, tier: low, changes: {audio.sample_rate: {p50: 300, p95: 700, grade: A1, runs: 9}}}
          - {model: LS03F, changes: {audio.sample_rate: {p50: 310, p95: 710, grade: A1, runs: 4}}}

        """
    private static let newer = """
        name: newer
        source: six televisions, by camera
        receivers:
          - class: smart-tv
            tier: low
            switching: reload
            changes:
              audio.sample_rate: {p50: 200, p95: 500, grade: A1, runs: 40}
              video.codec_family: {p50: 400, p95: 900, grade: A1, runs: 40}

        """

    private static func matrix() throws -> DeviceMatrix {
        let folder = Scratch.folder.appending(path: "segue-matrix-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = folder.appending(path: "calibration")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        try Data(older.utf8).write(to: files.appending(path: "a.yaml"))
        try Data(newer.utf8).write(to: files.appending(path: "b.yaml"))
        return try DeviceMatrix.load(overlay: folder.path(percentEncoded: false))
    }

    @Test func theMatrixInForceShowsWhatWasMeasuredAndWhatAnotherFileReplaces() throws {
        let text = try Self.matrix().text(style: TerminalStyle(colour: false))
        let shown = text.components(separatedBy: "calibrations: ").last ?? ""
        #expect(
            shown == """
                the narrowest holds, of equally narrow ones the last

                older: two televisions, by camera
                  smart-tv/low                                1 change, all replaced by newer
                  model LS03F                                 1 change
                newer: six televisions, by camera
                  smart-tv/low                                2 changes, switching reload

                """)
    }

    @Test(.enabled(if: JSONSchema.isAvailable, "python3-jsonschema is not installed"))
    func calibrationsFollowTheSchema() async throws {
        let json = try Self.matrix().json(tool: Tool(name: "segue", version: "test"))
        #expect(json.contains("\"older\""))
        #expect(try await JSONSchema(document: "segue.matrix/1").complaints(about: json) == "")
    }
}
