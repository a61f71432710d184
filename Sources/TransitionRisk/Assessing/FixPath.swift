/// What to change, step by step: first the smallest set of rules whose satisfaction reaches a better band, then the
/// smallest that reaches the next one from there, until nothing is left to gain.
///
/// With a maximum inside a stage, leaving out one of two equal reasons looks useless; the smallest set holds both, and says
/// that neither alone is enough. Where several sets are equally small, the one that lowers the 95th percentile most is
/// taken; a step that another could replace with the same gain names it.
struct FixPath {
    private let explanation: Explanation
    private typealias Item = (rule: any TransitionRule.Type, changes: Set<TriggeredChange>)

    /// The steps; empty where the band is ``Band/none`` already.
    private(set) var steps: [FixStep] = []

    /// Of more rules than this, sets of up to two are tried, and where none of these is enough, one rule after the other:
    /// all sets of ten rules are a thousand.
    private static let mostForAllSets = 5

    /// Finds the path from a verdict.
    init(_ explanation: Explanation, from start: Verdict) {
        self.explanation = explanation
        var remaining: [Item] = explanation.found
        var current = start
        while current.band > .none, !remaining.isEmpty {
            let set = smallestSet(of: remaining, better: current.band) ?? Array(remaining.indices)
            let before = steps.count
            append(set, &remaining, &current)
            guard steps.count > before else { return }
        }
    }

    /// Satisfies the rules of a set one after the other, the most useful first.
    private mutating func append(_ set: [Int], _ remaining: inout [Item], _ current: inout Verdict) {
        let goal = verdict(remaining, without: set).band
        var names = set.map { remaining[$0].rule.id }
        while !names.isEmpty {
            let options = remaining.indices.map { ($0, verdict(remaining, without: [$0])) }
            guard
                let best = options.filter({ names.contains(remaining[$0.0].rule.id) })
                    .min(by: { $0.1.excess.p95Milliseconds < $1.1.excess.p95Milliseconds })
            else { return }
            let tied = options.filter {
                $0.0 != best.0 && abs($0.1.excess.p95Milliseconds - best.1.excess.p95Milliseconds) < 1
                    && current.excess.p95Milliseconds - $0.1.excess.p95Milliseconds >= 1
            }.map { remaining[$0.0].rule.id }
            let rule = remaining[best.0].rule
            remaining.remove(at: best.0)
            names.removeAll { $0 == rule.id }
            let reaches = best.1.band < current.band
            current = best.1
            steps.append(
                FixStep(
                    rule: rule.id, advice: rule.fix(for: explanation.boundary),
                    p95Milliseconds: current.excess.p95Milliseconds, band: current.band, equallyGood: tied,
                    reachesBand: reaches))
            if current.band <= goal { return }
        }
    }

    /// The smallest set of rules without which the band is better; `nil` when no small set does it.
    private func smallestSet(of items: [Item], better limit: Band) -> [Int]? {
        let largest = items.count <= Self.mostForAllSets ? items.count : 2
        for size in 1...max(1, largest) {
            let reaching = combinations(of: items.count, size).map { ($0, verdict(items, without: $0)) }
                .filter { $0.1.band < limit }
            let best = reaching.min { $0.1.excess.p95Milliseconds < $1.1.excess.p95Milliseconds }
            if let best { return best.0 }
        }
        return nil
    }

    private func verdict(_ items: [Item], without set: [Int]) -> Verdict {
        let rest = items.indices.filter { !set.contains($0) }.flatMap { items[$0].changes }
        return explanation.table.verdicts.verdict(Set(rest), explanation.conditions)
    }

    /// Every way to take `size` of `count` things, in lexical order.
    private func combinations(of count: Int, _ size: Int) -> [[Int]] {
        var result: [[Int]] = [[]]
        for _ in 0..<size {
            result = result.flatMap { taken in (min((taken.last ?? -1) + 1, count)..<count).map { taken + [$0] } }
        }
        return result
    }
}
