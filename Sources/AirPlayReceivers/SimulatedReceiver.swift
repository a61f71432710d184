/// A receiver to be published for tests: what it announces, and how it answers.
package struct SimulatedReceiver: Sendable, Hashable {
    /// What one of its ports does when it is asked for `/info`. All but the first are what real receivers were seen to do.
    package enum Answer: String, Sendable, Hashable, Codable, CaseIterable {
        /// Gives its property list.
        case info
        /// Gives its property list for `/server-info`, and nothing for `/info`.
        case serverInfo = "server-info"
        /// Says that there is no such thing.
        case notFound = "not-found"
        /// Wants pairing first.
        case notAllowed = "not-allowed"
        /// Announces the port and does not listen on it.
        case refused
        /// Takes the connection and says nothing.
        case silent
        /// Begins an answer that never ends.
        case endless
        /// Closes within the body.
        case cut
    }

    /// One of its services.
    package struct Service: Sendable, Hashable {
        /// The service type.
        package var type: ServiceType
        /// The instance name.
        package var instanceName: String
        /// The port; `nil` for any that is free.
        package var port: UInt16?
        /// The TXT record.
        package var txt: TXTRecord
        /// What is answered where the answer is a property list; `nil` for none.
        package var info: ReceiverInfo?
        /// How it answers.
        package var answer: Answer

        /// Describes a service.
        package init(
            type: ServiceType, instanceName: String, port: UInt16?, txt: TXTRecord, info: ReceiverInfo?, answer: Answer
        ) {
            self.type = type
            self.instanceName = instanceName
            self.port = port
            self.txt = txt
            self.info = info
            self.answer = answer
        }
    }

    /// The name people see.
    package var name: String
    /// Its host name, ending in `.local`; `nil` for one made of its name.
    package var hostName: String?
    /// Its numeric addresses, IPv4 before IPv6; empty for those of the machine that publishes it.
    package var addresses: [String]
    /// Its services, at least one.
    package var services: [Service]

    /// Describes a receiver.
    package init(name: String, hostName: String?, addresses: [String], services: [Service]) {
        self.name = name
        self.hostName = hostName
        self.addresses = addresses
        self.services = services
    }
}

extension SimulatedReceiver {
    /// The receivers of a recorded scan, each to behave as it did: what was shut is shut, what was refused is refused.
    package static func receivers(of scan: Scan) -> [SimulatedReceiver] {
        RecordMerging.groups(of: scan.records).map { group in
            var services: [Service] = []
            // A receiver on two links has each record twice.
            for record in group.records
            where !services.contains(where: { $0.type == record.serviceType && $0.instanceName == record.instanceName })
            {
                let answer = answer(of: record, in: scan.statement)
                services.append(
                    Service(
                        type: record.serviceType, instanceName: record.instanceName, port: record.port, txt: record.txt,
                        info: answer == .serverInfo ? record.serverInfo : record.info, answer: answer))
            }
            let addresses = Set(group.records.flatMap(\.addresses)).sorted()
            return SimulatedReceiver(
                name: group.records.map(\.displayName).first { !$0.isEmpty } ?? group.id,
                hostName: group.records.compactMap(\.hostName).first,
                addresses: addresses.filter { !$0.contains(":") } + addresses.filter { $0.contains(":") },
                services: services)
        }
        .sorted { ($0.name, $0.hostName ?? "") < ($1.name, $1.hostName ?? "") }
    }

    private static func answer(of record: ServiceRecord, in statement: ScanStatement?) -> Answer {
        if record.info != nil { return .info }
        if record.serverInfo != nil { return .serverInfo }
        let outcomes = (statement?.infoAttempts ?? []).filter {
            $0.port == record.port && record.addresses.contains($0.address)
        }.map(\.outcome)
        if outcomes.contains(.notAllowed) { return .notAllowed }
        if outcomes.contains(.notOffered) || outcomes.contains(.unreadable) { return .notFound }
        if outcomes.contains(.timedOut) { return .silent }
        return outcomes.contains(.refused) ? .refused : .notFound
    }
}
