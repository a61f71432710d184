import AirPlayReceivers
import CAvahi

/// One conversation with the daemon, on one thread from the first call to the last.
final class PublishingSession {
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
        let context = Unmanaged.passUnretained(self).toOpaque()
        try AvahiConversation.hold(stop, publisherChanged, context) { client, poll throws(DiscoveryError) in
            // The client frees the groups; their boxes must not free them again.
            defer {
                for group in groups.values { group.group = nil }
                groups = [:]
            }
            while failure == nil, !stop.isStopped {
                if isRunning { apply(client) }
                guard avahi_simple_poll_iterate(poll, -1) == 0 else {
                    throw AvahiConversation.failure(of: client, doing: "publishing")
                }
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
        let text = AvahiConversation.reason(code)
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
            let list = AvahiText.list(new.txt)
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
            let list = AvahiText.list(service.txt)
            defer { avahi_string_list_free(list) }
            let code = avahi_entry_group_add_service_strlst(
                entries, interface ?? Self.everyInterface, Self.everyFamily, AvahiPublishFlags(rawValue: 0),
                service.instanceName, service.type.rawValue, nil, publication.hostName, service.port, list)
            guard code == 0 else { return code }
        }
        return avahi_entry_group_commit(entries)
    }

    // MARK: What the callbacks report. All on the session's thread.

    func changed(_ client: OpaquePointer?, _ state: AvahiClientState) {
        switch state {
        case AVAHI_CLIENT_S_RUNNING: isRunning = true
        case AVAHI_CLIENT_FAILURE: failure = AvahiConversation.failure(of: client, doing: "publishing")
        default: break
        }
    }

    /// `entries` is given apart: the first state is reported before the group's maker has it back.
    func changed(_ group: Group, _ state: AvahiEntryGroupState, _ entries: OpaquePointer?) {
        switch state {
        case AVAHI_ENTRY_GROUP_ESTABLISHED: emit(.established(name: group.publication.name))
        case AVAHI_ENTRY_GROUP_COLLISION: emit(.collided(name: group.publication.name))
        case AVAHI_ENTRY_GROUP_FAILURE:
            let code = AvahiConversation.code(of: entries.flatMap { avahi_entry_group_get_client($0) })
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
