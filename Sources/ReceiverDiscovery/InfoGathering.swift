package import AirPlayReceivers

/// Asks the receivers of another source for `/info`, without pairing, and adds what they answer to their records.
///
/// Every announced port of every announced address is tried until one answers: some receivers announce a port that
/// nobody listens on and answer on their other one.
package struct InfoGathering: ReceiverSource {
    /// Where the records come from.
    package var source: any ReceiverSource

    /// Whether the user wants to end now; nothing is asked then.
    package var isInterrupted: @Sendable () -> Bool

    /// Wraps a source.
    package init(source: any ReceiverSource, isInterrupted: @escaping @Sendable () -> Bool = { false }) {
        self.source = source
        self.isInterrupted = isInterrupted
    }

    /// Looks, and then asks. Takes at most six seconds longer than the source.
    package func scan() async throws -> Scan {
        var scan = try await source.scan()
        if isInterrupted() { return scan }
        let targets = InfoGathering.targets(of: scan.records)
        let exchanges = await InfoFetcher().fetch(targets)
        try Task.checkCancellation()
        let answers = Dictionary(exchanges.map { ($0.target, $0.info) }, uniquingKeysWith: { first, _ in first })
        for index in scan.records.indices {
            guard let target = InfoGathering.target(of: scan.records[index]), let info = answers[target] else {
                continue
            }
            scan.records[index].info = info
        }
        scan.statement?.infoAttempts = exchanges.flatMap(\.attempts)
        return scan
    }

    private static func targets(of records: [ServiceRecord]) -> [InfoExchange.Target] {
        Set(records.compactMap { target(of: $0) }).sorted {
            ($0.addresses.first ?? "", $0.port) < ($1.addresses.first ?? "", $1.port)
        }
    }

    private static func target(of record: ServiceRecord) -> InfoExchange.Target? {
        guard let port = record.port, port > 0, !record.addresses.isEmpty else { return nil }
        return InfoExchange.Target(addresses: record.addresses, port: port)
    }
}
