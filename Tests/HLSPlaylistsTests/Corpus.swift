import Foundation

/// The project's own fixtures, and the shared corpus of playlists, which is not part of the project: tests over it run
/// where it is.
enum Corpus {
    /// The folder, or `nil` when it is not on this machine.
    static let folder: URL? = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let stated = ProcessInfo.processInfo.environment["SEGUE_SHARED"].map { URL(filePath: $0) }
        let candidates =
            stated.map { [$0] } ?? ["../shared", "../../shared"].map { root.appending(path: $0).standardized }
        let found = candidates.map { $0.appending(path: "corpus/hls") }
            .first {
                FileManager.default.fileExists(atPath: $0.appending(path: "EXPECTED.json").path(percentEncoded: false))
            }
        if found == nil { print("The shared corpus is not on this machine; tests over it are skipped.") }
        return found
    }()

    static var isAvailable: Bool { folder != nil }

    /// The names of all playlists and lists, sorted.
    static let files: [String] = {
        let names = [folder, fixtures].compactMap(\.self).flatMap {
            (try? FileManager.default.contentsOfDirectory(atPath: $0.path(percentEncoded: false))) ?? []
        }
        return Set(names.filter { $0.hasSuffix(".m3u8") }).sorted()
    }()

    /// The part of the corpus that is the project's own.
    static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/spec")

    static func bytes(_ name: String) throws -> [UInt8] {
        if name.hasPrefix("spec__") { return Array(try Data(contentsOf: fixtures.appending(path: name))) }
        guard let folder else { return [] }
        return Array(try Data(contentsOf: folder.appending(path: name)))
    }
}
