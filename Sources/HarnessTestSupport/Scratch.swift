package import Foundation
import Glibc
import Synchronization

/// Files of one run of the tests, which are removed with all that is left in them when it ends.
package enum Scratch {
    /// A folder that is there.
    package static let folder: URL = {
        // Not named by the number of the process: one that was killed may have left files under the same number.
        let name = "segue-" + String(UInt32.random(in: 0 ... .max), radix: 36)
        let folder = FileManager.default.temporaryDirectory.appending(path: name, directoryHint: .isDirectory)
        try! FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        atexit(removeScratch)
        return folder
    }()

    /// A folder in it that nobody else has. Its path is short: what is told of its files is laid out by lines.
    package static func newFolder() throws -> URL {
        let number = folders.wrappingAdd(1, ordering: .relaxed).newValue
        let folder = folder.appending(path: "\(number)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// A file in it with this text.
    package static func file(_ text: String, _ suffix: String = "yaml") throws -> String {
        let file = folder.appending(path: "\(UUID().uuidString).\(suffix)")
        try Data(text.utf8).write(to: file)
        return file.path(percentEncoded: false)
    }
}

private let folders = Atomic(0)

private func removeScratch() { try? FileManager.default.removeItem(at: Scratch.folder) }
