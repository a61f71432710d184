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
            let word = try text("event")
            entry.event = word.flatMap(PlaybackEvent.init)
            if let word, entry.event == nil { odd("event '\(word.prefix(40))'") }
        case "break": entry.breakID = try text("break")
        case "position": entry.position = try number("position")
        case "date":
            let text = try text("date")
            entry.date = text.flatMap { ProgramDate(iso8601: $0) }
            if let text, entry.date == nil { odd("date '\(text.prefix(40))'") }
        case "nowPlaying": try publication()
        case "commands": try commands()
        case "session": entry.session = try text("session")
        case "active": entry.isActive = try flag("active")
        case "fullScreen": entry.isFullScreen = try flag("fullScreen")
        case let name:
            odd("'\(name.prefix(60))'")
            try cursor.skip()
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
            odd("'nowPlaying', which is neither an object nor null")
            try cursor.skip()
        }
    }

    private mutating func value() throws(JSONSyntaxError) -> LogValue? {
        switch try cursor.kind() {
        case .number: return try cursor.number().map(LogValue.number) ?? .other("a number out of range")
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
            odd("'commands', which is no object")
            return try cursor.skip()
        }
        try cursor.enter()
        var isFirst = true
        while let key = try cursor.nextKey(isFirst: &isFirst) {
            let name = String(decoding: cursor.bytes[key], as: UTF8.self)
            guard let command = RemoteCommand(rawValue: name), try cursor.kind() == .object else {
                odd("command '\(name.prefix(60))'")
                try cursor.skip()
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
            case "handlers": change.handlers = try number("handlers").map { Int($0.components.seconds) }
            case "enabled": change.isEnabled = try flag("enabled")
            case "preferredIntervals":
                guard try cursor.kind() == .array else {
                    odd("'preferredIntervals', which is no array")
                    try cursor.skip()
                    continue
                }
                try cursor.enter()
                var isEmpty = true
                while try cursor.nextElement(isFirst: &isEmpty) { try cursor.skip() }
                change.hasIntervals = !isEmpty
            case let name:
                odd("'\(name.prefix(60))' of a command")
                try cursor.skip()
            }
        }
        return change
    }

    private mutating func time() throws(JSONSyntaxError) -> Duration? {
        switch try cursor.kind() {
        case .number: return try cursor.number()
        case .text: return ProgramDate(iso8601: try cursor.text())?.sinceEpoch
        default: return nil
        }
    }

    private mutating func text(_ name: String) throws(JSONSyntaxError) -> String? {
        guard try cursor.kind() == .text else { return try odd(name, "text") }
        return try cursor.text()
    }

    private mutating func number(_ name: String) throws(JSONSyntaxError) -> Duration? {
        guard try cursor.kind() == .number else { return try odd(name, "number") }
        return try cursor.number()
    }

    private mutating func flag(_ name: String) throws(JSONSyntaxError) -> Bool? {
        guard try cursor.kind() == .flag else { return try odd(name, "truth value") }
        return try cursor.flag()
    }

    private mutating func odd<Value>(_ name: String, _ wanted: String) throws(JSONSyntaxError) -> Value? {
        if try cursor.kind() != .null { odd("'\(name)', which is no \(wanted)") }
        try cursor.skip()
        return nil
    }

    private mutating func odd(_ text: String) {
        if entry.oddities.count < 8 { entry.oddities.append(text) }
    }
}

/// The keys of the properties as bytes, because texts of fifty bytes would have to be made for each line.
private enum PropertyKeys {
    private static let keys = NowPlayingProperty.allCases.map { Array($0.rawValue.utf8) }

    static func position(of bytes: [UInt8], _ range: Range<Int>) -> Int? {
        keys.firstIndex { key in
            guard key.count == range.count else { return false }
            // Names differ at their ends first.
            var place = key.count - 1
            while place >= 0, bytes[range.lowerBound + place] == key[place] { place -= 1 }
            return place < 0
        }
    }
}
