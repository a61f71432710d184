import HLSPlaylists

/// Reads one line of a log: a JSON object.
struct LogLineReader {
    private var cursor: JSONCursor
    private var entry = LogEntry(time: .zero)
    private var hasTime = false

    /// Reads the object in a range of bytes.
    static func read(_ bytes: [UInt8], _ range: Range<Int>) throws(JSONSyntaxError) -> LogEntry {
        var reader = LogLineReader(cursor: JSONCursor(bytes, range))
        return try reader.wholeEntry()
    }

    private init(cursor: JSONCursor) { self.cursor = cursor }

    private mutating func wholeEntry() throws(JSONSyntaxError) -> LogEntry {
        guard try cursor.kind() == .object else { throw JSONSyntaxError(text: "is no JSON object") }
        try cursor.enter()
        var isFirst = true
        while let key = try cursor.nextKey(isFirst: &isFirst) { try field(key) }
        guard cursor.isAtEnd() else { throw JSONSyntaxError(text: "goes on after the object") }
        guard hasTime else { throw JSONSyntaxError(text: "has no time") }
        if cursor.textBits & 0x80 != 0, String(validating: cursor.whole, as: UTF8.self) == nil {
            odd("the line holds bytes that are not UTF-8")
        }
        return entry
    }

    private mutating func field(_ key: Range<Int>) throws(JSONSyntaxError) {
        switch String(decoding: cursor.bytes[key], as: UTF8.self) {
        case "time":
            guard let time = try time() else {
                throw JSONSyntaxError(text: "has a time that is neither seconds nor a date")
            }
            entry.time = time
            hasTime = true
        case "event":
            try event()
        case "break": entry.breakID = try text("break")
        case "position":
            entry.position = try number("position")
            if let position = entry.position, position < .zero {
                odd("'position' is \(position.decimalSeconds), which is before the begin; it is left aside")
                entry.position = nil
            }
        case "date":
            let text = try text("date")
            entry.date = text.flatMap { ProgramDate(iso8601: $0) }
            if let text, entry.date == nil { odd("'date' is '\(text.prefix(40))', not a date (ISO 8601)") }
        case "nowPlaying": try publication()
        case "commands": try commands()
        case "session": entry.session = try text("session")
        case "active": entry.isActive = try flag("active")
        case "fullScreen": entry.isFullScreen = try flag("fullScreen")
        case let name:
            odd("the log format has no field '\(name.prefix(60))'")
            try cursor.skip()
        }
    }

    private mutating func event() throws(JSONSyntaxError) {
        switch try cursor.kind() {
        case .null: try cursor.null()
        case .text:
            let word = try cursor.text()
            entry.event = PlaybackEvent(rawValue: word)
            if entry.event == nil { entry.unknownEvent = "'\(word.prefix(40))'" }
        default: entry.unknownEvent = try found()
        }
    }

    private mutating func publication() throws(JSONSyntaxError) {
        switch try cursor.kind() {
        case .null:
            try cursor.null()
            entry.publication = .cleared
        case .object:
            var publication = Publication.empty
            try cursor.enter()
            var isFirst = true
            while let key = try cursor.nextKey(isFirst: &isFirst) {
                if let position = PropertyKeys.position(of: cursor.bytes, key) {
                    publication.values[position] = try value()
                } else {
                    let name = String(decoding: cursor.bytes[key], as: UTF8.self)
                    if let property = NowPlayingProperty(key: name) {
                        publication.values[property.position] = try value()
                    } else {
                        if name.hasPrefix("MP"), !NowPlayingProperty.otherKeys.contains(name) {
                            publication.unknownKeys.append(String(name.prefix(80)))
                        }
                        try cursor.skip()
                    }
                }
            }
            entry.publication = publication
        default:
            odd("'nowPlaying' is \(try found()), neither an object nor null")
        }
    }

    private mutating func value() throws(JSONSyntaxError) -> LogValue? {
        switch try cursor.kind() {
        case .number: return try cursor.number().map(LogValue.number) ?? .outOfRange
        case .text: return .text(try cursor.text())
        case .flag: return .flag(try cursor.flag())
        case .null:
            try cursor.null()
            return nil
        case .object:
            try cursor.skip()
            return .other("an object")
        case .array:
            try cursor.skip()
            return .other("an array")
        }
    }

    private mutating func commands() throws(JSONSyntaxError) {
        guard try cursor.kind() == .object else {
            return odd("'commands' is \(try found()), not an object")
        }
        try cursor.enter()
        var isFirst = true
        while let key = try cursor.nextKey(isFirst: &isFirst) {
            let name = String(decoding: cursor.bytes[key], as: UTF8.self)
            guard let command = RemoteCommand(rawValue: name) else {
                odd("the log format has no command '\(name.prefix(60))'")
                try cursor.skip()
                continue
            }
            guard try cursor.kind() == .object else {
                odd("command '\(name)' is \(try found()), not an object")
                continue
            }
            entry.commands.append(try change(of: command))
        }
    }

    private mutating func change(of command: RemoteCommand) throws(JSONSyntaxError) -> CommandChange {
        var change = CommandChange(command: command)
        try cursor.enter()
        var isFirst = true
        while let key = try cursor.nextKey(isFirst: &isFirst) {
            switch String(decoding: cursor.bytes[key], as: UTF8.self) {
            case "handlers":
                change.handlers = try number("handlers").map { Int($0.components.seconds) }
                if let handlers = change.handlers, handlers < 0 {
                    odd("'handlers' of \(command.rawValue) is \(handlers), less than none")
                    change.handlers = nil
                }
            case "enabled": change.isEnabled = try flag("enabled")
            case "preferredIntervals":
                change.hasIntervals = try intervals(of: command)
            case let name:
                odd("the log format has no field '\(name.prefix(60))' of a command")
                try cursor.skip()
            }
        }
        return change
    }

    /// Whether a command has preferred intervals; `nil` for what is no list.
    private mutating func intervals(of command: RemoteCommand) throws(JSONSyntaxError) -> Bool? {
        let kind = try cursor.kind()
        guard kind == .array else {
            if kind == .null { try cursor.null() } else { odd("'preferredIntervals' is \(try found()), not an array") }
            return nil
        }
        try cursor.enter()
        var isEmpty = true
        while try cursor.nextElement(isFirst: &isEmpty) {
            if try cursor.kind() == .number {
                guard let seconds = try cursor.number(), seconds <= .zero else { continue }
                odd("a preferred interval of \(command.rawValue) is \(seconds.decimalSeconds), not above 0")
            } else {
                odd("a preferred interval of \(command.rawValue) is \(try found()), not a number")
            }
        }
        return !isEmpty
    }

    private mutating func time() throws(JSONSyntaxError) -> Duration? {
        switch try cursor.kind() {
        case .number: return try cursor.number()
        case .text: return ProgramDate(iso8601: try cursor.text())?.sinceEpoch
        default: return nil
        }
    }

    private mutating func text(_ name: String) throws(JSONSyntaxError) -> String? {
        guard try cursor.kind() == .text else { return try odd(name, "a text") }
        return try cursor.text()
    }

    private mutating func number(_ name: String) throws(JSONSyntaxError) -> Duration? {
        guard try cursor.kind() == .number else { return try odd(name, "a number") }
        if let number = try cursor.number() { return number }
        odd("'\(name)' is a number out of range")
        return nil
    }

    private mutating func flag(_ name: String) throws(JSONSyntaxError) -> Bool? {
        guard try cursor.kind() == .flag else { return try odd(name, "true or false") }
        return try cursor.flag()
    }

    private mutating func odd<Value>(_ name: String, _ wanted: String) throws(JSONSyntaxError) -> Value? {
        if try cursor.kind() == .null { try cursor.null() } else { odd("'\(name)' is \(try found()), not \(wanted)") }
        return nil
    }

    /// Passes over a value of another kind than was wanted.
    ///
    /// - Returns: The value for a sentence.
    private mutating func found() throws(JSONSyntaxError) -> String {
        switch try cursor.kind() {
        case .text: return "the text '\(try cursor.text().prefix(40))'"
        case .number: return try cursor.number()?.decimalSeconds ?? "a number out of range"
        case .flag: return "\(try cursor.flag())"
        case .null:
            try cursor.null()
            return "null"
        case .object:
            try cursor.skip()
            return "an object"
        case .array:
            try cursor.skip()
            return "an array"
        }
    }

    private mutating func odd(_ text: String) {
        if entry.oddities.count < 8 { entry.oddities.append(text) }
    }
}
