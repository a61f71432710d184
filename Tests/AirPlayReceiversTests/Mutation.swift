import AirPlayReceivers

/// A way in which a receiver's records may come damaged or cut short.
enum Mutation: String, CaseIterable, Sendable {
    case dropManufacturer, dropInfo, changeFlags, clearFlags, shortenLowWord, dropHighWord, corruptExtendedFeatures
    case dropExtendedFeatures, dropSourceVersion, dropFirmware, dropFeatures, dropAirPlay, dropRaop

    /// The records after it.
    func applied(to records: [ServiceRecord]) -> [ServiceRecord] {
        switch self {
        case .dropAirPlay: records.filter { $0.serviceType != .airPlay }
        case .dropRaop: records.filter { $0.serviceType != .raop }
        default:
            records.map { record in
                var record = record
                if self == .dropInfo { record.info = nil }
                record.txt = TXTRecord(entries: record.txt.entries.compactMap { rewrite($0) })
                return record
            }
        }
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
        case (.corruptExtendedFeatures, "fex"): rewritten = "fex=" + String(value.reversed())
        case (.shortenLowWord, "features"), (.shortenLowWord, "ft"):
            let words = value.split(separator: ",")
            rewritten =
                "\(key)="
                + ([words.first.map { String($0.dropLast()) } ?? ""] + words.dropFirst().map(String.init)).joined(
                    separator: ",")
        case (.dropHighWord, "features"), (.dropHighWord, "ft"): rewritten = "\(key)=" + value.prefix { $0 != "," }
        default: return entry
        }
        return rewritten.map { Array($0.utf8) }
    }
}
