import Testing

@testable import segue

@Suite struct FirewallCheckupTests {
    @Test(
        "Rules of nftables that drop multicast DNS are a warning",
        arguments: [
            ("", Checkup.State.ok),
            (
                "table inet filter {\n\tchain input {\n\t\ttype filter hook input priority 0; policy accept;\n\t}\n}",
                .ok
            ),
            (
                "table inet filter {\n\tchain input {\n\t\ttype filter hook input priority 0; policy drop;\n\t}\n}",
                .warn
            ),
            (
                "table inet f {\n\tchain input {\n\t\ttype filter hook input priority 0; policy drop;\n\t\tudp dport 5353 accept\n\t}\n}",
                .ok
            ),
            (
                "table inet f {\n\tchain input {\n\t\ttype filter hook input priority 0; policy accept;\n\t\tdrop\n\t}\n}",
                .warn
            ),
            (
                "table inet f {\n\tchain output {\n\t\ttype filter hook output priority 0; policy drop;\n\t}\n}", .ok
            ),
        ])
    func nftables(rules: String, state: Checkup.State) { #expect(FirewallCheckup.nftables(rules).state == state) }

    @Test(
        "Rules of iptables that drop multicast DNS are a warning",
        arguments: [
            ("-P INPUT ACCEPT\n-P FORWARD DROP", Checkup.State.ok), ("-P INPUT DROP", .warn),
            ("-P INPUT DROP\n-A INPUT -p udp -m udp --dport 5353 -j ACCEPT", .ok),
            ("-P INPUT ACCEPT\n-A INPUT -j REJECT --reject-with icmp-host-prohibited", .warn),
        ])
    func iptables(rules: String, state: Checkup.State) { #expect(FirewallCheckup.iptables(rules).state == state) }

    @Test func anActiveUfwIsNoWarningForItsOwnRulesLetMulticastIn() {
        #expect(FirewallCheckup.ufw("Status: active\n").state == .ok)
        #expect(FirewallCheckup.ufw("Status: inactive\n").found == "ufw is not active")
    }
}
