import MediaFormats

/// A SCTE-35 splice information section, as far as a reader wants to know what it announces (SCTE 35 9.6, 9.7).
package enum SpliceInformation {
    /// The scheme under which it travels (SCTE 214-3).
    package static let scheme = "urn:scte:scte35:2013:bin"

    /// Whether messages of a scheme are such sections.
    static func isCarried(by scheme: String) -> Bool { scheme.hasPrefix("urn:scte:scte35:") && scheme.hasSuffix("bin") }

    /// What a section says, with the command as the frame's name; or what is wrong with it, as a clause.
    static func read(_ bytes: [UInt8]) -> (frame: TimedTagFrame?, problem: String?) {
        guard bytes.first == 0xFC else { return (nil, "it is no SCTE-35 section") }
        var reader = ByteReader(bytes)
        guard reader.skip(1) != nil, let length = reader.u16(), length & 0x0FFF <= reader.count, reader.u8() != nil,
            let flags = reader.u8(), let low = reader.u32(), reader.skip(4) != nil, let command = reader.u8()
        else { return (nil, "its SCTE-35 section is cut short") }
        guard flags & 0x80 == 0 else { return (TimedTagFrame(id: "encrypted", size: bytes.count), nil) }
        let adjustment = (flags & 1) << 32 | low
        guard let words = words(of: command, &reader, adjustment) else {
            return (nil, "its SCTE-35 command is cut short")
        }
        return (TimedTagFrame(id: name(of: command), text: words), nil)
    }

    private static func name(of command: Int) -> String {
        switch command {
        case 0: "splice_null"
        case 4: "splice_schedule"
        case 5: "splice_insert"
        case 6: "time_signal"
        case 7: "bandwidth_reservation"
        case 255: "private_command"
        default: "splice_command \(command)"
        }
    }

    /// What a command says, one clause each; `nil` when it is cut short.
    private static func words(of command: Int, _ reader: inout ByteReader, _ adjustment: Int) -> [String]? {
        if command == 6 { return time(&reader, adjustment).map { [$0] } }
        guard command == 5 else { return [] }
        guard let event = reader.u32(), let cancel = reader.u8() else { return nil }
        guard cancel & 0x80 == 0 else { return ["event \(event)", "cancelled"] }
        guard let flags = reader.u8() else { return nil }
        var words = ["event \(event)", flags & 0x80 != 0 ? "out of network" : "back to network"]
        let isImmediate = flags & 0x10 != 0
        if isImmediate { words.append("at once") }
        if flags & 0x40 != 0 {
            if !isImmediate {
                guard let time = time(&reader, adjustment) else { return nil }
                words.append(time)
            }
        } else {
            guard let components = reader.u8() else { return nil }
            for _ in 0..<components {
                guard reader.u8() != nil, isImmediate || time(&reader, adjustment) != nil else { return nil }
            }
            words.append("\(components) components")
        }
        if flags & 0x20 != 0 {
            guard let high = reader.u8(), let low = reader.u32() else { return nil }
            let milliseconds = ((high & 1) << 32 | low) / 90
            words.append("for \((Duration.milliseconds(milliseconds)).shownSeconds) s")
        }
        return words
    }

    private static func time(_ reader: inout ByteReader, _ adjustment: Int) -> String? {
        guard let first = reader.u8() else { return nil }
        guard first & 0x80 != 0 else { return "no time" }
        guard let low = reader.u32() else { return nil }
        // The sum goes round with the clock, which has 33 bits.
        return "PTS \((((first & 1) << 32 | low) + adjustment) & 0x1_FFFF_FFFF)"
    }
}

extension Duration {
    /// Seconds with milliseconds: `60.293`.
    fileprivate var shownSeconds: String {
        let (seconds, attoseconds) = components
        let fraction = String(attoseconds / 1_000_000_000_000_000)
        return "\(seconds).\(String(repeating: "0", count: max(0, 3 - fraction.count)))\(fraction)"
    }
}

extension TimedTag {
    /// Describes a SCTE-35 section that travels in a stream of its own.
    package init(splice bytes: [UInt8], timestamp: Int?, timescale: Int) {
        self.init(bytes, timestamp: timestamp, timescale: timescale, isID3: false)
        scheme = SpliceInformation.scheme
        readSplice(bytes)
    }

    /// Reads the SCTE-35 section of a message.
    mutating func readSplice(_ bytes: [UInt8]) {
        let (frame, problem) = SpliceInformation.read(bytes)
        frames = [frame].compactMap(\.self)
        problems = [problem].compactMap(\.self)
    }
}
