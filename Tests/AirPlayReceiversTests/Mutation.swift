import AirPlayReceivers

/// A way in which a receiver's records may come damaged or cut short.
enum Mutation: String, CaseIterable, Sendable {
    case dropManufacturer, dropInfo, changeFlags, clearFlags, setEveryFlag
    case shortenLowWord, shortenLowWordByFour, beheadLowWord, dropHighWord
    case corruptExtendedFeatures, cutExtendedFeatures, fillExtendedFeatures, dropExtendedFeatures
    case dropSourceVersion, dropFirmware, dropFeatures, dropAirPlay, dropRaop

    /// Those that are most likely to meet on one network.
    static let named: [Mutation] = [
        .dropManufacturer, .dropInfo, .changeFlags, .shortenLowWord, .corruptExtendedFeatures,
    ]

    /// The records after it.
    func applied(to records: [ServiceRecord]) -> [ServiceRecord] {
        switch self {
        case .dropAirPlay: records.filter { $0.serviceType != .airPlay }
        case .dropRaop: records.filter { $0.serviceType != .raop }
        default:
            records.map { record in
                var record = record
                switch self {
                case .dropInfo: (record.info, record.serverInfo) = (nil, nil)
                case .dropManufacturer: record.info = record.info.map { rewrite($0, "manufacturer", nil) }
                case .changeFlags: record.info = record.info.map { rewrite($0, "statusFlags", .integer(0x30E4C)) }
                case .corruptExtendedFeatures:
                    let value = record.info?["featuresEx"]?.text.map { InfoValue.text(String($0.reversed())) }
                    record.info = record.info.map { rewrite($0, "featuresEx", value) }
                default: break
                }
                record.txt = TXTRecord(entries: record.txt.entries.compactMap { rewrite($0) })
                return record
            }
        }
    }

    private func rewrite(_ info: ReceiverInfo, _ key: String, _ value: InfoValue?) -> ReceiverInfo {
        var values = info.values
        if value == nil || values[key] != nil { values[key] = value }
        return ReceiverInfo(values: values)
    }

    /// The entry after it; `nil` when it is gone.
    private func rewrite(_ entry: [UInt8]) -> [UInt8]? {
        let text = String(decoding: entry, as: UTF8.self)
        let key = String(text.prefix { $0 != "=" }).lowercased()
        let value = String(text.dropFirst(key.count + 1))
        let rewritten: String?
        switch (self, key) {
        case (.dropManufacturer, "manufacturer"), (.dropExtendedFeatures, "fex"), (.dropSourceVersion, "srcvers"),
            (.dropSourceVersion, "vs"), (.dropFirmware, "fv"), (.dropFeatures, "features"), (.dropFeatures, "ft"):
            rewritten = nil
        case (.changeFlags, "flags"), (.changeFlags, "sf"): rewritten = "\(key)=0x30e4c"
        case (.clearFlags, "flags"), (.clearFlags, "sf"): rewritten = "\(key)=0x0"
        case (.setEveryFlag, "flags"), (.setEveryFlag, "sf"): rewritten = "\(key)=0xffffffff"
        case (.corruptExtendedFeatures, "fex"): rewritten = "fex=" + String(value.reversed())
        case (.cutExtendedFeatures, "fex"): rewritten = "fex=" + value.prefix(5)
        case (.fillExtendedFeatures, "fex"): rewritten = "fex=" + String(repeating: "/", count: 12)
        case (.shortenLowWord, "features"), (.shortenLowWord, "ft"):
            rewritten = "\(key)=" + withLowWord(of: value) { $0.dropLast() }
        case (.shortenLowWordByFour, "features"), (.shortenLowWordByFour, "ft"):
            rewritten = "\(key)=" + withLowWord(of: value) { $0.dropLast(4) }
        case (.beheadLowWord, "features"), (.beheadLowWord, "ft"):
            rewritten = "\(key)=" + withLowWord(of: value) { $0.prefix(2) + $0.dropFirst(4) }
        case (.dropHighWord, "features"), (.dropHighWord, "ft"): rewritten = "\(key)=" + value.prefix { $0 != "," }
        default: return entry
        }
        return rewritten.map { Array($0.utf8) }
    }

    private func withLowWord(of value: String, _ change: (Substring) -> Substring) -> String {
        let words = value.split(separator: ",")
        return ([change(words.first ?? "")] + words.dropFirst()).joined(separator: ",")
    }
}
