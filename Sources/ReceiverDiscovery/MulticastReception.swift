import Foundation
import Glibc

/// Whether multicast DNS really comes in: a question is sent on an interface, and whatever arrives there is counted.
///
/// The question itself comes back to a socket that listens (RFC 1112 section 6.1), through the same firewall as everybody
/// else's packets; so even on an empty link silence says that something is shut.
package struct MulticastReception: Sendable, Hashable {
    /// The interface asked.
    package var interface: String
    /// `ipv4` or `ipv6`.
    package var family: String
    /// Whether a packet of this machine's own came in.
    package var heardItself = false
    /// Addresses of others that were heard, sorted.
    package var others: [String] = []
    /// Why it could not be tried; `nil` when it could.
    package var problem: String?

    /// Tries every interface that is up and not the loopback, both families at once.
    ///
    /// - Parameter time: How long to listen.
    package static func tests(listeningFor time: Duration) async -> [MulticastReception] {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { @Sendable in continuation.resume(returning: run(time)) }
        }
    }

    private static func run(_ time: Duration) -> [MulticastReception] {
        let own = LocalAddresses().all
        var tests: [(test: MulticastReception, socket: Int32)] = []
        for family in [AF_INET, AF_INET6] {
            let isSixth = family == AF_INET6
            let indices = Dictionary(
                own.filter { $0.text.contains(":") == isSixth && $0.interface != "lo" }
                    .map { ($0.interface, $0.index) }, uniquingKeysWith: { first, _ in first })
            for (name, index) in indices.sorted(by: { $0.key < $1.key }) {
                var test = MulticastReception(interface: name, family: isSixth ? "ipv6" : "ipv4")
                let socket = join(family, index)
                if socket < 0 { test.problem = String(cString: strerror(errno)) }
                if socket >= 0, !ask(socket, family, index) { test.problem = String(cString: strerror(errno)) }
                tests.append((test, socket))
            }
        }
        defer { for entry in tests where entry.socket >= 0 { close(entry.socket) } }
        let end = ContinuousClock.now + time
        let mine = Set(own.map(\.text))
        while !tests.isEmpty {
            let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
            guard left > 0 else { break }
            var sets = tests.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
            guard poll(&sets, nfds_t(sets.count), Int32(left.rounded(.up))) > 0 else { continue }
            for (index, set) in sets.enumerated() where set.revents != 0 {
                guard let sender = receive(set.fd) else { continue }
                if mine.contains(sender) {
                    tests[index].test.heardItself = true
                } else if !tests[index].test.others.contains(sender), tests[index].test.others.count < 1000 {
                    tests[index].test.others.append(sender)
                }
            }
        }
        return tests.map { entry in
            var test = entry.test
            test.others.sort()
            return test
        }
    }

    /// A socket that hears the group on one interface; -1 with `errno` when there is none.
    private static func join(_ family: Int32, _ index: Int32) -> Int32 {
        let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let socket = socket(family, kind, 0)
        guard socket >= 0 else { return -1 }
        func set<Value>(_ level: Int32, _ option: Int32, _ value: Value) -> Bool {
            withUnsafePointer(to: value) {
                setsockopt(socket, level, option, $0, socklen_t(MemoryLayout<Value>.size)) == 0
            }
        }
        // Beside the daemon, which has the port too.
        var works = set(SOL_SOCKET, SO_REUSEADDR, Int32(1)) && set(SOL_SOCKET, SO_REUSEPORT, Int32(1))
        if family == AF_INET {
            var member = ip_mreqn()
            member.imr_multiaddr.s_addr = in_addr_t(0xE000_00FB).bigEndian
            member.imr_ifindex = index
            works =
                works && bound(socket, "0.0.0.0")
                && set(Int32(IPPROTO_IP), IP_ADD_MEMBERSHIP, member) && set(Int32(IPPROTO_IP), IP_MULTICAST_IF, member)
                // Not what other sockets have joined elsewhere.
                && set(Int32(IPPROTO_IP), IP_MULTICAST_ALL, Int32(0))
        } else {
            var member = ipv6_mreq()
            member.ipv6mr_multiaddr.__in6_u.__u6_addr8.0 = 0xFF
            member.ipv6mr_multiaddr.__in6_u.__u6_addr8.1 = 0x02
            member.ipv6mr_multiaddr.__in6_u.__u6_addr8.15 = 0xFB
            member.ipv6mr_interface = UInt32(index)
            works =
                works && set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, Int32(1)) && bound(socket, "::")
                && set(Int32(IPPROTO_IPV6), IPV6_JOIN_GROUP, member)
                && set(Int32(IPPROTO_IPV6), IPV6_MULTICAST_IF, index)
                && set(Int32(IPPROTO_IPV6), IPV6_MULTICAST_ALL, Int32(0))
        }
        guard works else {
            let number = errno
            close(socket)
            errno = number
            return -1
        }
        return socket
    }

    private static let port: UInt16 = 5353

    private static func bound(_ socket: Int32, _ wildcard: String) -> Bool {
        NumericAddress(wildcard, port: port)?.withSocketAddress { bind(socket, $0, $1) == 0 } == true
    }

    /// Asks the link which types of service there are (RFC 6763 section 9): whoever offers any will answer.
    private static func ask(_ socket: Int32, _ family: Int32, _ index: Int32) -> Bool {
        let labels = ["_services", "_dns-sd", "_udp", "local"]
        let name: [UInt8] = labels.flatMap { label -> [UInt8] in [UInt8(label.utf8.count)] + Array(label.utf8) } + [0]
        // One question, of type PTR and class IN.
        let packet: [UInt8] = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0] + name + [0, 12, 0, 1]
        let group = family == AF_INET ? "224.0.0.251" : "ff02::fb%\(index)"
        return NumericAddress(group, port: port)?.withSocketAddress { address, length in
            sendto(socket, packet, packet.count, 0, address, length) == packet.count
        } == true
    }

    /// The sender of a packet that has come; `nil` when none has.
    private static func receive(_ socket: Int32) -> String? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var byte: UInt8 = 0
        return withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                recvfrom(socket, &byte, 1, 0, pointer, &size) < 0 ? nil : NumericAddress.text(pointer)
            }
        }
    }
}
