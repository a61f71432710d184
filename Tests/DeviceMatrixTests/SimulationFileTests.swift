import AirPlayReceivers
import DeviceMatrix
import Foundation
import HarnessTestSupport
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

    @Test func anIdAmongTheStringsIsThatOfBothServices() throws {
        let made = try receivers(
            """
            receivers:
              - { name: Box, airplay: ["model=Box1,1", "deviceid=AA:BB:CC:00:11:22"], raop: ["am=Box1,1"] }
            """)
        #expect(made[0].services.map(\.instanceName) == ["Box", "AABBCC001122@Box"])
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

@Suite struct ExampleRecordTests {
    private func folder(_ rows: String) throws -> String {
        let folder = Scratch.folder.appending(path: "segue-matrix-\(UUID().uuidString)")
        let models = folder.appending(path: "models")
        try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
        try Data(rows.utf8).write(to: models.appending(path: "ours.yaml"))
        return folder.path(percentEncoded: false)
    }

    private func row(_ model: String, _ more: String, class word: String = "smart-tv") -> String {
        """
        models:
          - match: { exact: ["\(model)"] }
            maker: "Acme"
            product: "Panel"
            class: \(word)
            tier: high
            identity: { source: "our shelf", confidence: confirmed }
        \(more)
        """
    }

    private let example = #"    example: { airplay: ["model=P1", "features=0x7F8AD0,0x38BCF46"], source: "our shelf" }"#

    @Test func theShippedExamplesComeOutAsTheirRowsSay() throws {
        #expect(try DeviceMatrix.checkExamples() >= 34)
    }

    @Test func everyShippedRowAndClassIsDated() throws {
        for entry in try DeviceMatrix.models() { #expect(entry.checked != nil, "\(entry.product)") }
        for profile in try DeviceMatrix.load().profiles {
            for decoder in profile.capabilities.videoDecoders { #expect(decoder.asOf != nil, "\(profile.id)") }
        }
    }

    @Test func aRowOfTheUsersIsTestedByItsExample() throws {
        let shipped = try DeviceMatrix.checkExamples()
        #expect(try DeviceMatrix.checkExamples(overlay: folder(row("P1", example))) == shipped + 1)
    }

    @Test(
        "An example that comes out otherwise is an error with file and line",
        arguments: [
            ("", "models/ours.yaml:2", "'Panel' has no example"),
            (
                #"    example: { airplay: ["model=P1", "features=0x445F8A00,0x1C340"], source: s }"#,
                "models/ours.yaml:8",
                "comes out as unknown, not as smart-tv: model=P1"
            ),
            ("    example: { source: s }", "models/ours.yaml:8", "it publishes nothing"),
            ("    checked: 2026-02-30", "models/ours.yaml:8", "'2026-02-30' is no date; write it as 2026-11-21"),
            ("    checked: yesterday", "models/ours.yaml:8", "'yesterday' is no date"),
        ])
    func problems(more: String, place: String, message: String) throws {
        #expect {
            try DeviceMatrix.checkExamples(overlay: folder(row("P1", more)))
        } throws: {
            "\($0)".contains(place) && "\($0)".contains(message)
        }
    }

    /// A device id is printed on boxes and typed in many forms; discovery shows one.
    @Test func idsOfAnInventoryAreThoseOfDiscovery() throws {
        func inventory(_ ids: [String]) throws -> LabInventory {
            let file = Scratch.folder.appending(path: "segue-lab-\(UUID().uuidString).yaml")
            let items = ids.map { "  - id: \"\($0)\"\n" }.joined()
            try Data("receivers:\n\(items)".utf8).write(to: file)
            return try DeviceMatrix.inventory(file: file.path(percentEncoded: false))
        }
        let read = try inventory(["AA:BB:CC:DD:EE:01", "aa-bb-cc-dd-ee-02", "AABBCCDDEE03", "Shelf-4"])
        #expect(
            read.receivers.map(\.id) == ["aa:bb:cc:dd:ee:01", "aa:bb:cc:dd:ee:02", "aa:bb:cc:dd:ee:03", "Shelf-4"])
        #expect { try inventory(["aa:bb:cc:dd:ee:01", "AA-BB-CC-DD-EE-01"]) } throws: {
            "\($0)".contains(":3") && "\($0)".contains("is listed twice, before as receivers.0")
        }
    }

    @Test func keysOfAnInventoryAreReadStrictly() throws {
        func inventory(_ line: String) throws -> LabInventory {
            let file = Scratch.folder.appending(path: "segue-lab-\(UUID().uuidString).yaml")
            try Data("receivers:\n  - id: \"aa:bb:cc:dd:ee:ff\"\n    \(line)\n".utf8).write(to: file)
            return try DeviceMatrix.inventory(file: file.path(percentEncoded: false))
        }
        #expect(try inventory("matchFrameRate: true").receivers[0].matchFrameRate == true)
        #expect { try inventory("matchFramerate: true") } throws: { "\($0)".contains("matchFramerate: unknown key") }
        #expect { try inventory("audioFormat: loud") } throws: { "\($0)".contains("loud") }
    }
}
