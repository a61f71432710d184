import DeviceMatrix

/// Picks cases from drafts: first what the suite must show and pairs of sender, receiver and service plan, then for each
/// kind of break the receiver on which most is to be learned, then by risk × uncertainty as far as the budget goes.
struct CaseSelection {
    /// A draft with a sender.
    struct Pick {
        var draft: Int
        var sender: Int
        var why: [String]
    }

    private let drafts: [CaseDraft]
    private let plans: [Int]
    private let planCount: Int
    private let receiverCount: Int
    private let senderCount: Int
    private let mustTitles: [String]
    /// Most cases of all, and of one receiver.
    private let room: (all: Int, each: Int)

    /// What was picked, in the order of picking.
    private(set) var picks: [Pick] = []
    private var musts: Set<Int> = []
    private var shoulds: Set<Int> = []
    private var pairs: Set<Pair> = []
    private var taken: Set<Int> = []
    /// What receivers were put through already.
    private var seen: Set<String> = []
    private var cases: [Int]

    /// A pair of two kinds of thing, by position.
    private struct Pair: Hashable {
        var kind: Int
        var a: Int
        var b: Int
    }

    /// Prepares a selection.
    ///
    /// - Parameters:
    ///   - plans: For each draft the position of its service plan.
    ///   - mustTitles: The names of must facets, by position.
    ///   - room: Most cases of all, and of one receiver.
    init(
        drafts: [CaseDraft], plans: [Int], receiverCount: Int, senderCount: Int, mustTitles: [String],
        room: (all: Int, each: Int)
    ) {
        self.drafts = drafts
        self.plans = plans
        planCount = Set(plans).count
        self.receiverCount = receiverCount
        self.senderCount = senderCount
        self.mustTitles = mustTitles
        self.room = room
        cases = [Int](repeating: 0, count: receiverCount)
    }

    /// Picks.
    ///
    /// - Parameter fills: Whether to go on with the riskiest of the rest until there is no room.
    mutating func run(fills: Bool) {
        while picks.count < room.all, let best = mostUseful() { take(best.draft, best.sender, why: reasons(best)) }
        var best: [Int: Int] = [:]
        for (index, draft) in drafts.enumerated() {
            if let other = best[draft.visit], !isRiskier(index, other) { continue }
            best[draft.visit] = index
        }
        for index in best.values.sorted(by: isRiskier) where canTake(index) && !seen.contains(drafts[index].content) {
            take(
                index, preferredSender(index),
                why: ["Of all receivers here the one on which this kind of break teaches most."])
        }
        guard fills else { return }
        for index in drafts.indices.sorted(by: comesBefore) where canTake(index) {
            take(index, preferredSender(index), why: ["There is time for it, and nothing riskier is left."])
        }
    }

    /// Drafts that were not picked.
    var rest: [Int] { drafts.indices.filter { !taken.contains($0) } }

    /// Must facets and pairs that the picks show.
    var shown: Int { musts.count + pairs.count }

    /// No picks of the same number show more must facets and pairs: each shows three pairs and its own facets.
    func mostShown(by count: Int) -> Int {
        let possible = Set(drafts.flatMap(\.musts)).count
        let counts = drafts.map(\.musts.count).sorted(by: >).prefix(count).reduce(0, +)
        let allPairs = (0..<3).map(pairTotal).reduce(0, +)
        return min(possible, counts) + min(allPairs, 3 * count)
    }

    /// Pairs shown and pairs there are: sender × receiver, sender × plan, receiver × plan.
    var pairCoverage: [(covered: Int, of: Int)] {
        (0..<3).map { kind in (pairs.count { $0.kind == kind }, pairTotal(kind)) }
    }

    private func pairTotal(_ kind: Int) -> Int {
        switch kind {
        case 0: senderCount * Set(drafts.map(\.receiver)).count
        case 1: senderCount * planCount
        default: Set(drafts.indices.map { [drafts[$0].receiver, plans[$0]] }).count
        }
    }

    private func pairs(of draft: Int, _ sender: Int) -> [Pair] {
        [
            Pair(kind: 0, a: sender, b: drafts[draft].receiver), Pair(kind: 1, a: sender, b: plans[draft]),
            Pair(kind: 2, a: drafts[draft].receiver, b: plans[draft]),
        ]
    }

    private func canTake(_ draft: Int) -> Bool { !taken.contains(draft) && hasRoom(draft) }

    private func hasRoom(_ draft: Int) -> Bool { picks.count < room.all && cases[drafts[draft].receiver] < room.each }

    private struct Gain: Comparable {
        var musts = 0
        var pairs = 0
        var shoulds = 0

        static func < (a: Gain, b: Gain) -> Bool { (a.musts, a.pairs, a.shoulds) < (b.musts, b.pairs, b.shoulds) }
    }

    /// The draft and sender that show most of what nothing shows yet; `nil` when nothing is left to show.
    private func mostUseful() -> (draft: Int, sender: Int, gain: Gain)? {
        var best: (draft: Int, sender: Int, gain: Gain)?
        for (index, draft) in drafts.enumerated() where hasRoom(index) {
            var gain = Gain(musts: draft.musts.count { !musts.contains($0) })
            if let best, gain.musts < best.gain.musts { continue }
            gain.shoulds = draft.shoulds.count { !shoulds.contains($0) }
            let preferred = preferredSender(index)
            for step in 0..<senderCount {
                let sender = (preferred + step) % senderCount
                gain.pairs = pairs(of: index, sender).count { !pairs.contains($0) }
                guard gain > Gain() else { continue }
                if let best, gain < best.gain || gain == best.gain && !comesBefore(index, best.draft) { continue }
                best = (index, sender, gain)
            }
        }
        return best
    }

    private func reasons(_ best: (draft: Int, sender: Int, gain: Gain)) -> [String] {
        var why: [String] = []
        let new = drafts[best.draft].musts.filter { !musts.contains($0) }.map { mustTitles[$0] }
        if !new.isEmpty { why.append("First in the plan to show: \(new.joined(separator: "; ")).") }
        if best.gain.pairs > 0 {
            why.append(
                "Shows \(best.gain.pairs) of the pairs of sender, receiver and service plan that no case before it shows."
            )
        }
        if why.isEmpty {
            why.append("First in the plan to show \(best.gain.shoulds) of the facets that a suite should show.")
        }
        return why
    }

    private mutating func take(_ draft: Int, _ sender: Int, why: [String]) {
        taken.insert(draft)
        seen.insert(drafts[draft].content)
        musts.formUnion(drafts[draft].musts)
        shoulds.formUnion(drafts[draft].shoulds)
        pairs.formUnion(pairs(of: draft, sender))
        cases[drafts[draft].receiver] += 1
        picks.append(Pick(draft: draft, sender: sender, why: why))
    }

    /// What was not met yet first, then the riskier.
    private func comesBefore(_ a: Int, _ b: Int) -> Bool {
        let (x, y) = (drafts[a], drafts[b])
        // The same changes on the same receiver under another plan teach little that is new.
        let (isNew, otherIsNew) = (!seen.contains(x.content), !seen.contains(y.content))
        if isNew != otherIsNew { return isNew }
        return isRiskier(a, b)
    }

    /// Riskier first; where that is equal, by the key, so that the order of the catalogue changes nothing.
    private func isRiskier(_ a: Int, _ b: Int) -> Bool {
        let (x, y) = (drafts[a], drafts[b])
        if x.score != y.score { return x.score > y.score }
        if x.count != y.count { return x.count > y.count }
        return x.key < y.key
    }

    /// Follows from the draft alone, so that no other case changes its sender when one is added.
    private func preferredSender(_ draft: Int) -> Int {
        Int(StableHash.value(drafts[draft].key) >> 33) % max(1, senderCount)
    }
}
