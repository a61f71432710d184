/// The attributes of one tag, in the order written (rfc8216bis 4.2).
///
/// Names occur once; of a repeated name the first value is kept and the repetition is a ``Problem``.
public struct AttributeList: Sendable, Hashable {
    /// One `NAME=VALUE`.
    public struct Attribute: Sendable, Hashable {
        /// The name, normally of `A-Z`, `0-9` and `-`.
        public var name: String
        /// The value without quotes, after variable substitution.
        public var value: String
        /// Whether the value was a quoted-string.
        public var isQuoted: Bool

        /// Describes an attribute.
        public init(name: String, value: String, isQuoted: Bool) {
            self.name = name
            self.value = value
            self.isQuoted = isQuoted
        }
    }

    /// A breach of the grammar that was read over.
    public struct Problem: Sendable, Hashable {
        /// A stable identifier: `playlist-attribute-duplicate`.
        public var code: String
        /// One sentence.
        public var message: String
    }

    /// The attributes, in the order written.
    public var attributes: [Attribute]

    /// Collects attributes.
    public init(_ attributes: [Attribute] = []) { self.attributes = attributes }

    /// The attribute of a name, or `nil` when it is absent.
    public subscript(name: String) -> Attribute? { attributes.first { $0.name == name } }
}

extension AttributeList: CustomStringConvertible {
    /// The list in its written form, without the tag.
    public var description: String {
        attributes.map { $0.isQuoted ? "\($0.name)=\"\($0.value)\"" : "\($0.name)=\($0.value)" }.joined(separator: ",")
    }
}

extension AttributeList {
    /// Most attributes that one tag may have.
    static let mostAttributes = 256

    /// Reads a list, going on after breaches of the grammar where a reader could still tell what was meant.
    ///
    /// - Parameter variables: Definitions for `{$name}` references inside quoted-strings and hexadecimal sequences.
    public static func parse(_ text: String, variables: VariableTable = VariableTable()) -> (AttributeList, [Problem]) {
        let bytes = Array(text.utf8)
        var parser = AttributeListParser(bytes: bytes, range: 0..<bytes.count)
        var variables = variables
        return (parser.parse(&variables), parser.problems)
    }
}
