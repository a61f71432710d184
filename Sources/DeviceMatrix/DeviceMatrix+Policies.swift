import Foundation
package import TransitionRisk

extension DeviceMatrix {
    /// The policy of a name; letter case does not count. `nil` when there is none.
    package func policy(named name: String) -> Policy? {
        policies.first { $0.name.lowercased() == name.lowercased() }
    }

    /// Reads a policy from a file of the user's own.
    ///
    /// - Throws: ``MatrixError`` with file and line for the first thing that is wrong, limits that contradict each other
    ///   included.
    package static func policy(file: String) throws(MatrixError) -> Policy {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw MatrixError(file: file, line: nil, message: "no such file, or not readable as UTF-8 text")
        }
        return try policy(text: text, file: file)
    }

    /// Reads a policy from the text of a file.
    package static func policy(text: String, file: String) throws(MatrixError) -> Policy {
        let document = try MatrixDocument(file: file, text: text)
        return try document.decode(PolicyFile.self).policy(in: document)
    }
}
