import Synchronization

/// The draws of single stages, kept: another set of changes at another boundary often shares most of its stages.
final class StageDraws: Sendable {
    /// What decides the draws of a stage.
    struct Key: Hashable {
        let stage: Stage
        let changes: Set<TriggeredChange>
        let conditions: DelayConditions
    }

    /// At 8000 draws a stage takes 64 kB, so this is 64 MB at most.
    private static let most = 1024
    private let known = Mutex<[Key: [Double]]>([:])

    func draws(_ key: Key, make: () -> [Double]) -> [Double] {
        if let draws = known.withLock({ $0[key] }) { return draws }
        let draws = make()
        known.withLock {
            if $0.count >= Self.most { $0.removeAll(keepingCapacity: true) }
            $0[key] = draws
        }
        return draws
    }
}
