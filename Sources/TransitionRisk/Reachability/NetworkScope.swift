/// How far a host can be reached.
enum NetworkScope: Hashable {
    /// The machine itself.
    case loopback
    /// One link.
    case linkLocal
    /// One network behind a router.
    case privateNetwork
    /// A name that multicast DNS answers.
    case multicastName
    /// Anywhere, as far as the address shows.
    case global

    /// The scope of a host: a name, or an address without brackets.
    init(host: String) {
        let host = host.hasSuffix(".") ? String(host.dropLast()) : host
        if host == "localhost" || host.hasSuffix(".localhost") {
            self = .loopback
        } else if host.hasSuffix(".local") {
            self = .multicastName
        } else if let address = Self.version4(host) {
            self = Self.scope(address)
        } else if host.contains(":") {
            self = Self.scope(version6: host)
        } else {
            self = .global
        }
    }

    private static func version4(_ text: some StringProtocol) -> [Int]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in part.allSatisfy(\.isNumber) ? UInt8(part).map(Int.init) : nil }
        return parts.count == 4 && numbers.count == 4 ? numbers : nil
    }

    private static func scope(_ address: [Int]) -> NetworkScope {
        switch (address[0], address[1]) {
        case (127, _), (0, _): .loopback
        case (169, 254): .linkLocal
        case (10, _), (172, 16...31), (192, 168), (100, 64...127): .privateNetwork
        default: .global
        }
    }

    private static func scope(version6 host: String) -> NetworkScope {
        let text = host.lowercased().prefix { $0 != "%" }
        if text == "::1" || text == "::" { return .loopback }
        if let last = text.split(separator: ":").last, text.hasPrefix("::ffff:"), let mapped = version4(last) {
            return scope(mapped)
        }
        guard let first = text.split(separator: ":", omittingEmptySubsequences: false).first,
            let head = UInt16(first, radix: 16)
        else { return .global }
        switch head {
        case 0xFE80...0xFEBF: return .linkLocal
        case 0xFC00...0xFDFF: return .privateNetwork
        default: return .global
        }
    }
}
