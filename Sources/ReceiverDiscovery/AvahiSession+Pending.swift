import AirPlayReceivers
import CAvahi

extension AvahiSession {
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
}
