/// Why a measurement, a recording or a file of observations could not be used.
package struct MeasuringError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file or receiver it is about.
    package var subject: String
    /// 1-based line of a file, if known.
    package var line: Int?
    /// What is wrong, and what to do.
    package var message: String

    /// Describes a matter.
    package init(subject: String, line: Int? = nil, message: String) {
        self.subject = subject
        self.line = line
        self.message = message
    }

    /// `file:line: error: message`, or the same without a line.
    package var description: String { "\(subject)\(line.map { ":\($0)" } ?? ""): error: \(message)" }
}
