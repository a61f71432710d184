package import HLSPlaylists

/// One line of a Now Playing log.
package struct LogEntry: Sendable, Hashable {
    /// When it was, in seconds of any clock that runs evenly.
    package var time: Duration
    /// What happened; `nil` when nothing did.
    package var event: PlaybackEvent?
    /// An event that the format does not have, for a sentence.
    package var unknownEvent: String?
    /// The break of `breakStart` and `breakEnd`, by its ID.
    package var breakID: String?
    /// Where the programme stands afterwards, on the primary timeline.
    package var position: Duration?
    /// The date there, as the player tells it.
    package var date: ProgramDate?
    /// What was published; `nil` when nothing was.
    package var publication: Publication?
    /// Commands whose registration changed.
    package var commands: [CommandChange] = []
    /// The playback session the line is about; `nil` when the app has one.
    package var session: String?
    /// Whether that session is the active one now.
    package var isActive: Bool?
    /// Whether that session fills the screen.
    package var isFullScreen: Bool?
    /// What is odd about its fields: those that the format does not have, or that hold something else. One sentence each.
    package var oddities: [String] = []

    /// A line at a time.
    package init(time: Duration) { self.time = time }
}

/// What an app handed to `MPNowPlayingInfoCenter`.
package struct Publication: Sendable, Hashable {
    /// One value for each property, in the order of ``NowPlayingProperty``; `nil` for absent ones. Empty when everything
    /// was cleared.
    var values: [LogValue?]
    /// Keys that Apple's headers do not have.
    var unknownKeys: [String] = []

    /// Whether everything was cleared.
    var isCleared: Bool { values.isEmpty }

    /// Nothing published.
    static let cleared = Publication(values: [])
    /// A dictionary without any of the properties.
    static let empty = Publication(values: Array(repeating: nil, count: NowPlayingProperty.allCases.count))

    /// The value of a property.
    subscript(property: NowPlayingProperty) -> LogValue? { isCleared ? nil : values[property.position] }
}

/// A value of a log.
package enum LogValue: Sendable, Hashable {
    /// A number, exact to a billionth.
    case number(Duration)
    /// A text.
    case text(String)
    /// A truth value.
    case flag(Bool)
    /// A number beyond ten thousand million.
    case outOfRange
    /// Anything else, named.
    case other(String)
}

/// What changed about a remote command.
package struct CommandChange: Sendable, Hashable {
    /// The command.
    package var command: RemoteCommand
    /// How many handlers it has; `nil` when that did not change.
    package var handlers: Int?
    /// Whether it is enabled; `nil` when that did not change.
    package var isEnabled: Bool?
    /// Whether it has preferred intervals; `nil` when that did not change.
    package var hasIntervals: Bool?
}
