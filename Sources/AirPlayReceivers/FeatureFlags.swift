import Foundation

/// The feature bits that a receiver publishes: 64 in `features`, and those beyond in `fex`. Unknown bits are kept.
///
///     FeatureFlags("0x7F8AD0,0x38BCB46")   // the low word comes first and may be short
package struct FeatureFlags: Sendable, Hashable {
    /// Bits 0…63.
    package var rawValue: UInt64
    /// Numbers of the set bits from 64 on, ascending; empty when none is set or `fex` is missing.
    package var beyond: [Int]

    /// Takes bits as they are.
    package init(rawValue: UInt64, beyond: [Int] = []) {
        self.rawValue = rawValue
        self.beyond = beyond
    }

    /// Reads `0xLOW` or `0xLOW,0xHIGH`: the value is `HIGH << 32 | LOW`.
    ///
    /// Both words are numbers, never glued as text: televisions publish a low word of six digits. A single word may
    /// be up to 64 bits; without `0x` and with none of the digits a…f a long one may as well be decimal, as in `/info`, so
    /// that nobody can say which bits are meant. `nil` for anything else, however long.
    package init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map { HexNumber.read($0) }
        switch words.count {
        case 1:
            let isAmbiguous = text.utf8.count > 8 && text.allSatisfy(\.isNumber)
            guard let word = words[0], !isAmbiguous else { return nil }
            self.init(rawValue: word)
        case 2:
            guard let low = words[0], let high = words[1], low <= UInt32.max, high <= UInt32.max else { return nil }
            self.init(rawValue: high << 32 | low)
        default: return nil
        }
    }

    /// Reads `fex`: base64, usually without padding, of bytes in little-endian order; at most 32 bytes.
    package init?(extended text: String) {
        guard (1...44).contains(text.utf8.count) else { return nil }
        let bare = text.prefix { $0 != "=" }
        let padded = bare + String(repeating: "=", count: (4 - bare.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: String(padded)), !bytes.isEmpty else { return nil }
        self.init(rawValue: 0)
        for (index, byte) in bytes.enumerated() {
            for bit in 0..<8 where byte & 1 << bit != 0 {
                let number = index * 8 + bit
                if number < 64 { rawValue |= 1 << number } else { beyond.append(number) }
            }
        }
    }

    /// The low 32 bits: what tells families of receivers apart.
    package var lowWord: UInt32 { UInt32(truncatingIfNeeded: rawValue) }

    /// The high 32 bits.
    package var highWord: UInt32 { UInt32(truncatingIfNeeded: rawValue >> 32) }

    /// Numbers of all set bits, ascending.
    package var bits: [Int] { (0..<64).filter { rawValue >> $0 & 1 == 1 } + beyond }

    /// Whether all these bits are set.
    package func has(_ numbers: Int...) -> Bool {
        numbers.allSatisfy { number in
            (0..<64).contains(number) ? rawValue >> number & 1 == 1 : beyond.contains(number)
        }
    }

    /// Whether one of these bits is set.
    package func hasAny(_ numbers: Int...) -> Bool { numbers.contains { has($0) } }
}

extension FeatureFlags: Codable {
    /// `words` and `beyond` are the value. `names` is for people: numbers of 64 bits do not survive every JSON reader.
    private enum CodingKeys: String, CodingKey {
        case words, beyond, names
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let words = try fields.decode(String.self, forKey: .words)
        guard let flags = FeatureFlags(words) else {
            throw DecodingError.dataCorruptedError(
                forKey: .words, in: fields, debugDescription: "'\(words.prefix(40))' is no pair of hex words")
        }
        self.init(rawValue: flags.rawValue, beyond: try fields.decodeIfPresent([Int].self, forKey: .beyond) ?? [])
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(description, forKey: .words)
        if !beyond.isEmpty { try fields.encode(beyond, forKey: .beyond) }
        try fields.encode(described.map { $0.name ?? "bit-\($0.number)" }, forKey: .names)
    }
}

extension FeatureFlags: CustomStringConvertible {
    /// The form of the TXT record: `0x7F8AD0,0x38BCB46`.
    package var description: String {
        "0x" + String(lowWord, radix: 16, uppercase: true) + ",0x" + String(highWord, radix: 16, uppercase: true)
    }
}

/// Numbers in hex as TXT records write them.
enum HexNumber {
    /// Reads up to 16 hex digits with or without `0x`; `nil` for anything else.
    static func read(_ text: some StringProtocol) -> UInt64? {
        let digits = text.hasPrefix("0x") || text.hasPrefix("0X") ? text.dropFirst(2) : text[...]
        guard (1...16).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") })
        else { return nil }
        return UInt64(digits, radix: 16)
    }
}
