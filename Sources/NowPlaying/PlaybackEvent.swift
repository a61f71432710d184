/// Something that happens to playback and asks for an update of what is published.
package enum PlaybackEvent: String, Sendable, Hashable, Codable, CaseIterable {
    /// Playback of a programme begins.
    case start
    /// It goes on after a pause.
    case play
    /// The viewer stops it for a while.
    case pause
    /// The viewer moves the playhead.
    case seek
    /// A break begins.
    case breakStart
    /// A break ends, and the programme goes on.
    case breakEnd
    /// The programme is over.
    case completion
    /// The viewer closes the player.
    case dismissal

    /// What the event has to publish; the properties that the matrix gives to the kind of programme count.
    var publishes: [NowPlayingProperty] {
        switch self {
        case .start: NowPlayingProperty.allCases.filter { $0 != .progress }
        case .play, .breakStart: [.rate]
        case .pause, .breakEnd: [.elapsedTime, .rate]
        case .seek: [.elapsedTime]
        case .completion, .dismissal: []
        }
    }

    /// Whether everything published has to go.
    package var clears: Bool { self == .completion || self == .dismissal }

    /// Apple names no event for the begin and end of a break: what is expected there is this project's reading.
    package var isOwnReading: Bool { self == .breakStart || self == .breakEnd }

    /// Where the expectation comes from.
    package var source: String {
        isOwnReading
            ? "own reading: the guide excludes advertising from the elapsed time, which is counted on at the published rate"
            : PropertyMatrix.guide
    }
}
