/// Something published, with what was published before it.
struct Update {
    var publication: Publication
    var previous: Publication
    var time: Duration
    var line: Int
}

/// Events close to each other that wait for their update.
struct PendingUpdate {
    /// When the first of them was.
    let time: Duration
    /// Where the first of them stands.
    let line: Int
    /// When the last of them has to be published.
    private(set) var deadline: Duration
    /// The events in order.
    private(set) var events: [PlaybackEvent] = []
    /// What they have to publish, whatever the kind of programme.
    private(set) var publishes: Set<NowPlayingProperty> = []
    /// What the events are called where no line of the log names them.
    private var title: String?
    /// Whether something is lost near them, which may have been their update.
    var isDoubtful = false
    /// The last update since the first of them.
    var latest: Update?

    init(time: Duration, line: Int) {
        self.time = time
        self.line = line
        deadline = time
    }

    /// Adds an event.
    ///
    /// - Parameters:
    ///   - name: For a sentence; `nil` for the name that the log gives it.
    ///   - isRequired: Whether it has to be published.
    mutating func add(_ event: PlaybackEvent, named name: String?, isRequired: Bool, deadline: Duration) {
        if events.isEmpty { title = name }
        if events.count < 16 { events.append(event) } else { events[15] = event }
        if isRequired { publishes.formUnion(event.publishes) }
        self.deadline = deadline
    }

    /// Whether everything published has to go.
    var clears: Bool { events.last?.clears ?? false }
    /// Whether Apple names none of the events.
    var isOwnReading: Bool { events.allSatisfy(\.isOwnReading) }
    /// The events for a sentence.
    var names: String { title ?? events.map(\.rawValue).joined(separator: " and ") }
}

/// An update that no event asked for so far, with where playback stood.
struct LooseUpdate {
    var publication: Publication
    var previous: Publication
    var time: Duration
    var line: Int
    var clock: PlaybackClock
}
