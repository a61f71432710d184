import Foundation

/// The shared corpus of playlists, which is not part of the project; tests over it run where it is.
enum Corpus {
    /// The folder, or `nil` when it is not on this machine.
    static let folder: URL? = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let candidates =
            [ProcessInfo.processInfo.environment["SEGUE_SHARED"].map { URL(filePath: $0) }].compactMap(\.self)
            + [root.appending(path: "../shared").standardized, root.appending(path: "../../shared").standardized]
        let found = candidates.map { $0.appending(path: "corpus/hls") }
            .first { FileManager.default.fileExists(atPath: $0.appending(path: "EXPECTED.json").path()) }
        if found == nil { print("The shared corpus is not on this machine; tests over it are skipped.") }
        return found
    }()

    static var isAvailable: Bool { folder != nil }

    /// The names of all playlists and lists, sorted.
    static let files: [String] = {
        guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path()) else {
            return []
        }
        return names.filter { $0.hasSuffix(".m3u8") }.sorted()
    }()

    static func bytes(_ name: String) throws -> [UInt8] {
        guard let folder else { return [] }
        return Array(try Data(contentsOf: folder.appending(path: name)))
    }
}
