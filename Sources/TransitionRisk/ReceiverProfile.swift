package import AirPlayReceivers

/// One column of the verdict: a class of receivers in one tier, or one real receiver, with what matters for switching.
package struct ReceiverProfile: Sendable, Hashable, Codable {
    /// The class.
    package var receiverClass: ReceiverClass
    /// The decoding tier.
    package var tier: DecodingTier
    /// Set for a real receiver: its stable identifier.
    package var receiverID: String?
    /// Set for a real receiver: its model identifier, if it states one.
    package var model: String?
    /// What people call it: `Smart TV, low-end`.
    package var title: String
    /// How its player changes items.
    package var switching: Switching
    /// Where picture and sound go.
    package var output: OutputPath
    /// What it can play.
    package var capabilities: Capabilities
    /// Probability that a second decoder is running before the boundary, 0…1.
    package var dualDecoderProbability: Double
    /// How much media it holds ahead of the playhead.
    package var forwardBuffer: Duration
    /// How far decoder work and a display mode change add up: 0 parallel, 1 strictly serial.
    package var videoOverlap: Double
    /// What viewers have set, where it is known.
    package var settings: ViewerSettings

    /// Describes a column.
    package init(
        receiverClass: ReceiverClass, tier: DecodingTier, receiverID: String? = nil, model: String? = nil,
        title: String, switching: Switching, output: OutputPath, capabilities: Capabilities,
        dualDecoderProbability: Double,
        forwardBuffer: Duration, videoOverlap: Double, settings: ViewerSettings = ViewerSettings()
    ) {
        self.receiverClass = receiverClass
        self.tier = tier
        self.receiverID = receiverID
        self.model = model
        self.title = title
        self.switching = switching
        self.output = output
        self.capabilities = capabilities
        self.dualDecoderProbability = dualDecoderProbability
        self.forwardBuffer = forwardBuffer
        self.videoOverlap = videoOverlap
        self.settings = settings
    }

    /// `smart-tv/low`, or the receiver's identifier.
    package var id: String { receiverID ?? "\(receiverClass.rawValue)/\(tier.rawValue)" }
}
