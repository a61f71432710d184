/// The bytes of a resource, as far as they are here.
package struct MediaWindow: Sendable {
    private struct Piece: Sendable {
        var offset: Int
        var bytes: [UInt8]
        var end: Int { offset + bytes.count }
    }

    private var pieces: [Piece] = []
    /// Bytes of the whole resource, if known.
    package private(set) var totalSize: Int?
    /// Bytes at the front that are a media initialization section of their own.
    package let initializationLength: Int

    /// Starts with the first bytes of a resource.
    ///
    /// - Parameters:
    ///   - bytes: What is here from offset 0 on: the init section, if there is one, and the media behind it.
    ///   - initializationLength: How many of them are the init section.
    ///   - totalSize: Bytes of the whole resource, init section included; `nil` when unknown.
    package init(_ bytes: [UInt8], initializationLength: Int = 0, totalSize: Int? = nil) {
        self.initializationLength = initializationLength
        self.totalSize = totalSize
        if !bytes.isEmpty { pieces = [Piece(offset: 0, bytes: bytes)] }
    }

    /// Adds bytes that were read later. What is here already is kept. An empty answer says that the resource ends there.
    package mutating func add(_ bytes: [UInt8], at offset: Int) {
        guard offset >= 0, offset.addingReportingOverflow(bytes.count).overflow == false else { return }
        guard !bytes.isEmpty else {
            totalSize = min(totalSize ?? .max, offset)
            return
        }
        if let index = pieces.firstIndex(where: { $0.offset <= offset && offset <= $0.end }) {
            let known = pieces[index].end - offset
            if known < bytes.count { pieces[index].bytes += bytes[known...] }
        } else {
            pieces.append(Piece(offset: offset, bytes: bytes))
        }
    }

    /// Whether the resource is known to end at or before an offset.
    package func ends(at offset: Int) -> Bool { totalSize.map { offset >= $0 } ?? false }

    /// Bytes that are here from an offset on without a gap, up to an end.
    package func reader(from offset: Int, to end: Int = .max) -> ByteReader {
        guard let piece = pieces.first(where: { $0.offset <= offset && offset < $0.end }) else { return ByteReader([]) }
        return ByteReader(piece.bytes, from: offset - piece.offset, to: min(end, piece.end) - piece.offset)
    }

    /// Bytes that are here altogether.
    package var count: Int { pieces.reduce(0) { $0 + $1.bytes.count } }

    /// Whether every byte of the resource is here.
    package var isComplete: Bool { totalSize.map { reader(from: 0).count >= $0 } ?? false }
}
