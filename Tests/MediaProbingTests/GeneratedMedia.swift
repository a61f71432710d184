import Foundation
import HLSPlaylists
import HarnessTestSupport

/// The media that `Tests/Fixtures/make-media.sh` makes; they are made when first asked for.
enum GeneratedMedia {
    /// The folder of the media. Without ffmpeg it stays empty, and each test that needs a file says that it is missing.
    /// Making them takes long the first time, so `make test` does that before the tests.
    static let folder: URL = {
        let script = Fixtures.folder.appending(path: "make-media.sh").path(percentEncoded: false)
        let code = try? ChildProcess(script, output: .shared, errors: .shared).endBlocking()
        if code != 0 { FileHandle.standardError.write(Data("no generated media: make-media.sh failed\n".utf8)) }
        return Fixtures.folder.appending(path: "generated")
    }()

    /// An origin of the media, for all tests that do not look at its usage.
    static var origin: HTTPOrigin { get async throws { try await starting.value } }

    private static let starting = Task {
        let origin = try await HTTPOrigin()
        try origin.serve(folder)
        return origin
    }

    /// Path of one file.
    static func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

    /// Reference to one file.
    static func reference(_ name: String) -> AssetReference { AssetReference(path: path(name)) }

    /// Bytes of one file.
    static func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appending(path: name))) }

    /// Names of all files that stand alone.
    static let names: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? [])
        .filter { $0.contains(".") && !$0.hasPrefix("part-") && !$0.hasPrefix(".") && !$0.hasSuffix(".srt") }.sorted()
}

/// Runs a program to its end and returns what it printed.
func output(of arguments: String...) async throws -> Data {
    let run = try await ChildProcess.run("/usr/bin/env", arguments)
    guard run.exitCode == 0 else {
        throw ChildProcessError(
            description: "\(arguments.joined(separator: " ")) failed with \(run.exitCode): "
                + String(decoding: run.errors, as: UTF8.self))
    }
    return run.output
}

/// A file with some content that is removed at the end.
final class TemporaryFile {
    let path: String

    init(_ bytes: some Sequence<UInt8>, named name: String = "file.mp4") throws {
        let folder = Scratch.folder.appending(path: "segue-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appending(path: name).path(percentEncoded: false)
        try Data(bytes).write(to: URL(filePath: path))
    }

    deinit { try? FileManager.default.removeItem(at: URL(filePath: path).deletingLastPathComponent()) }
}
