/// One frame of an ID3v2 tag.
package struct ID3Frame: Sendable, Hashable, CustomStringConvertible {
    /// What a frame holds.
    package enum Content: Sendable, Hashable {
        /// Text of a `T…` frame; version 2.4 allows several.
        case text([String])
        /// A `TXXX` frame: what it is, and its texts.
        case userText(description: String, values: [String])
        /// A `W…` frame.
        case link(String)
        /// A `WXXX` frame.
        case userLink(description: String, url: String)
        /// A `PRIV` frame: its owner and its bytes.
        case privateData(owner: String, bytes: [UInt8])
        /// A `GEOB` frame; of the object only its size is kept.
        case object(mediaType: String, fileName: String, description: String, count: Int)
        /// An `APIC` frame; of the picture only its size is kept.
        case picture(mediaType: String, description: String, count: Int)
        /// A `COMM` or `USLT` frame.
        case comment(language: String, description: String, text: String)
        /// A `UFID` frame.
        case fileIdentifier(owner: String, bytes: [UInt8])
        /// A frame that cannot be opened, with the reason in a word or two.
        case sealed(why: String, count: Int)
        /// Anything else.
        case other(count: Int)
    }

    /// The name: four characters, or three in version 2.2.
    package let identifier: String
    /// What it holds.
    package let content: Content
    /// What is wrong with its texts or its coding, as the end of a sentence; `nil` when nothing is.
    private(set) var problem: String?

    /// States a frame.
    package init(identifier: String, content: Content) {
        self.identifier = identifier
        self.content = content
    }

    /// Reads a frame's content.
    init(_ identifier: String, _ bytes: ArraySlice<UInt8>) {
        self.identifier = identifier
        var problem: String?
        content = Self.read(identifier, bytes, &problem) ?? .other(count: bytes.count)
        self.problem = problem
    }

    /// A frame that cannot be opened.
    init(_ identifier: String, sealed count: Int, why: String, problem: String?) {
        self.identifier = identifier
        content = .sealed(why: why, count: count)
        self.problem = problem
    }

    private static func read(
        _ identifier: String, _ bytes: ArraySlice<UInt8>, _ problem: inout String?
    ) -> Content? {
        switch identifier {
        case "TXXX", "TXX":
            guard var text = ID3Text(bytes) else { return nil }
            defer { problem = text.problem }
            return .userText(description: text.next(), values: text.all())
        case "WXXX", "WXX":
            guard var text = ID3Text(bytes) else { return nil }
            defer { problem = text.problem }
            return .userLink(description: text.next(), url: ID3Text.latin(text.rest.prefix { $0 != 0 }))
        case "PRIV", "UFID", "UFI":
            let owner = bytes.prefix { $0 != 0 }
            let rest = bytes.dropFirst(owner.count + 1)
            let name = ID3Text.latin(owner)
            return identifier == "PRIV"
                ? .privateData(owner: name, bytes: Array(rest)) : .fileIdentifier(owner: name, bytes: Array(rest))
        case "GEOB", "GEO":
            guard let encoding = bytes.first else { return nil }
            let type = bytes.dropFirst().prefix { $0 != 0 }
            guard var text = ID3Text(encoding, bytes.dropFirst(2 + type.count)) else { return nil }
            let (name, description) = (text.next(), text.next())
            problem = text.problem
            return .object(
                mediaType: ID3Text.latin(type), fileName: name, description: description, count: text.rest.count)
        case "APIC":
            guard let encoding = bytes.first else { return nil }
            let type = bytes.dropFirst().prefix { $0 != 0 }
            guard var text = ID3Text(encoding, bytes.dropFirst(3 + type.count)) else { return nil }
            defer { problem = text.problem }
            return .picture(mediaType: ID3Text.latin(type), description: text.next(), count: text.rest.count)
        case "COMM", "USLT", "COM", "ULT":
            guard let encoding = bytes.first, var text = ID3Text(encoding, bytes.dropFirst(4)) else { return nil }
            defer { problem = text.problem }
            return .comment(
                language: ID3Text.latin(bytes.dropFirst().prefix(3)), description: text.next(), text: text.next())
        default:
            if identifier.hasPrefix("T") {
                guard var text = ID3Text(bytes) else { return nil }
                defer { problem = text.problem }
                return .text(text.all())
            }
            return identifier.hasPrefix("W") ? .link(ID3Text.latin(bytes.prefix { $0 != 0 })) : nil
        }
    }

    /// One line: `TIT2 Song`, `TXXX mood=calm`, `PRIV com.example 12 bytes`.
    package var description: String {
        switch content {
        case .text(let values): "\(identifier) \(values.joined(separator: " / "))"
        case .userText(let description, let values):
            "\(identifier) \(description)=\(values.joined(separator: " / "))"
        case .link(let url): "\(identifier) \(url)"
        case .userLink(let description, let url): "\(identifier) \(description)=\(url)"
        case .privateData(let owner, let bytes), .fileIdentifier(let owner, let bytes):
            "\(identifier) \(owner) \(bytes.count) bytes"
        case .object(let type, let name, let description, let count):
            ([identifier, type, name, description].filter { !$0.isEmpty } + ["\(count) bytes"]).joined(separator: " ")
        case .picture(let type, let description, let count):
            ([identifier, type, description].filter { !$0.isEmpty } + ["\(count) bytes"]).joined(separator: " ")
        case .comment(let language, let description, let text):
            [identifier, language, description, text].filter { !$0.isEmpty }.joined(separator: " ")
        case .sealed(let why, let count): "\(identifier) \(why) \(count) bytes"
        case .other(let count): "\(identifier) \(count) bytes"
        }
    }
}
