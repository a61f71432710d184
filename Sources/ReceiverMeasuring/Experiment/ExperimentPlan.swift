import TransitionRisk

/// Which switches are made, in which order, and for how long.
package struct ExperimentPlan: Sendable, Hashable {
    /// A pair and its way back: what is compared with the floor.
    package struct Factor: Sendable, Hashable {
        /// The way there.
        package var there: SwitchAssets.Pair
        /// The way back; `nil` when the list of assets has none.
        package var back: SwitchAssets.Pair?

        /// Both ways.
        package var ways: [SwitchAssets.Pair] { [there] + (back.map { [$0] } ?? []) }
    }

    /// The matched pair.
    package var floor: Factor
    /// The pairs with differences.
    package var factors: [Factor]
    /// Cold starts of the floor's first asset.
    package var coldStarts = 3
    /// Rounds in which every factor has its turn.
    package var rounds = 5
    /// Half the width, in seconds, that the interval of every excess must come down to; more rounds are made until then.
    /// Infinite for no more rounds.
    package var precision = 0.1
    /// How long all may take.
    package var budget = Duration.seconds(600)
    /// Decides the order.
    package var seed: UInt64 = 1

    /// Chooses the pairs of a set of assets.
    ///
    /// - Parameter wanted: Names of changes or assets; empty for every pair.
    /// - Throws: ``MeasuringError`` when there is no matched pair, or none of a wanted name.
    package init(_ assets: SwitchAssets, wanted: [String]) throws(MeasuringError) {
        let path = assets.folder.appending(path: SwitchAssets.listName).path(percentEncoded: false)
        var found: [Factor] = []
        for pair in assets.pairs {
            if let place = found.firstIndex(where: { $0.there.from == pair.to && $0.there.to == pair.from }) {
                if found[place].back == nil { found[place].back = pair }
            } else if !found.contains(where: { $0.there.from == pair.from && $0.there.to == pair.to }) {
                found.append(Factor(there: pair, back: nil))
            }
        }
        guard let floor = found.first(where: { $0.ways.allSatisfy(\.changes.isEmpty) }) else {
            throw MeasuringError(
                subject: path, message: "has no pair without a difference, by which everything else is measured")
        }
        self.floor = floor
        factors = found.filter { $0 != floor }
        guard !wanted.isEmpty else { return }
        func matches(_ name: String, _ factor: Factor) -> Bool {
            factor.ways.contains { $0.changes.contains(ChangeID(rawValue: name)) } || factor.there.to == name
        }
        if let stranger = wanted.first(where: { name in !factors.contains { matches(name, $0) } }) {
            let names = Set(factors.flatMap { $0.ways.flatMap(\.changes).map(\.rawValue) + [$0.there.to] }).sorted()
            throw MeasuringError(
                subject: path, message: "has no pair for '\(stranger)'; there are \(names.joined(separator: ", "))")
        }
        factors = factors.filter { factor in wanted.contains { matches($0, factor) } }
    }

    /// The factors of a round with the floor among them, in an order that the seed and the round's number decide.
    func order(ofRound round: Int, among factors: [Factor]) -> [Factor] {
        var random = SeededOrder(seed: seed &+ UInt64(round) &* 0x9e37_79b9_7f4a_7c15)
        return (factors + [floor]).shuffled(using: &random)
    }

    /// Switches that are measured when no round is added.
    package var leastSwitches: Int {
        let ways = factors.map(\.ways.count).reduce(0, +)
        return coldStarts + rounds * (2 * floor.ways.count + ways)
    }
}

/// The same random numbers for the same seed on every machine (Steele, Lea and Flood, OOPSLA 2014).
struct SeededOrder: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
