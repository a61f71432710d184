import AirPlayReceivers
import Foundation
import HarnessTestSupport
import ReceiverDiscovery
import Testing

@Suite struct RecordedScanTests {
    private func read(_ text: String, limits: RecordedScan.Limits = .init()) throws -> Scan {
        try RecordedScan(path: "scan.json", limits: limits).scan(from: Data(text.utf8))
    }

    private func problem(_ text: String, limits: RecordedScan.Limits = .init()) -> String? {
        do {
            _ = try read(text, limits: limits)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func recordsAreAllThatMustBeThere() throws {
        let scan = try read(#"{"records": [{"serviceType": "_airplay._tcp", "txt": ["model=A", "k=\\xff"]}]}"#)
        #expect(scan.records.count == 1)
        #expect(scan.records[0].txt.bytes("k") == [0xFF])
        #expect(scan.statement == nil)
    }

    @Test func aDamagedRecordCostsNoOther() throws {
        let scan = try read(
            """
            {"records": [
              {"serviceType": "_airplay._tcp", "instanceName": "A"},
              {"serviceType": "_airplay._tcp", "instanceName": "B", "port": "seven"},
              {"serviceType": "_ipp._tcp", "instanceName": "Printer"},
              17,
              {"serviceType": "_airplay._tcp", "instanceName": "C", "port": 7000}
            ]}
            """)
        #expect(scan.records.map(\.instanceName) == ["A", "C"])
        #expect(
            scan.omissions == [
                "2 records cannot be read and are left out; the first is 'B': a number is expected at records[1].port",
                "1 record is of a service that is neither _airplay._tcp nor _raop._tcp, and is left out",
            ])
    }

    @Test func aStatementOfAnotherVersionDoesNotSpoilTheRecords() throws {
        #expect(try read(#"{"records": [], "scan": {"asked": 7}}"#).statement == nil)
    }

    @Test(
        "What cannot be read says where and why",
        arguments: [
            ("<html>", "it is no JSON"),
            // avahi-browse without -p.
            ("= eth0 IPv4 TV  _airplay._tcp local", "nor what `avahi-browse -arpkt` prints"),
            ("[1]", "an object with keys is expected"),
            (#"{"records": 5}"#, "a list is expected at records"),
            (#"{"records": [{"serviceType": 5}]}"#, "a text is expected"),
            ("{}", "'records' is missing"),
            (#"{"records": [{"txt": []}]}"#, "'serviceType' is missing at records[0]"),
            (#"{"records": [{"serviceType": "_raop._tcp", "port": 70000}]}"#, "records[0].port"),
            (
                #"{"records": [{"serviceType": "_raop._tcp", "txt": ["\#(String(repeating: "x", count: 300))"]}]}"#,
                "300 bytes"
            ),
        ])
    func malformed(text: String, expected: String) throws {
        let message = try #require(problem(text))
        #expect(message.hasPrefix("cannot use the recorded scan scan.json: "))
        #expect(message.contains(expected), "\(message)")
    }

    @Test func recordsOfOtherServicesAreLeftOutAndCounted() throws {
        let scan = try read(
            #"{"records": [{"serviceType": "_googlecast._tcp"}, {"serviceType": "_airplay._tcp"}, {"serviceType": "x"}]}"#
        )
        #expect(scan.records.map(\.serviceType) == [.airPlay])
        #expect(
            scan.omissions == [
                "2 records are of services that are neither _airplay._tcp nor _raop._tcp, and are left out"
            ])
    }

    @Test("An empty recording is told from one that is damaged", arguments: ["", "  \n"])
    func empty(text: String) {
        #expect(problem(text)?.contains("it is empty; record one with discover --save") == true)
    }

    @Test func nestingIsBoundedBeforeItIsDecoded() throws {
        let deep =
            #"{"records": [{"serviceType": "_airplay._tcp", "info": {"a": "#
            + String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000) + "}}]}"
        #expect(try #require(problem(deep)).contains("nested more than 48 deep"))
    }

    @Test func sizeAndCountAreBounded() throws {
        var limits = RecordedScan.Limits()
        limits.records = 1
        let two = #"{"records": [{"serviceType": "_raop._tcp"}, {"serviceType": "_raop._tcp"}]}"#
        #expect(try #require(problem(two, limits: limits)).contains("more than 1 records"))
        limits.bytes = 10
        #expect(try #require(problem(two, limits: limits)).contains("larger than"))
    }

    @Test func aMissingFileIsNamed() async {
        await #expect {
            try await RecordedScan(path: "/nowhere/scan.json").scan()
        } throws: { "\($0)".contains("/nowhere/scan.json") }
    }

    /// A scan with one of everything.
    private var sample: (scan: Scan, document: ScanDocument) {
        let record = ServiceRecord(
            serviceType: .raop, instanceName: "AABBCCDDEEFF@\u{1B}[31mDen\u{9B}", hostName: "den.local",
            addresses: ["10.0.0.1", "fe80::1%eth0"], port: 7000, interface: "eth0",
            txt: TXTRecord(entries: [[0x61, 0x3D, 0x00, 0xFF, 0x1B], [0x62]]),
            info: ReceiverInfo(values: [
                "features": .integer(-577_021_992_844_656_640), "pk": .data(Data([1, 2, 3])), "vv": .integer(2),
                "big": .unsigned(.max), "displays": .list([.dictionary(["refreshRate": .real(0.0166)])]),
            ]))
        var statement = ScanStatement(
            asked: [.airPlay, .raop], timeoutSeconds: 3, durationSeconds: 3.002, settled: [.raop], answered: [],
            failed: [
                .init(
                    instance: .init(serviceType: .raop, instanceName: "x", interface: "eth0", family: "ipv6"),
                    reason: "why")
            ], vanished: [])
        statement.answered = [
            .init(
                instance: .init(serviceType: .airPlay, instanceName: "TV", interface: "eth0", family: "ipv4"),
                afterSeconds: 0.5, fromCache: true)
        ]
        statement.interruptions = ["why"]
        statement.infoAttempts = [
            .init(
                address: "10.0.0.2", port: 7000, dialect: "rtsp", path: nil, outcome: .notAllowed,
                detail: "RTSP/1.0 401 Unauthorized")
        ]
        statement.unanswered = ["10.0.0.3"]
        let television = ServiceRecord(
            serviceType: .airPlay, instanceName: "TV", hostName: "tv.local", addresses: ["10.0.0.2"], port: 37247,
            txt: TXTRecord(["model=X", "features=0x7F8AD0,0x38BCB46", "tsid=1", "gpn=Pair", "fex=0Ip/AEbLiwNACA"]),
            info: ReceiverInfo(values: [
                "displays": .list([
                    .dictionary([
                        "HDRSupportedModes": .list([
                            .dictionary([
                                "HDRMode": .text("HDR10"), "receiverHDRCapability": .text("4k60"),
                                "codecStrings": .list([.text("hvc1.2.4.L153.B0"), .text("dvh1.05.06")]),
                            ])
                        ])
                    ])
                ])
            ]))
        let scan = Scan(records: [record, television], statement: statement)
        let receivers = ReceiverClassifier(models: []).receivers(from: scan.records)
        let difference = InventoryDifference(
            expected: LabInventory(found: Array(receivers.dropFirst())), found: receivers)
        let document = ScanDocument(
            scan: scan, receivers: receivers, tool: .init(name: "test", version: "0"), difference: difference)
        return (scan, document)
    }

    @Test func aDocumentReadsBackWhole() throws {
        let (scan, document) = sample
        let json = try document.json()
        #expect(try JSONDecoder().decode(ScanDocument.self, from: Data(json.utf8)) == document)
        #expect(try read(json) == scan)
        #expect(!json.unicodeScalars.contains { $0.steersTerminal && $0 != "\n" })
    }

    @Test(.enabled(if: JSONSchema.isAvailable, "python3-jsonschema is not installed"))
    func documentsFollowTheirSchema() async throws {
        let schema = JSONSchema(document: "segue.scan/1")
        #expect(try await schema.complaints(about: sample.document.json()) == "")
        #expect(try await schema.complaints(about: #"{"schema": "segue.scan/2"}"#) != "")
    }
}
