package import AirPlayReceivers

/// What each kind of change costs, with the grade of the evidence: the content of `transition-costs.yaml`.
package struct TransitionCosts: Sendable, Hashable {
    /// Name of this set of numbers; it stands in every verdict.
    package var version: String
    /// Costs by change.
    package var changes: [ChangeID: ChangeCost]
    /// Limits between bands.
    package var limits: BandLimits
    /// What each source key stands for.
    package var sources: [String: String]

    /// Collects costs.
    package init(version: String, changes: [ChangeID: ChangeCost], limits: BandLimits, sources: [String: String]) {
        self.version = version
        self.changes = changes
        self.limits = limits
        self.sources = sources
    }
}

/// The name of one kind of change, such as `video.codec_family`.
package struct ChangeID: RawRepresentable, Sendable, Hashable, Codable, CodingKeyRepresentable, Comparable,
    ExpressibleByStringLiteral
{
    /// The dotted name.
    package let rawValue: String

    /// Names a change.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// Names a change.
    package init(stringLiteral value: String) { rawValue = value }

    /// The change of item itself, which happens at every transition: the receiver's floor.
    package static let itemSwitch: ChangeID = "baseline.item_switch"
    /// Refill between first input and first picture after a flush or stronger.
    package static let firstFrame: ChangeID = "decoder.first_frame"
    /// Other parameter sets of the same kind of stream; fires between any two encodes, so it is no excess.
    package static let parameterSets: ChangeID = "video.parameter_sets_only"

    /// Orders by name.
    package static func < (a: ChangeID, b: ChangeID) -> Bool { a.rawValue < b.rawValue }
}

/// The part of a receiver that a change keeps busy. Inside a stage the strictest action serves all reasons.
package enum Stage: String, Sendable, Hashable, Codable, CaseIterable {
    case data
    case pipeline
    case demux
    case videoDecoder = "video_decoder"
    case videoFirstFrame = "video_first_frame"
    case audioDecoder = "audio_decoder"
    case display
    case audioOutput = "audio_output"
    case alignment
}

/// How well a figure is known.
package enum Grade: String, Sendable, Hashable, Codable, CaseIterable {
    /// Measured and published, several devices.
    case a = "A"
    /// Measured and published, one or two set-ups.
    case a1 = "A1"
    /// Vendor, standards or project documentation, or source code.
    case b = "B"
    /// Practitioner report.
    case c = "C"
    /// Inference.
    case d = "D"

    /// Whether somebody measured it.
    package var isMeasured: Bool { self == .a || self == .a1 }
}

/// One value for each way of switching.
package struct BySwitching<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
    /// For receivers that adapt.
    package var adaptive: Value
    /// For receivers that rebuild their pipeline.
    package var reload: Value
    /// For receivers of which nothing is known.
    package var unknown: Value

    /// One value each.
    package init(adaptive: Value, reload: Value, unknown: Value) {
        self.adaptive = adaptive
        self.reload = reload
        self.unknown = unknown
    }

    /// The value for a way of switching.
    package subscript(switching: Switching) -> Value {
        switch switching {
        case .adaptive: adaptive
        case .reload: reload
        case .unknown: unknown
        }
    }
}

/// The cost of one kind of change.
///
/// Sizes are conditional on the change causing its action; the trigger probability is the chance that it does. Sizes are
/// log-normal with `mu = ln(p50)` and `sigma = ln(p95/p50) / 1.6449`.
package struct ChangeCost: Sendable, Hashable {
    /// The stage it occupies.
    package var stage: Stage
    /// What the receiver does: `flush`, `reinit`, `relock`…
    package var action: String
    /// Why, in one sentence.
    package var mechanism: String
    /// Chance that the change causes the action, 0…1.
    package var trigger: BySwitching<Double>
    /// Median size in milliseconds.
    package var p50Milliseconds: BySwitching<Double>
    /// 95th percentile of the size in milliseconds, at least the median.
    package var p95Milliseconds: BySwitching<Double>
    /// Grade of the sizes.
    package var grade: BySwitching<Grade>
    /// Grade of the trigger probability.
    package var triggerGrade: Grade
    /// What would hide it.
    package var hiddenBy: String
    /// Keys into ``TransitionCosts/sources``.
    package var sources: [String]
    /// Chance that playback fails instead of continuing, 0…1.
    package var failureProbability: BySwitching<Double>
    /// Milliseconds of delay for a millisecond of content, where a rule knows how much content must be waited for or
    /// decoded: 1 for waiting, less for decoding faster than real time.
    package var contentFactor: BySwitching<Double>
    /// Longest time until a player notices that it must act, on top of the content, in milliseconds.
    package var detectionMilliseconds: BySwitching<Double>
    /// Values that replace the above where an output path or a viewer's setting is known.
    package var overrides: [Circumstance: CostOverride]
    /// The calibration that replaced any of these numbers; `nil` for the shipped ones.
    package var calibration: String?

    /// Describes a cost.
    package init(
        stage: Stage, action: String, mechanism: String, trigger: BySwitching<Double>,
        p50Milliseconds: BySwitching<Double>, p95Milliseconds: BySwitching<Double>, grade: BySwitching<Grade>,
        triggerGrade: Grade, hiddenBy: String, sources: [String], failureProbability: BySwitching<Double>,
        contentFactor: BySwitching<Double>, detectionMilliseconds: BySwitching<Double>,
        overrides: [Circumstance: CostOverride]
    ) {
        self.stage = stage
        self.action = action
        self.mechanism = mechanism
        self.trigger = trigger
        self.p50Milliseconds = p50Milliseconds
        self.p95Milliseconds = p95Milliseconds
        self.grade = grade
        self.triggerGrade = triggerGrade
        self.hiddenBy = hiddenBy
        self.sources = sources
        self.failureProbability = failureProbability
        self.contentFactor = contentFactor
        self.detectionMilliseconds = detectionMilliseconds
        self.overrides = overrides
    }
}

/// A known circumstance that changes a cost.
package enum Circumstance: String, Sendable, Hashable, Codable, CaseIterable, CodingKeyRepresentable {
    case internalPanel = "internal_panel"
    case matchingOn = "matching_on"
    case matchingOff = "matching_off"
    case quickMediaSwitching = "qms_chain"
    case internalSpeakers = "internal_speakers"
    case bitstreamOn = "bitstream_on"
    case fixedPCM = "pcm_fixed"
}

/// Values that replace those of a ``ChangeCost``; `nil` leaves the value as it is.
package struct CostOverride: Sendable, Hashable {
    /// Chance that the change causes the action.
    package var trigger: Double?
    /// Median size in milliseconds.
    package var p50Milliseconds: Double?
    /// 95th percentile in milliseconds.
    package var p95Milliseconds: Double?
    /// Grade of these values.
    package var grade: Grade?

    /// Describes an override.
    package init(
        trigger: Double? = nil, p50Milliseconds: Double? = nil, p95Milliseconds: Double? = nil, grade: Grade? = nil
    ) {
        self.trigger = trigger
        self.p50Milliseconds = p50Milliseconds
        self.p95Milliseconds = p95Milliseconds
        self.grade = grade
    }
}
