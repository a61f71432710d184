package import AirPlayReceivers

/// Costs that a user measured, in the place of the shipped ones for a class, a model or one receiver.
package struct Calibration: Sendable, Hashable {
    /// What it is called in verdicts.
    package var name: String
    /// What was measured, when and how, in one sentence.
    package var source: String
    /// What it replaces, and for whom.
    package var entries: [Entry]

    /// Collects a calibration.
    package init(name: String, source: String, entries: [Entry]) {
        self.name = name
        self.source = source
        self.entries = entries
    }

    /// Costs of the receivers it covers.
    package struct Entry: Sendable, Hashable {
        /// Whom it covers.
        package var scope: Scope
        /// How these receivers change items; `nil` leaves what is known.
        package var switching: Switching?
        /// Replaced costs.
        package var changes: [ChangeID: CostReplacement]

        /// Describes an entry.
        package init(scope: Scope, switching: Switching? = nil, changes: [ChangeID: CostReplacement]) {
            self.scope = scope
            self.switching = switching
            self.changes = changes
        }
    }

    /// The receivers that an entry covers.
    package enum Scope: Sendable, Hashable {
        /// A class, in one tier or in all.
        case receiverClass(ReceiverClass, DecodingTier?)
        /// A model by its identifier.
        case model(String)
        /// One receiver by its identifier.
        case receiver(String)

        /// A narrower scope overrides a wider one.
        var precedence: Int {
            switch self {
            case .receiverClass(_, nil): 0
            case .receiverClass: 1
            case .model: 2
            case .receiver: 3
            }
        }

        func covers(_ receiver: ReceiverIdentity) -> Bool {
            switch self {
            case .receiverClass(let name, let tier):
                name == receiver.receiverClass && (tier == nil || tier == receiver.tier)
            case .model(let name): name == receiver.model
            case .receiver(let id): id.lowercased() == receiver.receiverID?.lowercased()
            }
        }
    }
}

/// Measured numbers for one change; `nil` leaves the shipped one.
package struct CostReplacement: Sendable, Hashable {
    /// Chance that the change causes the action, 0…1.
    package var trigger: Double?
    /// Median size in milliseconds.
    package var p50Milliseconds: Double?
    /// 95th percentile of the size in milliseconds.
    package var p95Milliseconds: Double?
    /// Chance that playback fails, 0…1.
    package var failureProbability: Double?
    /// Grade of these numbers.
    package var grade: Grade
    /// How many runs they rest on; `nil` when not stated.
    package var runs: Int?

    /// Describes a replacement.
    package init(
        trigger: Double? = nil, p50Milliseconds: Double? = nil, p95Milliseconds: Double? = nil,
        failureProbability: Double? = nil, grade: Grade, runs: Int? = nil
    ) {
        self.trigger = trigger
        self.p50Milliseconds = p50Milliseconds
        self.p95Milliseconds = p95Milliseconds
        self.failureProbability = failureProbability
        self.grade = grade
        self.runs = runs
    }
}

/// What of a receiver decides which calibrations cover it.
package struct ReceiverIdentity: Sendable, Hashable {
    /// The class.
    package var receiverClass: ReceiverClass
    /// The decoding tier.
    package var tier: DecodingTier
    /// The stable identifier of a real receiver.
    package var receiverID: String?
    /// The model identifier of a real receiver.
    package var model: String?

    /// Names a receiver or a class.
    package init(receiverClass: ReceiverClass, tier: DecodingTier, receiverID: String? = nil, model: String? = nil) {
        self.receiverClass = receiverClass
        self.tier = tier
        self.receiverID = receiverID
        self.model = model
    }
}

extension ReceiverProfile {
    /// What decides which calibrations cover it.
    package var identity: ReceiverIdentity {
        ReceiverIdentity(receiverClass: receiverClass, tier: tier, receiverID: receiverID, model: model)
    }
}

extension TransitionCosts {
    /// These costs with what calibrations measured on a receiver in their place, and how that receiver switches if one of
    /// them says so.
    func calibrated(
        by calibrations: [Calibration], for receiver: ReceiverIdentity
    )
        -> (costs: TransitionCosts, switching: Switching?, used: [CalibrationUse])
    {
        let entries = calibrations.enumerated().flatMap { file, calibration in
            calibration.entries.filter { $0.scope.covers(receiver) }.map { (file, calibration, $0) }
        }.sorted { ($0.2.scope.precedence, $0.0) < ($1.2.scope.precedence, $1.0) }
        var result = self
        var switching: Switching?
        var used: [CalibrationUse] = []
        for (_, calibration, entry) in entries {
            switching = entry.switching ?? switching
            for (id, replacement) in entry.changes { result.changes[id]?.replace(replacement, from: calibration.name) }
            let use = CalibrationUse(name: calibration.name, source: calibration.source)
            if !used.contains(use) { used.append(use) }
        }
        return (result, switching, used)
    }

    /// A short hash over every number, so that a verdict can be held against the table it came from (FNV-1a).
    package var digest: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func add(_ text: String) {
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        }
        add("\(limits)")
        for (id, cost) in changes.sorted(by: { $0.key < $1.key }) {
            add(id.rawValue + cost.stage.rawValue + cost.action)
            for values in [
                cost.trigger, cost.p50Milliseconds, cost.p95Milliseconds, cost.failureProbability, cost.contentFactor,
                cost.detectionMilliseconds,
            ] {
                add("\(values.adaptive) \(values.reload) \(values.unknown);")
            }
            for (circumstance, override) in cost.overrides.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                add(
                    circumstance.rawValue
                        + [override.trigger, override.p50Milliseconds, override.p95Milliseconds]
                        .map { $0.map { "\($0)" } ?? "-" }.joined(separator: " "))
            }
        }
        let text = String(UInt32(truncatingIfNeeded: hash ^ (hash >> 32)), radix: 16)
        return String(repeating: "0", count: 8 - text.count) + text
    }
}

/// A calibration that decided numbers of a verdict.
package struct CalibrationUse: Sendable, Hashable, Codable {
    /// What it is called.
    package var name: String
    /// What was measured, when and how.
    package var source: String
}

extension ChangeCost {
    /// Takes over measured numbers. What was measured on a receiver was measured with its own panel and speakers, so the
    /// estimates for these fall away with the number they replace; estimates by viewer setting stay.
    fileprivate mutating func replace(_ measured: CostReplacement, from name: String) {
        func all<Value>(_ value: Value) -> BySwitching<Value> {
            BySwitching(adaptive: value, reload: value, unknown: value)
        }
        if let value = measured.trigger { trigger = all(value) }
        if let value = measured.failureProbability { failureProbability = all(value) }
        if let value = measured.p50Milliseconds { p50Milliseconds = all(value) }
        if let value = measured.p95Milliseconds { p95Milliseconds = all(value) }
        // The grade is that of the sizes: a measured chance of acting makes no measurement of a shipped size.
        let hasSize = measured.p50Milliseconds != nil || measured.p95Milliseconds != nil
        if hasSize { grade = all(measured.grade) }
        if measured.trigger != nil { triggerGrade = measured.grade }
        calibration = name
        for circumstance in [Circumstance.internalPanel, .internalSpeakers] {
            guard var override = overrides[circumstance] else { continue }
            if measured.trigger != nil { override.trigger = nil }
            if measured.p50Milliseconds != nil { override.p50Milliseconds = nil }
            if measured.p95Milliseconds != nil { override.p95Milliseconds = nil }
            if hasSize { override.grade = nil }
            overrides[circumstance] = override
        }
    }
}
