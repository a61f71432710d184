package import HLSPlaylists
package import NowPlaying
package import TransitionRisk

/// One presentation of the catalogue with everything that a plan needs of it.
package struct PlannedPresentation: Sendable {
    /// Its stable name.
    package var id: String
    /// What people call it.
    package var title: String
    /// Where it is, as it may be printed.
    package var address: String
    /// Whether it is live.
    package var isLive: Bool
    /// What was measured of the primary.
    package var primary: AssetProfile
    /// Where the primary can be entered.
    package var keyframes: KeyframeGrid
    /// Its media behind each of its discontinuities.
    package var later: [PrimaryStretch]
    /// What plays under each service plan.
    package var sessions: [PlannedSession]

    /// Collects what is known.
    package init(
        id: String, title: String, address: String, isLive: Bool, primary: AssetProfile, keyframes: KeyframeGrid,
        later: [PrimaryStretch] = [], sessions: [PlannedSession]
    ) {
        self.id = id
        self.title = title
        self.address = address
        self.isLive = isLive
        self.primary = primary
        self.keyframes = keyframes
        self.later = later
        self.sessions = sessions
    }
}

/// What plays under one service plan.
package struct PlannedSession: Sendable {
    /// The plan.
    package var plan: ServicePlan
    /// What plays when.
    package var schedule: Schedule
    /// The breaks that the schedule was made of.
    package var breaks: [ResolvedInterstitial]
    /// The breaks that play, with what was measured of their assets.
    package var played: [PlayedBreak]
    /// What to try beside the breaks themselves: links, Now Playing, cues, picture in picture.
    package var appleSide: [AppleSideCase] = []

    /// Describes a session.
    package init(plan: ServicePlan, schedule: Schedule, breaks: [ResolvedInterstitial], played: [PlayedBreak]) {
        self.plan = plan
        self.schedule = schedule
        self.breaks = breaks
        self.played = played
    }
}

extension PlannedSession {
    /// What plays under each plan.
    ///
    /// - Parameters:
    ///   - plans: The service plans.
    ///   - breaks: All breaks before any plan changes them, with their assets.
    ///   - timeline: The primary.
    ///   - played: What was measured of the breaks that a schedule plays.
    package static func sessions(
        under plans: [ServicePlan], breaks: [ResolvedInterstitial], timeline: PrimaryTimeline,
        played: (Schedule) -> [PlayedBreak]
    ) -> [PlannedSession] {
        let known = Dictionary(breaks.map { ($0.event.id, $0) }) { first, _ in first }
        return plans.map { plan in
            // The assets of a break are the same under every plan, so they were asked for once.
            let changed = plan.apply(to: breaks.map(\.event)).events.compactMap { event in
                known[event.id].map { ResolvedInterstitial(event, taking: $0) }
            }
            let schedule = Schedule(timeline, changed)
            return PlannedSession(plan: plan, schedule: schedule, breaks: changed, played: played(schedule))
        }
    }
}

extension ResolvedInterstitial {
    /// A changed event with the assets that were found for it before the change.
    fileprivate init(_ event: InterstitialEvent, taking known: ResolvedInterstitial) {
        let isOfList = known.skipControl != known.event.skipControl
        self.init(
            event, content: known.content, skipControl: isOfList ? known.skipControl : nil,
            diagnostics: known.diagnostics)
    }
}

extension ServicePlan {
    /// Whether the playlist's breaks play as they are.
    var leavesPlaylistAlone: Bool { (handlesPlaylistEvents ?? true) && (changes?.isEmpty ?? true) }
}
