import Foundation

/// What the rules of a firewall suggest. Only a hint: `multicast` tells what really comes in.
enum FirewallCheckup {
    private static let advice = "if receivers are missing, let UDP port 5353 in, and UDP from port 5353"

    /// Reads what rules it may read.
    static func look() -> Checkup {
        var found: [Checkup] = []
        for (program, arguments, judge) in [
            ("ufw", ["status"], ufw), ("nft", ["list", "ruleset"], nftables), ("iptables", ["-S"], iptables),
        ] as [(String, [String], (String) -> Checkup)] {
            guard let path = Executable.find(program) else { continue }
            guard let run = Executable.run(path, arguments, within: .seconds(3)), run.exitCode == 0 else {
                found.append(
                    Checkup(
                        "firewall", .unknown, "\(program) lets only root see its rules", advice: advice, isHint: true))
                continue
            }
            found.append(judge(run.output))
        }
        let order: [Checkup.State] = [.warn, .unknown, .ok]
        for state in order {
            if let first = found.first(where: { $0.state == state }) { return first }
        }
        return Checkup(
            "firewall", .unknown,
            "no ufw, nft or iptables here to ask; the rules of the host of a container are its own",
            isHint: true)
    }

    /// `ufw status`.
    static func ufw(_ text: String) -> Checkup {
        guard text.contains("Status: active") else {
            return Checkup("firewall", .ok, "ufw is not active", isHint: true)
        }
        return Checkup(
            "firewall", .ok, "ufw is active; its own rules let multicast DNS in unless they were changed", isHint: true)
    }

    /// `nft list ruleset`: a chain on input that drops, with no word of port 5353 or `mdns`.
    static func nftables(_ text: String) -> Checkup {
        let chains = text.components(separatedBy: "chain ").filter { $0.contains("hook input") }
        guard !chains.isEmpty else { return Checkup("firewall", .ok, "nftables has no rules for input", isHint: true) }
        let shut = chains.contains { chain in
            let drops = chain.contains("policy drop") || chain.contains("\n\t\tdrop") || chain.contains("reject")
            return drops && !chain.contains("5353") && !chain.contains("mdns")
        }
        return shut
            ? Checkup(
                "firewall", .warn, "nftables drops input and has no rule for port 5353", advice: advice, isHint: true)
            : Checkup("firewall", .ok, "nftables lets multicast DNS in, as far as its rules tell", isHint: true)
    }

    /// `iptables -S`: the policy of INPUT, or a last rule that drops, with no word of port 5353.
    static func iptables(_ text: String) -> Checkup {
        let lines = text.split(separator: "\n").filter { $0.contains("INPUT") }
        let drops = lines.contains {
            $0.hasPrefix("-P INPUT DROP") || $0.hasPrefix("-A INPUT -j DROP") || $0.hasPrefix("-A INPUT -j REJECT")
        }
        guard drops, !text.contains("5353") else {
            return Checkup("firewall", .ok, "iptables lets multicast DNS in, as far as its rules tell", isHint: true)
        }
        return Checkup(
            "firewall", .warn, "iptables drops input and has no rule for port 5353", advice: advice, isHint: true)
    }
}
