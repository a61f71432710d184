import Foundation
import ReceiverDiscovery

/// What finding receivers needs.
enum NetworkCheckups {
    private static let listening = Duration.milliseconds(1500)

    /// D-Bus, the daemon, the interfaces, multicast, the firewall.
    static func all() async -> [Checkup] {
        async let tests = MulticastReception.tests(listeningFor: listening)
        let bus = bus()
        let daemon = await daemon(busWorks: bus.state == .ok)
        let addresses = LocalAddresses().reachable(on: nil)
        return [bus, daemon, ipv4(addresses), ipv6(addresses)] + multicast(await tests) + [FirewallCheckup.look()]
    }

    private static func bus() -> Checkup {
        if SystemBus.isReachable { return Checkup("dbus", .ok, "the system bus answers") }
        let isInstalled = Executable.find("dbus-daemon") != nil
        return Checkup(
            "dbus", .fail, isInstalled ? "the system bus does not answer" : "D-Bus is not installed",
            advice: isInstalled ? "start it: service dbus start" : "install it: apt-get install dbus avahi-daemon")
    }

    private static func daemon(busWorks: Bool) async -> Checkup {
        do throws(DiscoveryError) {
            let daemon = try await AvahiDaemon.ask()
            guard daemon.isRunning else {
                return Checkup(
                    "avahi", .warn, "\(daemon.version) is not ready: it looks for a host name that nobody else has",
                    advice: "wait a moment; if it stays so, change host-name in avahi-daemon.conf")
            }
            return Checkup("avahi", .ok, "\(daemon.version) runs, as \(daemon.hostName)")
        } catch {
            guard Executable.find("avahi-daemon") != nil else {
                return Checkup(
                    "avahi", .fail, "the Avahi daemon is not installed",
                    advice:
                        "install it: apt-get install avahi-daemon; or use discover --host and --replay, which need none"
                )
            }
            return Checkup(
                "avahi", .fail,
                busWorks ? "the Avahi daemon is not running" : "the Avahi daemon cannot be asked without the bus",
                advice: "start it: service avahi-daemon start, or as root: avahi-daemon -D")
        }
    }

    private static func ipv4(_ addresses: [LocalAddresses.Address]) -> Checkup {
        let found = addresses.filter { !$0.text.contains(":") }
        guard !found.isEmpty else {
            return Checkup(
                "ipv4", .warn, "no interface but the loopback has an IPv4 address",
                advice: "most receivers announce IPv4: give an interface an address")
        }
        return Checkup("ipv4", .ok, list(found))
    }

    private static func ipv6(_ addresses: [LocalAddresses.Address]) -> Checkup {
        let found = addresses.filter { $0.text.contains(":") }
        guard !found.isEmpty else {
            return Checkup(
                "ipv6", .warn, "no interface but the loopback has an IPv6 address",
                advice: "receivers that announce IPv6 only are not found; check net.ipv6.conf.all.disable_ipv6")
        }
        return Checkup("ipv6", .ok, list(found))
    }

    private static func list(_ addresses: [LocalAddresses.Address]) -> String {
        let shown = addresses.prefix(4).map { "\($0.text) (\($0.interface))" }.joined(separator: ", ")
        return addresses.count > 4 ? "\(shown) and \(addresses.count - 4) more" : shown
    }

    private static func multicast(_ tests: [MulticastReception]) -> [Checkup] {
        guard !tests.isEmpty else {
            return [
                Checkup(
                    "multicast", .fail, "no interface but the loopback is up",
                    advice: "connect this machine to the network of the receivers; discover --host needs no multicast")
            ]
        }
        return tests.map { test in
            let id = "multicast-\(test.family)-\(test.interface)"
            if let problem = test.problem {
                return Checkup(
                    id, .unknown, "could not be tried: \(problem)",
                    advice: "is the interface able to multicast? see: ip link show \(test.interface)")
            }
            if !test.others.isEmpty {
                let shown = test.others.prefix(3).joined(separator: ", ")
                let more = test.others.count > 3 ? " and \(test.others.count - 3) more" : ""
                return Checkup(id, .ok, "heard \(shown)\(more)")
            }
            if test.heardItself {
                return Checkup(
                    id, .warn, "heard this machine only",
                    advice:
                        "the link may be empty; else allow multicast between its hosts (client isolation on Wi-Fi, IGMP "
                        + "snooping on switches)")
            }
            return Checkup(
                id, .fail, "heard nothing, not even this machine",
                advice:
                    "a firewall drops it: let UDP port 5353 to \(test.family == "ipv4" ? "224.0.0.251" : "ff02::fb") in"
            )
        }
    }
}
