import AirPlayReceivers
import DeviceMatrix
import NowPlaying
import TransitionRisk

/// Makes the drafts of a catalogue for the chosen receivers.
///
/// What a hundred thousand breaks have in common is worked out once: a verdict for each kind of transition on each
/// receiver, a set of facets for each set of traits. The rest is comparing numbers.
struct DraftMaker {
    private let visits: [CountedVisit]
    private let receivers: [ReceiverBranches]
    private let receiverIDs: [String]
    private let facets: ShownFacets
    private let predictor: TransitionPredictor

    /// Verdicts that had to be worked out, and boundaries that had to be compared.
    struct Effort: Hashable {
        var verdicts = 0
        var boundaries = 0
    }

    /// - Parameter examples: For each number of a step one that has it.
    init(
        visits: [CountedVisit], examples: [Visit.Judgement], receivers: [Candidate], musts: [Facet], shoulds: [Facet],
        model: DelayModel, calibrations: [Calibration]
    ) {
        self.visits = visits
        self.receivers = receivers.map(ReceiverBranches.init)
        receiverIDs = receivers.map(\.id)
        facets = ShownFacets(musts: musts, shoulds: shoulds)
        predictor = TransitionPredictor(examples: examples, model: model, calibrations: calibrations)
    }

    /// What tells two drafts of one receiver apart.
    private struct Key: Hashable {
        var structure: Int
        var content: Int
    }

    /// What a receiver is put through.
    private struct Content: Hashable {
        var branch: Int
        /// The structure of what is tried beside the breaks.
        var appleSide: Int?
        var signatures: [Int]
    }

    /// All drafts, by receiver and then in the order of the catalogue; those that nothing tells apart count as one.
    func drafts() -> (drafts: [CaseDraft], effort: Effort) {
        let matters = visits.map(\.visit.mattersToSettings)
        var traitNumbers: [Set<String>: Int] = [:]
        var media: [String] = []
        let traits = visits.map { entry in
            if let known = traitNumbers[entry.visit.traits] { return known }
            traitNumbers[entry.visit.traits] = media.count
            media.append(entry.visit.media)
            return media.count - 1
        }
        var structures = TextNumbers()
        let structure = zip(visits, traits).map { structures.number($0.visit.structure + ";" + media[$1]) }
        var drafts: [CaseDraft] = []
        var effort = Effort()
        var contents = 0
        let reference = reference
        for (number, receiver) in receivers.enumerated() {
            var predictions = predictor.predictions(on: receiver.all.map(\.receiver))
            var known: [Key: Int] = [:]
            var contentNumbers: [Content: (number: Int, hash: UInt64)] = [:]
            var shown: [[Int: (musts: [Int], shoulds: [Int])]] = receiver.all.map { _ in [:] }
            for (index, entry) in visits.enumerated() {
                let isAppleSide = entry.visit.appleSide != nil
                if isAppleSide, number != reference { continue }
                for branch in receiver.indices(forVisitThatMattersToSettings: matters[index]) {
                    let found = entry.visit.steps.map { predictions.number(step: $0.number, branch: branch) }
                    let content = Content(
                        branch: branch, appleSide: isAppleSide ? structure[index] : nil,
                        signatures: found.map { predictions.signature($0) })
                    let numbered: (number: Int, hash: UInt64)
                    if let old = contentNumbers[content] {
                        numbered = old
                    } else {
                        let text = predictions.text(of: found, receiver.all[branch], id: receiverIDs[number])
                        numbered = (contents, StableHash.value(text))
                        contentNumbers[content] = numbered
                        contents += 1
                    }
                    let key = Key(structure: structure[index], content: numbered.number)
                    if let place = known[key] {
                        drafts[place].count += entry.count
                        continue
                    }
                    known[key] = drafts.count
                    if shown[branch][traits[index]] == nil {
                        shown[branch][traits[index]] = facets.facets(
                            receiver: receiver.all[branch].traits, visit: entry.visit.traits)
                    }
                    drafts.append(
                        CaseDraft(
                            visit: index, receiver: number, branch: branch,
                            predictions: found.map { predictions.known[$0] }, content: numbered.number,
                            tie: StableHash.mixed(structures.hash(structure[index]), numbered.hash),
                            count: entry.count, isAppleSide: isAppleSide, isChangedByPlan: entry.visit.isChangedByPlan,
                            facets: shown[branch][traits[index]] ?? ([], [])))
                }
            }
            effort.verdicts += predictions.known.count
            effort.boundaries += predictions.boundariesCompared
        }
        return (drafts, effort)
    }

    /// The receiver on which is tried what does not depend on receivers: an Apple TV, else the first that takes video.
    private var reference: Int {
        let profiles = receivers.map { $0.all[0].receiver }
        return profiles.firstIndex { $0.receiverClass == .appleTV }
            ?? profiles.firstIndex { $0.capabilities.airPlayVideo?.value != false } ?? 0
    }

    // MARK: What only picked drafts need

    /// What a receiver's owner must have set.
    func settings(of draft: CaseDraft) -> [String] { receivers[draft.receiver].all[draft.branch].settings }

    /// What makes a draft what it is, as text.
    func key(of draft: CaseDraft) -> String {
        let visit = visits[draft.visit].visit
        return visit.structure + ";" + visit.media + "|"
            + Self.content(draft.predictions, receivers[draft.receiver].all[draft.branch], receiverIDs[draft.receiver])
    }

    /// A draft's predictions with their reasons.
    func explained(_ draft: CaseDraft) -> [Prediction] {
        let receiver = receivers[draft.receiver].all[draft.branch].receiver
        return zip(visits[draft.visit].visit.steps, draft.predictions).map { step, brief in
            guard case .media(let transition) = step.judgement else { return brief }
            return predictor.explained(transition, on: receiver)
        }
    }

    fileprivate static func content(
        _ predictions: [Prediction], _ branch: ReceiverBranches.Branch, _ id: String
    ) -> String {
        ([id] + branch.settings + predictions.map(\.signature)).joined(separator: "|")
    }
}

extension TransitionPredictor.Column {
    fileprivate func text(of numbers: [Int], _ branch: ReceiverBranches.Branch, id: String) -> String {
        DraftMaker.content(numbers.map { known[$0] }, branch, id)
    }
}

/// Texts by number, with a hash of each.
private struct TextNumbers {
    private var numbers: [String: Int] = [:]
    private var hashes: [UInt64] = []

    mutating func number(_ text: String) -> Int {
        if let known = numbers[text] { return known }
        numbers[text] = hashes.count
        hashes.append(StableHash.value(text))
        return hashes.count - 1
    }

    func hash(_ number: Int) -> UInt64 { hashes[number] }
}

/// Which facets a receiver shows with a visit.
private struct ShownFacets {
    let musts: [Facet]
    let shoulds: [Facet]

    func facets(receiver: Set<String>, visit: Set<String>) -> (musts: [Int], shoulds: [Int]) {
        func shown(_ facets: [Facet]) -> [Int] {
            facets.indices.filter { facets[$0].isShown(receiver: receiver, using: visit) }
        }
        return (shown(musts), shown(shoulds))
    }
}

extension Visit {
    /// What it uses that a receiver must be able to play, and what its events ask for; kinds of breaks that differ in it are
    /// told apart even where no verdict differs.
    var media: String {
        let kinds: [CatalogueTrait] = [.videoCodec, .dynamicRange, .audioCodec, .channels, .protection]
        let prefixes = kinds.map { $0.rawValue + "=" }
        let asked = ["playout-limit", "occupies-range", "snap", "set-by-app"].map {
            TraitValue(CatalogueTrait.interstitial, $0).text
        }
        return traits.filter { trait in
            trait == "resolution=uhd" || asked.contains(trait) || prefixes.contains { trait.hasPrefix($0) }
        }.sorted().joined(separator: ",")
    }

    /// What a viewer meets apart from the media, as text that does not depend on names or on the rest of the catalogue.
    var structure: String {
        if let appleSide { return "\(plan);apple-side;\(appleSide.kind.rawValue);\(appleSide.shape)" }
        let parts = parts.map { part in
            let words = part.restrictions.map { $0.words.joined(separator: "+") } ?? "?"
            let window = part.skipWindow.map(\.decimalSeconds).joined(separator: "-")
            let length = part.plays.map { "\($0.components.seconds)" } ?? "?"
            return "\(length)s:\(words):\(window):\(part.cue.rawValue):\(part.assets)\(part.usesList ? "L" : "")"
        }
        let resumes = resume.map { ($0 - at).decimalSeconds } ?? "end"
        let live = traits.contains("presentation=live") ? "live" : "vod"
        return
            "\(plan);\(live);\(at == .zero ? "start" : "mid");\(resumes);\(parts.joined(separator: ","));\(suppressed.isEmpty ? "" : "none")"
    }
}
