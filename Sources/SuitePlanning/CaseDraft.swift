import AirPlayReceivers
import DeviceMatrix
import TransitionRisk

/// A case that could be made: one kind of break on one receiver with its settings, from no sender yet.
struct CaseDraft {
    /// Position among the visits.
    var visit: Int
    /// Position among the chosen receivers.
    var receiver: Int
    /// What its owner must have set.
    var settings: [String]
    /// One for each change of asset.
    var predictions: [Prediction]
    /// What makes it what it is, as text.
    var key: String
    /// The same without the service plan and what the viewer may do: what the receiver is put through.
    var content: String
    /// How many breaks of the catalogue it stands for.
    var count: Int
    /// Whether the service plan makes of the break something else than the playlist does.
    var isChangedByPlan: Bool
    /// Positions of the must facets that it shows.
    var musts: [Int]
    /// Positions of the should facets that it shows.
    var shoulds: [Int]

    /// The transition that decides its place.
    var worst: Prediction? {
        predictions.max { ($0.score, $0.risk) < ($1.score, $1.risk) }
    }

    /// The worst band; `none` where nothing changes, `not-applicable` where AirPlay video does not reach.
    var band: Band {
        let judged = predictions.map(\.band)
        if judged.contains(.blocking) { return .blocking }
        if judged.contains(.unknown) { return .unknown }
        return judged.max() ?? .none
    }

    var risk: Double { max(worst?.risk ?? 0, Self.leastRisk) }
    var uncertainty: Double { worst.map { max($0.uncertainty, Self.leastRisk) } ?? 1 }

    /// risk × uncertainty.
    var score: Double { (risk * uncertainty * 1000).rounded() / 1000 }

    /// What a break is worth a look for where no delay is predicted: apps and players get plans and restrictions wrong.
    private static let leastRisk = 0.05
}

/// Makes the drafts of a catalogue for the chosen receivers.
struct DraftMaker {
    let visits: [CountedVisit]
    let receivers: [Candidate]
    let musts: [Facet]
    let shoulds: [Facet]
    let assessor: TransitionAssessor

    /// All drafts, by receiver and then in the order of the catalogue; those that nothing tells apart count as one.
    func drafts() -> [CaseDraft] {
        var drafts: [CaseDraft] = []
        for (number, receiver) in receivers.enumerated() {
            var known: [String: Int] = [:]
            var shown = ShownFacets(musts: musts, shoulds: shoulds)
            var predicted: [PredictionKey: Prediction] = [:]
            for (index, entry) in visits.enumerated() {
                for branch in branches(receiver, entry.visit) {
                    let predictions = entry.visit.steps.map { step in
                        let key = PredictionKey(step: step.number, settings: branch.receiver.settings)
                        if let known = predicted[key] { return known }
                        let prediction = predict(step, on: branch.receiver)
                        predicted[key] = prediction
                        return prediction
                    }
                    let content = ([receiver.id] + branch.settings + predictions.map(\.signature)).joined(
                        separator: "|")
                    let key = entry.visit.structure + "|" + content
                    if let place = known[key] {
                        drafts[place].count += entry.count
                        continue
                    }
                    known[key] = drafts.count
                    let facets = shown.facets(receiver: branch.traits, visit: entry.visit.traits)
                    drafts.append(
                        CaseDraft(
                            visit: index, receiver: number, settings: branch.settings, predictions: predictions,
                            key: key, content: content, count: entry.count,
                            isChangedByPlan: entry.visit.isChangedByPlan, musts: facets.musts, shoulds: facets.shoulds
                        ))
                }
            }
        }
        return drafts
    }

    private struct PredictionKey: Hashable {
        var step: Int
        var settings: ViewerSettings
    }

    private struct Branch {
        var receiver: ReceiverProfile
        var settings: [String]
        var traits: Set<String>
    }

    /// The receiver as it is, or with each setting of its owner that makes a difference for what changes here.
    private func branches(_ candidate: Candidate, _ visit: Visit) -> [Branch] {
        let fixed = candidate.traits.filter { !$0.hasPrefix("setting=") }
        let matters =
            visit.traits.contains("change=video-dynamic-range") || visit.traits.contains("change=video-frame-rate")
        guard candidate.traits.contains("setting=match-content-on"), matters else {
            return [Branch(receiver: candidate.profile, settings: [], traits: fixed)]
        }
        return [true, false].map { isOn in
            var receiver = candidate.profile
            receiver.settings.matchDynamicRange = isOn
            receiver.settings.matchFrameRate = isOn
            let word = isOn ? "on" : "off"
            return Branch(
                receiver: receiver,
                settings: ["Match Content, Dynamic Range and Frame Rate: \(word)"],
                traits: fixed.union(["setting=match-content-\(word)"]))
        }
    }

    private func predict(_ step: Visit.Step, on receiver: ReceiverProfile) -> Prediction {
        switch step.judgement {
        case .media(let transition): return Prediction(assessor.assess(transition, on: receiver))
        case .recorded(let verdicts):
            let column = "\(receiver.receiverClass.rawValue)/\(receiver.tier.rawValue)"
            return verdicts[receiver.id] ?? verdicts[column]
                ?? Prediction(
                    band: .unknown, p50Milliseconds: nil, p95Milliseconds: nil, risk: 1, uncertainty: 1,
                    reasons: ["the check has no column for this receiver"], signature: "no column")
        }
    }
}

/// Which facets a receiver shows with a visit; visits that use the same are asked once.
private struct ShownFacets {
    let musts: [Facet]
    let shoulds: [Facet]
    private var known: [Key: (musts: [Int], shoulds: [Int])] = [:]

    private struct Key: Hashable {
        var receiver: Set<String>
        var visit: Set<String>
    }

    init(musts: [Facet], shoulds: [Facet]) {
        self.musts = musts
        self.shoulds = shoulds
    }

    mutating func facets(receiver: Set<String>, visit: Set<String>) -> (musts: [Int], shoulds: [Int]) {
        let key = Key(receiver: receiver, visit: visit)
        if let found = known[key] { return found }
        func shown(_ facets: [Facet]) -> [Int] {
            facets.indices.filter { facets[$0].isShown(receiver: receiver, using: visit) }
        }
        let found = (shown(musts), shown(shoulds))
        known[key] = found
        return found
    }
}

extension Visit {
    /// What a viewer meets apart from the media, as text that does not depend on names or on the rest of the catalogue.
    var structure: String {
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
