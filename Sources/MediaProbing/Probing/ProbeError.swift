package import HLSPlaylists
package import MediaFormats

/// Why a resource could not be measured: which one, why, and what to try.
package struct ProbeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong, one case for each remedy.
    package enum Reason: Sendable, Hashable {
        /// It could not be read.
        case reading(AssetReadError.Reason)
        /// It was read, and shows nothing that can be measured.
        case unmeasurable(ProbeFailure)
        /// The worker ended in the middle of it, in this way.
        case workerCrashed(String)
        /// The worker did not answer in time.
        case workerStuck(after: Duration)
        /// The worker cannot be started.
        case workerUnavailable(String)
        /// More bytes than the budget would be needed.
        case budgetExhausted(bytes: Int)
        /// The caller gave up.
        case cancelled
    }

    /// What was to be measured.
    package var reference: AssetReference
    /// Why it was not.
    package var reason: Reason

    /// Describes a failure.
    package init(_ reference: AssetReference, _ reason: Reason) {
        self.reference = reference
        self.reason = reason
    }

    /// One line: what, which input, why, what to try.
    package var description: String {
        switch reason {
        case .reading(let reason): "\(AssetReadError(reference, reason))"
        case .unmeasurable(let failure): "\(reference): \(failure.sentence); \(failure.advice)"
        case .workerCrashed(let status):
            "\(reference): the probe worker crashed on it (\(status)); check the file with another tool"
        case .workerStuck(let time):
            "\(reference): the probe worker gave no answer within \(time.formattedSeconds); check the file with another tool"
        case .workerUnavailable(let text):
            "\(reference): no probe worker: \(text); build or install segue-probe beside segue"
        case .budgetExhausted(let bytes):
            "\(reference): not understood within \(bytes) bytes; raise --max-bytes, or is this the wrong file?"
        case .cancelled: "\(reference): cancelled; run it again"
        }
    }
}

extension ProbeFailure {
    fileprivate var sentence: String {
        switch kind {
        case .unreadable, .empty: detail
        case .notMedia: "not audio or video but \(detail)"
        case .truncated: "cut short: \(detail)"
        case .damaged: "damaged: \(detail)"
        case .noTracks, .encrypted: detail
        case .timedOut, .outOfMemory: "not understood: \(detail)"
        case .abandoned, .badRequest: "the probe worker refused: \(detail)"
        }
    }

    fileprivate var advice: String {
        switch kind {
        case .unreadable: "check the path"
        case .encrypted: "give a copy in the clear, or leave it out"
        case .empty: "check how it was written or uploaded"
        case .notMedia: "check that the URL or path names the media itself"
        case .truncated: "fetch or encode it again"
        case .damaged, .timedOut, .outOfMemory: "encode it again"
        case .noTracks: "check the packaging"
        case .abandoned, .badRequest: "this is a fault in segue; please report it"
        }
    }
}
