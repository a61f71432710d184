/// An event that the application sets on its controller: the fields of AVFoundation's `AVPlayerInterstitialEvent` with
/// that class's own defaults, which differ from those of the playlist.
///
/// A file holds `{"events": […]}`; see ``ClientEventList``.
public struct ClientEvent: Sendable, Hashable, Codable {
    /// Where the primary goes on.
    public enum ResumptionOffset: Sendable, Hashable {
        /// At an offset from where it was left.
        case seconds(Duration)
        /// As far on as time passed on the wall.
        case indefinite
    }

    /// Identifies the event; a later one with the same identifier replaces it.
    public var identifier: String
    /// Time of the primary; exactly one of `time` and `date` is needed.
    public var time: ExactSeconds?
    /// Date of the primary.
    public var date: String?
    /// The assets, by URL, in playing order.
    public var templateItems: [String]?
    /// A list of assets that is asked for late, instead of `templateItems`.
    public var assetListURL: String?
    /// `constrainsSeekingForwardInPrimaryContent`, `requiresPlaybackAtPreferredRateForAdvancement`.
    public var restrictions: [String]?
    /// Seconds, or `indefinite`; absent means zero, unlike X-RESUME-OFFSET.
    public var resumptionOffset: String?
    /// Absent means none.
    public var playoutLimit: ExactSeconds?
    /// Absent means no.
    public var alignsStartWithPrimarySegmentBoundary: Bool?
    /// Absent means no.
    public var alignsResumptionWithPrimarySegmentBoundary: Bool?
    /// `joinCue` or `leaveCue`; absent and `noCue` mean neither.
    public var cue: String?
    /// Absent means no.
    public var willPlayOnce: Bool?
    /// `singlePoint` or `fill`; absent means `singlePoint`.
    public var timelineOccupancy: String?
    /// Absent means no.
    public var supplementsPrimaryContent: Bool?
    /// Absent means yes.
    public var contentMayVary: Bool?
    /// Absent means unknown.
    public var plannedDuration: ExactSeconds?
    /// Absent means that there is no button.
    public var skipControlTimeRange: TimeRange?
    /// The key of the button's words.
    public var skipControlLocalizedLabelBundleKey: String?
    /// Further attributes.
    public var userDefinedAttributes: [String: String]?

    /// A range of time inside the event.
    public struct TimeRange: Sendable, Hashable, Codable {
        /// Begin.
        public var start: ExactSeconds
        /// Length; absent means to the end.
        public var duration: ExactSeconds?
    }

    /// An event with the defaults of the class.
    public init(identifier: String) { self.identifier = identifier }

    /// The same event in the terms of the playlist.
    ///
    /// - Throws: What AVFoundation raises an exception for.
    public func event() throws(ClientEventError) -> InterstitialEvent {
        var event = InterstitialEvent(id: identifier, placement: try placement(), content: try content())
        event.origin = .client
        event.resumption = try resumption()
        event.playoutLimit = playoutLimit?.duration
        if alignsStartWithPrimarySegmentBoundary == true { event.snap.insert(.out) }
        if alignsResumptionWithPrimarySegmentBoundary == true { event.snap.insert(.in) }
        for word in restrictions ?? [] {
            switch word {
            case "constrainsSeekingForwardInPrimaryContent": event.restrictions.insert(.jump)
            case "requiresPlaybackAtPreferredRateForAdvancement": event.restrictions.insert(.skip)
            default: throw .unknownValue(identifier, "restrictions", word)
            }
        }
        switch cue {
        case nil, "noCue": break
        case "joinCue": event.cue = .pre
        case "leaveCue": event.cue = .post
        case let other?: throw .unknownValue(identifier, "cue", other)
        }
        if willPlayOnce == true { event.cue.insert(.once) }
        switch timelineOccupancy {
        case nil, "singlePoint": break
        case "fill": event.timelineOccupies = .range
        case let other?: throw .unknownValue(identifier, "timelineOccupancy", other)
        }
        if supplementsPrimaryContent == true { event.timelineStyle = .primary }
        event.contentMayVary = contentMayVary ?? true
        event.plannedDuration = plannedDuration?.duration
        event.skipControl = skipControlTimeRange.map {
            SkipControl(
                offset: $0.start.duration, duration: $0.duration?.duration, labelID: skipControlLocalizedLabelBundleKey)
        }
        event.customAttributes = (userDefinedAttributes ?? [:]).sorted { $0.key < $1.key }.map {
            AttributeList.Attribute(name: $0.key, value: $0.value, isQuoted: true)
        }
        return event
    }

    private func placement() throws(ClientEventError) -> InterstitialEvent.Placement {
        switch (time, date) {
        case (let time?, nil): return .time(time.duration)
        case (nil, let text?):
            guard let date = ProgramDate(iso8601: text) else { throw .unknownValue(identifier, "date", text) }
            return .date(date)
        default: throw .needsTimeOrDate(identifier)
        }
    }

    private func content() throws(ClientEventError) -> InterstitialEvent.Content {
        if let items = templateItems, !items.isEmpty, assetListURL == nil {
            guard items.allSatisfy({ !$0.isEmpty }) else { throw .itemWithoutURL(identifier) }
            return .items(items)
        }
        guard templateItems?.isEmpty ?? true, let list = assetListURL, !list.isEmpty else {
            throw .needsAssets(identifier)
        }
        return .list(list)
    }

    private func resumption() throws(ClientEventError) -> InterstitialEvent.Resumption {
        guard let text = resumptionOffset else { return .offset(.zero) }
        if text == "indefinite" { return .afterWallClock }
        guard let offset = Duration(decimalSeconds: text, signed: true) else {
            throw .unknownValue(identifier, "resumptionOffset", text)
        }
        return .offset(offset)
    }
}

/// The events of a controller, as a file states them.
public struct ClientEventList: Sendable, Hashable, Codable {
    /// In the order of the array, which decides between events at one place.
    public var events: [ClientEvent]

    /// Collects events.
    public init(_ events: [ClientEvent]) { self.events = events }

    /// What the controller schedules: events by identifier, a later one in the place of the earlier. Setting them
    /// replaces all events of the playlist.
    ///
    /// - Throws: The first problem of an event.
    public func controllerEvents() throws(ClientEventError) -> [InterstitialEvent] {
        var result: [InterstitialEvent] = []
        var indexByID: [String: Int] = [:]
        for event in events {
            let scheduled = try event.event()
            if let index = indexByID[scheduled.id] {
                result[index] = scheduled
            } else {
                indexByID[scheduled.id] = result.count
                result.append(scheduled)
            }
        }
        return result
    }
}

/// Why an event of a client cannot be set.
public enum ClientEventError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Neither or both of `time` and `date`.
    case needsTimeOrDate(String)
    /// Neither or both of `templateItems` and `assetListURL`.
    case needsAssets(String)
    /// An item without URL, for which AVFoundation raises an exception.
    case itemWithoutURL(String)
    /// A value that the field does not have.
    case unknownValue(String, String, String)

    /// Which event, what is wrong, what to write.
    public var description: String {
        switch self {
        case .needsTimeOrDate(let id): "event '\(id)' needs exactly one of time and date"
        case .needsAssets(let id): "event '\(id)' needs either templateItems or assetListURL"
        case .itemWithoutURL(let id): "event '\(id)' has an item without URL"
        case .unknownValue(let id, let field, let value): "event '\(id)': '\(value.prefix(60))' is no value of \(field)"
        }
    }
}
