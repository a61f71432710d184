import AirPlayReceivers
import DeviceMatrix
import HLSPlaylists
import NowPlaying
import TransitionRisk

/// Writes what a person does and must see in one case, with times from the schedule and the rules of navigation.
struct StepWriter {
    let visit: Visit
    /// The session it belongs to; `nil` for a check that was made before.
    let session: PlannedSession?
    let isLive: Bool
    let title: String
    let planSummary: String?
    let candidate: Candidate
    let settings: [String]
    let sender: Sender
    let predictions: [Prediction]

    /// How much of the primary is watched before a break: enough for any receiver to have buffered what comes.
    private static let lead = Duration.seconds(10)

    private var reachesVideo: Bool { candidate.profile.capabilities.airPlayVideo?.value != false }
    private var playsBreaks: Bool { candidate.profile.capabilities.interstitials?.value != false || !reachesVideo }
    private var receiver: String { candidate.profile.title }

    var preconditions: [String] {
        var lines = ["Receiver: \(receiver), on the same network as the \(sender.title)."]
        if sender.id == "mac", candidate.profile.receiverClass == .mac, visit.appleSide == nil {
            lines.append("The Mac that sends is another one than the Mac that receives.")
        }
        lines += settings.map { "On the receiver: \($0)." }
        if candidate.profile.output == .hdmi, settings.isEmpty, visit.appleSide == nil {
            lines.append("Write down the output settings of the receiver (resolution, range, rate, sound).")
        }
        if let appleSide = visit.appleSide { lines.append(watching(appleSide)) }
        let account = planSummary.map { ": \($0.dropLast($0.hasSuffix(".") ? 1 : 0))" } ?? ""
        lines.append("Account with service plan \(visit.plan)\(account).")
        if candidate.profile.capabilities.interstitials?.value == false, visit.appleSide == nil {
            lines.append("The receiver says that it plays no interstitials: no break may show.")
        }
        return lines
    }

    var steps: [CaseStep] {
        if let appleSide = visit.appleSide { return AppleSideSteps(appleSide).steps }
        if visit.parts.isEmpty || !playsBreaks { return [start(at: .zero), uninterrupted] }
        return [start(at: startTime)] + breakSteps + [jump, again].compactMap(\.self)
    }

    private func watching(_ appleSide: AppleSideCase) -> String {
        appleSide.kind == .pictureInPicture
            ? "Watch on the \(sender.title) itself, without AirPlay: a receiver shows no small picture."
            : "On the \(sender.title), choose \(receiver) under AirPlay before each start."
    }

    // MARK: Before the break

    private var startTime: Duration { isLive || visit.at < .seconds(20) ? .zero : visit.at - Self.lead }

    private func start(at time: Duration) -> CaseStep {
        var action = "On the \(sender.title), choose \(receiver) under AirPlay and start “\(title)”"
        var expected =
            reachesVideo
            ? "The primary plays on the receiver"
            : "The \(sender.title) shows the primary; the receiver plays its sound"
        if isLive {
            action += " at the live edge."
            expected += "."
        } else if time > .zero, let session {
            action += ", then move to \(Self.seconds(time))."
            var playback = PlaybackSession(session.schedule.timeline, session.breaks)
            playback.play(until: session.schedule.timeline.startPosition)
            let outcome = playback.outcome(ofSeekTo: time)
            let first = (outcome.forced ?? outcome.entered)?.eventIDs.joined(separator: ", ")
            if let first {
                expected =
                    "\(first) plays first, because it may not be jumped over; then the primary goes on at "
                    + "\(Self.seconds(outcome.landsAt))."
            } else {
                expected += " from \(Self.seconds(time))."
            }
        } else if time > .zero {
            action += ", then move to \(Self.seconds(time))."
            expected += " from \(Self.seconds(time))."
        } else {
            action += " from the beginning."
            expected += visit.at == .zero && !visit.parts.isEmpty ? ", after the break below." : " from the beginning."
        }
        return CaseStep(
            id: "start", action: action, expected: expected, atSeconds: Self.number(time), record: ["pass or fail"])
    }

    private var uninterrupted: CaseStep {
        let end = session?.schedule.timeline.duration
        let length = end.map { " to the end at \(Self.seconds($0))" } ?? ""
        return CaseStep(
            id: "uninterrupted",
            action:
                "Watch past \(Self.seconds(visit.at))\(visit.suppressed.count > 1 ? " and every later break" : "").",
            expected:
                "No break plays: \(Self.list(visit.suppressed + visit.parts.map(\.eventID))) must not show, nothing stops at "
                + "\(Self.seconds(visit.at)), and the primary plays on\(length). The timeline shows no break.",
            atSeconds: Self.number(visit.at), record: ["pass or fail", "any stop, black or silence"])
    }

    // MARK: The break

    private var breakSteps: [CaseStep] {
        var steps: [CaseStep] = []
        var onAir = visit.playoutStart
        let byID = Dictionary(zip(visit.steps.map(\.id), predictions)) { first, _ in first }
        var used: Set<String> = []
        for (index, part) in visit.parts.enumerated() {
            let own = visit.steps.filter {
                $0.kind != .resume && $0.id.hasPrefix(part.eventID + "/") && used.insert($0.id).inserted
            }
            for (place, step) in own.enumerated() {
                let lasts = part.plays.map { ", \(Self.seconds($0)) long" } ?? ""
                let asset = own.count > 1 || part.assets > 1 ? "asset \(place + 1) of \(part.eventID)" : part.eventID
                let from =
                    step.kind == .enter
                    ? "The primary stops at \(Self.seconds(visit.at)), and"
                    : "Without any picture of the primary between,"
                steps.append(
                    transition(
                        step.id, byID[step.id],
                        action: step.kind == .enter
                            ? "Watch, touching nothing, until \(Self.seconds(visit.at))\(onTheWay)."
                            : "Watch the change to \(asset).",
                        expected: "\(from) \(asset) begins\(place == 0 ? lasts : "").", at: visit.at,
                        onAir: place == 0 ? onAir : nil))
            }
            if own.isEmpty, index == 0 {
                steps.append(
                    CaseStep(
                        id: "\(part.eventID)/first", action: "Watch how playback begins.",
                        expected: "\(part.eventID) is the first thing to be seen.", atSeconds: Self.number(visit.at),
                        onAirSeconds: onAir.map(Self.number), record: ["pass or fail"]))
            }
            if let rules = navigation(part) { steps.append(rules) }
            onAir = onAir.flatMap { start in part.plays.map { start + $0 } }
        }
        if let step = visit.steps.first(where: { $0.kind == .resume }) {
            steps.append(
                transition(
                    step.id, byID[step.id], action: "Wait for the end of \(Self.list(visit.parts.map(\.eventID))).",
                    expected: resumption, at: visit.resume, onAir: onAir))
        }
        return steps
    }

    /// Breaks that play between where the case starts and the break that it is about.
    private var onTheWay: String {
        guard let session, !isLive else { return "" }
        let start = startTime
        let names = session.schedule.breaks.filter { $0.at >= start && $0.at < visit.at }.map(\.event.id)
        return names.isEmpty
            ? "" : " of the primary; \(Self.list(names)) \(names.count == 1 ? "plays" : "play") on the way"
    }

    private var resumption: String {
        guard let resume = visit.resume else { return "The presentation ends." }
        let place = "The primary goes on at \(Self.seconds(resume))"
        if isLive { return place + ", as live as before the break." }
        if resume == visit.at { return place + ", where it was left." }
        let distance = Self.seconds(resume > visit.at ? resume - visit.at : visit.at - resume)
        return place
            + (resume > visit.at ? "; the break replaces \(distance)." : "; the last \(distance) are shown again.")
    }

    private func transition(
        _ id: String, _ prediction: Prediction?, action: String, expected: String, at: Duration?, onAir: Duration?
    ) -> CaseStep {
        CaseStep(
            id: id, action: action, expected: expected, atSeconds: at.map(Self.number),
            onAirSeconds: onAir.map(Self.number), delay: reachesVideo ? prediction : nil,
            record: ["milliseconds of black or frozen picture", "milliseconds of silence", "pass or fail"])
    }
}
