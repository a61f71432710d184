import Foundation
import HLSPlaylists

/// The media that `Tests/Fixtures/make-media.sh` makes; they are made when first asked for.
enum GeneratedMedia {
    /// Scripts and what they make.
    static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures")
        .standardized

    /// The folder of the media. Without ffmpeg it stays empty, and each test that needs a file says that it is missing.
    static let folder: URL = {
        do {
            _ = try run([fixtures.appending(path: "make-media.sh").path(percentEncoded: false)])
        } catch {
            FileHandle.standardError.write(Data("no generated media: \(error)\n".utf8))
        }
        return fixtures.appending(path: "generated")
    }()

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

/// One tool at a time: many at once would starve the tests that look at the clock.
private let tools = DispatchQueue(label: "segue.tests.tools")

/// Runs a program to its end, away from the threads that run tasks, and returns what it printed.
func output(of arguments: String...) async throws -> Data {
    try await withCheckedThrowingContinuation { continuation in
        tools.async { continuation.resume(with: Result { try run(arguments) }) }
    }
}

private func run(_ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
        throw ToolFailure(description: "\(arguments.joined(separator: " ")) failed with \(process.terminationStatus)")
    }
    return data
}

/// A program that tests need did not do its part.
struct ToolFailure: Error, CustomStringConvertible {
    var description: String
}

/// A file with some content that is removed at the end.
final class TemporaryFile {
    let path: String

    init(_ bytes: some Sequence<UInt8>, named name: String = "file.mp4") throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "segue-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appending(path: name).path(percentEncoded: false)
        try Data(bytes).write(to: URL(filePath: path))
    }

    deinit { try? FileManager.default.removeItem(at: URL(filePath: path).deletingLastPathComponent()) }
}
