package import AirPlayReceivers

extension ReceiverProfile {
    /// The column of one real receiver: what it states and what its model is known for, and for the rest the default of
    /// its class and tier.
    ///
    /// - Parameters:
    ///   - receiver: A classified receiver.
    ///   - defaults: The columns of the classes. A tier that is not known counts as the lowest the class has.
    ///   - settings: What its viewers have set, as far as an inventory says.
    /// - Returns: `nil` only when there is no column for the class and none for unknown receivers.
    package init?(_ receiver: Receiver, defaults: [ReceiverProfile], settings: ViewerSettings = ViewerSettings()) {
        let ofClass = defaults.filter { $0.receiverClass == receiver.receiverClass }
        guard
            let base = ofClass.first(where: { $0.tier == receiver.tier }) ?? ofClass.last
                ?? defaults.first(where: { $0.receiverClass == .unknown })
        else { return nil }
        self = base
        receiverClass = receiver.receiverClass
        tier = receiver.tier
        receiverID = receiver.id.neutralised
        model = receiver.model?.neutralised
        self.settings = settings
        // The name came over the network and will be printed.
        title = receiver.name.neutralised
        if receiver.switching != .unknown { switching = receiver.switching }
        if receiver.outputPath != .unknown { output = receiver.outputPath }
        capabilities = base.capabilities.overlaid(by: receiver.capabilities)
    }
}

extension Capabilities {
    /// These capabilities with every claim of another set in the place of the same claim here.
    func overlaid(by stronger: Capabilities) -> Capabilities {
        var result = self
        result.airPlayVideo = stronger.airPlayVideo ?? airPlayVideo
        // Where something is known of this receiver's decoders, what its class usually has is no evidence any more.
        if !stronger.videoDecoders.isEmpty {
            result.videoDecoders = stronger.videoDecoders
            result.videoCodecsComplete = stronger.videoCodecsComplete
        }
        if let ranges = stronger.dynamicRanges {
            result.dynamicRanges = ranges
            result.undecidedRanges = stronger.undecidedRanges
        }
        result.hdrPictureLimit = stronger.hdrPictureLimit ?? hdrPictureLimit
        result.dolbyVisionProfiles = stronger.dolbyVisionProfiles ?? dolbyVisionProfiles
        result.audioCodecs = stronger.audioCodecs ?? audioCodecs
        result.maxAudioChannels = stronger.maxAudioChannels ?? maxAudioChannels
        result.atmos = stronger.atmos ?? atmos
        result.interstitials = stronger.interstitials ?? interstitials
        return result
    }
}
