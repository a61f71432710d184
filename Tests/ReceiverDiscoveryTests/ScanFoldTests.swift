import AirPlayReceivers
import ReceiverDiscovery
import Testing

private func instance(_ name: String, _ family: String = "ipv4") -> ScanStatement.Instance {
    .init(serviceType: .airPlay, instanceName: name, interface: "eth0", family: family)
}

private func record(_ name: String, _ address: String, txt: [String] = ["model=A"]) -> ServiceRecord {
    ServiceRecord(
        serviceType: .airPlay, instanceName: name, hostName: "\(name).local", addresses: [address], port: 7000,
        interface: "eth0", txt: TXTRecord(txt))
}

@Suite struct ScanFoldTests {
    private func scan(_ events: [DiscoveryEvent]) -> Scan {
        var fold = ScanFold()
        for (index, event) in events.enumerated() { fold.take(event, after: .milliseconds(100 * (index + 1))) }
        return fold.scan(timeout: .seconds(3), duration: .milliseconds(3001))
    }

    @Test func bothFamiliesGoIntoOneRecordIPv4First() {
        let scan = scan([
            .announced(instance("A", "ipv6"), fromCache: true),
            .resolved(instance("A", "ipv6"), record("A", "fd77::2")),
            .announced(instance("A"), fromCache: false), .resolved(instance("A"), record("A", "10.0.0.2")),
        ])
        #expect(scan.records.map(\.addresses) == [["10.0.0.2", "fd77::2"]])
        #expect(scan.statement?.answered.map(\.fromCache) == [false, true])
        #expect(scan.statement?.answered.map(\.afterSeconds) == [0.4, 0.2])
    }

    @Test func familiesThatContradictEachOtherStayApart() {
        let scan = scan([
            .resolved(instance("A"), record("A", "10.0.0.2")),
            .resolved(instance("A", "ipv6"), record("A", "fd77::2", txt: ["model=B"])),
        ])
        #expect(scan.records.count == 2)
    }

    @Test func anAnnouncementWithoutAnswerIsReported() {
        let scan = scan([
            .announced(instance("A"), fromCache: true), .announced(instance("B"), fromCache: false),
            .failed(instance("B"), reason: "no answer within 5000 ms"),
        ])
        #expect(scan.records.isEmpty)
        #expect(scan.statement?.failed.map(\.instance.instanceName) == ["A", "B"])
        #expect(
            scan.statement?.failed.map(\.reason) == [
                "no answer before the end of the scan", "no answer within 5000 ms",
            ])
    }

    @Test func whatVanishesLeavesTheRecordsAndIsNamed() {
        let scan = scan([
            .announced(instance("A"), fromCache: false), .resolved(instance("A"), record("A", "10.0.0.2")),
            .vanished(instance("A")), .settled(.airPlay),
        ])
        #expect(scan.records.isEmpty)
        #expect(scan.statement?.vanished == [instance("A")])
        #expect(scan.statement?.settled == [.airPlay])
        #expect(scan.statement?.timeoutSeconds == 3)
        #expect(scan.statement?.durationSeconds == 3.001)
    }
}
