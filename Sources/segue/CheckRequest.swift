import HLSPlaylists
import TransitionRisk

/// What a check is asked to do with each primary.
struct CheckRequest: Sendable {
    /// What the application does with the playlist's breaks.
    var servicePlan: ServicePlan?
    /// The breaks that the application sets instead of the playlist's.
    var clientEvents: [InterstitialEvent]?
    /// Breaks that are added to those.
    var inserted: [InterstitialEvent] = []
    /// Ads that are added, each as a break of its own.
    var creatives: [CreativeList.Creative] = []
    /// Whether asset lists are asked for, or taken from what was kept.
    var assetLists = AssetListStore.Mode.live
    /// Where answers of asset lists are kept; `nil` for the usual place, where failing to keep them matters to nobody.
    var assetListFolder: String?
    /// The policies that assets are held against.
    var policies: [Policy] = []
    /// Severity from which a finding fails the check.
    var failOn = Band.high
    /// The limit on the whole delay.
    var failOnTotal: TotalLimit?
    /// What is assumed about bandwidth and lead.
    var conditions = PlaybackConditions()
    /// Seconds since 1970, for tokens that expire.
    var now: Int?

    /// The breaks in force, and what was found on the way to them.
    ///
    /// - Parameter length: Length of the primary, if known: ads without a time of their own are spread over it.
    func breaks(in presentation: Presentation, length: Duration?) -> (events: [InterstitialEvent], [Diagnostic]) {
        var diagnostics: [Diagnostic] = []
        var events = presentation.events
        if let clientEvents {
            events = clientEvents
        } else if let servicePlan {
            let (changed, remarks) = servicePlan.apply(to: events)
            events = changed
            diagnostics += remarks
        }
        events += inserted
        let free = creatives.count { $0.time == nil }
        if free > 0, length == nil {
            diagnostics.append(
                Diagnostic(
                    .error, code: "creative-without-time",
                    message: "\(free) creatives state no time, and the primary's length is not known: give each a time",
                    uri: presentation.reference.description))
        }
        var place = 0
        for (index, creative) in creatives.enumerated() {
            if creative.time == nil { place += 1 }
            guard let time = creative.time ?? length.map({ $0 * place / (free + 1) }) else { continue }
            // Named by its place and not by the ad, so that a result keeps its name when the ad changes.
            events.append(.client(id: "creative-\(index + 1)", literal: creative.asset, at: time))
        }
        return (events, diagnostics)
    }
}
