import HarnessReports
import Synchronization

/// How many assets were told so far, for the progress line and the end.
final class ProbeTally: Sendable {
    private let total: Int?
    private let counts = Mutex((told: 0, complete: 0))

    /// - Parameter total: How many there are; `nil` while that is unknown.
    init(total: Int?) { self.total = total }

    /// Counts an asset.
    func count(_ asset: ProfileReport.Asset) {
        counts.withLock { counts in
            counts.told += 1
            counts.complete += asset.isComplete ? 1 : 0
        }
    }

    /// Assets told.
    var told: Int { counts.withLock { $0.told } }

    /// Assets of which everything was measured.
    var complete: Int { counts.withLock { $0.complete } }

    /// `[#####·····] 12/24 assets`, or the number alone while the total is unknown.
    var bar: String {
        guard let total, total > 0 else { return "\(told) assets" }
        let filled = min(20, told * 20 / total)
        let bar = String(repeating: "#", count: filled) + String(repeating: "·", count: 20 - filled)
        return "[\(bar)] \(told)/\(total) assets"
    }
}
