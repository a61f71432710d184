import TransitionRisk

/// A receiver as it is, and with each setting of its owner that can make a difference.
struct ReceiverBranches {
    /// The receiver in one state.
    struct Branch {
        /// The receiver with its settings.
        var receiver: ReceiverProfile
        /// What its owner must have set.
        var settings: [String]
        /// What tells it from others, as `trait=value`.
        var traits: Set<String>
    }

    /// As it is; after that, for an Apple TV behind HDMI, with Match Content on and off.
    let all: [Branch]

    init(_ candidate: Candidate) {
        let fixed = candidate.traits.filter { !$0.hasPrefix("setting=") }
        var branches = [Branch(receiver: candidate.profile, settings: [], traits: fixed)]
        if candidate.traits.contains("setting=match-content-on") {
            branches += [true, false].map { isOn in
                var receiver = candidate.profile
                receiver.settings.matchDynamicRange = isOn
                receiver.settings.matchFrameRate = isOn
                let word = isOn ? "on" : "off"
                return Branch(
                    receiver: receiver, settings: ["Match Content, Dynamic Range and Frame Rate: \(word)"],
                    traits: fixed.union(["setting=match-content-\(word)"]))
            }
        }
        all = branches
    }

    /// The states in which a visit is to be tried, by position in ``all``.
    func indices(forVisitThatMattersToSettings matters: Bool) -> Range<Int> {
        matters && all.count > 1 ? 1..<all.count : 0..<1
    }
}

extension Visit {
    /// Whether a setting of a receiver's owner decides what happens: the range or the rate of pictures changes.
    var mattersToSettings: Bool {
        traits.contains("change=video-dynamic-range") || traits.contains("change=video-frame-rate")
    }
}
