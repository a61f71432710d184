import AirPlayReceivers

extension JudgedTransition {
    /// The verdict in one sentence for somebody who makes programmes and not players.
    ///
    /// ```
    /// On low-end TVs, ad2 will show about 1.5 s of black (worst 1 in 20: 4.7 s), because the decoder must be rebuilt for
    /// HEVC.
    /// ```
    package func sentence(for assessment: RiskAssessment) -> String {
        let place = "On \(assessment.receiver.people)"
        switch assessment.outcome {
        case .notApplicable: return "\(place), nothing of this is seen: AirPlay video does not reach them."
        case .interstitialsUnsupported: return "\(place), the ad is left out: the receiver plays no interstitials."
        case .blocking:
            let what = assessment.blockedSide == .primary ? "the programme" : what
            let why = assessment.blocking.first.map { ": \($0.message), and it takes \($0.capability)" } ?? ""
            return "\(place), \(what) does not play\(why)."
        case .unknown: return "\(place), nobody can say: \(assessment.doubt ?? "too little is known")."
        case .judged: break
        }
        guard let delay = assessment.delay else { return "\(place), nobody can say." }
        var sentence = "\(place), \(what) "
        if delay.excess.p95Milliseconds <= 80 {
            sentence += "will not be noticed (worst 1 in 20: \(Self.seconds(delay.total.p95Milliseconds)))"
        } else {
            let isSilence = delay.picture.p95Milliseconds < delay.sound.p95Milliseconds / 2
            sentence +=
                "will show about \(Self.seconds(delay.total.p50Milliseconds)) of \(isSilence ? "silence" : "black")"
                + " (worst 1 in 20: \(Self.seconds(delay.total.p95Milliseconds)))"
            if let reason = assessment.reasons.first { sentence += ", because \(reason.because)" }
        }
        if assessment.band == .unknown { sentence += "; it may be worse: \(assessment.doubt ?? "not all is known")" }
        return sentence + "."
    }

    /// What the sentence is about.
    private var what: String {
        let event = transition.id.lastIndex(of: "/").map { String(transition.id[..<$0]) } ?? transition.id
        return switch transition.kind {
        case .enter: event
        case .between: "the change to the next ad in \(event)"
        case .resume: "the return from \(event)"
        case .discontinuity: "the cut at \(transition.at.milliseconds / 1000) s"
        }
    }

    /// Seconds with two figures: `0.44 s`, `1.5 s`, `12 s`.
    private static func seconds(_ milliseconds: Double) -> String {
        if milliseconds >= 9950 { return "\(Int((milliseconds / 1000).rounded())) s" }
        if milliseconds >= 995 { return "\((milliseconds / 100).rounded() / 10) s" }
        return "\((milliseconds / 10).rounded() / 100) s"
    }
}

extension ReceiverProfile {
    /// The class and tier as people speak of them, in the plural; a real receiver by its name.
    fileprivate var people: String {
        if receiverID != nil { return title }
        let tier =
            switch tier {
            case .high: "high-end "
            case .low: "low-end "
            case .unknown: ""
            }
        return switch receiverClass {
        case .appleTV: self.tier == .high ? "Apple TV 4K" : "older Apple TVs"
        case .mac: "Macs"
        case .smartTV: "\(tier)TVs"
        case .setTopBox: "\(tier)set-top boxes"
        case .mediaStick: "\(tier)media sticks"
        case .soundBar: "\(tier)sound bars"
        case .smartSpeaker: "\(tier)smart speakers"
        case .avReceiver: "\(tier)AV receivers"
        case .software: "software receivers"
        case .unknown: "receivers of which nothing is known"
        }
    }
}
