/// A day, as facts are dated: `2026-11-21`.
package struct CalendarDate: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    /// The year, 1970…9999.
    package let year: Int
    /// The month, 1…12.
    package let month: Int
    /// The day of the month, from 1.
    package let day: Int

    /// Reads `YYYY-MM-DD`, ten characters; `nil` for anything else and for days that no calendar has.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count == 10, parts.map(\.utf8.count) == [4, 2, 2],
            text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            (1970...9999).contains(year), (1...12).contains(month)
        else { return nil }
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...days[month - 1]).contains(day) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let date = CalendarDate(text) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "'\(text.prefix(40))' is no date; write it as 2026-11-21"))
        }
        self = date
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(description)
    }

    /// The earlier day comes first.
    package static func < (a: CalendarDate, b: CalendarDate) -> Bool {
        (a.year, a.month, a.day) < (b.year, b.month, b.day)
    }

    /// `2026-11-21`.
    package var description: String {
        [(year, 4), (month, 2), (day, 2)].map { number, digits in
            String(repeating: "0", count: max(0, digits - String(number).count)) + String(number)
        }
        .joined(separator: "-")
    }
}
