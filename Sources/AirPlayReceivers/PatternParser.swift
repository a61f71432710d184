/// What a model pattern is made of.
indirect enum PatternNode {
    /// One byte of a set.
    case set(ByteSet)
    /// One after the other.
    case sequence([PatternNode])
    /// One of them.
    case choice([PatternNode])
    /// So many times; without a second number as often as there is.
    case repeated(PatternNode, Int, Int?)
}

/// Reads the text of a ``ModelPattern``.
struct PatternParser {
    private let bytes: [UInt8]
    private var index = 0
    private let ignoresCase: Bool

    /// Deepest nesting of groups.
    private static let deepest = 20
    /// Most repetitions by number; no model is longer.
    private static let mostRepetitions = 64

    private static let digits = ByteSet(UInt8(ascii: "0")...UInt8(ascii: "9"))
    private static let words = ByteSet(
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_")...UInt8(ascii: "_"))
    private static let spaces = ByteSet(9...13, 32...32)

    init(_ text: String) {
        let all = Array(text.utf8)
        ignoresCase = all.starts(with: Array("(?i)".utf8))
        bytes = ignoresCase ? Array(all.dropFirst(4)) : all
    }

    /// The whole pattern.
    mutating func pattern() throws(ModelPattern.Problem) -> PatternNode {
        let node = try choice(depth: 0)
        guard index == bytes.count else { throw .init(description: "it has a ')' too many") }
        return node
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func takes(_ byte: Character) -> Bool {
        guard let wanted = byte.asciiValue, next == wanted else { return false }
        index += 1
        return true
    }

    private mutating func choice(depth: Int) throws(ModelPattern.Problem) -> PatternNode {
        guard depth <= PatternParser.deepest else { throw .init(description: "its groups are nested too deep") }
        var branches: [PatternNode] = []
        repeat {
            var nodes: [PatternNode] = []
            while let byte = next, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
                nodes.append(try repeated(try single(depth: depth)))
            }
            branches.append(.sequence(nodes))
        } while takes("|")
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func single(depth: Int) throws(ModelPattern.Problem) -> PatternNode {
        let byte = bytes[index]
        index += 1
        switch Character(Unicode.Scalar(byte)) {
        case "(":
            if takes("?"), !takes(":") { throw .init(description: "a group that begins with (? is not understood") }
            let node = try choice(depth: depth + 1)
            guard takes(")") else { throw .init(description: "a group does not end") }
            return node
        case "[": return .set(try members())
        case ".": return .set(ByteSet().inverted)
        case "\\": return .set(try escaped())
        case "?", "*", "+", "{": throw .init(description: "a repetition of nothing")
        case "^", "$": throw .init(description: "a pattern covers the whole model: leave out ^ and $")
        default: return .set(set(of: byte))
        }
    }

    private func set(of byte: UInt8) -> ByteSet {
        let set = ByteSet(byte...byte)
        return ignoresCase ? set.caseless : set
    }

    /// What follows a backslash.
    private mutating func escaped() throws(ModelPattern.Problem) -> ByteSet {
        guard let byte = next else { throw .init(description: "it ends with a backslash") }
        index += 1
        switch Character(Unicode.Scalar(byte)) {
        case "d": return PatternParser.digits
        case "D": return PatternParser.digits.inverted
        case "w": return PatternParser.words
        case "W": return PatternParser.words.inverted
        case "s": return PatternParser.spaces
        case "S": return PatternParser.spaces.inverted
        default:
            guard !PatternParser.words.contains(byte), byte < 0x80 else {
                throw .init(description: "'\\\(Character(Unicode.Scalar(byte)))' is not understood")
            }
            return set(of: byte)
        }
    }

    /// The members of a set in brackets, after the opening one.
    private mutating func members() throws(ModelPattern.Problem) -> ByteSet {
        var set = ByteSet()
        let isInverted = takes("^")
        var isFirst = true
        while let byte = next, isFirst || byte != UInt8(ascii: "]") {
            isFirst = false
            index += 1
            guard byte < 0x80 else { throw .init(description: "a set in brackets holds ASCII only") }
            if byte == UInt8(ascii: "\\") {
                set.formUnion(try escaped())
            } else if next == UInt8(ascii: "-"), index + 1 < bytes.count, bytes[index + 1] != UInt8(ascii: "]") {
                let last = bytes[index + 1]
                guard last >= byte, last < 0x80 else { throw .init(description: "a range in brackets runs backwards") }
                index += 2
                set.formUnion(ByteSet(byte...last))
            } else {
                set.insert(byte)
            }
        }
        guard takes("]") else { throw .init(description: "a set in brackets does not end") }
        if ignoresCase { set = set.caseless }
        return isInverted ? set.inverted : set
    }

    /// A part with the repetition that follows it.
    private mutating func repeated(_ node: PatternNode) throws(ModelPattern.Problem) -> PatternNode {
        let result: PatternNode
        if takes("?") {
            result = .repeated(node, 0, 1)
        } else if takes("*") {
            result = .repeated(node, 0, nil)
        } else if takes("+") {
            result = .repeated(node, 1, nil)
        } else if takes("{") {
            guard let least = number() else { throw .init(description: "a '{' without a number") }
            var most: Int? = least
            if takes(",") { most = number() }
            guard takes("}") else { throw .init(description: "a '{' that does not end") }
            guard least <= PatternParser.mostRepetitions,
                (least...PatternParser.mostRepetitions).contains(most ?? least)
            else {
                throw .init(description: "a repetition is {n}, {n,} or {n,m} up to \(PatternParser.mostRepetitions)")
            }
            result = .repeated(node, least, most)
        } else {
            return node
        }
        if let byte = next, "?*+{".utf8.contains(byte) { throw .init(description: "a repetition of a repetition") }
        return result
    }

    private mutating func number() -> Int? {
        var value: Int?
        while let byte = next, (0x30...0x39).contains(byte) {
            value = min((value ?? 0) * 10 + Int(byte - 0x30), 1000)
            index += 1
        }
        return value
    }
}
