/// Reads the calendar dates of playlists without floating point and without a calendar service.
struct ISO8601Reader {
    private let bytes: [UInt8]
    private var index: Int
    private let end: Int

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        index = range.lowerBound
        end = range.upperBound
    }

    /// Distance from the start of 1970 in UTC, or `nil` when the text is no complete date and time.
    mutating func read() -> Duration? {
        guard let year = digits(4), skip("-"), let month = digits(2), skip("-"), let day = digits(2),
            (1...12).contains(month), day >= 1, day <= Self.daysIn(month, of: year),
            skip("T") || skip("t") || skip(" "),
            let hour = digits(2), skip(":"), let minute = digits(2), hour < 24, minute < 60
        else { return nil }
        var second = 0
        var attoseconds: Int64 = 0
        if skip(":") {
            guard let stated = digits(2), stated <= 60 else { return nil }
            second = stated
            if skip(".") || skip(",") {
                guard let stated = fraction() else { return nil }
                attoseconds = stated
            }
        }
        guard let zone = zone(), index == end else { return nil }
        let days = Self.days(year: year, month: month, day: day)
        let seconds = Int64(days) * 86400 + Int64(hour * 3600 + minute * 60 + second - zone)
        return Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
    }

    private mutating func digits(_ count: Int) -> Int? {
        guard end - index >= count else { return nil }
        var value = 0
        for _ in 0..<count {
            let digit = bytes[index] &- 48
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
            index += 1
        }
        return value
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard index < end, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func fraction() -> Int64? {
        var scale: Int64 = 100_000_000_000_000_000
        var value: Int64 = 0
        let start = index
        while index < end, case let digit = bytes[index] &- 48, digit < 10 {
            value += Int64(digit) * scale
            scale /= 10
            index += 1
        }
        return index > start ? value : nil
    }

    /// Seconds east of UTC; 0 when no zone is written.
    private mutating func zone() -> Int? {
        if index == end || skip("Z") || skip("z") { return 0 }
        let negative = skip("-")
        guard negative || skip("+"), let hours = digits(2), hours < 24 else { return nil }
        var minutes = 0
        if index < end {
            _ = skip(":")
            guard let stated = digits(2), stated < 60 else { return nil }
            minutes = stated
        }
        let offset = hours * 3600 + minutes * 60
        return negative ? -offset : offset
    }

    private static func daysIn(_ month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 1970-01-01 (Howard Hinnant's `days_from_civil`, for years from 0).
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719468
    }
}
