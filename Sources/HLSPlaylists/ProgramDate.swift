/// An exact moment of the calendar, as EXT-X-PROGRAM-DATE-TIME and START-DATE state it.
///
/// Kept as an exact distance from 1970-01-01T00:00:00Z; the zone in which it was written is not kept. Leap seconds do
/// not exist here, as in ISO 8601 practice.
public struct ProgramDate: Sendable, Hashable, Codable {
    /// Distance from the start of 1970 in UTC.
    public let sinceEpoch: Duration

    /// A moment at an exact distance from 1970-01-01T00:00:00Z.
    public init(sinceEpoch: Duration) { self.sinceEpoch = sinceEpoch }

    /// Reads an ISO 8601 date and time: `2024-01-01T00:00:05.000Z`, with `+01:00`, `+0100` or `+01` as zone.
    ///
    /// Without a zone UTC is taken (rfc8216bis 4.4.4.6). `nil` for dates that do not exist and for other forms.
    public init?(iso8601 text: some StringProtocol) {
        let bytes = Array(text.utf8.prefix(81))
        self.init(iso8601: bytes, 0..<bytes.count)
    }

    /// Reads a date from a range of bytes.
    init?(iso8601 bytes: [UInt8], _ range: Range<Int>) {
        guard range.count <= 80 else { return nil }
        var reader = ISO8601Reader(bytes, range)
        guard let moment = reader.read() else { return nil }
        sinceEpoch = moment
    }

    /// Whether a text ends with a zone; one without it is read as UTC.
    static func statesZone(_ bytes: ArraySlice<UInt8>) -> Bool {
        // The date itself contains dashes; a zone follows the time.
        bytes.dropFirst(11).contains { $0 | 0x20 == UInt8(ascii: "z") || $0 == 43 || $0 == 45 }
    }

    /// The moment a length of time later.
    public static func + (date: ProgramDate, length: Duration) -> ProgramDate {
        ProgramDate(sinceEpoch: date.sinceEpoch + length)
    }

    /// The length of time between two moments.
    public static func - (a: ProgramDate, b: ProgramDate) -> Duration { a.sinceEpoch - b.sinceEpoch }
}

extension ProgramDate: Comparable, CustomStringConvertible {
    /// Orders by time.
    public static func < (a: ProgramDate, b: ProgramDate) -> Bool { a.sinceEpoch < b.sinceEpoch }

    /// The moment in UTC with at least milliseconds: `2024-01-01T00:00:05.000Z`.
    public var description: String {
        var (seconds, attoseconds) = sinceEpoch.components
        if attoseconds < 0 {
            seconds -= 1
            attoseconds += 1_000_000_000_000_000_000
        }
        let days = seconds >= 0 ? seconds / 86400 : (seconds - 86399) / 86400
        let time = seconds - days * 86400
        let (year, month, day) = Self.civil(days: days)
        var fraction = String(attoseconds)
        fraction = String(repeating: "0", count: 18 - fraction.count) + fraction
        while fraction.count > 3, fraction.last == "0" { fraction.removeLast() }
        func padded(_ number: Int64, _ width: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(time / 3600, 2))"
            + ":\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2)).\(fraction)Z"
    }

    /// Days since 1970-01-01 to a proleptic Gregorian date (Howard Hinnant's `civil_from_days`).
    private static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719468
        let era = (shifted >= 0 ? shifted : shifted - 146096) / 146097
        let dayOfEra = shifted - era * 146097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }
}
