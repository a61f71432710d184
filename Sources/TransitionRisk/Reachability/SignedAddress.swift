import Foundation

/// The time of expiry that a signed URL states, in the ways of the usual content delivery networks.
struct SignedAddress: Hashable {
    /// Seconds since 1970.
    let expires: Int

    /// Reads a URL; `nil` when it states no time.
    init?(_ address: String) {
        guard let items = URLComponents(string: address)?.queryItems else { return nil }
        var values: [String: String] = [:]
        for item in items { values[item.name.lowercased()] = item.value ?? "" }
        // Akamai puts several fields into one value: hdnts=st=…~exp=…~acl=…
        for key in ["hdnts", "hdnea", "__token__", "hdntl"] {
            for field in values[key]?.split(separator: "~") ?? [] where field.hasPrefix("exp=") {
                values["exp"] = String(field.dropFirst(4))
            }
        }
        for service in ["x-amz", "x-goog"] {
            guard let date = values["\(service)-date"], let length = values["\(service)-expires"].flatMap({ Int($0) }),
                (0...31_536_000).contains(length), let start = Self.seconds(compact: date)
            else { continue }
            expires = start + length
            return
        }
        // A number of seconds since 1970 and not a length: after 2001, before 2286.
        let stated = ["expires", "exp", "e", "expiry", "expire"].lazy.compactMap { values[$0].flatMap { Int($0) } }
        guard let time = stated.first(where: { (1_000_000_000..<10_000_000_000).contains($0) }) else { return nil }
        expires = time
    }

    /// `20260101T120000Z` in seconds since 1970.
    private static func seconds(compact text: String) -> Int? {
        let digits = text.filter(\.isNumber).compactMap(\.wholeNumberValue)
        guard text.count == 16, text.hasSuffix("Z"), digits.count == 14 else { return nil }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        var parts = DateComponents()
        parts.year = number(0..<4)
        parts.month = number(4..<6)
        parts.day = number(6..<8)
        parts.hour = number(8..<10)
        parts.minute = number(10..<12)
        parts.second = number(12..<14)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(from: parts).map { Int($0.timeIntervalSince1970) }
    }
}
