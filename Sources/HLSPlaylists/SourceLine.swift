/// The 1-based line on which something was written.
///
/// Two values that differ only in where they were written are the same playlist, so all lines compare equal: a printed
/// playlist parses to the value it was printed from.
public struct SourceLine: Sendable, Hashable, Codable {
    /// The line, from 1; 0 for values that were not read from a text.
    public let number: Int

    /// Names a line.
    public init(_ number: Int) { self.number = number }

    /// Always true; see the type.
    public static func == (a: SourceLine, b: SourceLine) -> Bool { true }

    /// Contributes nothing; see the type.
    public func hash(into hasher: inout Hasher) {}
}
