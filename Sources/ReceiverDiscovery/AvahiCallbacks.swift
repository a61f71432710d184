import AirPlayReceivers
import CAvahi

// What Avahi calls while somebody browses. File-level functions: a closure literal could be inferred to belong to the main
// actor.

private func session(_ context: UnsafeMutableRawPointer?) -> AvahiSession? {
    context.map { Unmanaged<AvahiSession>.fromOpaque($0).takeUnretainedValue() }
}

func browserClientChanged(_ client: OpaquePointer?, _ state: AvahiClientState, _ context: UnsafeMutableRawPointer?) {
    if state == AVAHI_CLIENT_FAILURE { session(context)?.clientFailed(client) }
}

func serviceSeen(
    _ browser: OpaquePointer?, _ interface: AvahiIfIndex, _ family: AvahiProtocol, _ event: AvahiBrowserEvent,
    _ name: UnsafePointer<CChar>?, _ type: UnsafePointer<CChar>?, _ domain: UnsafePointer<CChar>?,
    _ flags: AvahiLookupResultFlags, _ context: UnsafeMutableRawPointer?
) {
    guard let session = session(context) else { return }
    switch event {
    case AVAHI_BROWSER_NEW, AVAHI_BROWSER_REMOVE:
        guard let name, let type, let domain else { return }
        let key = AvahiSession.Key(
            interface: interface, family: family, name: AvahiText.characters(name), type: AvahiText.characters(type),
            domain: AvahiText.characters(domain))
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

func serviceResolved(
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
            addresses: address.flatMap { AvahiText.address($0, on: entry.instance.interface) }.map { [$0] } ?? [],
            port: port, txt: AvahiText.record(txt)))
}
