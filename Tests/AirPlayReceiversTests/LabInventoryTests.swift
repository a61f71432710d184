import AirPlayReceivers
import Testing
import Yams

@Suite struct LabInventoryTests {
    private func inventory(_ yaml: String) throws -> LabInventory {
        try YAMLDecoder().decode(LabInventory.self, from: yaml)
    }

    private let found = ReceiverClassifier(models: []).receivers(from: [
        ServiceRecord(
            serviceType: .airPlay, instanceName: "Den", hostName: "den.local", addresses: ["10.0.0.1", "fd77::1"],
            txt: TXTRecord(["deviceid=02:00:00:00:00:01", "fv=p20.2"])),
        ServiceRecord(
            serviceType: .airPlay, instanceName: "Hall", hostName: "hall.local", addresses: ["10.0.0.2"],
            txt: TXTRecord(["deviceid=02:00:00:00:00:02", "osvers=17.4"])),
    ])

    @Test func everyKindOfDifferenceIsNamed() throws {
        let expected = try inventory(
            """
            receivers:
              - { id: "02:00:00:00:00:01", name: Study, address: 10.0.0.7, firmware: p20.1 }
              - { id: "02:00:00:00:00:03", name: Attic }
            """)
        let difference = InventoryDifference(expected: expected, found: found)
        #expect(difference.missing.map(\.name) == ["Attic"])
        #expect(difference.new.map(\.name) == ["Hall"])
        #expect(difference.moved.map(\.found) == ["10.0.0.1 fd77::1"])
        #expect(difference.renamed.map(\.found) == ["Den"])
        #expect(difference.firmwareChanged.map(\.found) == ["p20.2"])
        #expect(!difference.isEmpty)
        #expect(!expected.isCovered(by: found))
    }

    @Test func whatIsNotStatedIsNotCompared() throws {
        let expected = try inventory(
            """
            receivers:
              - id: "02:00:00:00:00:01"
              - { id: "02:00:00:00:00:02", address: 10.0.0.2, firmware: "17.4" }
            """)
        #expect(InventoryDifference(expected: expected, found: found).isEmpty)
        #expect(expected.isCovered(by: found))
    }

    @Test func aLabIsAsItsOwnInventorySays() {
        #expect(InventoryDifference(expected: LabInventory(found: found), found: found).isEmpty)
    }
}
