/// What checking a log gave.
package struct LogVerdict: Sendable, Hashable {
    /// Breaches in the order of the log, of each rule the first fifty.
    package var findings: [AppleSideFinding]
    /// How often each rule was broken, by its id.
    package var counts: [String: Int]
    /// Lines that held something.
    package var lines: Int
    /// Lines that could be read.
    package var entries: Int
    /// Events by their names.
    package var events: [PlaybackEvent: Int]
    /// Dictionaries that were published.
    package var publications: Int
    /// First and last time of the log; `nil` when no line could be read.
    package var span: ClosedRange<Duration>?
}
