import AirPlayReceivers
import CAvahi
import Foundation

/// One conversation with the Avahi daemon on a thread of its own: two browsers, and a resolver for each announcement,
/// freed as soon as it has answered, so that the daemon's limit of 1024 objects for a client is never met.
///
/// Everything of Avahi lives on that thread, from the first call to the last; only ``AvahiStop`` crosses it.
final class AvahiSession {
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
        let context = Unmanaged.passUnretained(self).toOpaque()
        try AvahiConversation.hold(stop, browserClientChanged, context) { client, poll throws(DiscoveryError) in
            self.client = client
            // The client frees what resolvers are still open; their boxes must not free them again.
            defer {
                for entry in pending.values { entry.resolver = nil }
                pending = [:]
                self.client = nil
            }
            for type in ServiceType.receiverTypes {
                let browser = avahi_service_browser_new(
                    client, AvahiIfIndex(AVAHI_IF_UNSPEC), AvahiProtocol(AVAHI_PROTO_UNSPEC), type.rawValue, nil,
                    AvahiLookupFlags(rawValue: 0), serviceSeen, context)
                guard browser != nil else { throw AvahiConversation.failure(of: client, doing: "browsing for \(type)") }
            }
            while failure == nil, !stop.isStopped {
                guard avahi_simple_poll_iterate(poll, sleepMilliseconds()) == 0 else {
                    throw AvahiConversation.failure(of: client, doing: "waiting for answers")
                }
                expire()
                refresh()
                fill()
            }
        }
        if let failure { throw failure }
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
            emit(.failed(instance, reason: AvahiConversation.reason(avahi_client_errno(client))))
            return
        }
        pending[key] = entry
    }

    // MARK: What the callbacks report. All on the session's thread.

    func clientFailed(_ client: OpaquePointer?) {
        failure = AvahiConversation.failure(of: client, doing: "watching the links")
    }

    func browserFailed(_ browser: OpaquePointer?) {
        clientFailed(browser.flatMap { avahi_service_browser_get_client($0) })
    }

    func announced(_ key: Key, fromCache: Bool) {
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

    func withdrawn(_ key: Key) {
        pending[key] = nil
        known.remove(key)
        answered.remove(key)
        held[key] = nil
        waiting.removeAll { $0.0 == key }
        release(key.sibling)
        emit(.vanished(instance(of: key)))
    }

    func settled(_ type: String) { emit(.settled(ServiceType(rawValue: type))) }

    func resolved(_ entry: Pending, as record: ServiceRecord) {
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

    func resolveFailed(_ entry: Pending) {
        let reason = AvahiConversation.reason(AvahiConversation.code(of: client))
        let (key, instance, isBorrowed) = (entry.key, entry.instance, entry.isBorrowed)
        pending[key] = nil
        if isBorrowed { return start(key, instance, borrows: false) }
        release(key.sibling)
        emit(.failed(instance, reason: reason))
    }

    private func instance(of key: Key) -> ScanStatement.Instance {
        ScanStatement.Instance(
            serviceType: ServiceType(rawValue: AvahiText.text(key.type)),
            instanceName: AvahiText.text(key.name),
            interface: name(ofInterface: key.interface),
            family: key.family == Int32(AVAHI_PROTO_INET6) ? "ipv6" : "ipv4")
    }

    private func name(ofInterface index: Int32) -> String {
        if let known = interfaceNames[index] { return known }
        var buffer = [CChar](repeating: 0, count: Int(IF_NAMESIZE) + 1)
        let found = index > 0 && if_indextoname(UInt32(index), &buffer) != nil
        let name = found ? AvahiText.text(buffer) : "\(index)"
        interfaceNames[index] = name
        return name
    }
}
