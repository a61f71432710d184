package import HLSPlaylists

/// Which state of a resource bytes belong to: equal only when the bytes are equal.
package enum ContentRevision: Sendable, Hashable, Codable {
    /// A local file as the system describes it.
    case file(FileIdentity)
    /// A remote resource as its origin describes it (RFC 9110 section 8.8). At least one of the two is there.
    case remote(entityTag: String?, lastModified: String?)
}

/// What changes when a local file does.
package struct FileIdentity: Sendable, Hashable, Codable {
    /// The device.
    package var device: UInt64
    /// The file's number on it.
    package var inode: UInt64
    /// Bytes.
    package var size: Int64
    /// Time of the last writing, in nanoseconds.
    package var modified: Int64
    /// Time of the last change, that of the name included, in nanoseconds; no program can set it back.
    package var changed: Int64
}

/// Bytes with the state of the resource they belong to.
package struct RevisedBytes: Sendable, Hashable {
    /// The bytes; none when the resource is unchanged.
    package var answer: AssetBytes
    /// The state; `nil` when nothing tells it for certain.
    package var revision: ContentRevision?
    /// Whether the resource is in the state that the caller knows, so that no bytes were sent.
    package var isUnchanged: Bool
    /// What reading them cost.
    package var cost: FetchUsage
}

/// A source that can tell one state of a resource from another.
package protocol RevisedSource: AssetSource {
    /// Reads a resource as ``HLSPlaylists/AssetSource`` does, unless it is still in a known state.
    func read(
        _ reference: AssetReference, range: ByteRange?, limit: Int, unless known: ContentRevision?
    ) async throws(AssetReadError) -> RevisedBytes

    /// The state of a local file; `nil` for anything else, and for a file that changed a moment ago: a second change could
    /// leave no trace.
    func revision(ofLocal path: String) async -> ContentRevision?

    /// Counts what a result cost when it was measured, less what finding it again took.
    func credit(_ usage: FetchUsage)
}

extension RevisedSource {
    /// Reads a resource, whatever its state.
    package func read(
        _ reference: AssetReference, range: ByteRange?, limit: Int
    ) async throws(AssetReadError) -> AssetBytes {
        try await read(reference, range: range, limit: limit, unless: nil).answer
    }
}
