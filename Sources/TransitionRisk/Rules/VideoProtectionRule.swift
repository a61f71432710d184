import MediaFormats

/// Clear and protected samples take different decoder paths.
enum VideoProtectionRule: TransitionRule {
    static let id: RuleID = "video-protection"
    static let documentation = RuleDocumentation(
        title: "Protection changes",
        looksAt: "Whether samples reach the decoder encrypted, on both sides.",
        rationale: "The decoder is re-created with or without a secure path; some boxes fail instead of continuing.",
        example:
            "A clear ad in a FairPlay programme. Many boxes re-create the decoder with or without a "
            + "secure surface, and a protected asset needs a key before its first picture.",
        source: "HLS Authoring Specification 13.10; androidx/media issue 936")
    static let parameters: [ParameterName] = [.videoProtection]
    static let worstCase: [ChangeID] = ["video.encryption"]

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        guard let from = boundary.from.values.video?.protection, let to = boundary.to.values.video?.protection else {
            return []
        }
        guard from.needsSecureDecoder != to.needsSecureDecoder else { return [] }
        return [TriggeredChange("video.encryption")] + (to.needsSecureDecoder ? [TriggeredChange("data.key")] : [])
    }

    static func fix(for boundary: Boundary) -> String {
        boundary.referenceSide.values.video?.protection?.needsSecureDecoder == true
            ? "protect the ad like the primary" : "deliver the ad in the clear"
    }
}
