/// One service instance as resolved on one link: what a receiver announces of itself, kept exactly.
package struct ServiceRecord: Sendable, Hashable, Codable {
    /// The service type.
    package var serviceType: ServiceType
    /// The instance name, unescaped: `Living Room`, or `AABBCCDDEEFF@Living Room` for `_raop`.
    package var instanceName: String
    /// The host that offers it; `nil` when not resolved or not recorded.
    package var hostName: String?
    /// Numeric addresses, IPv4 before IPv6, sorted; empty when not resolved or not recorded.
    package var addresses: [String]
    /// TCP port; `nil` when not recorded.
    package var port: UInt16?
    /// Name of the network interface on which it was seen; `nil` when not recorded.
    package var interface: String?
    /// The TXT record.
    package var txt: TXTRecord
    /// What the receiver answered to `GET /info`; `nil` when it was not asked or did not answer.
    package var info: ReceiverInfo?
    /// What it answered to `GET /server-info`, which older receivers have in place of `/info`; `nil` as above.
    package var serverInfo: ReceiverInfo?

    /// Describes a service instance.
    package init(
        serviceType: ServiceType, instanceName: String, hostName: String? = nil, addresses: [String] = [],
        port: UInt16? = nil, interface: String? = nil, txt: TXTRecord = TXTRecord(), info: ReceiverInfo? = nil,
        serverInfo: ReceiverInfo? = nil
    ) {
        self.serviceType = serviceType
        self.instanceName = instanceName
        self.hostName = hostName
        self.addresses = addresses
        self.port = port
        self.interface = interface
        self.txt = txt
        self.info = info
        self.serverInfo = serverInfo
    }

    /// Reads a record; only `serviceType` must be there, so that old, partial and hand-written records can be read.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let number = try fields.decodeIfPresent(Int.self, forKey: .port)
        let port = number.flatMap { UInt16(exactly: $0) }
        if let number, port == nil {
            throw DecodingError.dataCorruptedError(
                forKey: .port, in: fields, debugDescription: "\(number) is no port number")
        }
        self.init(
            serviceType: try fields.decode(ServiceType.self, forKey: .serviceType),
            instanceName: try fields.decodeIfPresent(String.self, forKey: .instanceName) ?? "",
            hostName: try fields.decodeIfPresent(String.self, forKey: .hostName),
            addresses: try fields.decodeIfPresent([String].self, forKey: .addresses) ?? [],
            port: port,
            interface: try fields.decodeIfPresent(String.self, forKey: .interface),
            txt: try fields.decodeIfPresent(TXTRecord.self, forKey: .txt) ?? TXTRecord(),
            info: try fields.decodeIfPresent(ReceiverInfo.self, forKey: .info),
            serverInfo: try fields.decodeIfPresent(ReceiverInfo.self, forKey: .serverInfo))
    }

    /// The name people see: for `_raop` the part after the device id.
    package var displayName: String {
        guard serviceType == .raop, let at = instanceName.firstIndex(of: "@") else { return instanceName }
        return String(instanceName[instanceName.index(after: at)...])
    }

    /// The device id that the record gives: the `deviceid` key, else what stands before `@` in a `_raop` name, else that
    /// of `/info` or `/server-info`.
    ///
    /// `nil` when there is none or it is no six bytes in hex. `pi` is never used: programs share one.
    package var deviceID: DeviceID? {
        if let stated = txt.string(.deviceID).flatMap({ DeviceID($0) }) { return stated }
        if serviceType == .raop, let at = instanceName.firstIndex(of: "@"),
            let named = DeviceID(String(instanceName[..<at]))
        {
            return named
        }
        return info?.deviceID ?? serverInfo?.deviceID
    }
}

/// Six bytes that name a device, shaped like a MAC address and often not one.
package struct DeviceID: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    /// The id as lower-case hex pairs with colons: `aa:bb:cc:dd:ee:ff`.
    package let description: String

    /// Reads `AA:BB:CC:DD:EE:FF`, with dashes, or without separators; `nil` for anything else.
    package init?(_ text: String) {
        let bytes = text.utf8.filter { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "-") }
        guard text.utf8.count <= 17, bytes.count == 12,
            bytes.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
        else { return nil }
        let digits = String(decoding: bytes, as: UTF8.self).lowercased()
        description = stride(from: 0, to: 12, by: 2).map { String(digits.dropFirst($0).prefix(2)) }
            .joined(separator: ":")
    }

    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let id = DeviceID(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "'\(text)' is no device id"))
        }
        self = id
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(description)
    }

    /// An id made of a name, the same each time, marked as one that nobody has assigned.
    package init(madeFrom name: String) {
        // FNV-1a, 64 bits; the first byte says "locally administered".
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let pairs = [0x02] + stride(from: UInt64(32), through: 0, by: -8).map { hash >> $0 & 0xFF }
        description = pairs.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: ":")
    }

    /// Orders by digits.
    package static func < (a: DeviceID, b: DeviceID) -> Bool { a.description < b.description }
}
