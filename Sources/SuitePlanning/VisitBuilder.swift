import DeviceMatrix
import HLSPlaylists
import MediaFormats
import NowPlaying
import TransitionRisk

/// Finds what can be tested in a catalogue, each kind once: visits that are alike in everything that decides a verdict or
/// what a viewer may do count as one.
struct VisitBuilder {
    /// What was found, in the order of the catalogue.
    private(set) var visits: [CountedVisit] = []
    /// How many visits of breaks there are before they are taken together.
    private(set) var total = 0
    /// Positions of the presentations that have any.
    private(set) var presentations: Set<Int> = []

    /// For each number of a step one that has it, with the first assets of the catalogue that are alike.
    private(set) var examples: [Visit.Judgement] = []

    private var indexByKey: [Key: Int] = [:]
    private var stepNumbers: [StepKey: Int] = [:]
    private var traitSets: Set<Set<String>> = []
    private var media = MediaTokens()

    /// Everything that tells two visits apart.
    private struct Key: Hashable {
        var plan: String
        var isLive: Bool
        var isStart: Bool
        var resume: Duration?
        var parts: [PartKey]
        var isSuppressed: Bool
        /// What events ask for beside the above.
        var features: Set<String>
        /// What is tried beside the breaks, without names and times.
        var appleSide: String?
        var steps: [Int]
    }

    private struct PartKey: Hashable {
        var seconds: Int64?
        var restrictions: Int?
        var skipWindow: [Duration]
        var cue: Int
        var assets: Int
        var usesList: Bool
    }

    private struct StepKey: Hashable {
        var kind: Transition.Kind
        var from = 0
        var to = 0
        var primary = 0
        var delivery: Delivery?
        var landing: Landing?
        var recorded: [String: Prediction]?
    }

    /// Adds one presentation.
    mutating func add(_ presentation: PlannedPresentation, number: Int) {
        let base = presentation.sessions.firstIndex { $0.plan.leavesPlaylistAlone } ?? 0
        guard presentation.sessions.indices.contains(base) else { return }
        let reference = visits(of: presentation, number, session: base)
        for session in presentation.sessions.indices {
            let own = session == base ? reference : visits(of: presentation, number, session: session)
            for var visit in own {
                visit.isChangedByPlan = !reference.contains {
                    $0.at == visit.at && $0.resume == visit.resume && $0.parts == visit.parts
                }
                count(visit, presentation)
            }
            let playing = Set(own.flatMap(\.parts).map(\.eventID))
            let missing = reference.filter { visit in visit.parts.allSatisfy { !playing.contains($0.eventID) } }
            guard let first = missing.first else { continue }
            var visit = first
            visit.session = session
            visit.plan = presentation.sessions[session].plan.name
            visit.resume = first.at
            visit.parts = []
            visit.isChangedByPlan = true
            visit.suppressed = missing.flatMap(\.parts).map(\.eventID)
            visit.steps = []
            visit.traits = ["\(CatalogueTrait.presentation.rawValue)=\(presentation.isLive ? "live" : "vod")"]
            count(visit, presentation)
        }
        if !reference.isEmpty { addAppleSide(of: presentation, number) }
    }

    private mutating func addAppleSide(of presentation: PlannedPresentation, _ number: Int) {
        for (index, session) in presentation.sessions.enumerated() {
            for entry in session.appleSide {
                let traits = [
                    TraitValue(CatalogueTrait.presentation, presentation.isLive ? "live" : "vod").text,
                    TraitValue(CatalogueTrait.appleSide, entry.kind.rawValue).text,
                ]
                count(
                    Visit(
                        presentation: number, session: index, plan: session.plan.name,
                        at: entry.parts.lazy.compactMap(\.at).first ?? .zero, parts: [], steps: [],
                        traits: Set(traits), appleSide: entry), presentation)
            }
        }
    }

    /// Adds a check that was made before.
    mutating func add(_ check: RecordedCheck, number: Int) {
        for visit in check.visits(number) { count(visit) }
    }

    private mutating func count(_ visit: Visit, _ presentation: PlannedPresentation? = nil) {
        if visit.appleSide == nil { total += 1 }
        presentations.insert(visit.presentation)
        var visit = visit
        for index in visit.steps.indices { visit.steps[index].number = number(visit.steps[index]) }
        let key = key(visit, isLive: presentation?.isLive ?? false)
        if let index = indexByKey[key] {
            visits[index].count += 1
            return
        }
        // What it uses is worked out for the first of its kind only.
        if let presentation, !visit.parts.isEmpty { describe(&visit, presentation) }
        // Few sets differ, and each is held once.
        visit.traits = traitSets.insert(visit.traits).memberAfterInsert
        indexByKey[key] = visits.count
        visits.append(CountedVisit(visit: visit, count: 1))
    }

    private mutating func number(_ step: Visit.Step) -> Int {
        let key = stepKey(step)
        if let known = stepNumbers[key] { return known }
        stepNumbers[key] = examples.count
        var judgement = step.judgement
        if case .media(var transition) = judgement {
            transition.from = media.first[key.from]
            transition.to = media.first[key.to]
            transition.primary = media.first[key.primary]
            judgement = .media(transition)
        }
        examples.append(judgement)
        return examples.count - 1
    }

    private mutating func stepKey(_ step: Visit.Step) -> StepKey {
        var key = StepKey(kind: step.kind)
        switch step.judgement {
        case .media(let transition):
            key.from = media[transition.from]
            key.to = media[transition.to]
            key.primary = media[transition.primary]
            key.delivery = transition.delivery
            // More notice than any receiver buffers makes no difference.
            key.delivery?.notice = min(transition.delivery.notice, .seconds(60))
            key.landing = transition.landing
        case .recorded(let verdicts): key.recorded = verdicts
        }
        return key
    }

    private func key(_ visit: Visit, isLive: Bool) -> Key {
        Key(
            plan: visit.plan, isLive: isLive, isStart: visit.at == .zero, resume: visit.resume.map { $0 - visit.at },
            parts: visit.parts.map { part in
                PartKey(
                    seconds: part.plays?.components.seconds, restrictions: part.restrictions?.rawValue,
                    skipWindow: part.skipWindow, cue: part.cue.rawValue, assets: part.assets, usesList: part.usesList)
            }, isSuppressed: !visit.suppressed.isEmpty, features: visit.traits,
            appleSide: visit.appleSide.map { "\($0.kind.rawValue) \($0.shape)" }, steps: visit.steps.map(\.number))
    }

    private mutating func visits(of presentation: PlannedPresentation, _ number: Int, session: Int) -> [Visit] {
        let played = presentation.sessions[session]
        let transitions = TransitionBuilder(
            primary: presentation.primary, later: presentation.later, keyframes: presentation.keyframes
        ).transitions(played.played)
        let byID = Dictionary(transitions.map { ($0.id, $0) }) { first, _ in first }
        let rows = Dictionary(uniqueKeysWithValues: played.schedule.timelineRows.map { ($0.index, $0.playoutStart) })
        var result: [Visit] = []
        var group: Int?
        for (index, item) in played.schedule.items.enumerated() {
            guard case .interstitial(let item) = item, item.outcome == .plays else { continue }
            if group != item.group || result.isEmpty {
                result.append(
                    Visit(
                        presentation: number, session: session, plan: played.plan.name, at: item.at,
                        playoutStart: rows[index], parts: [], steps: [], traits: []))
                group = item.group
            }
            result[result.count - 1].add(item, byID)
        }
        return result
    }

    private mutating func describe(_ visit: inout Visit, _ presentation: PlannedPresentation) {
        var traits = media.traits(of: presentation.primary)
        for step in visit.steps {
            guard case .media(let transition) = step.judgement else { continue }
            traits.formUnion(media.traits(of: transition.from))
            traits.formUnion(media.traits(of: transition.to))
            traits.formUnion(media.changes(from: transition.from, to: transition.to))
            if transition.delivery.usesNewHost { traits.insert("interstitial=new-host") }
        }
        traits.insert("\(CatalogueTrait.presentation.rawValue)=\(presentation.isLive ? "live" : "vod")")
        visit.traits.formUnion(traits)
        visit.traits.formUnion(visit.ownTraits)
    }
}

extension Visit {
    /// Adds one break of the schedule with its transitions.
    fileprivate mutating func add(_ item: ScheduledInterstitial, _ transitions: [String: Transition]) {
        let event = item.event
        var list = false
        if case .list = event.content { list = true }
        parts.append(
            Part(
                eventID: event.id, plays: item.plays, restrictions: event.restrictions,
                skipWindow: item.skipWindow.map { [$0.from, $0.to] } ?? [], cue: event.cue, assets: item.parts.count,
                usesList: list))
        resume = item.resume
        let own =
            ["enter"] + (0..<max(0, item.parts.count - 1)).map { "\($0 + 1)-\($0 + 2)" } + ["resume"]
        for name in own {
            guard let transition = transitions["\(event.id)/\(name)"] else { continue }
            steps.append(Step(id: transition.id, kind: transition.kind, judgement: .media(transition)))
        }
        if event.playoutLimit != nil { traits.insert("interstitial=playout-limit") }
        if event.timelineOccupies == .range { traits.insert("interstitial=occupies-range") }
        if !event.snap.isEmpty { traits.insert("interstitial=snap") }
        if event.origin == .client { traits.insert("interstitial=set-by-app") }
    }

    /// What its breaks use of the features of interstitials.
    fileprivate var ownTraits: [String] {
        var names: [String] = []
        for part in parts {
            if part.restrictions?.contains(.skip) == true { names.append("skip") }
            if part.restrictions?.contains(.jump) == true { names.append("jump") }
            if part.restrictions?.isEmpty == true { names.append("free") }
            if !part.skipWindow.isEmpty { names.append("skip-control") }
            if part.cue.contains(.once) { names.append("once") }
            if part.cue.contains(.pre) { names.append("pre-roll") }
            if part.cue.contains(.post) { names.append("post-roll") }
            if part.usesList { names.append("asset-list") }
            if part.assets > 1 { names.append("pod") }
        }
        if parts.count > 1 { names.append("several-at-once") }
        if let resume, resume > at { names.append("resumes-later") }
        if resume == nil { names.append("ends-the-presentation") }
        return names.map { "\(CatalogueTrait.interstitial.rawValue)=\($0)" }
    }
}
