import AirPlayReceivers
import Foundation
import ReceiverDiscovery
import Testing

@Suite struct BrowseOutputTests {
    private func read(_ text: String) throws -> [ServiceRecord] {
        try RecordedScan(path: "browse.txt").scan(from: Data(text.utf8)).records
    }

    /// What avahi-browse 0.8 printed of `avahi-publish -s 'Den; "x" \ a.b 卧<1>' _airplay._tcp 7000 first=1 'q=a"b\c;d' …`.
    private let printed = #"""
        +;eth0;IPv6;Den\059\032\034x\034\032\\\032a\.b\032\229\141\167\001;_airplay._tcp;local
        =;eth0;IPv6;Den\059\032\034x\034\032\\\032a\.b\032\229\141\167\001;_airplay._tcp;local;lab.local;fd77::2;7000;"sp=a b\" \"c" "noeq" "k=\255\001\195\169" "q=a\"b\\c;d" "first=1"
        =;eth0;IPv4;Den\059\032\034x\034\032\\\032a\.b\032\229\141\167\001;_airplay._tcp;local;lab.local;10.77.0.2;7000;"sp=a b\" \"c" "noeq" "k=\255\001\195\169" "q=a\"b\\c;d" "first=1"
        =;eth0;IPv4;Page;_http._tcp;local;lab.local;10.77.0.2;80;
        """#

    @Test func namesAndStringsComeBackByteForByteInPublishedOrder() throws {
        let records = try read(printed)
        try #require(records.count == 1)
        #expect(records[0].instanceName == "Den; \"x\" \\ a.b 卧\u{1}")
        #expect(records[0].addresses == ["10.77.0.2", "fd77::2"])
        #expect(records[0].txt.keys.map(\.rawValue) == ["first", "q", "k", "noeq", "sp"])
        #expect(records[0].txt.string("q") == "a\"b\\c;d")
        #expect(records[0].txt.bytes("k") == [255, 1, 195, 169])
        #expect(records[0].txt.string("sp") == "a b\" \"c")
    }

    @Test func whatCannotBeReadAndWhatIsNoReceiverIsCountedAndTheFirstIsNamed() throws {
        let good = "=;eth0;IPv4;A;_airplay._tcp;local;a.local;10.0.0.1;7000;"
        let text = [
            good, "=;eth0;IPv4;A;_airplay._tcp;local;a.local;10.0.0.1;70000;", "=;eth0;cut", "shell prompt $",
            "=;eth0;IPv4;P;_http._tcp;local;lab.local;10.77.0.2;80;", "-;eth0;IPv4;A;_airplay._tcp;local", "",
        ].joined(separator: "\n")
        let scan = try RecordedScan(path: "browse.txt").scan(from: Data(text.utf8))
        #expect(scan.records.map(\.instanceName) == ["A"])
        #expect(
            scan.omissions == [
                "3 lines cannot be read and are left out; the first is line 2: '70000' is no port",
                "1 record is of a service that is neither _airplay._tcp nor _raop._tcp, and is left out",
            ])
        #expect(try RecordedScan(path: "browse.txt").scan(from: Data(good.utf8)).omissions == [])
    }

    @Test func typesByAvahisOwnNamesAreKnown() throws {
        let records = try read(
            #"=;eth0;IPv4;1F88C4544309\064Lab;AirTunes Remote Audio;local;rl.local;10.77.0.11;5000;"am=ShairportSync""#)
        #expect(records.map(\.serviceType) == [.raop])
        #expect(records.map { $0.deviceID?.description } == ["1f:88:c4:54:43:09"])
    }

    @Test(
        "Lines cut short or out of bounds are left out, and nothing else",
        arguments: [
            "=;eth0;IPv4;A;_raop._tcp;local;h;1.2.3.4", "=;eth0;IPv4;A;_raop._tcp;local;h;1.2.3.4;70000;", "=;;;;;;;;;",
            "=;eth0;IPv4;A;_raop._tcp;local;h;1.2.3.4;x;\"a",
        ])
    func damaged(line: String) throws {
        let good = "=;eth0;IPv4;Good;_raop._tcp;local;h;1.2.3.4;5;"
        #expect(throws: DiscoveryError.self) { try read(line) }
        #expect(try read(line + "\n" + good).map(\.instanceName) == ["Good"])
    }

    @Test func everyTruncationIsReadOrRefused() {
        let bytes = Array(printed.utf8)
        for length in bytes.indices { _ = try? RecordedScan(path: "x").scan(from: Data(bytes.prefix(length))) }
    }
}
