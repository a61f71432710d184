import AirPlayReceivers
import TransitionRisk

/// What a viewer sees, for people who do not think in percentiles.
enum PlainWords {
    /// `On low-end TVs, ad2 will show about 1.5 s of black (worst 1 in 20: 4.7 s), because the decoder must be rebuilt
    /// (AVC → HEVC).` `nil` where nothing can be said in a sentence.
    static func sentence(_ judged: JudgedTransition, _ assessment: RiskAssessment) -> String? {
        let audience = audience(assessment.receiver)
        let name = subject(judged.transition)
        if assessment.band == .blocking, let block = assessment.blocking.first {
            return "\(audience), \(name) cannot play: \(block.message), but the receiver \(block.capability)."
        }
        guard let delay = assessment.delay, assessment.band > .none,
            assessment.band.isJudged || !assessment.reasons.isEmpty,
            let reason = assessment.reasons.first
        else { return nil }
        let because = because(reason)
        let typical = delay.excess.p50Milliseconds
        let worst = spokenDelay(delay.excess.p95Milliseconds)
        let what = effect(assessment, reason)
        if typical < 80 {
            let share = max(1, Int((delay.excess.over80 * 100).rounded()))
            return
                "\(audience), \(name) mostly passes unseen; \(share) of 100 times it shows \(what), worst 1 in 20 \(worst), "
                + "because \(because)."
        }
        return
            "\(audience), \(name) will show about \(spokenDelay(typical)) of \(what) (worst 1 in 20: \(worst)), because "
            + "\(because)."
    }

    /// `On low-end TVs`, `On 'Living room'`.
    private static func audience(_ receiver: ReceiverProfile) -> String {
        if receiver.receiverID != nil { return "On '\(receiver.title.printable)'" }
        let name =
            switch receiver.receiverClass {
            case .appleTV: "Apple TVs"
            case .mac: "Macs"
            case .smartTV: "TVs"
            case .setTopBox: "set-top boxes"
            case .mediaStick: "media sticks"
            case .soundBar: "sound bars"
            case .smartSpeaker: "smart speakers"
            case .avReceiver: "AV receivers"
            case .software: "software receivers"
            case .unknown: "receivers of unknown kind"
            }
        return switch receiver.tier {
        case .high: "On high-end \(name)"
        case .low: "On low-end \(name)"
        case .unknown: "On \(name)"
        }
    }

    /// The break, and which way playback goes.
    private static func subject(_ transition: Transition) -> String {
        let id = transition.id.printable
        let event = id.lastIndex(of: "/").map { String(id[..<$0]) } ?? id
        return switch transition.kind {
        case .enter: event
        case .resume: "the return from \(event)"
        default: id
        }
    }

    /// What stands still: the picture goes black when its decoder or the display starts anew, and freezes otherwise; where
    /// only the sound is late, it is silent.
    private static func effect(_ assessment: RiskAssessment, _ reason: Reason) -> String {
        let stages = Set(reason.costs.map(\.stage))
        let isSoundOnly = stages.isSubset(of: [.audioDecoder, .audioOutput])
        if isSoundOnly { return "silence" }
        return stages.isDisjoint(with: [.videoDecoder, .videoFirstFrame, .display, .pipeline])
            ? "a frozen picture" : "black"
    }

    /// The first clause of the rule's rationale with both values.
    private static func because(_ reason: Reason) -> String {
        let clause = reason.rationale.firstClause
        let text = clause.prefix(1).lowercased() + clause.dropFirst()
        guard let difference = reason.difference, let from = difference.from, let to = difference.to else {
            return text
        }
        return "\(text) (\(from) → \(to))".printable
    }
}

extension String {
    /// Everything before the first colon, semicolon or full stop that ends a clause; `4:2:0` ends none.
    fileprivate var firstClause: Substring {
        let end = indices.first { index in
            let next = self.index(after: index)
            return ":;.".contains(self[index]) && (next == endIndex || self[next].isWhitespace)
        }
        return self[..<(end ?? endIndex)]
    }
}
