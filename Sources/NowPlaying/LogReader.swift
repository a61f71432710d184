/// Cuts a log into lines as it arrives and reads each of them, without keeping what was read.
///
/// ```swift
/// var reader = LogReader()
/// reader.take(chunk) { line in checker.take(line) }
/// reader.finish { line in checker.take(line) }
/// ```
package struct LogReader: Sendable {
    private var rest: [UInt8] = []
    private var number = 0
    private var isSkipping = false

    /// The longest line that is read.
    package static let longestLine = 1 << 20

    /// Nothing read yet.
    package init() {}

    /// Reads the lines that a piece of the log completes.
    package mutating func take(_ chunk: [UInt8], _ visit: (LogLine) -> Void) {
        var start = 0
        while let end = chunk[start...].firstIndex(of: 0x0A) {
            if rest.isEmpty, !isSkipping {
                read(chunk, start..<end, visit)
            } else {
                keep(chunk[start..<end], visit)
                endLine(visit)
            }
            start = end + 1
        }
        if start < chunk.count { keep(chunk[start...], visit) }
    }

    /// Reads what is left after the last line feed.
    package mutating func finish(_ visit: (LogLine) -> Void) {
        guard !rest.isEmpty, !isSkipping else { return }
        number += 1
        let line = rest
        rest = []
        guard !Self.isBlank(line, 0..<line.count) else { return }
        do throws(JSONSyntaxError) {
            visit(LogLine(number: number, content: .entry(try LogLineReader.read(line, start(of: line)..<line.count))))
        } catch {
            visit(LogLine(number: number, content: .cutOff(error.text)))
        }
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>, _ visit: (LogLine) -> Void) {
        guard !isSkipping else { return }
        if rest.count + bytes.count > Self.longestLine {
            isSkipping = true
            rest = []
            visit(LogLine(number: number + 1, content: .unreadable("is longer than \(Self.longestLine) bytes")))
        } else {
            rest += bytes
        }
    }

    private mutating func endLine(_ visit: (LogLine) -> Void) {
        if isSkipping {
            number += 1
            isSkipping = false
        } else {
            let line = rest
            rest = []
            read(line, 0..<line.count, visit)
        }
    }

    private mutating func read(_ bytes: [UInt8], _ range: Range<Int>, _ visit: (LogLine) -> Void) {
        number += 1
        guard !Self.isBlank(bytes, range) else { return }
        guard range.count <= Self.longestLine else {
            return visit(LogLine(number: number, content: .unreadable("is longer than \(Self.longestLine) bytes")))
        }
        let begin = range.lowerBound == 0 ? min(start(of: bytes), range.upperBound) : range.lowerBound
        do throws(JSONSyntaxError) {
            visit(
                LogLine(number: number, content: .entry(try LogLineReader.read(bytes, begin..<range.upperBound))))
        } catch {
            visit(LogLine(number: number, content: .unreadable(error.text)))
        }
    }

    /// Where the text of the first line begins, behind a byte order mark.
    private func start(of bytes: [UInt8]) -> Int { number == 1 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

    private static func isBlank(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        bytes[range].allSatisfy(JSONCursor.isBlank)
    }
}

/// A line of a log with its place.
package struct LogLine: Sendable, Hashable {
    /// What it holds.
    package enum Content: Sendable, Hashable {
        /// An entry.
        case entry(LogEntry)
        /// Something else; the end of a sentence says what is wrong.
        case unreadable(String)
        /// The begin of an entry, at the end of the log.
        case cutOff(String)
    }

    /// 1-based line number.
    package var number: Int
    /// What it holds.
    package var content: Content
}
