import AirPlayReceivers
import Testing

@testable import ReceiverDiscovery

@Suite struct HostInquiryTests {
    @Test(
        "Hosts are read with and without a port",
        arguments: [
            ("10.0.0.5", "10.0.0.5", nil), ("10.0.0.5:7001", "10.0.0.5", 7001), ("fd77::2", "fd77::2", nil),
            ("[fd77::2]", "fd77::2", nil), ("[fd77::2]:7000", "fd77::2", 7000), ("fe80::1%eth0", "fe80::1%eth0", nil),
            ("tv.example", "tv.example", nil), ("tv.example:5000", "tv.example", 5000),
        ])
    func hosts(text: String, name: String, port: UInt16?) {
        #expect(HostInquiry.Host(text)?.name == name)
        #expect(HostInquiry.Host(text)?.port == port)
    }

    @Test(arguments: [
        "", ":7000", "host:", "host:0", "host:70000", "[fd77::2", "[fd77::2]x", "a b", "http://host", "hóst",
    ])
    func whatIsNoHostIsRefused(text: String) {
        #expect(HostInquiry.Host(text) == nil)
    }

    @Test func aHostThatDoesNotAnswerIsNamed() async throws {
        let host = try #require(HostInquiry.Host("127.0.0.1:1"))
        let scan = try await HostInquiry(hosts: [host]).scan()
        #expect(scan.records.isEmpty)
        #expect(scan.statement?.unanswered == ["127.0.0.1"])
        #expect(scan.statement?.infoAttempts?.map(\.outcome) == [.refused])
    }

    @Test func theWireFormOfATXTRecordIsRead() {
        #expect(TXTRecord(wire: [3, 0x61, 0x3D, 0x62, 0, 1, 0x63])?.entries == [[0x61, 0x3D, 0x62], [], [0x63]])
        #expect(TXTRecord(wire: [4, 0x61, 0x3D, 0x62]) == nil)
        #expect(TXTRecord(wire: [])?.entries == [])
    }
}
