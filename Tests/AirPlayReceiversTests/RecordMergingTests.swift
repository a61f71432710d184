import AirPlayReceivers
import Testing

private func airPlay(
    _ name: String, id: String?, host: String?, _ addresses: [String] = [], pi: String? = nil
) -> ServiceRecord {
    ServiceRecord(
        serviceType: .airPlay, instanceName: name, hostName: host, addresses: addresses, port: 7000, interface: "eth0",
        txt: TXTRecord((id.map { ["deviceid=\($0)"] } ?? []) + (pi.map { ["pi=\($0)"] } ?? [])))
}

private func raop(_ name: String, host: String?, _ addresses: [String] = []) -> ServiceRecord {
    ServiceRecord(
        serviceType: .raop, instanceName: name, hostName: host, addresses: addresses, port: 7000, interface: "eth0")
}

@Suite struct RecordMergingTests {
    private func receivers(_ records: [ServiceRecord]) -> [Receiver] {
        ReceiverClassifier(models: []).receivers(from: records)
    }

    @Test func theTwoServicesOfADeviceAreOneReceiver() {
        let found = receivers([
            raop("AABBCCDDEEFF@Den", host: "den.local"), airPlay("Den", id: "AA:BB:CC:DD:EE:FF", host: "den.local"),
        ])
        #expect(found.map(\.id) == ["aa:bb:cc:dd:ee:ff"])
        #expect(found.map(\.name) == ["Den"])
        #expect(found[0].services.map(\.serviceType) == [.airPlay, .raop])
    }

    @Test func sharedPairingIDsDoNotMerge() {
        // UxPlay and another program publish the very same `pi`.
        let pi = "2e388006-13ba-4041-9a67-25dd4a43d536"
        let found = receivers([
            airPlay("A", id: "02:00:00:00:00:01", host: "a.local", pi: pi),
            airPlay("B", id: "02:00:00:00:00:02", host: "b.local", pi: pi),
        ])
        #expect(found.count == 2)
    }

    @Test func twoHostsWithOneDeviceIDStayTwoReceivers() {
        let found = receivers([
            airPlay("Left", id: "02:00:00:00:00:01", host: "a.local", ["10.0.0.1"]),
            airPlay("Right", id: "02:00:00:00:00:01", host: "b.local", ["10.0.0.2"]),
        ])
        #expect(found.map(\.id) == ["02:00:00:00:00:01@a.local", "02:00:00:00:00:01@b.local"])
    }

    @Test func twoInterfacesOfOneHostAreOneReceiver() {
        var wireless = airPlay("Den", id: "02:00:00:00:00:01", host: "den.local", ["10.1.0.1"])
        wireless.interface = "wlan0"
        #expect(
            receivers([airPlay("Den", id: "02:00:00:00:00:01", host: "den.local", ["10.0.0.1"]), wireless]).count == 1)
    }

    @Test func aRecordWithoutIDJoinsTheDeviceOfItsHostAndName() {
        let found = receivers([
            airPlay("Den", id: nil, host: "den.local"), raop("AABBCCDDEEFF@Den", host: "den.local"),
            airPlay("Den", id: nil, host: "elsewhere.local"),
        ])
        #expect(found.map(\.id) == ["Den@elsewhere.local", "aa:bb:cc:dd:ee:ff"])
    }

    @Test func aStereoPairStaysTwoReceiversOfOneGroup() {
        func member(_ name: String, _ id: String) -> ServiceRecord {
            var record = airPlay(name, id: id, host: "\(name).local")
            record.txt = TXTRecord(["deviceid=\(id)", "tsid=3BC146AB", "gpn=Bedroom"])
            return record
        }
        let found = receivers([member("L", "02:00:00:00:00:01"), member("R", "02:00:00:00:00:02")])
        #expect(found.map(\.group?.id) == ["3bc146ab", "3bc146ab"])
        #expect(found.allSatisfy { $0.group?.isStereoPair == true && $0.group?.name == "Bedroom" })
    }

    @Test func aGroupIDOfOneIsNoGroup() {
        var record = airPlay("Den", id: "02:00:00:00:00:01", host: "den.local")
        record.txt = TXTRecord(["deviceid=02:00:00:00:00:01", "gid=5BC0E7C1"])
        #expect(receivers([record])[0].group == nil)
    }

    @Test func orderOfArrivalDoesNotMatter() {
        let records = (0..<20).flatMap { index in
            let id = "02000000000\(index % 10)"
            return [
                airPlay("R\(index)", id: id, host: "h\(index).local"), raop("\(id)@R\(index)", host: "h\(index).local"),
                airPlay("R\(index)", id: nil, host: "h\(index).local"),
            ]
        }
        var random = SeededRandom(state: 3)
        let expected = receivers(records)
        #expect(expected.count == 20)
        for _ in 0..<5 { #expect(receivers(records.shuffled(using: &random)) == expected) }
    }

    @Test(arguments: ["AA:BB:CC:DD:EE:FF", "aa-bb-cc-dd-ee-ff", "aabbccddeeff", "AABBCCDDEEFF"])
    func deviceIDsAreReadInAnySpelling(text: String) {
        #expect(DeviceID(text)?.description == "aa:bb:cc:dd:ee:ff")
    }

    @Test(arguments: ["", "aabbccddeef", "aabbccddeeff00", "gg:bb:cc:dd:ee:ff", "::::::::::::", "ａabbccddeef"])
    func whatIsNoDeviceIDIsNone(text: String) {
        #expect(DeviceID(text) == nil)
    }
}
