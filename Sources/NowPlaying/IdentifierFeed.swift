/// Identifiers that an availability feed has: a list, one a line, or XML.
package struct IdentifierFeed: Sendable, Hashable {
    /// The feed's name for people.
    package let name: String
    private let identifiers: Set<String>
    private let byLowercase: [String: String]

    /// Where identifiers stand in XML.
    package struct Place: Sendable, Hashable {
        /// The element's name, with its prefix if it has one.
        package var element: String
        /// The attribute; `nil` when the identifier is the element's text.
        package var attribute: String?

        /// Reads `element` or `element/@attribute`; `nil` for anything else.
        package init?(_ text: String) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard let element = parts.first, !element.isEmpty, parts.count <= 2 else { return nil }
            self.element = String(element)
            if parts.count == 2 {
                guard parts[1].hasPrefix("@"), parts[1].count > 1 else { return nil }
                attribute = String(parts[1].dropFirst())
            }
        }
    }

    /// Reads a feed.
    ///
    /// - Parameter place: Where identifiers stand, for XML; `nil` for a list with one a line.
    package init(name: String, bytes: [UInt8], place: Place?) throws(IdentifierFeedError) {
        self.name = name
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        let isXML = bytes.first { $0 > 0x20 } == UInt8(ascii: "<")
        var found: Set<String> = []
        if isXML {
            guard let place else {
                throw IdentifierFeedError(text: "is XML; say where identifiers stand with --identifier-at")
            }
            found = try FeedXMLReader.identifiers(in: bytes, at: place)
        } else {
            for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
                guard line.allSatisfy({ $0 >= 0x20 || $0 == 0x09 || $0 == 0x0D }),
                    let text = String(validating: line, as: UTF8.self)?.trimmed
                else {
                    throw IdentifierFeedError(
                        text: "is neither XML nor a list of identifiers: line \(index + 1) is no UTF-8 text")
                }
                if !text.isEmpty, !text.hasPrefix("#") { found.insert(text) }
            }
        }
        guard !found.isEmpty else {
            let where_ = place.map { " in \($0.element)" + ($0.attribute.map { "/@\($0)" } ?? "") } ?? ""
            throw IdentifierFeedError(text: "names no identifier\(isXML ? where_ : "")")
        }
        identifiers = found
        byLowercase = Dictionary(found.sorted().map { ($0.lowercased(), $0) }) { first, _ in first }
    }

    /// How many identifiers there are.
    package var count: Int { identifiers.count }

    /// Whether the feed has an identifier, letter case included.
    func contains(_ identifier: String) -> Bool { identifiers.contains(identifier) }

    /// The feed's identifier that differs only in letter case.
    func sameExceptForCase(as identifier: String) -> String? { byLowercase[identifier.lowercased()] }
}

/// Why a feed cannot be used, as the end of a sentence that begins with its name.
package struct IdentifierFeedError: Error, Sendable, Hashable {
    /// The end of the sentence.
    package var text: String
}

extension String {
    /// The text without blanks at its ends.
    var trimmed: String {
        var text = self[...]
        while let last = text.last, last.isWhitespace { text = text.dropLast() }
        return String(text.drop { $0.isWhitespace })
    }
}
