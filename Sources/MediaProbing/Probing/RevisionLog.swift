import HLSPlaylists
import Synchronization

/// The states of the resources that one measurement read, and what reading took.
final class RevisionLog: Sendable {
    private let state = Mutex(State())

    private struct State {
        var revisions: [AssetReference: ContentRevision] = [:]
        var isCertain = true
        var cost = FetchUsage()
    }

    /// Notes an answer. Parts of a resource that do not belong to one state, or to none that is certain, make the whole
    /// uncertain.
    func note(_ answer: RevisedBytes, of reference: AssetReference) {
        state.withLock { state in
            state.cost += answer.cost
            if let revision = answer.revision, state.revisions[reference, default: revision] == revision {
                state.revisions[reference] = revision
            } else {
                state.isCertain = false
            }
        }
    }

    /// What reading took.
    var cost: FetchUsage { state.withLock { $0.cost } }

    /// The states of some resources; `nil` when one is not certain.
    func revisions(of references: [AssetReference]) -> [ContentRevision]? {
        state.withLock { state in
            let known = references.compactMap { state.revisions[$0] }
            return state.isCertain && known.count == references.count ? known : nil
        }
    }
}
