/// Something wrong in a file of the device matrix: where, what, and what is allowed.
package struct MatrixError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Path below the matrix folder, or as given by the user.
    package var file: String
    /// 1-based line, if known.
    package var line: Int?
    /// What is wrong and what to write instead.
    package var message: String

    /// Describes a matter.
    package init(file: String, line: Int?, message: String) {
        self.file = file
        self.line = line
        self.message = message
    }

    /// `file:line: error: message`, the form that editors and CI logs link.
    package var description: String {
        "\(file)\(line.map { ":\($0)" } ?? ""): error: \(message)"
    }
}
