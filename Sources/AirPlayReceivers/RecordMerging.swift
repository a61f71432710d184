import Foundation

/// Puts the records of one device together.
enum RecordMerging {
    /// The records of one device, sorted, and its identity.
    struct Group {
        var id: String
        var records: [ServiceRecord]
    }

    /// Groups records by device: the same device id on the same host or address; records without an id join the only
    /// device that shares their host and name.
    ///
    /// `pi` is never used: different programs publish the same one. Two hosts with one device id stay two devices.
    static func groups(of records: [ServiceRecord]) -> [Group] {
        let sorted = sort(Array(Set(records)))
        var byID: [DeviceID: [[ServiceRecord]]] = [:]
        var loose: [ServiceRecord] = []
        for record in sorted {
            guard let id = record.deviceID else {
                loose.append(record)
                continue
            }
            var devices = byID[id, default: []]
            if let index = devices.firstIndex(where: { $0.contains { sameHost($0, record) } }) {
                devices[index].append(record)
            } else {
                devices.append([record])
            }
            byID[id] = devices
        }
        var groups: [Group] = []
        for id in byID.keys.sorted() {
            let devices = byID[id, default: []]
            for device in devices {
                let suffix =
                    devices.count > 1
                    ? "@" + (device.compactMap(\.hostName).first ?? device[0].addresses.first ?? "") : ""
                groups.append(Group(id: id.description + suffix, records: device))
            }
        }
        adopt(loose, into: &groups)
        return groups.map { Group(id: $0.id, records: sort($0.records)) }
    }

    /// Whether nothing says that these are on two hosts; recordings often lack both host and address.
    private static func sameHost(_ a: ServiceRecord, _ b: ServiceRecord) -> Bool {
        if !Set(a.addresses).isDisjoint(with: b.addresses) { return true }
        if let host = a.hostName, let other = b.hostName { return host.lowercased() == other.lowercased() }
        return a.addresses.isEmpty || b.addresses.isEmpty
    }

    private static func adopt(_ loose: [ServiceRecord], into groups: inout [Group]) {
        var orphans: [String: [ServiceRecord]] = [:]
        var namesakes: [String: Set<Int>] = [:]
        for index in groups.indices {
            for record in groups[index].records { namesakes[record.displayName, default: []].insert(index) }
        }
        for record in loose {
            let homes = namesakes[record.displayName, default: []].sorted().filter { index in
                groups[index].records.contains { $0.displayName == record.displayName && isSurelySameHost($0, record) }
            }
            if homes.count == 1 {
                groups[homes[0]].records.append(record)
            } else {
                let host = record.hostName ?? record.addresses.first ?? ""
                let name = record.displayName
                // Records that say neither name nor host have nothing in common.
                let id = name.isEmpty && host.isEmpty ? "unnamed \(orphans.count + 1)" : "\(name)@\(host)"
                orphans[id, default: []].append(record)
            }
        }
        for id in orphans.keys.sorted() { groups.append(Group(id: id, records: orphans[id, default: []])) }
    }

    private static func isSurelySameHost(_ a: ServiceRecord, _ b: ServiceRecord) -> Bool {
        if !Set(a.addresses).isDisjoint(with: b.addresses) { return true }
        guard let host = a.hostName, let other = b.hostName else { return false }
        return host.lowercased() == other.lowercased()
    }

    private static func sort(_ records: [ServiceRecord]) -> [ServiceRecord] { records.sorted { precedes($0, $1) } }

    /// A total order of distinct records, the costly parts last.
    private static func precedes(_ a: ServiceRecord, _ b: ServiceRecord) -> Bool {
        if a.serviceType != b.serviceType { return a.serviceType < b.serviceType }
        if a.instanceName != b.instanceName { return a.instanceName < b.instanceName }
        if a.interface != b.interface { return a.interface ?? "" < b.interface ?? "" }
        if a.hostName != b.hostName { return a.hostName ?? "" < b.hostName ?? "" }
        if a.port != b.port { return a.port ?? 0 < b.port ?? 0 }
        if a.addresses != b.addresses { return a.addresses.lexicographicallyPrecedes(b.addresses) }
        if a.txt != b.txt {
            return a.txt.entries.lexicographicallyPrecedes(b.txt.entries) { $0.lexicographicallyPrecedes($1) }
        }
        return answer(of: a).lexicographicallyPrecedes(answer(of: b))
    }

    /// The `/info` answer as comparable bytes; only records that agree in all else get here.
    private static func answer(of record: ServiceRecord) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return record.info.flatMap { try? encoder.encode($0) }.map(Array.init) ?? []
    }
}
