import Foundation
import Testing

/// The rooms of `Sources/` and which of them each may import. The compiler alone lets a room reach through another.
private let arrows: [String: Set<String>] = [
    "MediaFormats": [],
    "AirPlayReceivers": ["MediaFormats"],
    "HLSPlaylists": ["MediaFormats"],
    "MediaContainers": ["CZlib", "MediaFormats"],
    "TransitionRisk": ["AirPlayReceivers", "HLSPlaylists", "MediaFormats"],
    "NowPlaying": ["HLSPlaylists", "MediaFormats"],
    "ReceiverDiscovery": ["AirPlayReceivers", "CAvahi", "CExpat"],
    "MediaProbing": ["CCurl", "HLSPlaylists", "MediaContainers", "MediaFormats", "Subprocess"],
    "segue-probe": ["CLibAV", "MediaContainers", "MediaFormats"],
    "DeviceMatrix": ["AirPlayReceivers", "HLSPlaylists", "MediaFormats", "NowPlaying", "TransitionRisk", "Yams"],
    "SuitePlanning": [
        "AirPlayReceivers", "DeviceMatrix", "HLSPlaylists", "MediaFormats", "NowPlaying", "TransitionRisk",
    ],
    "MatrixRuns": ["AirPlayReceivers", "DeviceMatrix", "GRDB", "HLSPlaylists", "MediaFormats", "TransitionRisk"],
    "HarnessReports": [
        "AirPlayReceivers", "DeviceMatrix", "HLSPlaylists", "MatrixRuns", "MediaFormats", "Mustache", "NowPlaying",
        "SuitePlanning", "TransitionRisk", "Yams",
    ],
    "ReceiverMeasuring": ["AirPlayReceivers", "CCurl", "MediaFormats", "ReceiverDiscovery", "TransitionRisk"],
    "HarnessTestSupport": ["CSpawn", "HLSPlaylists", "MediaFormats"],
    "segue": [
        "AirPlayReceivers", "ArgumentParser", "DeviceMatrix", "HLSPlaylists", "HarnessReports", "MatrixRuns",
        "MediaFormats", "MediaProbing", "NowPlaying", "ReceiverDiscovery", "ReceiverMeasuring", "SuitePlanning",
        "TransitionRisk",
    ],
    "segue-bench": [
        "AirPlayReceivers", "ArgumentParser", "DeviceMatrix", "HLSPlaylists", "HarnessReports", "HarnessTestSupport",
        "MatrixRuns", "MediaContainers", "MediaFormats", "SuitePlanning", "TransitionRisk",
    ],
]

/// Modules of the toolchain that any room may import.
private let toolchain: Set<String> = [
    "Dispatch", "Foundation", "FoundationEssentials", "FoundationXML", "Glibc", "Synchronization",
]

private let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardized

@Suite struct ImportArrowsTests {
    @Test func everyRoomHasARowAndEveryRowARoom() throws {
        let rooms = try FileManager.default.contentsOfDirectory(atPath: sources.path(percentEncoded: false))
        let cupboards: Set = ["CAvahi", "CCurl", "CExpat", "CLibAV", "CSpawn", "CZlib"]
        #expect(Set(rooms).subtracting(cupboards) == Set(arrows.keys))
    }

    @Test("Import lines follow the arrows", arguments: arrows.keys.sorted())
    func imports(room: String) throws {
        let allowed = try #require(arrows[room]).union(toolchain)
        let folder = sources.appending(path: room)
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false)).filter {
            $0.hasSuffix(".swift")
        }
        try #require(!files.isEmpty)
        for file in files {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            for line in text.split(separator: "\n") {
                guard let match = line.firstMatch(of: /^\s*(?:@\w+ +)*(?:\w+ +)?import +(?:\w+ +)?(\w+)/) else {
                    continue
                }
                let module = String(match.1)
                #expect(allowed.contains(module), "\(room)/\(file) imports \(module)")
            }
        }
    }
}
