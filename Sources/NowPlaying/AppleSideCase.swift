package import HLSPlaylists

/// One thing to try on a device, with what must be seen.
package struct AppleSideCase: Sendable, Hashable {
    /// What is tried.
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// The app is opened by a link with a position.
        case deepLink = "deep-link"
        /// What is published is looked at.
        case nowPlaying = "now-playing"
        /// Timed metadata is listened to.
        case timedMetadata = "timed-metadata"
        /// The picture is made small.
        case pictureInPicture = "picture-in-picture"
    }

    /// One action with what must follow.
    package struct Part: Sendable, Hashable {
        /// Its name in the case: a word, or a word with the id of a break.
        package var id: String
        /// What to do.
        package var action: String
        /// What must be seen, in order; empty where nothing is to be looked at yet.
        package var expected: [String]
        /// Where the programme stands then; `nil` when that is of no matter.
        package var at: Duration?

        /// Describes an action.
        package init(_ id: String, _ action: String, _ expected: [String] = [], at: Duration? = nil) {
            self.id = id
            self.action = action
            self.expected = expected
            self.at = at
        }
    }

    /// A stable name, unique within one stream: `deep-link/A/inside/pod`.
    package var id: String
    /// What is tried.
    package var kind: Kind
    /// One line for people.
    package var title: String
    /// The service plan under which it is tried.
    package var plan: String
    /// The value of `resumeTime`; `nil` for other kinds, and where several are tried.
    package var resumeTime: String?
    /// What to do, and what must follow.
    package var parts: [Part]
    /// Where the programme begins to play; `nil` when the case does not decide it.
    package var startPosition: Duration?
    /// Breaks that play before it does.
    package var playsFirst: [String] = []
    /// Whether no source decides it, so that it is this project's reading.
    package var isOwnReading = false
    /// The document behind it.
    package var source: String
    /// What it is about, without names and times: cases with the same shape teach the same.
    package var shape: String

    /// What to do, in order.
    package var steps: [String] { parts.map(\.action) }

    /// What must be seen, in order, each once.
    package var expected: [String] {
        parts.flatMap(\.expected).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
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
