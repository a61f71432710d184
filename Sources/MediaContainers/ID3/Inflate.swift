import CZlib

/// Undoes the compression of ID3 frames (zlib, RFC 1950), bounded.
enum Inflate {
    /// The most that a frame may become, in bytes.
    private static let most = 1 << 20

    /// What compressed bytes stand for; `nil` for what is no whole stream, or becomes longer than a mebibyte.
    static func zlib(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        let source = Array(bytes)
        var isWhole = false
        let output = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            var length = uLongf(most)
            isWhole = uncompress(buffer.baseAddress, &length, source, uLong(source.count)) == Z_OK
            count = isWhole ? Int(length) : 0
        }
        return isWhole ? output : nil
    }
}
