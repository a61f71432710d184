import HLSPlaylists
import Synchronization

/// Documents by URL or path; everything else answers 404. Remembers what was asked for.
final class ScriptedSource: AssetSource {
    private let documents: [AssetReference: [UInt8]]
    private let asked = Mutex<[AssetReference]>([])

    /// Documents by absolute URL or path.
    init(_ documents: [String: String]) {
        self.documents = Dictionary(
            uniqueKeysWithValues: documents.map { key, text in
                (try! AssetReference(argument: key), Array(text.utf8))
            })
    }

    /// Everything asked for so far, in order.
    var requests: [AssetReference] { asked.withLock(\.self) }

    func read(_ reference: AssetReference, range: ByteRange?, limit: Int) async throws(AssetReadError) -> AssetBytes {
        asked.withLock { $0.append(reference) }
        guard let bytes = documents[reference] else { throw AssetReadError(reference, .httpStatus(404)) }
        let part = range.map { Array(bytes.dropFirst($0.offset).prefix($0.length)) } ?? bytes
        guard range != nil || part.count <= limit else { throw AssetReadError(reference, .tooLarge(limit: limit)) }
        return AssetBytes(bytes: part, totalSize: bytes.count, contentType: nil, reference: reference)
    }
}

extension AssetReference {
    /// A reference for tests.
    static func test(_ text: String) -> AssetReference { try! AssetReference(argument: text) }
}
