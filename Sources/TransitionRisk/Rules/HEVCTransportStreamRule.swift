/// HEVC in a transport stream plays on no AirPlay receiver.
enum HEVCTransportStreamRule: DocumentedRule {
    static let id: RuleID = "video-hevc-transport-stream"
    static let documentation = RuleDocumentation(
        title: "HEVC is carried in MPEG-TS",
        looksAt: "The container of HEVC video.",
        rationale: "AirPlay video takes HEVC in fragmented MP4 only.",
        example: "An HEVC ad packaged as .ts segments by an old workflow.",
        source: "HLS Authoring Specification 1.5")
}
