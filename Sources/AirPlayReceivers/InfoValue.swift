package import Foundation

/// A value of a property list as a receiver answered it, kept whole so that keys nobody knows today are not lost.
package enum InfoValue: Sendable, Hashable {
    /// A truth value.
    case bool(Bool)
    /// A signed integer, in which some receivers send 64-bit masks.
    case integer(Int64)
    /// An integer above `Int64.max`.
    case unsigned(UInt64)
    /// A real.
    case real(Double)
    /// A text.
    case text(String)
    /// Bytes.
    case data(Data)
    /// A list.
    case list([InfoValue])
    /// A dictionary.
    case dictionary([String: InfoValue])

    /// The deepest nesting that is read; real answers nest four deep.
    package static let deepestNesting = 16

    /// The value of a key; `nil` when this is no dictionary or has no such key.
    package subscript(key: String) -> InfoValue? {
        if case .dictionary(let values) = self { values[key] } else { nil }
    }

    /// The text; `nil` for any other kind.
    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The truth value; integers 0 and 1 count, since receivers mix them up. `nil` for anything else.
    package var bool: Bool? {
        switch self {
        case .bool(let value): value
        case .integer(0): false
        case .integer(1): true
        default: nil
        }
    }

    /// The number as 64 bits, a signed one in two's complement; `false` is 0, as UxPlay means it. `nil` otherwise.
    package var mask: UInt64? {
        switch self {
        case .integer(let value): UInt64(bitPattern: value)
        case .unsigned(let value): value
        case .bool(let value): value ? 1 : 0
        case .real(let value): UInt64(exactly: value)
        default: nil
        }
    }

    /// The number when it is whole and fits; `nil` otherwise.
    package var integer: Int? {
        switch self {
        case .integer(let value): Int(exactly: value)
        case .unsigned(let value): Int(exactly: value)
        case .real(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The elements; `nil` when this is no list.
    package var list: [InfoValue]? {
        if case .list(let values) = self { values } else { nil }
    }
}

extension InfoValue: Codable {
    /// The key under which bytes are written in JSON, in base64.
    private static let base64Key = "base64"

    package init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= InfoValue.deepestNesting * 2 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "nested deeper than a receiver's answer may be")
            )
        }
        let value = try decoder.singleValueContainer()
        if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Int64.self) {
            self = .integer(number)
        } else if let number = try? value.decode(UInt64.self) {
            self = .unsigned(number)
        } else if let number = try? value.decode(Double.self) {
            self = .real(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let data = try? value.decode(Data.self) {
            self = .data(data)
        } else if let list = try? value.decode([InfoValue].self) {
            self = .list(list)
        } else {
            let values = try value.decode([String: InfoValue].self)
            if values.count == 1, let text = values[InfoValue.base64Key]?.text, let data = Data(base64Encoded: text) {
                self = .data(data)
            } else {
                self = .dictionary(values)
            }
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .real(let value) where value.isFinite: try container.encode(value)
        case .real: try container.encodeNil()
        case .text(let value): try container.encode(value)
        case .data(let value): try container.encode([InfoValue.base64Key: value.base64EncodedString()])
        case .list(let values): try container.encode(values)
        case .dictionary(let values): try container.encode(values)
        }
    }
}
