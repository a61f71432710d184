import Foundation

/// The D-Bus system bus, by which libavahi-client reaches its daemon.
///
/// Avahi reports the same error for a missing bus and for a missing daemon; what to start differs.
package enum SystemBus {
    /// Whether something listens at one of the bus's addresses.
    package static var isReachable: Bool {
        let environment = ProcessInfo.processInfo.environment
        return paths(of: environment["DBUS_SYSTEM_BUS_ADDRESS"]).contains { accepts(path: $0) }
    }

    /// The socket paths of a D-Bus address list (`unix:path=…;unix:path=…`), or the usual one when none is given.
    static func paths(of addresses: String?) -> [String] {
        guard let addresses, !addresses.isEmpty else { return ["/run/dbus/system_bus_socket"] }
        var paths: [String] = []
        for address in addresses.split(separator: ";") {
            let options = address.drop { $0 != ":" }.dropFirst()
            for option in options.split(separator: ",") where option.hasPrefix("path=") {
                paths.append(String(option.dropFirst("path=".count)))
            }
        }
        return paths
    }

    private static func accepts(path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return false }
        defer { close(socket) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }
}
