import AirPlayReceivers
import DeviceMatrix
import Testing

@Suite struct SimulationFileTests {
    private func receivers(_ text: String) throws -> [SimulatedReceiver] {
        try DeviceMatrix.simulatedReceivers(in: text, file: "lab.yaml", models: DeviceMatrix.models())
    }

    @Test func copiesCountUpInNamesAndAddressesAndHaveIdsOfTheirOwn() throws {
        let made = try receivers(
            """
            receivers:
              - { name: Shelf, count: 3, addresses: [10.0.0.254, "fd00::fe"], airplay: ["model=Box1,1"], raop: ["am=Box1,1"] }
            """)
        #expect(made.map(\.name) == ["Shelf 1", "Shelf 2", "Shelf 3"])
        #expect(
            made.map(\.addresses) == [
                ["10.0.0.254", "fd00::fe"], ["10.0.0.255", "fd00::ff"], ["10.0.1.0", "fd00::100"],
            ])
        let ids = made.compactMap { $0.services[0].txt.string(.deviceID) }
        #expect(Set(ids).count == 3)
        for (receiver, id) in zip(made, ids) {
            #expect(receiver.services.map(\.type) == [.airPlay, .raop])
            #expect(receiver.services[1].instanceName == id.filter { $0 != ":" } + "@" + receiver.name)
            #expect(receiver.services.map(\.port) == [7000, 7000])
            #expect(receiver.services.map(\.answer) == [.notFound, .notFound])
        }
    }

    @Test func aReceiverThatStatesAnAnswerGivesIt() throws {
        let made = try receivers(
            """
            receivers:
              - name: Box
                deviceId: 02:00:00:00:00:07
                host: box
                port: 7100
                airplay: ["model=Box1,1"]
                info: { model: "Box1,1", displays: [{ widthPixels: 1920 }], keepAliveLowPower: true }
              - { name: Wedged, raop: ["am=Box1,1"], answer: silent }
            """)
        #expect(made[0].services[0].txt.string(.deviceID) == "02:00:00:00:00:07")
        #expect(made[0].hostName == "box")
        #expect(made[0].services[0].port == 7100)
        #expect(made[0].services[0].answer == .info)
        #expect(made[0].services[0].info?["displays"]?.list?.first?["widthPixels"]?.integer == 1920)
        #expect(made[1].services.map(\.answer) == [.silent])
    }

    @Test(
        "What is wrong is told with file, line and key",
        arguments: [
            ("receivers:\n  - { name: A }", "lab.yaml:2", "publishes nothing"),
            ("receivers:\n  - { name: A, like: Nonesuch }", "lab.yaml:2", "no example record of 'Nonesuch'"),
            ("receivers:\n  - name: A\n    raop: []\n    count: 0", "lab.yaml:4", "not within 1…1000"),
            ("receivers:\n  - name: A\n    raop: []\n    port: 70000", "lab.yaml:4", "70000 is no port"),
            ("receivers:\n  - name: A\n    raop: []\n    addresses: [box.local]", "lab.yaml:4", "no numeric address"),
            ("receivers:\n  - name: A\n    raop: []\n    deviceId: xyz", "lab.yaml:4", "not six bytes in hex"),
            ("receivers:\n  - name: A\n    raop: []\n    answr: silent", "lab.yaml:4", "unknown key"),
            ("receivers:\n  - name: A\n    raop: []\n    answer: rude", "lab.yaml:4", "rude"),
            ("recievers: []", "lab.yaml:1", "unknown key"),
            ("", "lab.yaml", "empty"),
        ])
    func problems(text: String, place: String, message: String) {
        #expect {
            try receivers(text)
        } throws: {
            "\($0)".contains(place) && "\($0)".contains(message)
        }
    }
}
