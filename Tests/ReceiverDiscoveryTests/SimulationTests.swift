import AirPlayReceivers
import Foundation
import Testing

@testable import ReceiverDiscovery

@Suite struct SimulationTests {
    private func receiver(
        _ name: String, host: String? = nil, addresses: [String] = [], port: UInt16? = 7000,
        answer: SimulatedReceiver.Answer = .notFound
    ) -> SimulatedReceiver {
        SimulatedReceiver(
            name: name, hostName: host, addresses: addresses,
            services: [
                .init(type: .airPlay, instanceName: name, port: port, txt: TXTRecord(), info: nil, answer: answer)
            ])
    }

    private let onLoopback = Simulation.Options(interface: "lo")

    @Test func everyReceiverHasAHostNameOfItsOwnMadeOfItsNameWhereItHasNone() throws {
        let simulation = try Simulation(
            of: [
                receiver("Living Room"), receiver("Bath", host: "Living-Room.local"), receiver("Stube"),
                receiver("Bad", host: "WFD Lab._airplay._tcp.local"), receiver("居間"),
            ], options: onLoopback)
        defer { simulation.close() }
        #expect(
            simulation.publications.map(\.hostName)
                == ["Living-Room.local", "Living-Room-2.local", "Stube.local", "Bad.local", "receiver.local"])
    }

    @Test func atTheMachinesAddressesEachReceiverHasAPortOfItsOwn() throws {
        let simulation = try Simulation(of: [receiver("A"), receiver("B")], options: onLoopback)
        defer { simulation.close() }
        let ports = simulation.publications.flatMap(\.services).map(\.port)
        #expect(Set(ports).count == 2 && !ports.contains(0))
        #expect(simulation.publications[0].addresses.contains { $0.text == "127.0.0.1" && $0.interface != nil })
        #expect(simulation.moved.isEmpty)
    }

    @Test func addressesOfThisMachineAreKeptWithTheirPortAndOthersAreReplaced() throws {
        let free = try Simulation(of: [receiver("Free")], options: onLoopback)
        let port = free.publications[0].services[0].port
        free.close()
        let simulation = try Simulation(
            of: [
                receiver("Ours", addresses: ["127.9.9.9"], port: port),
                receiver("Other", addresses: ["127.9.9.8"], port: port),
                // TEST-NET-1 belongs to nobody.
                receiver("Elsewhere", addresses: ["192.0.2.1"], port: port),
            ], options: onLoopback)
        defer { simulation.close() }
        #expect(simulation.publications[0].addresses == [.init(interface: nil, text: "127.9.9.9")])
        #expect(simulation.publications.map { $0.services[0].port == port } == [true, true, false])
        #expect(simulation.moved == ["Elsewhere"])
    }

    @Test func aSuffixGoesOnEveryName() throws {
        let simulation = try Simulation(
            of: [receiver("A", host: "a.local")], options: .init(interface: "lo", suffix: " (simulated)"))
        defer { simulation.close() }
        #expect(simulation.publications[0].name == "A (simulated)")
        #expect(simulation.publications[0].hostName == "a-simulated.local")
        #expect(simulation.publications[0].services[0].instanceName == "A (simulated)")
    }

    @Test(
        "What cannot be published is named",
        arguments: [
            ([], "no receiver"),
            (["A", "A"], "'A' and 'A' both publish 'A' as _airplay._tcp"),
            ([String(repeating: "x", count: 64)], "64 bytes; DNS allows 1 to 63"),
            ((0...1000).map { "\($0)" }, "1001 receivers are more than one program may publish (1000)"),
        ] as [([String], String)])
    func problems(names: [String], message: String) {
        #expect {
            try Simulation(of: names.map { receiver($0) }, options: onLoopback)
        } throws: {
            "\($0)".contains(message)
        }
    }

    @Test func anInterfaceThatIsNotThereIsNamed() {
        #expect {
            try Simulation(of: [receiver("A")], options: .init(interface: "nosuch0"))
        } throws: {
            "\($0)".contains("no interface 'nosuch0'")
        }
    }

    @Test func aRecordedReceiverBehavesAsItDid() {
        func record(_ port: UInt16, _ type: ServiceType, _ name: String, info: ReceiverInfo? = nil) -> ServiceRecord {
            ServiceRecord(
                serviceType: type, instanceName: name, hostName: "box.local", addresses: ["10.0.0.5"], port: port,
                interface: "eth0", txt: TXTRecord(["deviceid=02:00:00:00:00:01"]), info: info)
        }
        var statement = ScanStatement(
            asked: [], timeoutSeconds: 3, durationSeconds: 3, settled: [], answered: [], failed: [], vanished: [])
        statement.infoAttempts = [
            .init(address: "10.0.0.5", port: 7002, dialect: "rtsp", path: nil, outcome: .refused, detail: "")
        ]
        let info = ReceiverInfo(values: ["model": .text("AppleTV3,2")])
        var again = record(7001, .raop, "020000000001@Box", info: info)
        again.interface = "wlan0"
        let receivers = SimulatedReceiver.receivers(
            of: Scan(
                records: [record(7002, .airPlay, "Box"), record(7001, .raop, "020000000001@Box", info: info), again],
                statement: statement))
        #expect(receivers.map(\.name) == ["Box"])
        #expect(receivers[0].services.map(\.answer) == [.refused, .info])
        #expect(receivers[0].services.map(\.port) == [7002, 7001])
        #expect(receivers[0].addresses == ["10.0.0.5"])
    }
}
