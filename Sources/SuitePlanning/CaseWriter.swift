import AirPlayReceivers
import DeviceMatrix
import HLSPlaylists
import NowPlaying
import TransitionRisk

/// Turns picked drafts into cases that a person can follow.
struct CaseWriter {
    let visits: [CountedVisit]
    let presentations: [PlannedPresentation]
    let checks: [RecordedCheck]
    let receivers: [Candidate]
    let musts: [Facet]
    let shoulds: [Facet]
    let senders: [Sender]
    let maker: DraftMaker

    /// What a draft is about, in a line.
    func title(_ draft: CaseDraft) -> String {
        let visit = visits[draft.visit].visit
        let place = visit.parts.isEmpty ? "no break at" : "\(visit.name) at"
        let matter = visit.appleSide?.title ?? "\(place) \(StepWriter.seconds(visit.at))"
        let settings = maker.settings(of: draft).map { ", \($0)" }.joined()
        return "\(subject(visit).title): \(matter) under plan \(visit.plan) on "
            + receivers[draft.receiver].profile.title + settings
    }

    /// The case of a pick.
    func testCase(_ pick: CaseSelection.Pick, _ draft: CaseDraft) -> TestCase {
        let visit = visits[draft.visit].visit
        let receiver = receivers[draft.receiver]
        let sender = senders[pick.sender]
        let presentation = presentations.indices.contains(visit.presentation) ? presentations[visit.presentation] : nil
        let (settings, predictions) = (maker.settings(of: draft), maker.explained(draft))
        let session = presentation?.sessions[visit.session]
        let writer = StepWriter(
            visit: visit, session: session, isLive: presentation?.isLive ?? false, title: subject(visit).title,
            planSummary: session?.plan.summary, candidate: receiver, settings: settings, sender: sender,
            predictions: predictions)
        return TestCase(
            id: StableHash.name(maker.key(of: draft) + "|" + sender.id), kind: visit.appleSide?.kind,
            title: title(draft),
            presentation: subject(visit),
            breaks: visit.parts.map(\.eventID), atSeconds: StepWriter.number(visit.at),
            receiver: TestCase.ReceiverName(
                id: receiver.id, title: receiver.profile.title, receiverClass: receiver.profile.receiverClass,
                tier: receiver.profile.tier), settings: settings, sender: sender, servicePlan: visit.plan,
            standsFor: draft.count, band: draft.band, risk: draft.risk, uncertainty: draft.uncertainty,
            score: draft.score, facets: draft.musts.map { musts[$0].id } + draft.shoulds.map { shoulds[$0].id },
            why: pick.why + why(draft, predictions.worst), preconditions: writer.preconditions, steps: writer.steps,
            rig: nil)
    }

    private func why(_ draft: CaseDraft, _ worst: Prediction?) -> [String] {
        var why: [String] = []
        if let appleSide = visits[draft.visit].visit.appleSide { why.append("Source: \(appleSide.source).") }
        if let worst, worst.risk > 0 {
            let reasons = worst.reasons.isEmpty ? "" : ": " + worst.reasons.joined(separator: "; ")
            why.append(
                "Risk \(draft.risk), of which a share of \(draft.uncertainty) rests on no measurement\(reasons).")
        }
        if draft.count > 1 {
            why.append("Stands for \(draft.count) breaks of the catalogue that are alike in all that counts.")
        }
        return why
    }

    private func subject(_ visit: Visit) -> TestCase.Subject {
        if presentations.indices.contains(visit.presentation) {
            let entry = presentations[visit.presentation]
            return TestCase.Subject(id: entry.id, title: entry.title, uri: entry.address)
        }
        let check = checks[visit.presentation - presentations.count]
        return TestCase.Subject(id: check.id, title: check.id, uri: check.address)
    }

    /// The order of work: the case on an Apple TV with the most to learn, then all by risk × uncertainty.
    func ordered(_ cases: [TestCase]) -> [TestCase] {
        var sorted = cases.sorted { a, b in
            if a.score != b.score { return a.score > b.score }
            if a.risk != b.risk { return a.risk > b.risk }
            return a.id < b.id
        }
        // What others are held against is a break that plays; links and cues are compared with nothing.
        let apple = sorted.indices.filter { sorted[$0].receiver.receiverClass == .appleTV }
        let aboutBreaks = apple.filter { sorted[$0].kind == nil }
        let plays = aboutBreaks.first { index in sorted[index].steps.contains { $0.delay != nil } }
        if let first = plays ?? aboutBreaks.first ?? apple.first {
            var reference = sorted.remove(at: first)
            reference.why.insert("Comes first: the Apple TV is the reference for every other receiver.", at: 0)
            sorted.insert(reference, at: 0)
        }
        return sorted
    }
}

/// Spreads cases over rigs so that each receiver stands at one rig at a time.
///
/// The cases of one receiver follow each other; where a rig is full they go on at the next. A receiver then stands at the end
/// of one rig's work and at the beginning of the next one's, and has no more cases than a rig has slots, so these never
/// overlap (McNaughton's rule).
struct RigAssignment {
    let rigs: Int
    let slots: Int

    func assign(_ cases: inout [TestCase]) {
        guard rigs > 0, slots > 0 else { return }
        var order: [String] = []
        for entry in cases where !order.contains(entry.receiver.id) { order.append(entry.receiver.id) }
        var number = 0
        for receiver in order {
            for index in cases.indices where cases[index].receiver.id == receiver {
                cases[index].rig = min(rigs, number / slots + 1)
                number += 1
            }
        }
    }
}
