/// A break in the primary: from an EXT-X-DATERANGE of class `com.apple.hls.interstitial` (rfc8216bis appendix D), or
/// set by the client as AVFoundation's `AVPlayerInterstitialEvent` would.
public struct InterstitialEvent: Sendable, Hashable {
    /// Who scheduled the event.
    public enum Origin: String, Sendable, Hashable, Codable {
        /// The playlist.
        case playlist
        /// The application, which replaces all events of the playlist.
        case client
    }

    /// Where on the primary the event belongs.
    public enum Placement: Sendable, Hashable {
        /// At a date, which the playlist maps to a time.
        case date(ProgramDate)
        /// At a time of the primary.
        case time(Duration)
    }

    /// What plays.
    public enum Content: Sendable, Hashable {
        /// One asset (X-ASSET-URI).
        case asset(String)
        /// A list that is asked for late (X-ASSET-LIST).
        case list(String)
        /// Assets that the client names (`templateItems`).
        case items([String])
    }

    /// Where the primary goes on.
    public enum Resumption: Sendable, Hashable {
        /// As far after the start as the interstitial played: the meaning of an absent X-RESUME-OFFSET.
        case afterPlayedDuration
        /// At a stated offset, which may be zero or negative.
        case offset(Duration)
        /// As far after the start as time passed on the wall (`resumptionOffset = .indefinite`).
        case afterWallClock
    }

    /// ID; unique among events.
    public var id: String
    /// Who scheduled it.
    public var origin = Origin.playlist
    /// Where it belongs.
    public var placement: Placement
    /// What plays.
    public var content: Content
    /// CUE.
    public var cue: Cue = []
    /// DURATION, or what END-DATE says.
    public var duration: Duration?
    /// PLANNED-DURATION.
    public var plannedDuration: Duration?
    /// X-RESUME-OFFSET.
    public var resumption = Resumption.afterPlayedDuration
    /// X-PLAYOUT-LIMIT; `nil` means none.
    public var playoutLimit: Duration?
    /// X-SNAP.
    public var snap: Snap = []
    /// X-RESTRICT.
    public var restrictions: Restrictions = []
    /// X-CONTENT-MAY-VARY.
    public var contentMayVary = true
    /// X-TIMELINE-OCCUPIES.
    public var timelineOccupies = TimelineOccupancy.point
    /// X-TIMELINE-STYLE.
    public var timelineStyle = TimelineStyle.highlight
    /// X-SKIP-CONTROL-…; `nil` means no skip button.
    public var skipControl: SkipControl?
    /// Further `X-` attributes, as written, in order.
    public var customAttributes: [AttributeList.Attribute] = []
    /// The document that relative URIs resolve against.
    public var base: AssetReference?
    /// Where its first tag stands.
    public var line = SourceLine(0)

    /// Describes an event; everything else has the default of the specification.
    public init(id: String, placement: Placement, content: Content) {
        self.id = id
        self.placement = placement
        self.content = content
    }

    /// An event set by the client at a time of the primary, with AVFoundation's defaults: it resumes where it left.
    public static func client(id: String, asset: String, at time: Duration) -> InterstitialEvent {
        var event = InterstitialEvent(id: id, placement: .time(time), content: .items([asset]))
        event.origin = .client
        event.resumption = .offset(.zero)
        return event
    }

    /// X-RESUME-OFFSET as a number; `nil` when the offset follows from what plays.
    public var statedResumeOffset: Duration? { if case .offset(let offset) = resumption { offset } else { nil } }
}

/// Which ends of a break move to a segment boundary (X-SNAP).
public struct Snap: OptionSet, Sendable, Hashable, Codable {
    /// The bits.
    public let rawValue: Int
    /// Names a set by its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Leave the primary at a boundary.
    public static let out = Snap(rawValue: 1)
    /// Resume the primary at a boundary.
    public static let `in` = Snap(rawValue: 2)
    /// The words of the attribute, in a fixed order.
    public var words: [String] { (contains(.out) ? ["OUT"] : []) + (contains(.in) ? ["IN"] : []) }
}

/// What the viewer may not do (X-RESTRICT).
public struct Restrictions: OptionSet, Sendable, Hashable, Codable {
    /// The bits.
    public let rawValue: Int
    /// Names a set by its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// No seeking forward and no fast play inside the break.
    public static let skip = Restrictions(rawValue: 1)
    /// No seeking across the break without playing it.
    public static let jump = Restrictions(rawValue: 2)
    /// The words of the attribute, in a fixed order.
    public var words: [String] { (contains(.skip) ? ["SKIP"] : []) + (contains(.jump) ? ["JUMP"] : []) }
}

/// How much room a break takes on a timeline for viewers (X-TIMELINE-OCCUPIES).
public enum TimelineOccupancy: String, Sendable, Hashable, Codable {
    /// One point.
    case point = "POINT"
    /// Its length.
    case range = "RANGE"
}

/// How a break looks on a timeline for viewers (X-TIMELINE-STYLE).
public enum TimelineStyle: String, Sendable, Hashable, Codable {
    /// Set off.
    case highlight = "HIGHLIGHT"
    /// Like the primary.
    case primary = "PRIMARY"
}

/// When a button to skip the break is offered (X-SKIP-CONTROL-…, rfc8216bis D.3); counted over the whole break.
public struct SkipControl: Sendable, Hashable {
    /// Played content before the button appears.
    public var offset: Duration
    /// How long it stays; `nil` means to the end of the break.
    public var duration: Duration?
    /// The localisation key; `nil` means the client's own words.
    public var labelID: String?

    /// Describes a button.
    public init(offset: Duration, duration: Duration? = nil, labelID: String? = nil) {
        self.offset = offset
        self.duration = duration
        self.labelID = labelID
    }
}
