package import AirPlayReceivers

/// What of a receiver and a moment decides how long changes take: two receivers with equal conditions have equal delays,
/// whatever else they can do.
package struct DelayConditions: Sendable, Hashable {
    /// How the player changes items.
    package var switching: Switching
    /// Where picture and sound go.
    package var output: OutputPath
    /// Probability that a second decoder is running before the boundary, 0…1: with it, the video stage counts as 0.
    package var dualDecoderProbability: Double
    /// How far decoder work and a display mode change add up: 0 parallel, 1 strictly serial.
    package var videoOverlap: Double
    /// What viewers have set, as far as it is known.
    package var settings: ViewerSettings
    /// How much of the data's delay is hidden, in milliseconds.
    package var leadMilliseconds: Double
    /// Whether the player changes to another item. At a discontinuity inside one it does not, and there is no floor.
    package var changesItem: Bool

    /// Names every condition.
    package init(
        switching: Switching, output: OutputPath, dualDecoderProbability: Double, videoOverlap: Double,
        settings: ViewerSettings = ViewerSettings(), leadMilliseconds: Double, changesItem: Bool = true
    ) {
        self.switching = switching
        self.output = output
        self.dualDecoderProbability = dualDecoderProbability
        self.videoOverlap = videoOverlap
        self.settings = settings
        self.leadMilliseconds = leadMilliseconds
        self.changesItem = changesItem
    }

    /// The conditions of a receiver with this much lead.
    package init(_ receiver: ReceiverProfile, leadMilliseconds: Double, changesItem: Bool = true) {
        self.init(
            switching: receiver.switching, output: receiver.output,
            dualDecoderProbability: receiver.dualDecoderProbability, videoOverlap: receiver.videoOverlap,
            settings: receiver.settings, leadMilliseconds: leadMilliseconds, changesItem: changesItem)
    }
}

extension DelayConditions {
    /// The circumstance that decides a change's numbers here, if one is known.
    ///
    /// A receiver with a panel of its own has no link to re-train and speakers of its own; behind HDMI the viewer's
    /// settings decide, and where they are not known the table's own trigger stands.
    func circumstance(for id: ChangeID, in stage: Stage) -> Circumstance? {
        if output == .internalPanel {
            return stage == .display ? .internalPanel : stage == .audioOutput ? .internalSpeakers : nil
        }
        switch setting(behind: id, in: stage) {
        case .matchDynamicRange: return settings.matchDynamicRange.map { $0 ? .matchingOn : .matchingOff }
        case .matchFrameRate:
            if settings.quickMediaSwitching == true, settings.matchFrameRate != false { return .quickMediaSwitching }
            return settings.matchFrameRate.map { $0 ? .matchingOn : .matchingOff }
        case .audioFormat:
            guard let format = settings.audioFormat, format != .auto else { return nil }
            return format.isConstant ? .fixedPCM : .bitstreamOn
        case .quickMediaSwitching, nil: return nil
        }
    }

    /// The viewer's setting that decides whether a change acts, where one does.
    func setting(behind id: ChangeID, in stage: Stage) -> ViewerSetting? {
        guard output != .internalPanel else { return nil }
        switch stage {
        case .display where id.rawValue.hasPrefix("video.dynamic_range"): return .matchDynamicRange
        case .display where id.rawValue.hasPrefix("video.frame_rate"): return .matchFrameRate
        case .audioOutput: return .audioFormat
        default: return nil
        }
    }

    /// These conditions with everything left out that a stage does not look at, so that its draws are kept once.
    func relevant(to stage: Stage) -> DelayConditions {
        var result = self
        result.videoOverlap = 0
        if stage != .data { result.leadMilliseconds = 0 }
        if stage != .videoDecoder { result.dualDecoderProbability = 0 }
        if stage != .pipeline { result.changesItem = true }
        if stage != .display, stage != .audioOutput {
            result.settings = ViewerSettings()
            result.output = .unknown
        }
        return result
    }
}
