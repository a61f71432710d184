/// The variables in force at one place of a playlist (EXT-X-DEFINE, rfc8216bis 4.3 and 4.4.2.3).
///
/// A replaced text is not searched for further references, so nesting cannot run away; the total of replaced text is
/// bounded.
public struct VariableTable: Sendable, Hashable {
    /// Most text that the variables of one playlist may expand to, in bytes.
    static let mostExpansion = 16 << 20
    /// Most variables that one playlist may define.
    static let mostVariables = 1000

    /// The values by name.
    public private(set) var values: [String: String]
    private var expanded = 0

    /// Starts with definitions, such as those of the multivariant playlist for EXT-X-DEFINE:IMPORT.
    public init(_ values: [String: String] = [:]) { self.values = values }

    /// Adds a definition.
    ///
    /// - Throws: ``VariableError/duplicate(_:)`` for a name that is already defined, ``VariableError/invalidName(_:)``
    ///   for one with other characters than `A-Z a-z 0-9 - _`.
    mutating func define(_ name: String, as value: String) throws(VariableError) {
        guard Self.isName(name.utf8) else { throw .invalidName(name) }
        guard values[name] == nil else { throw .duplicate(name) }
        guard values.count < Self.mostVariables else { throw .tooMany }
        values[name] = value
    }

    /// Replaces every `{$name}`.
    mutating func substitute(in text: String) throws(VariableError) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            var close = index + 2
            if bytes[index] == UInt8(ascii: "{"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "$") {
                while close < bytes.count, Self.isName(CollectionOfOne(bytes[close])) { close += 1 }
            }
            guard close > index + 2, close < bytes.count, bytes[close] == UInt8(ascii: "}") else {
                result.append(bytes[index])
                index += 1
                continue
            }
            let name = String(decoding: bytes[index + 2..<close], as: UTF8.self)
            guard let value = values[name] else { throw .undefined(name) }
            expanded += value.utf8.count
            guard expanded <= Self.mostExpansion else { throw .expansionTooLarge }
            result.append(contentsOf: value.utf8)
            index = close + 1
        }
        if let name = Self.reference(in: result) { throw .nested(name) }
        return String(decoding: result, as: UTF8.self)
    }

    /// The name of the first reference in a text.
    private static func reference(in bytes: [UInt8]) -> String? {
        var index = 0
        while index + 3 < bytes.count {
            if bytes[index] == UInt8(ascii: "{"), bytes[index + 1] == UInt8(ascii: "$") {
                var end = index + 2
                while end < bytes.count, isName(CollectionOfOne(bytes[end])) { end += 1 }
                if end > index + 2, end < bytes.count, bytes[end] == UInt8(ascii: "}") {
                    return String(decoding: bytes[index + 2..<end], as: UTF8.self)
                }
                index = end
            } else {
                index += 1
            }
        }
        return nil
    }

    private static func isName(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy {
                $0 | 0x20 &- 97 < 26 || $0 &- 48 < 10 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
    }
}

/// Why a variable could not be defined or replaced; each makes the playlist fail (rfc8216bis 4.3).
public enum VariableError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A reference to a name without definition.
    case undefined(String)
    /// A second definition of a name.
    case duplicate(String)
    /// A name with forbidden characters.
    case invalidName(String)
    /// Values that put together another reference.
    case nested(String)
    /// A URI line that is no URI after replacement.
    case notAURI(String)
    /// More than 1000 definitions.
    case tooMany
    /// More than 16 MiB of replaced text.
    case expansionTooLarge

    /// The diagnostic code.
    var code: String {
        switch self {
        case .undefined: "playlist-variable-undefined"
        case .duplicate: "playlist-variable-duplicate"
        case .invalidName: "playlist-variable-name"
        case .nested: "playlist-variable-nested"
        case .notAURI: "playlist-variable-uri"
        case .tooMany, .expansionTooLarge: "playlist-variable-limit"
        }
    }

    /// One clause for a sentence.
    public var description: String {
        switch self {
        case .undefined(let name): "variable '\(name)' is not defined"
        case .duplicate(let name): "variable '\(name)' is defined twice"
        case .invalidName(let name): "'\(name)' is not a variable name"
        case .nested(let name): "values put together a reference to '\(name)', which is not replaced again"
        case .notAURI(let text): "'\(text.prefix(60))' is no URI"
        case .tooMany: "more than \(VariableTable.mostVariables) variables"
        case .expansionTooLarge: "variables expand to more than \(VariableTable.mostExpansion) bytes"
        }
    }
}
