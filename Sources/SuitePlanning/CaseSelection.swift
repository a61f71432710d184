/// Picks cases from drafts: on every receiver each service plan, what the suite must show beside that, all pairs of sender,
/// receiver and plan; then for each kind of break the receiver on which most is to be learned; then by risk × uncertainty
/// as far as the budget goes.
///
/// Each choice looks at as little as it can: an ad more in the catalogue changes the cases that are about such ads, and no
/// other.
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
    private let receiverIDs: [String]
    private let senderCount: Int
    private let mustTitles: [String]
    /// Most cases of all, and of one receiver.
    private let room: (all: Int, each: Int)

    /// What was picked, in the order of picking.
    private(set) var picks: [Pick] = []
    private var musts: Set<Int> = []
    private var pairs: Set<Pair> = []
    private var taken: Set<Int> = []
    /// What receivers were put through already.
    private var seen: Set<Int> = []
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
    ///   - receiverIDs: The names of the receivers, by position.
    ///   - mustTitles: The names of must facets, by position.
    ///   - room: Most cases of all, and of one receiver.
    init(
        drafts: [CaseDraft], plans: [Int], receiverIDs: [String], senderCount: Int, mustTitles: [String],
        room: (all: Int, each: Int)
    ) {
        self.drafts = drafts
        self.plans = plans
        planCount = Set(plans).count
        self.receiverIDs = receiverIDs
        self.senderCount = senderCount
        self.mustTitles = mustTitles
        self.room = room
        cases = [Int](repeating: 0, count: receiverIDs.count)
    }

    /// Picks.
    ///
    /// - Parameter fills: Whether to go on with the riskiest of the rest until there is no room.
    mutating func run(fills: Bool) {
        var whole = self
        whole.pickBase()
        if whole.picks.count <= room.all, whole.cases.allSatisfy({ $0 <= room.each }) {
            self = whole
        } else {
            pickMostUseful(of: whole.picks)
        }
        pickKinds()
        guard fills else { return }
        for index in drafts.indices.sorted(by: isRiskier) where canTake(index) {
            take(index, sender(of: index), why: ["There is time for it, and nothing riskier is left."])
        }
    }

    // MARK: What a suite needs

    /// What coverage needs, whatever the room.
    private mutating func pickBase() {
        var cells: [Pair: [Int]] = [:]
        for index in drafts.indices where !drafts[index].isAppleSide {
            cells[Pair(kind: 2, a: drafts[index].receiver, b: plans[index]), default: []].append(index)
        }
        for (cell, options) in cells.sorted(by: { ($0.key.a, $0.key.b) < ($1.key.a, $1.key.b) }) {
            guard let best = options.min(by: comesBefore) else { continue }
            take(
                best, (Int(StableHash.value(receiverIDs[cell.a]) >> 33) + cell.b) % max(1, senderCount),
                why: [
                    "Each service plan is tried on each receiver; of the breaks under this plan this one teaches most here."
                ])
        }
        // Whatever is taken, a draft never shows more that is new than before.
        var useful = drafts.indices.map { (draft: $0, gain: 0) }
        while true {
            useful = useful.compactMap { entry in
                let gain = drafts[entry.draft].musts.count { !musts.contains($0) }
                return gain > 0 ? (entry.draft, gain) : nil
            }
            let best = useful.min { $0.gain == $1.gain ? comesBefore($0.draft, $1.draft) : $0.gain > $1.gain }?.draft
            guard let best else { break }
            let new = drafts[best].musts.filter { !musts.contains($0) }.map { mustTitles[$0] }
            take(best, sender(of: best), why: ["No other case shows: \(new.joined(separator: "; "))."])
        }
        for receiver in receiverIDs.indices {
            let options = drafts.indices.filter { drafts[$0].receiver == receiver && !drafts[$0].isAppleSide }
            pickMissing(kind: 0, senders: { Pair(kind: 0, a: $0, b: receiver) }, options)
        }
        for plan in 0..<planCount {
            let options = drafts.indices.filter { plans[$0] == plan && !drafts[$0].isAppleSide }
            pickMissing(kind: 1, senders: { Pair(kind: 1, a: $0, b: plan) }, options)
        }
    }

    private mutating func pickMissing(kind: Int, senders pair: (Int) -> Pair, _ options: [Int]) {
        guard !options.isEmpty else { return }
        for sender in 0..<senderCount where !pairs.contains(pair(sender)) {
            let fresh = options.filter { !taken.contains($0) }
            guard let best = (fresh.isEmpty ? options : fresh).min(by: comesBefore) else { continue }
            let what = kind == 0 ? "on this receiver" : "under this service plan"
            take(best, sender, why: ["Without it this sender would not be tried \(what)."])
        }
    }

    /// As much of what coverage needs as there is room for: what shows most that nothing shows yet, then the riskiest.
    private mutating func pickMostUseful(of base: [Pick]) {
        var rest = base
        func gain(_ pick: Pick) -> (Int, Int) {
            (
                drafts[pick.draft].musts.count { !musts.contains($0) },
                pairs(of: pick.draft, pick.sender).count { !pairs.contains($0) }
            )
        }
        while true {
            let options = rest.indices.filter { hasRoom(rest[$0].draft) }
            let best = options.min { a, b in
                let (x, y) = (gain(rest[a]), gain(rest[b]))
                return x == y ? isRiskier(rest[a].draft, rest[b].draft) : x > y
            }
            guard let best else { return }
            let pick = rest.remove(at: best)
            take(pick.draft, pick.sender, why: pick.why)
        }
    }

    /// Each kind of break on the receiver on which it is riskiest, where nothing like it was met there.
    private mutating func pickKinds() {
        var best: [Int: Int] = [:]
        for (index, draft) in drafts.enumerated() {
            if let other = best[draft.visit], !isRiskier(index, other) { continue }
            best[draft.visit] = index
        }
        for index in best.values.sorted(by: isRiskier) where canTake(index) && !seen.contains(drafts[index].content) {
            take(
                index, sender(of: index),
                why: [
                    drafts[index].isAppleSide
                        ? "Links, Now Playing, cues and the small picture are tried once for each kind of break and service plan."
                        : "Of all receivers here the one on which this kind of break teaches most."
                ])
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

    private mutating func take(_ draft: Int, _ sender: Int, why: [String]) {
        taken.insert(draft)
        seen.insert(drafts[draft].content)
        musts.formUnion(drafts[draft].musts)
        pairs.formUnion(pairs(of: draft, sender))
        cases[drafts[draft].receiver] += 1
        picks.append(Pick(draft: draft, sender: sender, why: why))
    }

    /// Where a plan changes something before where it does not; what was not met on the receiver before what was; then the
    /// riskier.
    private func comesBefore(_ a: Int, _ b: Int) -> Bool {
        let (x, y) = (drafts[a], drafts[b])
        if x.isChangedByPlan != y.isChangedByPlan { return x.isChangedByPlan }
        let (isNew, otherIsNew) = (!seen.contains(x.content), !seen.contains(y.content))
        if isNew != otherIsNew { return isNew }
        return isRiskier(a, b)
    }

    /// Riskier first; where that is equal, by what they are, so that the order of the catalogue changes nothing.
    private func isRiskier(_ a: Int, _ b: Int) -> Bool {
        let (x, y) = (drafts[a], drafts[b])
        if x.score != y.score { return x.score > y.score }
        return x.tie < y.tie
    }

    /// Follows from the draft alone, so that no other case changes its sender when one is added.
    private func sender(of draft: Int) -> Int {
        Int(drafts[draft].tie >> 33) % max(1, senderCount)
    }
}
