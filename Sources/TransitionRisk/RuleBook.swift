/// All rules, in the order in which reports list them.
enum RuleBook {
    /// The rules.
    static let rules: [any TransitionRule.Type] = [
        VideoCodecRule.self, VideoFrameRateRule.self, VideoAspectRatioRule.self, AudioCodecRule.self,
        AudioSampleRateRule.self, AudioBitDepthRule.self, AudioChannelLayoutRule.self, VideoDynamicRangeRule.self,
        VideoProtectionRule.self, VideoProfileRule.self, VideoChromaRule.self, VideoResolutionRule.self,
        VideoSampleEntryRule.self, VideoScanRule.self, VideoParameterSetsRule.self, AudioObjectTypeRule.self,
        VideoColourRule.self, AudioAtmosRule.self, TrackPresenceRule.self, ContainerRule.self, TrackLayoutRule.self,
        StartAlignmentRule.self,
        LeadingKeyframeRule.self, ResumePositionRule.self, DataExposureRule.self, AudioLanguageRule.self,
        SubtitleLanguageRule.self,
        AudioLoudnessRule.self,
    ]

    /// The rule of this name.
    static func rule(_ id: RuleID) -> (any TransitionRule.Type)? { rules.first { $0.id == id } }
}
