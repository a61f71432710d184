import HLSPlaylists
import MediaProbing
import Synchronization
import TransitionRisk

/// Reads as a receiver would, and remembers what was refused: no cookies, no headers, and with `_HLS_primary_id` in the
/// addresses of breaks.
///
/// Where an origin refuses that query but serves the address without it, the refusal is remembered and the check goes on
/// with what was served, so that the rest of the asset is judged as well.
final class ReceiverViewSource: RevisedSource {
    private let source: any RevisedSource
    private let seen = Mutex<[AssetReference: ReceiverRefusal]>([:])

    /// Reads through another source.
    init(source: any RevisedSource) { self.source = source }

    /// What was refused, by address.
    var refusals: [ReceiverRefusal] {
        seen.withLock { seen in
            seen.values.sorted { ($0.address, $0.status) < ($1.address, $1.status) }
        }
    }

    func read(
        _ reference: AssetReference, range: ByteRange?, limit: Int, unless known: ContentRevision?
    ) async throws(AssetReadError) -> RevisedBytes {
        do {
            return try await source.read(reference, range: range, limit: limit, unless: known)
        } catch {
            guard case .httpStatus(let status) = error.reason, (400..<500).contains(status) else { throw error }
            if let plain = reference.withoutPrimaryID {
                let answer: RevisedBytes?
                do throws(AssetReadError) {
                    answer = try await source.read(plain, range: range, limit: limit, unless: known)
                } catch {
                    answer = nil
                }
                if let answer {
                    remember(reference, .primaryID(status))
                    return answer
                }
            }
            if [401, 403].contains(status) { remember(reference, .status(status)) }
            throw error
        }
    }

    func revision(ofLocal path: String) async -> ContentRevision? { await source.revision(ofLocal: path) }

    func credit(_ usage: FetchUsage) { source.credit(usage) }

    private func remember(_ reference: AssetReference, _ reason: ReceiverRefusal.Reason) {
        let refusal = ReceiverRefusal(address: reference.description, reason: reason)
        seen.withLock { $0[reference] = refusal }
    }
}

extension ReceiverRefusal {
    /// The code of the answer.
    fileprivate var status: Int {
        switch reason {
        case .status(let code), .primaryID(let code): code
        }
    }
}

extension AssetReference {
    /// The address without `_HLS_primary_id`; `nil` when it has none.
    var withoutPrimaryID: AssetReference? {
        guard case .remote(let url) = location, let start = url.firstIndex(of: "?") else { return nil }
        let names = url[url.index(after: start)...].split(separator: "&", omittingEmptySubsequences: false)
        let kept = names.filter { !$0.hasPrefix("_HLS_primary_id=") }
        guard kept.count < names.count else { return nil }
        let rest = kept.isEmpty ? "" : "?" + kept.joined(separator: "&")
        return try? AssetReference(argument: url[..<start] + rest)
    }
}
