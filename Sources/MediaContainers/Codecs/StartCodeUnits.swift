/// The units between start codes (H.264 annex B), one after the other; the last one may be cut short.
struct StartCodeUnits: Sequence, IteratorProtocol {
    /// What begins behind the last start code that was found; `nil` at the end.
    private var rest: ArraySlice<UInt8>?
    private var left = 256

    /// Finds the units among these bytes, at most 256.
    init(_ bytes: ArraySlice<UInt8>) {
        rest = ZeroPair.firstIndex(before: 1, in: bytes).map { bytes[($0 + 3)...] }
    }

    mutating func next() -> ArraySlice<UInt8>? {
        while var unit = rest {
            left -= 1
            if left > 0, let end = ZeroPair.firstIndex(before: 1, in: unit) {
                rest = unit[(end + 3)...]
                unit = unit[..<end]
            } else {
                rest = nil
            }
            while unit.last == 0 { unit.removeLast() }
            if !unit.isEmpty { return unit }
        }
        return nil
    }
}

/// Two zero bytes, which stand in front of start codes and of bytes that are there to avoid start codes.
enum ZeroPair {
    /// Where the first pair stands that has a certain byte behind it, which is not zero.
    static func firstIndex(before mark: UInt8, in bytes: ArraySlice<UInt8>) -> Int? {
        let span = bytes.span
        var index = 2
        while index < span.count {
            let byte = span[index]
            if byte == 0 {
                index += 1
            } else if byte == mark, span[index - 1] == 0, span[index - 2] == 0 {
                return bytes.startIndex + index - 2
            } else {
                // This byte is none of the pair that the next two might end.
                index += 3
            }
        }
        return nil
    }
}
