import AirPlayReceivers
import CAvahi
import Foundation

/// One conversation with the Avahi daemon on a thread of its own: two browsers, and a resolver for each announcement,
/// freed as soon as it has answered, so that the daemon's limit of 1024 objects for a client is never met.
///
/// Everything of Avahi lives on that thread, from the first call to the last; only ``AvahiStop`` crosses it.
final class AvahiSession {
    /// An announcement that waits for its answer. Lent to Avahi by address; ``pending`` owns it.
    final class Pending {
        unowned let session: AvahiSession
        let instance: ScanStatement.Instance
        let key: Key
        let deadline: ContinuousClock.Instant
        /// Whether it is asked over the other family's multicast.
        let isBorrowed: Bool
        var resolver: OpaquePointer?

        init(
            session: AvahiSession, instance: ScanStatement.Instance, key: Key, deadline: ContinuousClock.Instant,
            isBorrowed: Bool
        ) {
            self.session = session
            self.instance = instance
            self.key = key
            self.deadline = deadline
            self.isBorrowed = isBorrowed
        }

        deinit { if let resolver { avahi_service_resolver_free(resolver) } }
    }

    /// What names an announcement for Avahi, with the name's bytes as they came.
    struct Key: Hashable {
        var interface: Int32
        var family: Int32
        var name: [CChar]
        var type: [CChar]
        var domain: [CChar]

        /// The same service over the other address family.
        var sibling: Key {
            var key = self
            key.family = family == Int32(AVAHI_PROTO_INET) ? Int32(AVAHI_PROTO_INET6) : Int32(AVAHI_PROTO_INET)
            return key
        }
    }

    /// Announcements that are followed; a flood of them is somebody's mischief and may not take all memory.
    private static let mostAnnouncements = 20_000

    /// Resolvers open at one time: far below the daemon's limit, and few enough that a burst of questions does not fill
    /// the receive buffers of a busy link.
    private static let mostResolvers = 64

    /// How long the other family's multicast may take, before the announcement's own is asked.
    private static let borrowedDeadline = Duration.milliseconds(800)

    private let resolveDeadline: Duration
    private let refreshInterval: Duration?
    private let stop: AvahiStop
    private let emit: (DiscoveryEvent) -> Void
    private var pending: [Key: Pending] = [:]
    private var waiting: [(Key, ScanStatement.Instance)] = []
    private var known: Set<Key> = []
    /// Announcements that have been resolved.
    private var answered: Set<Key> = []
    /// Announcements whose sibling is being resolved; its answer most likely holds theirs.
    private var held: [Key: ScanStatement.Instance] = [:]
    private var isFlooded = false
    private var nextRefresh: ContinuousClock.Instant?
    private var interfaceNames: [Int32: String] = [:]
    private var failure: DiscoveryError?
    private var client: OpaquePointer?

    init(
        resolveDeadline: Duration, refreshInterval: Duration?, stop: AvahiStop, emit: @escaping (DiscoveryEvent) -> Void
    ) {
        self.resolveDeadline = resolveDeadline
        self.refreshInterval = refreshInterval
        nextRefresh = refreshInterval.map { .now + $0 }
        self.stop = stop
        self.emit = emit
    }

    /// Browses until stopped. Call on a thread of its own.
    ///
    /// - Throws: ``DiscoveryError`` when the daemon cannot be reached, or goes away.
    func run() throws(DiscoveryError) {
        guard let poll = avahi_simple_poll_new() else {
            throw .daemon(doing: "setting up", code: Int32(AVAHI_ERR_NO_MEMORY), text: "out of memory")
        }
        stop.attach(poll)
        defer {
            stop.attach(nil)
            avahi_simple_poll_free(poll)
        }
        var code: Int32 = 0
        let context = Unmanaged.passUnretained(self).toOpaque()
        guard
            let client = avahi_client_new(
                avahi_simple_poll_get(poll), AvahiClientFlags(rawValue: 0), clientChanged, context, &code)
        else { throw AvahiSession.unreachable(code) }
        self.client = client
        // Frees the browsers and whatever resolvers are still open; their boxes must not free them again.
        defer {
            for entry in pending.values { entry.resolver = nil }
            pending = [:]
            avahi_client_free(client)
            self.client = nil
        }
        for type in ServiceType.receiverTypes {
            let browser = avahi_service_browser_new(
                client, AvahiIfIndex(AVAHI_IF_UNSPEC), AvahiProtocol(AVAHI_PROTO_UNSPEC), type.rawValue, nil,
                AvahiLookupFlags(rawValue: 0), serviceSeen, context)
            guard browser != nil else { throw lastError(of: client, doing: "browsing for \(type)") }
        }
        while failure == nil, !stop.isStopped {
            guard avahi_simple_poll_iterate(poll, sleepMilliseconds()) == 0 else {
                throw lastError(of: client, doing: "waiting for answers")
            }
            expire()
            refresh()
            fill()
        }
        if let failure { throw failure }
    }

    static func unreachable(_ code: Int32) -> DiscoveryError {
        let text = String(cString: avahi_strerror(code))
        return SystemBus.isReachable ? .noDaemon(code: code, text: text) : .noBus(code: code, text: text)
    }

    private func lastError(of client: OpaquePointer?, doing: String) -> DiscoveryError {
        let code = client.map { avahi_client_errno($0) } ?? Int32(AVAHI_ERR_FAILURE)
        return .daemon(doing: doing, code: code, text: String(cString: avahi_strerror(code)))
    }

    /// Until the next deadline, and for ever when nothing waits: ``AvahiStop`` wakes the poll.
    private func sleepMilliseconds() -> Int32 {
        guard let next = (pending.values.map(\.deadline) + [nextRefresh].compactMap { $0 }).min() else { return -1 }
        let left = ContinuousClock.now.duration(to: next) / .milliseconds(1)
        return Int32(min(max(left.rounded(.up), 0), 60_000))
    }

    private func expire() {
        let now = ContinuousClock.now
        for (key, entry) in pending where entry.deadline <= now {
            pending[key] = nil
            if entry.isBorrowed {
                start(key, entry.instance, borrows: false)
                continue
            }
            release(key.sibling)
            emit(.failed(entry.instance, reason: "no answer within \(resolveDeadline / .milliseconds(1)) ms"))
        }
    }

    /// Resolves everything anew: a freed resolver cannot report that a TXT record has changed.
    private func refresh() {
        guard let refreshInterval, let due = nextRefresh, due <= .now else { return }
        nextRefresh = .now + refreshInterval
        let queued = Set(waiting.map(\.0))
        for key in known where pending[key] == nil && !queued.contains(key) { waiting.append((key, instance(of: key))) }
    }

    private func fill() {
        while !waiting.isEmpty, pending.count < AvahiSession.mostResolvers {
            let (key, instance) = waiting.removeFirst()
            resolve(key, instance)
        }
    }

    private func resolve(_ key: Key, _ instance: ScanStatement.Instance) {
        guard pending[key] == nil else { return }
        // Both families have the same service, and a host tells both addresses over each: whoever comes second finds in
        // the daemon's cache what the first has asked for, which halves the questions on the link.
        if pending[key.sibling] != nil {
            held[key] = instance
        } else {
            start(key, instance, borrows: answered.contains(key.sibling))
        }
    }

    /// Resolves an announcement that has waited for its sibling.
    private func release(_ key: Key) {
        guard let instance = held.removeValue(forKey: key) else { return }
        start(key, instance, borrows: answered.contains(key.sibling))
    }

    private func start(_ key: Key, _ instance: ScanStatement.Instance, borrows: Bool) {
        guard let client else { return }
        let entry = Pending(
            session: self, instance: instance, key: key,
            deadline: .now + (borrows ? AvahiSession.borrowedDeadline : resolveDeadline), isBorrowed: borrows)
        entry.resolver = avahi_service_resolver_new(
            client, key.interface, borrows ? key.sibling.family : key.family, key.name, key.type, key.domain,
            key.family, AvahiLookupFlags(rawValue: 0), serviceResolved, Unmanaged.passUnretained(entry).toOpaque())
        guard entry.resolver != nil else {
            let code = avahi_client_errno(client)
            emit(.failed(instance, reason: "\(String(cString: avahi_strerror(code))) (Avahi error \(code))"))
            return
        }
        pending[key] = entry
    }

    // MARK: What the callbacks report. All on the session's thread.

    fileprivate func clientFailed(_ client: OpaquePointer?) {
        let code = client.map { avahi_client_errno($0) } ?? Int32(AVAHI_ERR_FAILURE)
        failure = .daemon(doing: "watching the links", code: code, text: String(cString: avahi_strerror(code)))
    }

    fileprivate func browserFailed(_ browser: OpaquePointer?) {
        clientFailed(browser.flatMap { avahi_service_browser_get_client($0) })
    }

    fileprivate func announced(_ key: Key, fromCache: Bool) {
        guard known.count < AvahiSession.mostAnnouncements else {
            if !isFlooded { emit(.interrupted(reason: "more than \(known.count) announcements; the rest is left out")) }
            isFlooded = true
            return
        }
        let instance = instance(of: key)
        emit(.announced(instance, fromCache: fromCache))
        known.insert(key)
        waiting.append((key, instance))
        fill()
    }

    fileprivate func withdrawn(_ key: Key) {
        pending[key] = nil
        known.remove(key)
        answered.remove(key)
        held[key] = nil
        waiting.removeAll { $0.0 == key }
        release(key.sibling)
        emit(.vanished(instance(of: key)))
    }

    fileprivate func settled(_ type: String) { emit(.settled(ServiceType(rawValue: type))) }

    fileprivate func resolved(_ entry: Pending, as record: ServiceRecord) {
        var record = record
        record.serviceType = entry.instance.serviceType
        record.instanceName = entry.instance.instanceName
        record.interface = entry.instance.interface
        // The box that `entry` is lent from goes with this.
        let (key, instance) = (entry.key, entry.instance)
        pending[key] = nil
        answered.insert(key)
        release(key.sibling)
        emit(.resolved(instance, record))
    }

    fileprivate func resolveFailed(_ entry: Pending) {
        let code = client.map { avahi_client_errno($0) } ?? Int32(AVAHI_ERR_FAILURE)
        let (key, instance, isBorrowed) = (entry.key, entry.instance, entry.isBorrowed)
        pending[key] = nil
        if isBorrowed { return start(key, instance, borrows: false) }
        release(key.sibling)
        emit(.failed(instance, reason: "\(String(cString: avahi_strerror(code))) (Avahi error \(code))"))
    }

    private func instance(of key: Key) -> ScanStatement.Instance {
        ScanStatement.Instance(
            serviceType: ServiceType(rawValue: text(key.type)), instanceName: text(key.name),
            interface: name(ofInterface: key.interface),
            family: key.family == Int32(AVAHI_PROTO_INET6) ? "ipv6" : "ipv4")
    }

    private func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func name(ofInterface index: Int32) -> String {
        if let known = interfaceNames[index] { return known }
        var buffer = [CChar](repeating: 0, count: Int(IF_NAMESIZE) + 1)
        let found = index > 0 && if_indextoname(UInt32(index), &buffer) != nil
        let name = found ? text(buffer) : "\(index)"
        interfaceNames[index] = name
        return name
    }
}

// MARK: Trampolines. File-level functions: a closure literal could be inferred to belong to the main actor.

private func session(_ context: UnsafeMutableRawPointer?) -> AvahiSession? {
    context.map { Unmanaged<AvahiSession>.fromOpaque($0).takeUnretainedValue() }
}

private func clientChanged(_ client: OpaquePointer?, _ state: AvahiClientState, _ context: UnsafeMutableRawPointer?) {
    if state == AVAHI_CLIENT_FAILURE { session(context)?.clientFailed(client) }
}

private func serviceSeen(
    _ browser: OpaquePointer?, _ interface: AvahiIfIndex, _ family: AvahiProtocol, _ event: AvahiBrowserEvent,
    _ name: UnsafePointer<CChar>?, _ type: UnsafePointer<CChar>?, _ domain: UnsafePointer<CChar>?,
    _ flags: AvahiLookupResultFlags, _ context: UnsafeMutableRawPointer?
) {
    guard let session = session(context) else { return }
    switch event {
    case AVAHI_BROWSER_NEW, AVAHI_BROWSER_REMOVE:
        guard let name, let type, let domain else { return }
        let key = AvahiSession.Key(
            interface: interface, family: family, name: bytes(name), type: bytes(type), domain: bytes(domain))
        if event == AVAHI_BROWSER_NEW {
            session.announced(key, fromCache: flags.rawValue & AVAHI_LOOKUP_RESULT_CACHED.rawValue != 0)
        } else {
            session.withdrawn(key)
        }
    case AVAHI_BROWSER_ALL_FOR_NOW:
        if let type { session.settled(String(cString: type)) }
    case AVAHI_BROWSER_FAILURE: session.browserFailed(browser)
    default: break
    }
}

private func serviceResolved(
    _ resolver: OpaquePointer?, _ interface: AvahiIfIndex, _ family: AvahiProtocol, _ event: AvahiResolverEvent,
    _ name: UnsafePointer<CChar>?, _ type: UnsafePointer<CChar>?, _ domain: UnsafePointer<CChar>?,
    _ host: UnsafePointer<CChar>?, _ address: UnsafePointer<AvahiAddress>?, _ port: UInt16,
    _ txt: UnsafeMutablePointer<AvahiStringList>?, _ flags: AvahiLookupResultFlags,
    _ context: UnsafeMutableRawPointer?
) {
    guard let context else { return }
    let entry = Unmanaged<AvahiSession.Pending>.fromOpaque(context).takeUnretainedValue()
    let session = entry.session
    guard event == AVAHI_RESOLVER_FOUND else { return session.resolveFailed(entry) }
    session.resolved(
        entry,
        as: ServiceRecord(
            serviceType: entry.instance.serviceType, instanceName: entry.instance.instanceName,
            hostName: host.map { String(cString: $0) },
            addresses: address.flatMap { text(of: $0, on: entry) }.map { [$0] } ?? [],
            port: port, txt: TXTRecord(entries: strings(of: txt))))
}

private func bytes(_ text: UnsafePointer<CChar>) -> [CChar] {
    Array(UnsafeBufferPointer(start: text, count: strlen(text) + 1))
}

/// The strings in wire order. (`avahi-browse` prints the same list back to front.)
private func strings(of list: UnsafeMutablePointer<AvahiStringList>?) -> [[UInt8]] {
    var entries: [[UInt8]] = []
    var next = list
    while let string = next {
        let size = avahi_string_list_get_size(string)
        if let text = avahi_string_list_get_text(string) {
            entries.append(Array(UnsafeBufferPointer(start: text, count: size)))
        }
        next = avahi_string_list_get_next(string)
    }
    return entries
}

/// The address as text, a link-local one with its interface, without which it cannot be reached.
private func text(of address: UnsafePointer<AvahiAddress>, on entry: AvahiSession.Pending) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(AVAHI_ADDRESS_STR_MAX) + 1)
    guard avahi_address_snprint(&buffer, buffer.count, address) != nil else { return nil }
    let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.hasPrefix("fe80:") ? "\(text)%\(entry.instance.interface)" : text
}
