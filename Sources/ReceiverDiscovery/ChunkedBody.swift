/// A body in chunks (RFC 9112 section 7.1), read as it comes. Extensions and trailers are passed over.
struct ChunkedBody: Sendable, Hashable {
    private enum Part: Sendable, Hashable {
        /// A line with the size of the next chunk.
        case size
        /// So many bytes of a chunk are still to come.
        case data(Int)
        /// The line end after a chunk.
        case chunkEnd
        /// Lines after the last chunk, up to an empty one.
        case trailer
        case done
    }

    /// What the chunks held so far.
    private(set) var bytes: [UInt8] = []
    private var part = Part.size
    private var line: [UInt8] = []

    /// A size line or trailer line is short.
    private static let longestLine = 1024

    /// Whether the last chunk and its trailer have come.
    var isWhole: Bool { part == .done }

    /// Takes bytes that have arrived.
    ///
    /// - Returns: What is wrong with them, for people; `nil` when nothing is.
    mutating func take(_ more: some Collection<UInt8>) -> String? {
        var rest = more[...]
        while !rest.isEmpty, part != .done {
            if case .data(let left) = part {
                let piece = rest.prefix(left)
                guard bytes.count + piece.count <= InfoReply.longestBody else { return "a body of more than 256 KiB" }
                bytes += piece
                rest = rest.dropFirst(piece.count)
                part = piece.count == left ? .chunkEnd : .data(left - piece.count)
                continue
            }
            guard let byte = rest.popFirst() else { break }
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                if line.count > ChunkedBody.longestLine { return "a chunk without a size" }
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            defer { line = [] }
            switch part {
            case .size:
                guard let size = ChunkedBody.size(line) else { return "a chunk without a size" }
                part = size == 0 ? .trailer : .data(size)
            case .chunkEnd:
                guard line.isEmpty else { return "a chunk longer than its size" }
                part = .size
            case .trailer: if line.isEmpty { part = .done }
            case .data, .done: break
            }
        }
        return nil
    }

    /// The size, in hex, before any extension; `nil` when there is none.
    private static func size(_ line: [UInt8]) -> Int? {
        let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
        guard (1...8).contains(digits.count), digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
            return nil
        }
        return Int(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
