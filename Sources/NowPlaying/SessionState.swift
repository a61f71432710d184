/// What is known of one playback session of a log.
struct SessionState {
    /// Its name; `nil` when the app has one session and does not name it.
    var name: String?
    var clock: PlaybackClock
    /// What is published now.
    var published = Publication.cleared
    /// Whether that is known; not when a line is lost that may have said it.
    var knowsPublished = true
    /// Events that wait for their update.
    var pending: PendingUpdate?
    /// An update that no event asked for so far.
    var loose: LooseUpdate?
    var commands = CommandRegister()
    var hasStarted = false
    var endedAt: Duration?
    /// Properties that were told to be missing and have not come since.
    var missing: Set<NowPlayingProperty> = []
    /// Whether it was told that positions are not known.
    var hasToldPosition = false
    /// The identifiers that were published for the start.
    var identifiers: [NowPlayingProperty: String] = [:]
    /// Until when an update may belong to an event that is lost.
    var gapEnd: Duration?
    /// A seek past breaks that may not be jumped over.
    var jump: Jump?
    /// Breaks that have begun, by their position among the groups.
    var entered: Set<Int> = []

    /// A seek past breaks that may not be jumped over and have not played.
    struct Jump {
        var time: Duration
        var line: Int
        var target: Duration
        var groups: [Int]
    }

    init(_ terms: NowPlayingTerms, name: String? = nil) {
        self.name = name
        clock = PlaybackClock(terms)
    }

    /// Something of the log is lost, which may have said anything about the session.
    ///
    /// - Parameter time: Until when updates may belong to it.
    mutating func loseTrack(until time: Duration) {
        clock.loseTrack()
        pending?.isDoubtful = true
        loose = nil
        gapEnd = time
        commands.loseTrack()
        knowsPublished = false
        endedAt = nil
        jump = nil
    }

    /// Playback begins anew.
    mutating func begin() {
        hasStarted = true
        commands.isComplete = true
        endedAt = nil
        missing = []
        hasToldPosition = false
        jump = nil
        entered = []
    }
}
