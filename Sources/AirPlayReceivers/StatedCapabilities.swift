/// What a receiver can play: its own word first, then its row of the model table.
enum StatedCapabilities {
    /// The capabilities of a receiver with these facts. `row` is `nil` when no row covers it or its claim is false.
    static func capabilities(_ facts: ReceiverFacts, _ infos: [ReceiverInfo], _ row: ModelEntry?) -> Capabilities {
        var capabilities = row?.capabilities?.claims ?? Capabilities()
        if let features = facts.features {
            let shows = features.value.hasAny(4, 49)
            // Without either bit there is no way to hand it a video: the absence is as good as a statement.
            capabilities.airPlayVideo = Claim(
                shows, origin: .deviceStated, source: "\(features.place), bits 4 and 49", confidence: "confirmed")
        }
        if let stated = infos.compactMap(\.supportsInterstitials).first {
            capabilities.interstitials = Claim(
                stated, origin: .deviceStated, source: "/info playbackCapabilities.supportsInterstitials",
                confidence: "confirmed")
        }
        return capabilities
    }
}
