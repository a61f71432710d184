import Foundation
package import Glibc

/// The addresses of this machine.
package struct LocalAddresses: Sendable, Hashable {
    /// One address on one interface.
    package struct Address: Sendable, Hashable {
        /// Name of the interface.
        package var interface: String
        /// The interface's number.
        package var index: Int32
        /// The numeric address, without a zone.
        package var text: String
    }

    /// All addresses of interfaces that are up, in the system's order.
    package var all: [Address]

    /// Asks the system.
    package init() {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else {
            all = []
            return
        }
        defer { freeifaddrs(list) }
        var found: [Address] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard entry.ifa_flags & UInt32(IFF_UP) != 0, let socketAddress = entry.ifa_addr,
                let text = NumericAddress.text(socketAddress)
            else { continue }
            let name = String(cString: entry.ifa_name)
            found.append(Address(interface: name, index: Int32(if_nametoindex(name)), text: text))
        }
        all = found
    }

    /// The addresses that others can reach: of the named interface, or of all but the loopback. Link-local ones of IPv6
    /// are left out where there are others.
    package func reachable(on interface: String?) -> [Address] {
        let wanted = all.filter { address in
            interface.map { $0 == address.interface } ?? !(address.text == "::1" || address.text.hasPrefix("127."))
        }
        let routable = wanted.filter { !$0.text.hasPrefix("fe80:") }
        return routable.isEmpty ? wanted : routable
    }

    /// Whether this machine takes connections to an address: one of its own, or one of a range routed to it.
    package static func takes(_ address: String) -> Bool {
        guard let target = NumericAddress(address, port: 0) else { return false }
        let socket = socket(target.family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return false }
        defer { close(socket) }
        return target.withSocketAddress { bind(socket, $0, $1) == 0 }
    }
}

extension LocalAddresses {
    /// The address of this machine from which it would speak to another; `nil` when there is no way there.
    package static func source(toward address: String) -> String? {
        guard let target = NumericAddress(address, port: 9) else { return nil }
        let socket = socket(target.family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return nil }
        defer { close(socket) }
        // Connecting a datagram socket sends nothing; it only chooses the way.
        guard target.withSocketAddress({ connect(socket, $0, $1) == 0 }) else { return nil }
        return ListeningSocket.localPlace(of: socket).address
    }
}

/// A numeric address and a port as the system wants them.
package struct NumericAddress {
    private var storage = sockaddr_storage()
    private let length: socklen_t
    /// `AF_INET` or `AF_INET6`.
    package let family: Int32

    /// Reads a numeric address; no name is ever looked up. `nil` when it is none.
    package init?(_ text: String, port: UInt16) {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(text, String(port), &hints, &list) == 0, let list else { return nil }
        defer { freeaddrinfo(list) }
        family = list.pointee.ai_family
        length = list.pointee.ai_addrlen
        guard Int(length) <= MemoryLayout<sockaddr_storage>.size else { return nil }
        memcpy(&storage, list.pointee.ai_addr, Int(length))
    }

    /// Lends the address.
    package func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    /// An address as text, an IPv4 one that came over an IPv6 socket as IPv4, without a zone; `nil` for other families.
    package static func text(_ address: UnsafePointer<sockaddr>) -> String? {
        let family = Int32(address.pointee.sa_family)
        let size = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
        guard family == AF_INET || family == AF_INET6 else { return nil }
        var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard
            getnameinfo(address, socklen_t(size), &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST) == 0
        else { return nil }
        let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let bare = String(text.prefix { $0 != "%" })
        return bare.hasPrefix("::ffff:") && bare.contains(".") ? String(bare.dropFirst(7)) : bare
    }
}
