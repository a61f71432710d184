import HLSPlaylists

/// A source whose answers are noted for one measurement.
struct LoggedSource: AssetSource {
    /// Where bytes come from.
    let source: any AssetSource
    /// What was read.
    let log: RevisionLog

    func read(
        _ reference: AssetReference, range: ByteRange?, limit: Int
    ) async throws(AssetReadError) -> AssetBytes {
        try await read(reference, range: range, limit: limit, unless: nil).answer
    }

    /// Reads unless a resource is in a known state. Sources that know no states read always.
    func read(
        _ reference: AssetReference, range: ByteRange?, limit: Int, unless known: ContentRevision?
    ) async throws(AssetReadError) -> RevisedBytes {
        let answer: RevisedBytes
        if let source = source as? any RevisedSource {
            answer = try await source.read(reference, range: range, limit: limit, unless: known)
        } else {
            answer = RevisedBytes(
                answer: try await source.read(reference, range: range, limit: limit), revision: nil,
                isUnchanged: false, cost: FetchUsage())
        }
        log.note(answer, of: reference)
        return answer
    }
}
