package import HLSPlaylists

/// All that decides what has to be published: the stream under a service plan, and what only the app's maker knows.
package struct NowPlayingTerms: Sendable, Hashable {
    /// The kind of programme.
    package var type: ContentType
    /// What plays when, from where playback starts.
    package var schedule: Schedule
    /// The same from the begin of the programme, because a viewer may go back.
    package var wholeSchedule: Schedule
    /// Advertising inside the programme's own media.
    package var adRanges: AdRanges
    /// The external content identifier; `nil` when not stated.
    package var contentIdentifier: String?
    /// The service identifier; `nil` when not stated.
    package var serviceIdentifier: String?
    /// Where the credits begin on the primary timeline; `nil` when not known.
    package var creditsStart: Duration?

    /// Collects terms.
    package init(
        type: ContentType, schedule: Schedule, wholeSchedule: Schedule? = nil, adRanges: AdRanges = AdRanges(),
        contentIdentifier: String? = nil, serviceIdentifier: String? = nil, creditsStart: Duration? = nil
    ) {
        self.type = type
        self.schedule = schedule
        self.wholeSchedule = wholeSchedule ?? schedule
        self.adRanges = adRanges
        self.contentIdentifier = contentIdentifier
        self.serviceIdentifier = serviceIdentifier
        self.creditsStart = creditsStart
    }

    /// The programme's length without advertising; `nil` while it has none.
    package var netDuration: Duration? { schedule.timeline.duration.map(adRanges.net) }

    /// The length to publish, in whole seconds; `nil` while there is none.
    package var publishedDuration: Duration? { netDuration?.wholeSeconds }

    /// Breaks as a viewer meets them.
    package var groups: [BreakGroup] { BreakGroup.groups(of: schedule) }

    /// Whether dates of the playlist map to times.
    package var statesDates: Bool { schedule.timeline.mapping != nil }

    /// The playback progress at a position; `nil` when the start of the credits is not known.
    func progress(at position: Duration) -> Double? {
        guard let credits = creditsStart.map(adRanges.net), credits > .zero else { return nil }
        return max(0, min(1, adRanges.net(position) / credits))
    }
}

extension Duration {
    /// Rounded to whole seconds, halves away from zero.
    var wholeSeconds: Duration {
        let (seconds, attoseconds) = components
        if attoseconds >= 500_000_000_000_000_000 { return .seconds(seconds + 1) }
        return attoseconds <= -500_000_000_000_000_000 ? .seconds(seconds - 1) : .seconds(seconds)
    }

    /// The distance from zero.
    var magnitude: Duration { self < .zero ? .zero - self : self }
}
