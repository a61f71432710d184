import MediaFormats

/// A larger picture may exceed what the decoder was configured for; a smaller one usually fits.
///
/// A decoder is set up for the largest variant of the ladder that plays, so an ad within that ladder never exceeds it.
enum VideoResolutionRule: TransitionRule {
    static let id: RuleID = "video-resolution"
    static let documentation = RuleDocumentation(
        title: "The resolution changes",
        looksAt: "The picture sizes on both sides, and whether the second fits into the first.",
        rationale: "A picture larger than the decoder was set up for restarts it; some boxes follow it on HDMI.",
        example: "A programme whose ladder ends at 720p with a 1080p ad.",
        source: "androidx/media MediaCodecVideoRenderer; Android frame-rate guide")
    static let parameters: [ParameterName] = [.videoResolution]
    static let worstCase: [ChangeID] = ["video.resolution.exceeds_config", "video.resolution.display"]

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        guard boundary.comparison.differs(.videoResolution),
            let from = boundary.from.values.video?.resolution, let to = boundary.to.values.video?.resolution
        else { return [] }
        let fits = to.fits(in: from) || boundary.configuredFor.map(to.fits) == true
        let decoder: ChangeID = fits ? "video.resolution.within_config" : "video.resolution.exceeds_config"
        return [TriggeredChange(decoder), TriggeredChange("video.resolution.display")]
    }

    static func fix(for boundary: Boundary) -> String {
        match(.videoResolution, boundary, "give the ad's ladder a variant of")
    }
}
