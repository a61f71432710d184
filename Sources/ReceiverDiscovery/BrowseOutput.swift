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

    /// The records of the text, one for each resolved line, the addresses of both families together as in a scan.
    static func records(_ bytes: some Collection<UInt8>) -> [ServiceRecord] {
        var fold = ScanFold()
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let (instance, record) = record(Array(line)) else { continue }
            fold.take(.resolved(instance, record), after: .zero)
        }
        return fold.records
    }

    private static func record(_ line: [UInt8]) -> (ScanStatement.Instance, ServiceRecord)? {
        let fields = line.split(separator: UInt8(ascii: ";"), maxSplits: 9, omittingEmptySubsequences: false)
        guard fields.count == 10, fields[0].elementsEqual([UInt8(ascii: "=")]), let type = type(text(fields[4])),
            let port = UInt16(text(fields[8]))
        else { return nil }
        let name = String(decoding: unescaped(fields[3]), as: UTF8.self)
        let record = ServiceRecord(
            serviceType: type, instanceName: name, hostName: String(decoding: unescaped(fields[6]), as: UTF8.self),
            addresses: [text(fields[7])], port: port, interface: text(fields[1]),
            txt: TXTRecord(entries: strings(fields[9]).reversed()))
        let instance = ScanStatement.Instance(
            serviceType: type, instanceName: name, interface: text(fields[1]),
            family: fields[2].elementsEqual("IPv6".utf8) ? "ipv6" : "ipv4")
        return (instance, record)
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
