import Glibc

/// A TCP socket that listens at every address of this machine.
package enum ListeningSocket {
    /// Why a port cannot be listened on.
    package struct Failure: Error, Sendable, Hashable {
        /// The system's number.
        package var number: Int32

        /// For people.
        package var text: String {
            switch number {
            case EADDRINUSE: "another program listens on it"
            case EACCES: "ports below 1024 are for root"
            default: String(cString: strerror(number))
            }
        }
    }

    /// Opens a socket for both families where the system has IPv6, else for IPv4. It does not block.
    ///
    /// - Parameter port: 0 for any that is free.
    /// - Returns: The socket, which the caller closes, and its port.
    package static func open(port: UInt16) -> Result<(socket: Int32, port: UInt16), Failure> {
        var number: Int32 = 0
        for wildcard in ["::", "0.0.0.0"] {
            guard let address = NumericAddress(wildcard, port: port) else { continue }
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            let socket = socket(address.family, kind, 0)
            guard socket >= 0 else {
                number = errno
                continue
            }
            var (on, off) = (Int32(1), Int32(0))
            setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
            setsockopt(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &off, socklen_t(MemoryLayout<Int32>.size))
            if address.withSocketAddress({ bind(socket, $0, $1) }) == 0, listen(socket, 256) == 0 {
                return .success((socket, localPlace(of: socket).port))
            }
            number = errno
            close(socket)
        }
        return .failure(Failure(number: number))
    }

    /// The address and port of this machine's end of a socket; no address and 0 when the system does not say.
    package static func localPlace(of socket: Int32) -> (address: String?, port: UInt16) {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                guard getsockname(socket, pointer, &size) == 0 else { return (nil, 0) }
                let port = pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_port }
                return (NumericAddress.text(pointer), UInt16(bigEndian: port))
            }
        }
    }
}
