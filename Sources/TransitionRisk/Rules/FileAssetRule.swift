/// A receiver cannot read the files of another machine.
enum FileAssetRule: ReachabilityRule {
    static let id: RuleID = "receiver-file-asset"
    static let documentation = RuleDocumentation(
        title: "An asset is a file of this machine",
        looksAt: "Whether the primary and the assets of breaks are files.",
        rationale: "What a receiver meets on its way to the stream (hosts, tokens, TLS) cannot be seen from files.",
        example: "A check of film/main.m3u8 on disk before it is uploaded.",
        source: "AVURLAsset")
    static let severity = Band.none
    static let fix = "check the published URL as well"

    static func obstacles(on itinerary: ReceiverItinerary) -> [Obstacle] {
        guard let first = itinerary.visits.first(where: { $0.isFile && $0.kind == .document }) else { return [] }
        return [
            Obstacle(
                subject: first.subject,
                message: "Files were checked: whether a receiver reaches the stream is not known",
                address: first.shown)
        ]
    }
}
