import AirPlayReceivers

/// Reads the output of `avahi-browse -rp` (with or without `-k`), which many people have lying about, as a scan.
///
/// Only resolved lines (`=`) of receivers' service types count. Names and TXT strings are escaped by `\DDD` and by a
/// backslash before `\`, `"` and `.`; TXT strings are printed back to front.
enum BrowseOutput {
    /// Whether this text looks like such output.
    static func isRecognised(_ bytes: some Collection<UInt8>) -> Bool {
        guard let first = bytes.first, [UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-")].contains(first) else {
            return false
        }
        return bytes.dropFirst().first == UInt8(ascii: ";")
    }

    /// The records of the text, one for each resolved line, the addresses of both families together as in a scan; and what
    /// was left out, for people.
    static func read(_ bytes: some Collection<UInt8>) -> (records: [ServiceRecord], omissions: [String]) {
        var fold = ScanFold()
        var (others, unreadable) = (0, 0)
        var first = ""
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            switch reading(Array(line)) {
            case .record(let instance, let record): fold.take(.resolved(instance, record), after: .zero)
            case .other: others += 1
            case .unreadable(let why):
                if unreadable == 0 { first = "line \(index + 1): \(why)" }
                unreadable += 1
            case .nothing: break
            }
        }
        var omissions: [String] = []
        if unreadable > 0 {
            let lines =
                unreadable == 1
                ? "1 line cannot be read and is left out" : "\(unreadable) lines cannot be read and are left out"
            omissions.append("\(lines); the first is \(first)")
        }
        if others > 0 { omissions.append(RecordedScan.left(out: others)) }
        return (fold.records, omissions)
    }

    private enum Reading {
        case record(ScanStatement.Instance, ServiceRecord)
        /// A service that is no receiver.
        case other
        /// Why a line that should be a record is none.
        case unreadable(String)
        /// A line that holds no record: an announcement, a withdrawal, an empty one.
        case nothing
    }

    private static func reading(_ line: [UInt8]) -> Reading {
        let fields = line.split(separator: UInt8(ascii: ";"), maxSplits: 9, omittingEmptySubsequences: false)
        guard let mark = fields.first, !line.isEmpty else { return .nothing }
        if fields.count > 1, mark.elementsEqual("+".utf8) || mark.elementsEqual("-".utf8) { return .nothing }
        guard fields.count > 1, mark.elementsEqual("=".utf8) else { return .unreadable("it begins with no =, + or -") }
        guard fields.count >= 9 else { return .unreadable("it has \(fields.count) fields of 10") }
        guard let type = type(text(fields[4])) else { return .other }
        guard let port = UInt16(text(fields[8])) else {
            return .unreadable("'\(text(fields[8].prefix(20)))' is no port")
        }
        let name = String(decoding: unescaped(fields[3]), as: UTF8.self)
        let record = ServiceRecord(
            serviceType: type, instanceName: name, hostName: String(decoding: unescaped(fields[6]), as: UTF8.self),
            addresses: [text(fields[7])], port: port, interface: text(fields[1]),
            // A service without a TXT record has nine fields.
            txt: TXTRecord(entries: fields.count > 9 ? strings(fields[9]).reversed() : []))
        let instance = ScanStatement.Instance(
            serviceType: type, instanceName: name, interface: text(fields[1]),
            family: fields[2].elementsEqual("IPv6".utf8) ? "ipv6" : "ipv4")
        return .record(instance, record)
    }

    /// The service type, by itself or by the name that Avahi prints without `-k`.
    private static func type(_ text: String) -> ServiceType? {
        switch text {
        case "AirPlay Remote Video": .airPlay
        case "AirTunes Remote Audio": .raop
        default: ServiceType.receiverTypes.first { $0.rawValue == text }
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// The strings between quotes; what is longer than a TXT string can be is left out.
    private static func strings(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        var strings: [[UInt8]] = []
        var rest = bytes
        while let open = rest.firstIndex(of: UInt8(ascii: "\"")) {
            var end = open + 1
            while end < rest.endIndex, rest[end] != UInt8(ascii: "\"") {
                end += rest[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            guard end < rest.endIndex else { break }
            let string = unescaped(rest[(open + 1)..<end])
            if string.count <= TXTRecord.longestEntry { strings.append(string) }
            rest = rest[(end + 1)...]
        }
        return strings
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var plain: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let next = rest.first else {
                plain.append(byte)
                continue
            }
            if rest.count >= 3, let number = UInt8(text(rest.prefix(3))), next != UInt8(ascii: "+") {
                plain.append(number)
                rest = rest.dropFirst(3)
            } else {
                plain.append(next)
                rest = rest.dropFirst()
            }
        }
        return plain
    }
}
