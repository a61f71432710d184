import AirPlayReceivers
import CAvahi
import Foundation
import Synchronization

/// Publishes receivers through the Avahi daemon until it is told to stop.
///
/// Each receiver is an entry group of its own, so that one that collides does not take another with it.
package final class AvahiPublisher: Sendable {
    /// Most receivers at one time: each takes one of the 1024 objects that the daemon grants a client.
    package static let mostReceivers = 1000

    private let stop = AvahiStop()
    private let wanted: Mutex<[Publication]>
    private let interface: Int32?

    /// Prepares publications; nothing is told yet.
    ///
    /// - Parameter interface: Number of the only interface to publish on; `nil` for all.
    package init(_ publications: [Publication], interface: Int32? = nil) {
        wanted = Mutex(publications)
        self.interface = interface
    }

    /// Takes other publications in place of those so far: what is gone is withdrawn, what differs is told anew.
    package func replace(with publications: [Publication]) {
        wanted.withLock { $0 = publications }
        stop.wake()
    }

    /// Publishes from now on, until the consumer stops; everything is withdrawn then.
    ///
    /// Avahi runs on a thread of its own, since its calls block. The stream throws ``DiscoveryError`` when the daemon
    /// cannot be reached to begin with.
    package func events() -> AsyncThrowingStream<PublicationEvent, any Error> {
        AsyncThrowingStream { continuation in
            continuation.onTermination = { @Sendable [stop] _ in stop.stop() }
            let thread = Thread { @Sendable [self] in run(continuation) }
            thread.name = "avahi-publisher"
            thread.start()
        }
    }

    private func run(_ continuation: AsyncThrowingStream<PublicationEvent, any Error>.Continuation) {
        var reached = false
        while !stop.isStopped {
            let session = PublishingSession(
                stop: stop, interface: interface, wanted: { [self] in wanted.withLock { $0 } },
                emit: { event in
                    reached = true
                    continuation.yield(event)
                })
            do {
                try session.run()
            } catch {
                guard reached else { return continuation.finish(throwing: error) }
                if case .daemon = error { continuation.yield(.interrupted(reason: "\(error)")) }
                stop.wait(.milliseconds(200))
            }
        }
        continuation.finish()
    }
}

/// One conversation with the daemon, on one thread from the first call to the last.
private final class PublishingSession {
    /// A receiver's entry group. Lent to Avahi by address; the session owns it.
    final class Group {
        unowned let session: PublishingSession
        var publication: Publication
        var group: OpaquePointer?

        init(session: PublishingSession, publication: Publication) {
            self.session = session
            self.publication = publication
        }

        deinit { if let group { avahi_entry_group_free(group) } }
    }

    private let stop: AvahiStop
    private let interface: Int32?
    private let wanted: () -> [Publication]
    private let emit: (PublicationEvent) -> Void
    private var groups: [String: Group] = [:]
    private var failure: DiscoveryError?
    private var isRunning = false
    private var applied: [Publication]?

    init(
        stop: AvahiStop, interface: Int32?, wanted: @escaping () -> [Publication],
        emit: @escaping (PublicationEvent) -> Void
    ) {
        self.stop = stop
        self.interface = interface
        self.wanted = wanted
        self.emit = emit
    }

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
                avahi_simple_poll_get(poll), AvahiClientFlags(rawValue: 0), publisherChanged, context, &code)
        else { throw AvahiSession.unreachable(code) }
        // Frees the groups; their boxes must not free them again.
        defer {
            for group in groups.values { group.group = nil }
            groups = [:]
            avahi_client_free(client)
        }
        while failure == nil, !stop.isStopped {
            if isRunning { apply(client) }
            guard avahi_simple_poll_iterate(poll, -1) == 0 else {
                changed(client, AVAHI_CLIENT_FAILURE)
                break
            }
        }
        if let failure { throw failure }
    }

    /// Makes what is told what is wanted.
    private func apply(_ client: OpaquePointer) {
        let publications = wanted()
        guard publications != applied else { return }
        applied = publications
        let names = Set(publications.map(\.name))
        for name in groups.keys where !names.contains(name) { groups[name] = nil }
        for publication in publications where groups[publication.name]?.publication != publication {
            if let group = groups[publication.name], retell(publication, in: group) { continue }
            groups[publication.name] = nil
            let group = Group(session: self, publication: publication)
            let code = fill(group, client)
            if code == 0 {
                groups[publication.name] = group
            } else if code == AVAHI_ERR_COLLISION {
                emit(.collided(name: publication.name))
            } else {
                emit(.failed(name: publication.name, reason: PublishingSession.reason(code)))
            }
        }
    }

    private static let everyInterface = Int32(AVAHI_IF_UNSPEC)
    private static let everyFamily = Int32(AVAHI_PROTO_UNSPEC)

    private static func reason(_ code: Int32) -> String {
        let text = "\(String(cString: avahi_strerror(code))) (Avahi error \(code))"
        return switch Int(code) {
        case AVAHI_ERR_TOO_MANY_OBJECTS, AVAHI_ERR_TOO_MANY_CLIENTS, AVAHI_ERR_TOO_MANY_ENTRIES:
            "\(text); raise objects-per-client-max or entries-per-entry-group-max in avahi-daemon.conf"
        case AVAHI_ERR_NOT_PERMITTED: "\(text); avahi-daemon.conf has disable-user-service-publishing=yes"
        default: text
        }
    }

    /// Tells other TXT records of the same services, without withdrawing them; whether that was all that differs.
    private func retell(_ publication: Publication, in group: Group) -> Bool {
        var same = publication
        guard same.services.count == group.publication.services.count else { return false }
        for index in same.services.indices { same.services[index].txt = group.publication.services[index].txt }
        guard same == group.publication else { return false }
        for (old, new) in zip(group.publication.services, publication.services) where old.txt != new.txt {
            let list = strings(new.txt)
            defer { avahi_string_list_free(list) }
            let code = avahi_entry_group_update_service_txt_strlst(
                group.group, interface ?? Self.everyInterface, Self.everyFamily, AvahiPublishFlags(rawValue: 0),
                new.instanceName, new.type.rawValue, nil, list)
            guard code == 0 else { return false }
        }
        group.publication = publication
        return true
    }

    /// Makes the entry group; 0, or Avahi's error.
    private func fill(_ group: Group, _ client: OpaquePointer) -> Int32 {
        group.group = avahi_entry_group_new(client, groupChanged, Unmanaged.passUnretained(group).toOpaque())
        guard let entries = group.group else { return avahi_client_errno(client) }
        let publication = group.publication
        for address in publication.addresses {
            var parsed = AvahiAddress()
            let family = Int32(address.text.contains(":") ? AVAHI_PROTO_INET6 : AVAHI_PROTO_INET)
            guard avahi_address_parse(address.text, family, &parsed) != nil else {
                return Int32(AVAHI_ERR_INVALID_ADDRESS)
            }
            // Many receivers may share an address, which has one name at most the other way round.
            let code = avahi_entry_group_add_address(
                entries, address.interface ?? interface ?? Self.everyInterface, Self.everyFamily,
                AVAHI_PUBLISH_NO_REVERSE, publication.hostName, &parsed)
            guard code == 0 else { return code }
        }
        for service in publication.services {
            let list = strings(service.txt)
            defer { avahi_string_list_free(list) }
            let code = avahi_entry_group_add_service_strlst(
                entries, interface ?? Self.everyInterface, Self.everyFamily, AvahiPublishFlags(rawValue: 0),
                service.instanceName, service.type.rawValue, nil, publication.hostName, service.port, list)
            guard code == 0 else { return code }
        }
        return avahi_entry_group_commit(entries)
    }

    /// The TXT strings for Avahi: its lists grow at the head, here and once more in the daemon, so that the order comes out
    /// as given.
    private func strings(_ txt: TXTRecord) -> UnsafeMutablePointer<AvahiStringList>? {
        var list: UnsafeMutablePointer<AvahiStringList>?
        for entry in txt.entries { list = avahi_string_list_add_arbitrary(list, entry, entry.count) }
        return list
    }

    // MARK: What the callbacks report. All on the session's thread.

    func changed(_ client: OpaquePointer?, _ state: AvahiClientState) {
        switch state {
        case AVAHI_CLIENT_S_RUNNING: isRunning = true
        case AVAHI_CLIENT_FAILURE:
            let code = client.map { avahi_client_errno($0) } ?? Int32(AVAHI_ERR_FAILURE)
            failure = .daemon(doing: "publishing", code: code, text: String(cString: avahi_strerror(code)))
        default: break
        }
    }

    /// `entries` is given apart: the first state is reported before the group's maker has it back.
    func changed(_ group: Group, _ state: AvahiEntryGroupState, _ entries: OpaquePointer?) {
        switch state {
        case AVAHI_ENTRY_GROUP_ESTABLISHED: emit(.established(name: group.publication.name))
        case AVAHI_ENTRY_GROUP_COLLISION: emit(.collided(name: group.publication.name))
        case AVAHI_ENTRY_GROUP_FAILURE:
            let client = entries.flatMap { avahi_entry_group_get_client($0) }
            let code = client.map { avahi_client_errno($0) } ?? Int32(AVAHI_ERR_FAILURE)
            emit(.failed(name: group.publication.name, reason: PublishingSession.reason(code)))
        default: break
        }
    }
}

// MARK: Trampolines. File-level functions: a closure literal could be inferred to belong to the main actor.

private func publisherChanged(
    _ client: OpaquePointer?, _ state: AvahiClientState, _ context: UnsafeMutableRawPointer?
) {
    guard let context else { return }
    Unmanaged<PublishingSession>.fromOpaque(context).takeUnretainedValue().changed(client, state)
}

private func groupChanged(
    _ group: OpaquePointer?, _ state: AvahiEntryGroupState, _ context: UnsafeMutableRawPointer?
) {
    guard let context else { return }
    let box = Unmanaged<PublishingSession.Group>.fromOpaque(context).takeUnretainedValue()
    box.session.changed(box, state, group)
}
