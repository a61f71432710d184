/// The rules of the ``CapabilityGate``, which judges them all at once; each says for users what it is about.
enum CapabilityRules {
    /// The rules, in the order in which the gate asks.
    static let rules: [any DocumentedRule.Type] = [
        HEVCTransportStreamRule.self,
        ReceiverVideoCodecRule.self,
        ReceiverVideoLevelRule.self,
        ReceiverVideoResolutionRule.self,
        ReceiverVideoFrameRateRule.self,
        ReceiverVideoBitDepthRule.self,
        ReceiverVideoChromaRule.self,
        ReceiverDynamicRangeRule.self,
        ReceiverDolbyVisionRule.self,
        ReceiverAudioCodecRule.self,
        ReceiverAudioChannelsRule.self,
    ]
}
