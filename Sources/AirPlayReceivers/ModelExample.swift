/// What a receiver of a model really publishes: by it a row of the model table is tested, and a receiver simulated.
package struct ModelExample: Sendable, Hashable, Codable {
    /// The TXT strings of its `_airplay` service; `nil` when it has none.
    package var airplay: [String]?
    /// The TXT strings of its `_raop` service; `nil` when it has none.
    package var raop: [String]?
    /// What it answers to `/info`; `nil` when that is not known.
    package var info: ReceiverInfo?
    /// The capture or page that the record is from.
    package var source: String

    /// Describes what is published.
    package init(airplay: [String]?, raop: [String]?, info: ReceiverInfo?, source: String) {
        self.airplay = airplay
        self.raop = raop
        self.info = info
        self.source = source
    }

    /// The records of such a receiver.
    ///
    /// - Parameters:
    ///   - name: The name that people see.
    ///   - deviceID: The id, in place of one among the strings.
    package func records(name: String, deviceID: DeviceID) -> [ServiceRecord] {
        let digits = deviceID.description.uppercased()
        let services: [(ServiceType, [String]?, String)] = [
            (.airPlay, airplay, name), (.raop, raop, "\(digits.filter { $0 != ":" })@\(name)"),
        ]
        return services.compactMap { type, strings, instance in
            guard let strings else { return nil }
            var entries = strings.map { TXTEscape.bytes($0) }
            if type == .airPlay, !TXTRecord(entries: entries).has(.deviceID) {
                entries.insert(Array("deviceid=\(digits)".utf8), at: 0)
            }
            return ServiceRecord(
                serviceType: type, instanceName: instance, hostName: "example.local",
                txt: TXTRecord(entries: entries), info: type == .airPlay || airplay == nil ? info : nil)
        }
    }
}
