import Foundation

/// A file's bytes, or the end of the program with code 2.
func readFile(_ path: String) throws -> Data {
    do {
        return try Data(contentsOf: URL(filePath: path))
    } catch {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        let why = isFolder.boolValue ? "it is a folder" : exists ? "no permission" : "there is no such file"
        throw Failure(message: "\(path): cannot be read: \(why)", code: 2)
    }
}

/// Writes a file whole or not at all, or ends the program with code 2.
func writeFile(_ text: String, to path: String) throws {
    do {
        try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
        throw Failure(message: "\(path): cannot be written (\(error.localizedDescription))", code: 2)
    }
}
