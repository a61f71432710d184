package import HLSPlaylists
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
    /// Transitions of the playlist as it is, where a check has them: they know the media behind discontinuities.
    package var known: [Transition]
    /// What plays under each service plan.
    package var sessions: [PlannedSession]

    /// Collects what is known.
    package init(
        id: String, title: String, address: String, isLive: Bool, primary: AssetProfile, keyframes: KeyframeGrid,
        known: [Transition] = [], sessions: [PlannedSession]
    ) {
        self.id = id
        self.title = title
        self.address = address
        self.isLive = isLive
        self.primary = primary
        self.keyframes = keyframes
        self.known = known
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

    /// Describes a session.
    package init(plan: ServicePlan, schedule: Schedule, breaks: [ResolvedInterstitial], played: [PlayedBreak]) {
        self.plan = plan
        self.schedule = schedule
        self.breaks = breaks
        self.played = played
    }
}

extension ServicePlan {
    /// Whether the playlist's breaks play as they are.
    var leavesPlaylistAlone: Bool { (handlesPlaylistEvents ?? true) && (changes?.isEmpty ?? true) }
}
