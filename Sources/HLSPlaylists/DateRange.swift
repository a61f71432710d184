/// An EXT-X-DATERANGE tag as written, legal or not.
///
/// Players disagree about broken tags, so what was written is kept; ``MediaPlaylist/dateRanges`` is what a conforming
/// client makes of it.
public struct DateRangeTag: Sendable, Hashable {
    /// The attributes that could be read.
    public var attributes: AttributeList
    /// Breaches of the attribute list grammar; a conforming client ignores a tag that has any.
    public var problems: [AttributeList.Problem]
    /// The attribute list as written; `nil` when ``attributes`` says it all.
    public var text: String?
    /// Where the tag stands.
    public var line: SourceLine
}

/// A date range: all tags of one ID, merged (rfc8216bis 4.4.5.1).
public struct DateRange: Sendable, Hashable {
    /// ID.
    public var id: String
    /// CLASS.
    public var rangeClass: String?
    /// START-DATE.
    public var startDate: ProgramDate
    /// END-DATE as written; see ``end``.
    public var endDate: ProgramDate?
    /// DURATION.
    public var duration: Duration?
    /// PLANNED-DURATION.
    public var plannedDuration: Duration?
    /// END-ON-NEXT=YES.
    public var endsOnNext = false
    /// CUE; empty when absent.
    public var cue: Cue = []
    /// All attributes of all its tags; of those in several tags the first.
    public var attributes: AttributeList
    /// Where its first tag stands.
    public var line: SourceLine
    /// For END-ON-NEXT, the start of the next range of the class, if there is one yet.
    public var nextStartDate: ProgramDate?

    /// When the range ends: END-DATE, else from DURATION, else the next range of the class with END-ON-NEXT;
    /// `nil` while unknown. A planned duration does not make it known.
    public var end: ProgramDate? { endDate ?? duration.map { startDate + $0 } ?? nextStartDate }

    /// DURATION, or the distance to ``end``.
    public var knownDuration: Duration? { duration ?? end.map { $0 - startDate } }
}

/// What triggers an event besides its date (CUE, rfc8216bis 4.4.5.1).
public struct Cue: OptionSet, Sendable, Hashable, Codable {
    /// The bits.
    public let rawValue: Int

    /// Names a set by its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Before the primary starts, wherever that is.
    public static let pre = Cue(rawValue: 1)
    /// After the primary ended.
    public static let post = Cue(rawValue: 2)
    /// At most once in a session.
    public static let once = Cue(rawValue: 4)

    /// The words of the attribute, in a fixed order.
    public var words: [String] {
        [(Cue.pre, "PRE"), (.post, "POST"), (.once, "ONCE")].filter { contains($0.0) }.map(\.1)
    }

    /// The cue that words name; others are left out.
    public init(words: [String]) {
        self = []
        for word in words {
            switch word {
            case "PRE": insert(.pre)
            case "POST": insert(.post)
            case "ONCE": insert(.once)
            default: continue
            }
        }
    }
}
