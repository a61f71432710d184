import Foundation
import HarnessTestSupport
import ReceiverMeasuring
import Testing
import TransitionRisk

/// One list of assets, for those who play them and for those who look for them in a recording.
@Suite struct AssetListTests {
    private static let marked = """
        "id": 1, "toneHertz": 800, "frameRate": {"numerator": 24, "denominator": 1}, "frames": 48
        """

    private static func list(_ asset: String) -> Data {
        Data(
            """
            {"schema": "segue.assets/1", "seconds": 2, "tickHertz": 4100, "assets": [{"name": "base", \(asset)}],
             "pairs": [{"from": "base", "to": "base", "changes": []}]}
            """.utf8)
    }

    private static func played(_ data: Data) throws -> SwitchAssets {
        let folder = Scratch.folder.appending(path: "segue-assets-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try data.write(to: folder.appending(path: SwitchAssets.listName))
        try Data().write(to: folder.appending(path: "base.mp4"))
        return try SwitchAssets(folder: folder, known: [])
    }

    @Test func aListIsBothPlayedAndLookedFor() throws {
        let data = Self.list(#""file": "base.mp4", \#(Self.marked)"#)
        #expect(try Self.played(data).assets["base"]?.file == "base.mp4")
        let seen = try MarkedAssets(data, name: "assets.json")
        #expect(seen.assets[1]?.name == "base" && seen.assets[1]?.frames == 48 && seen.assets[1]?.tone == 800)
    }

    @Test func whatHasNoMarkerCanBePlayedButNotLookedFor() throws {
        let data = Self.list(#""file": "base.mp4""#)
        #expect(try Self.played(data).seconds == 2)
        let error = #expect(throws: MeasuringError.self) { _ = try MarkedAssets(data, name: "assets.json") }
        #expect(error?.message == "does not say what marks 'base': id, toneHertz, frameRate and frames")
    }

    @Test func whatHasNoFileCanBeLookedForButNotPlayed() throws {
        let data = Self.list(Self.marked)
        #expect(try MarkedAssets(data, name: "assets.json").assets.count == 1)
        let error = #expect(throws: MeasuringError.self) { _ = try Self.played(data) }
        #expect(error?.message == "names no file of 'base'")
    }
}
