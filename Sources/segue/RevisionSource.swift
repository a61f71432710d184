import HLSPlaylists
import MatrixRuns
import MediaFormats
import Synchronization

/// Reads through another source and remembers what each document was, so that an unchanged asset is known again.
///
/// The values of queries in playlists and lists do not count: signed URLs differ every night while naming the same media.
final class RevisionSource: AssetSource {
    private let source: any AssetSource
    private let known = Mutex<[String: String]>([:])

    /// How much of a media resource counts, beside its size.
    static let headBytes = 16 << 10

    init(_ source: any AssetSource) { self.source = source }

    func read(
        _ reference: AssetReference, range: ByteRange?, limit: Int
    ) async throws(AssetReadError) -> AssetBytes {
        do {
            let answer = try await source.read(reference, range: range, limit: limit)
            remember(Self.digest(answer), of: reference, range)
            return answer
        } catch {
            remember("failed", of: reference, range)
            throw error
        }
    }

    /// Looks at the first bytes of a resource.
    func look(at resource: MediaEntryPoint.Resource) async {
        let offset = resource.range?.offset ?? 0
        let length = min(resource.range?.length ?? Self.headBytes, Self.headBytes)
        guard length > 0 else { return }
        _ = try? await read(
            resource.reference, range: ByteRange(offset: offset, length: length), limit: Self.headBytes)
    }

    /// Everything that was read, one line a document, sorted.
    var lines: [String] { known.withLock { known in known.map { "\($0.key) \($0.value)" }.sorted() } }

    /// What was read of these references, as a name.
    func edition(of references: [AssetReference]) -> String {
        let names = references.map(\.description)
        let found = known.withLock { known in
            known.filter { entry in names.contains { entry.key == $0 || entry.key.hasPrefix($0 + "#") } }
        }
        return String(SHA256.name(of: found.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }).prefix(12))
    }

    private func remember(_ digest: String, of reference: AssetReference, _ range: ByteRange?) {
        let name = reference.description + (range.map { "#\($0.offset)" } ?? "")
        known.withLock { $0[name] = digest }
    }

    private static func digest(_ answer: AssetBytes) -> String {
        let isText = answer.bytes.starts(with: Array("#EXTM3U".utf8)) || answer.bytes.first == UInt8(ascii: "{")
        if isText { return String(SHA256.hex(withoutQueries(answer.bytes)).prefix(32)) }
        let head = answer.bytes.prefix(headBytes)
        return String(SHA256.hex(head).prefix(32)) + " \(answer.totalSize.map(String.init) ?? "-")"
    }

    /// The text without what stands between `?` and the end of a URI.
    private static func withoutQueries(_ bytes: [UInt8]) -> [UInt8] {
        let ends: Set = [UInt8(ascii: "\""), 0x0A, 0x0D, 0x20]
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var isInQuery = false
        for byte in bytes {
            if byte == UInt8(ascii: "?") { isInQuery = true }
            if ends.contains(byte) { isInQuery = false }
            if !isInQuery { result.append(byte) }
        }
        return result
    }
}
