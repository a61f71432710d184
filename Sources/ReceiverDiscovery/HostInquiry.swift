package import AirPlayReceivers
import Foundation

/// Asks given hosts directly, across subnets that multicast does not cross. No daemon is needed.
///
/// A host that answers `/info` becomes a record with that answer; one that keeps it shut becomes a record without, for
/// something of AirPlay is there; one that does not answer is named in the statement and becomes nothing.
package struct HostInquiry: ReceiverSource {
    /// A host to ask.
    package struct Host: Sendable, Hashable {
        /// A numeric address or a name.
        package var name: String
        /// The port; `nil` for the usual ones.
        package var port: UInt16?

        /// Ports that receivers use where nothing else is known: AirPlay 2, UxPlay's and AirPlay 1's.
        static let usualPorts: [UInt16] = [7000, 7001, 5000]

        /// Reads `10.0.0.5`, `10.0.0.5:7001`, `fd77::2`, `[fd77::2]:7000` or a name; `nil` for anything else.
        package init?(_ text: String) {
            let isBracketed = text.hasPrefix("[")
            let colons = text.filter { $0 == ":" }.count
            var (name, port) = (Substring(text), Substring())
            if isBracketed {
                guard let end = text.firstIndex(of: "]") else { return nil }
                name = text[text.index(after: text.startIndex)..<end]
                port = text[text.index(after: end)...]
                if !port.isEmpty, !port.hasPrefix(":") { return nil }
            } else if colons == 1, let colon = text.firstIndex(of: ":") {
                (name, port) = (text[..<colon], text[colon...])
            }
            guard (1...253).contains(name.utf8.count), name.allSatisfy({ $0.isASCII && !$0.isWhitespace && $0 != "/" })
            else { return nil }
            self.name = String(name)
            guard !port.isEmpty else { return }
            guard let number = UInt16(port.dropFirst()), number > 0 else { return nil }
            self.port = number
        }
    }

    /// The hosts.
    package var hosts: [Host]

    /// Names the hosts; nothing is asked yet.
    package init(hosts: [Host]) { self.hosts = hosts }

    /// Asks all hosts at once, each on its port or the usual ones.
    package func scan() async throws -> Scan {
        let start = ContinuousClock.now
        let names = await resolve(hosts.map(\.name))
        try Task.checkCancellation()
        var targets: [InfoExchange.Target] = []
        for host in hosts {
            let addresses = names[host.name] ?? []
            for port in host.port.map({ [$0] }) ?? Host.usualPorts {
                let target = InfoExchange.Target(host: host.name, addresses: addresses, port: port)
                if !addresses.isEmpty, !targets.contains(target) { targets.append(target) }
            }
        }
        let fetcher = InfoFetcher()
        let startDate = Date()
        let exchanges = await fetcher.fetch(targets)
        try Task.checkCancellation()
        var statement = ScanStatement(
            asked: [], timeoutSeconds: fetcher.totalTimeout.rounded(toMilliseconds: ()),
            durationSeconds: start.duration(to: .now).rounded(toMilliseconds: ()), settled: [], answered: [],
            failed: [], vanished: [])
        statement.startedAt = startDate.formatted(.iso8601)
        statement.infoAttempts = exchanges.flatMap(\.attempts)
        statement.unanswered = hosts.filter { host in
            let ports = host.port.map { [$0] } ?? Host.usualPorts
            return !exchanges.contains {
                $0.isAlive && $0.target.host == host.name && ports.contains($0.target.port)
            }
        }.map(\.name).sorted()
        return Scan(records: exchanges.compactMap(record), statement: statement)
    }

    private func record(of exchange: InfoExchange) -> ServiceRecord? {
        guard exchange.isAlive else { return nil }
        let address = exchange.attempts.last { $0.outcome == .answered || $0.outcome == .notAllowed }?.address
        var txt = TXTRecord()
        if case .data(let blob) = exchange.info?["txtAirPlay"], let published = TXTRecord(wire: blob) {
            txt = published
        }
        return ServiceRecord(
            serviceType: .airPlay, instanceName: exchange.info?.name ?? address ?? "",
            addresses: address.map { [$0] } ?? [],
            port: exchange.target.port, txt: txt, info: exchange.info, serverInfo: exchange.serverInfo)
    }

    /// The addresses of each name. Looking up blocks, so it has a thread of its own.
    private func resolve(_ names: [String]) async -> [String: [String]] {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { @Sendable in
                continuation.resume(
                    returning: Dictionary(
                        names.map { ($0, addresses(of: $0)) }, uniquingKeysWith: { first, _ in first }))
            }
        }
    }
}

extension InfoExchange {
    /// Whether something that speaks AirPlay is there: it answered, or said that it is not allowed to.
    var isAlive: Bool { info != nil || serverInfo != nil || attempts.contains { $0.outcome == .notAllowed } }
}

/// The numeric addresses of a name or of a numeric address, IPv4 first; empty when there are none.
private func addresses(of name: String) -> [String] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var found: [String] = []
    var next = list
    while let entry = next {
        var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let length = socklen_t(buffer.count)
        if getnameinfo(entry.pointee.ai_addr, entry.pointee.ai_addrlen, &buffer, length, nil, 0, NI_NUMERICHOST) == 0 {
            let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if !found.contains(text) { found.append(text) }
        }
        next = entry.pointee.ai_next
    }
    return found.filter { !$0.contains(":") } + found.filter { $0.contains(":") }
}
