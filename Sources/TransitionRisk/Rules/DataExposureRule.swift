import MediaFormats

/// What must be loaded before the next asset can start; it shows only as far as it takes longer than the notice
/// given.
enum DataExposureRule: TransitionRule {
    static let id: RuleID = "timing-data-lead"
    static let documentation = RuleDocumentation(
        title: "Data may arrive too late",
        looksAt:
            "What must be loaded before the next asset starts, against the notice given and the "
            + "receiver's buffer.",
        rationale:
            "List, connection, playlists and first segment take time; notice and buffer hide only so much of it.",
        example: "An asset list on a host of its own, asked for one second before the break.",
        source: "rfc8216bis D.4; androidx/media HlsInterstitialsAdsLoader")
    static let cause = Cause.delivery
    static let parameters: [ParameterName] = []

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        // Behind a discontinuity the same playlist goes on.
        guard boundary.kind != .discontinuity else { return [] }
        let delivery = boundary.delivery
        var ids: [ChangeID] = ["data.first_segment"]
        if delivery.usesPlaylists { ids.append("data.playlists") }
        if delivery.usesNewHost { ids.append("data.new_host") }
        if delivery.usesAssetList { ids.append("data.asset_list") }
        return ids.map { TriggeredChange($0) }
    }

    static func fix(for boundary: Boundary) -> String {
        let delivery = boundary.delivery
        var ways: [String] =
            switch boundary.kind {
            case .resume: ["make the ad longer than the primary takes to load again"]
            case .between: ["let the asset before it play longer"]
            // What is announced late in a live stream, and follows closely on another break in any.
            case .enter, .discontinuity:
                ["leave more of the primary before it, and announce it earlier where it is live"]
            }
        if delivery.usesAssetList { ways.append("name the asset in X-ASSET-URI instead of a list") }
        if delivery.usesNewHost { ways.append("serve it from a host that is already in use") }
        if boundary.kind != .resume { ways.append("begin it with a short segment") }
        return ways.joined(separator: ", or ")
    }
}
