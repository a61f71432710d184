package import HLSPlaylists

/// One thing to try on a device, with what must be seen.
package struct AppleSideCase: Sendable, Hashable {
    /// What is tried.
    package enum Kind: String, Sendable, Hashable, Codable {
        /// The app is opened by a link with a position.
        case deepLink = "deep-link"
        /// What is published is looked at.
        case nowPlaying = "now-playing"
        /// Timed metadata is listened to.
        case timedMetadata = "timed-metadata"
        /// The picture is made small.
        case pictureInPicture = "picture-in-picture"
    }

    /// A stable name, unique within one stream: `deep-link/A/inside/pod`.
    package var id: String
    /// What is tried.
    package var kind: Kind
    /// One line for people.
    package var title: String
    /// The service plan under which it is tried.
    package var plan: String
    /// The value of `resumeTime`; `nil` for other kinds.
    package var resumeTime: String?
    /// What to do, in order.
    package var steps: [String]
    /// What must be seen, in order.
    package var expected: [String]
    /// Where the programme begins to play; `nil` when the case does not decide it.
    package var startPosition: Duration?
    /// Breaks that play before it does.
    package var playsFirst: [String]
    /// Whether no source decides it, so that it is this project's reading.
    package var isOwnReading: Bool
    /// The document behind it.
    package var source: String
}

/// A stream under one service plan, for which cases are made.
package struct PlannedStream: Sendable {
    /// The plan's name.
    package var plan: String
    /// What has to be published.
    package var terms: NowPlayingTerms
    /// How one viewer's session goes, from its begin.
    package var session: PlaybackSession

    /// Puts a stream under a plan.
    package init(plan: String, terms: NowPlayingTerms, session: PlaybackSession) {
        self.plan = plan
        self.terms = terms
        self.session = session
    }
}
