package import HLSPlaylists
import Synchronization

/// A fetcher as one asset uses it: counts what that asset alone takes, and refuses requests beyond its budget.
package final class MeteredSource: RevisedSource {
    private let source: any RevisedSource
    private let mostRequests: Int?
    private let state = Mutex((used: FetchUsage(), credit: FetchUsage(), started: 0))

    /// Reads through a source, which may itself be metered.
    ///
    /// - Parameter mostRequests: Reads over HTTP that may be started; `nil` for any number. Redirects and retries of a read
    ///   are not held against it.
    package init(_ source: any RevisedSource, mostRequests: Int? = nil) {
        self.source = source
        self.mostRequests = mostRequests
    }

    /// What the results rest on: what was read, and for what was found in a cache what reading it cost then.
    package var basis: FetchUsage { state.withLock { $0.used + $0.credit } }

    package func read(
        _ reference: AssetReference, range: ByteRange?, limit: Int, unless known: ContentRevision?
    ) async throws(AssetReadError) -> RevisedBytes {
        if case .remote = reference.location, let mostRequests {
            let isAllowed = state.withLock { state in
                state.started += 1
                return state.started <= mostRequests
            }
            guard isAllowed else { throw AssetReadError(reference, .budget(requests: mostRequests)) }
        }
        let answer = try await source.read(reference, range: range, limit: limit, unless: known)
        state.withLock { $0.used += answer.cost }
        return answer
    }

    package func revision(ofLocal path: String) async -> ContentRevision? { await source.revision(ofLocal: path) }

    package func credit(_ usage: FetchUsage) {
        state.withLock { $0.credit += usage }
        source.credit(usage)
    }
}
