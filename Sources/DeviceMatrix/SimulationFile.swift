package import AirPlayReceivers

/// The shape of a file that a person writes for `segue simulate`.
struct SimulationFile: Decodable {
    let receivers: [Item]

    struct Item: Decodable {
        let name: String
        let like: String?
        let count: Int?
        let deviceId: String?
        let host: String?
        let addresses: [String]?
        let port: Int?
        let airplay: [String]?
        let raop: [String]?
        let info: ReceiverInfo?
        let answer: SimulatedReceiver.Answer?
    }

    static let keys: Set = [
        "name", "like", "count", "deviceId", "host", "addresses", "port", "airplay", "raop", "info", "answer",
    ]
}

extension DeviceMatrix {
    /// Reads the receivers that a person has written down to be simulated:
    ///
    /// ```yaml
    /// receivers:
    ///   - { name: Shelf television, like: LS03F, count: 3 }
    ///   - { name: Odd box, airplay: ["model=Box1,1", "features=0x7F8AD0,0x38BCB46"], answer: silent }
    /// ```
    ///
    /// - Parameters:
    ///   - text: The file's text.
    ///   - file: Its name, for messages.
    ///   - models: The rows by which `like` finds an example.
    /// - Throws: ``MatrixError`` with file and line for the first thing that is wrong.
    package static func simulatedReceivers(
        in text: String, file: String, models: [ModelEntry]
    ) throws(MatrixError) -> [SimulatedReceiver] {
        let document = try MatrixDocument(file: file, text: text)
        try document.requireKeys(["receivers"], at: [])
        for index in 0..<document.count(at: ["receivers"]) {
            try document.requireKeys(SimulationFile.keys, at: ["receivers", "\(index)"])
        }
        let items = try document.decode(SimulationFile.self).receivers
        var receivers: [SimulatedReceiver] = []
        for (index, item) in items.enumerated() {
            func wrong(_ key: String, _ message: String) -> MatrixError {
                MatrixError(
                    file: file, line: document.line(of: ["receivers", "\(index)", key]),
                    message: "receivers.\(index).\(key): \(message)")
            }
            let count = item.count ?? 1
            guard (1...1000).contains(count) else { throw wrong("count", "\(count) is not within 1…1000") }
            if let port = item.port, UInt16(exactly: port) ?? 0 == 0 { throw wrong("port", "\(port) is no port") }
            if item.deviceId != nil, count > 1 { throw wrong("deviceId", "\(count) receivers cannot share one id") }
            if let text = item.deviceId, DeviceID(text) == nil {
                throw wrong("deviceId", "'\(text)' is not six bytes in hex, such as 02:00:00:00:00:01")
            }
            let example: ModelExample
            do throws(SimulationProblem) {
                example = try item.example(among: models)
            } catch {
                throw wrong(error.key, error.message)
            }
            for number in 0..<count {
                let name = count == 1 ? item.name : "\(item.name) \(number + 1)"
                var addresses: [String] = []
                for start in item.addresses ?? [] {
                    guard let address = CountedAddress.text(start, plus: UInt32(number)) else {
                        throw wrong("addresses", "'\(start)' is no numeric address")
                    }
                    addresses.append(address)
                }
                receivers.append(item.receiver(name: name, copy: number, example, addresses: addresses))
            }
        }
        return receivers
    }
}

/// What is wrong with one receiver of the file, and under which key.
private struct SimulationProblem: Error {
    var key: String
    var message: String
}

extension SimulationFile.Item {
    /// What it publishes: strings of its own in place of those of the model it is like.
    fileprivate func example(among models: [ModelEntry]) throws(SimulationProblem) -> ModelExample {
        var example = ModelExample(airplay: nil, raop: nil, info: nil, source: "")
        if let like {
            let rows = models.filter { $0.example != nil && $0.names(like) }
            guard let found = rows.last?.example else {
                let known = models.filter { $0.example != nil }.compactMap { $0.match.exact?.first }
                throw SimulationProblem(
                    key: "like",
                    message: "the device matrix has no example record of '\(like)'; it has "
                        + known.sorted().joined(separator: ", "))
            }
            example = found
        }
        example.airplay = airplay ?? example.airplay
        example.raop = raop ?? example.raop
        example.info = info ?? example.info
        guard example.airplay != nil || example.raop != nil else {
            throw SimulationProblem(key: "name", message: "'\(name)' publishes nothing: give like, airplay or raop")
        }
        return example
    }

    fileprivate func receiver(
        name: String, copy: Int, _ example: ModelExample, addresses: [String]
    ) -> SimulatedReceiver {
        // An id among the strings is that of both services, or one receiver would be found as two.
        let strings = TXTRecord(entries: (example.airplay ?? []).map { TXTEscape.bytes($0) })
        let id =
            (deviceId ?? strings.string(.deviceID)).flatMap { DeviceID($0) } ?? DeviceID(madeFrom: name)
        let records = example.records(name: name, deviceID: id)
        return SimulatedReceiver(
            name: name, hostName: host.map { copy == 0 ? $0 : "\($0)-\(copy + 1)" }, addresses: addresses,
            services: records.map { record in
                SimulatedReceiver.Service(
                    type: record.serviceType, instanceName: record.instanceName, port: port.map { UInt16($0) } ?? 7000,
                    txt: record.txt, info: example.info, answer: answer ?? (example.info == nil ? .notFound : .info))
            })
    }
}

extension ModelEntry {
    /// Whether this is the row that somebody means by a word: a model, or the product's name.
    fileprivate func names(_ word: String) -> Bool {
        match.exact?.contains { $0.lowercased() == word.lowercased() } == true
            || product.lowercased() == word.lowercased()
    }
}

/// Numeric addresses that count up.
private enum CountedAddress {
    /// The address so many after another; `nil` when that is none, or the count runs over.
    static func text(_ start: String, plus offset: UInt32) -> String? {
        if start.contains(":") { return sixth(start, offset) }
        let bytes = start.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        guard bytes.count == 4, !bytes.contains(nil) else { return nil }
        let number = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1 ?? 0) }
        let (sum, overflow) = number.addingReportingOverflow(offset)
        guard !overflow else { return nil }
        return [24, 16, 8, 0].map { String(sum >> $0 & 0xFF) }.joined(separator: ".")
    }

    /// For IPv6 the last group counts.
    private static func sixth(_ start: String, _ offset: UInt32) -> String? {
        guard start.utf8.allSatisfy({ $0 == 0x3A || Character(Unicode.Scalar($0)).isHexDigit }),
            let colon = start.lastIndex(of: ":")
        else { return nil }
        let last = start[start.index(after: colon)...]
        guard let number = last.isEmpty ? 0 : UInt32(last, radix: 16), number + offset <= 0xFFFF else { return nil }
        return start[...colon] + String(number + offset, radix: 16)
    }
}
