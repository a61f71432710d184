import AirPlayReceivers
import Foundation
import HarnessTestSupport
import ReceiverDiscovery
import Testing

extension LabSuite {
    /// What `segue simulate` publishes in one namespace is what `segue discover` finds in another.
    @Suite struct SimulationLabTests {
        /// The time is generous, for a machine that does other things as well; the benchmark has the times.
        private func discovered(_ file: String, within time: String = "15s") async throws -> ScanDocument {
            let outcome = try await Lab.run(
                "simulate", [Lab.segue, "discover", "--json", "--timeout", time], simulating: [file])
            try #require(outcome.exitCode == 0, "\(outcome.errors)")
            if JSONSchema.isAvailable {
                let text = String(decoding: outcome.output, as: UTF8.self)
                #expect(try await JSONSchema(document: "segue.scan/1").complaints(about: text) == "")
            }
            return try JSONDecoder().decode(ScanDocument.self, from: outcome.output)
        }

        @Test(.timeLimit(.minutes(30)))
        func threeHundredReceiversOverBothFamiliesAreAllFoundAndEachAnswers() async throws {
            let file = try Scratch.file(
                """
                receivers:
                  - name: Receiver
                    count: 300
                    addresses: [10.78.0.1, "fd78::1"]
                    airplay: ["features=0x7F8AD0,0x38BCF46", "flags=0x244", "model=QN90D", "manufacturer=Samsung"]
                    raop: ["ft=0x7F8AD0,0x38BCF46", "am=QN90D"]
                    info: { model: QN90D }
                """)
            let document = try await discovered(file, within: "45s")
            #expect(document.receivers.count == 300)
            #expect(document.scan?.answered.count == 1200)
            #expect(document.scan?.failed.isEmpty == true)
            for receiver in document.receivers {
                #expect(receiver.receiverClass == .smartTV)
                #expect(receiver.services.map(\.serviceType) == [.airPlay, .raop])
                #expect(receiver.addresses.count == 2)
                #expect(receiver.services.allSatisfy { $0.info?.model == "QN90D" })
            }
        }

        /// What strangers could publish: everything of it comes back byte for byte, and nothing of it reaches a terminal.
        private static let hostile: [ServiceRecord] = {
            func record(_ number: UInt8, _ name: String, _ entries: [[UInt8]]) -> ServiceRecord {
                ServiceRecord(
                    serviceType: .airPlay, instanceName: name, hostName: "bad-\(number).local",
                    addresses: ["10.78.1.\(number)"], port: 7000,
                    txt: TXTRecord(entries: [Array("deviceid=02:00:00:00:01:0\(number)".utf8)] + entries))
            }
            return [
                record(
                    1, "Twice", ["model=A", "model=B", "MODEL=C", "pw", "=x", "==", "features"].map { Array($0.utf8) }),
                record(2, "Binary", [Array("pk=".utf8) + (0..<252).map { UInt8($0) }, [0xFF, 0xFE, 0x3D, 0x80]]),
                record(
                    3, "Escape",
                    ["model=\u{1B}[2J\u{1B}]0;owned\u{7}", "manufacturer=\u{202E}x"].map { Array($0.utf8) }),
                record(4, "<script>alert(1)</script>", ["model=<img src=x onerror=alert(1)>"].map { Array($0.utf8) }),
                record(5, "Digits", ["features=" + String(repeating: "9", count: 200)].map { Array($0.utf8) }),
                record(6, String(repeating: "\u{1}\u{1B}\u{7F}", count: 21), [Array("model=Control".utf8)]),
                record(7, "Nothing", []),
            ]
        }()

        @Test(.timeLimit(.minutes(30)))
        func hostileRecordsComeBackByteForByteAndSteerNoTerminal() async throws {
            let scan = Scan(records: SimulationLabTests.hostile, statement: nil)
            let file = try Scratch.file(
                try ScanDocument(scan: scan, receivers: [], tool: .init(name: "test", version: "0")).json(), "json")
            let document = try await discovered(file)
            #expect(document.records.map(\.instanceName).sorted() == scan.records.map(\.instanceName).sorted())
            for expected in scan.records {
                let found = document.records.first { $0.instanceName == expected.instanceName }
                #expect(found?.txt == expected.txt, "\(expected.instanceName.debugDescription)")
            }
            #expect(document.receivers.allSatisfy { $0.certainty != .certain })

            let text = try await Lab.run("simulate", [Lab.segue, "discover", "--timeout", "15s"], simulating: [file])
            let shown = String(decoding: text.output, as: UTF8.self)
            #expect(shown.contains("7 receivers"))
            #expect(!shown.unicodeScalars.contains { $0.steersTerminal && $0 != "\n" })
        }

        /// Avahi's daemon ends when it is asked to publish an empty string, and whatever it published vanishes.
        @Test(.timeLimit(.minutes(30)))
        func anEmptyStringInARecordTakesNobodyAlong() async throws {
            let records = [["model=A"], ["", "model=B", ""]].enumerated().map { number, txt in
                ServiceRecord(
                    serviceType: .airPlay, instanceName: "TV \(number)", hostName: "tv-\(number).local",
                    addresses: ["10.78.1.\(number + 1)"], port: 7000, txt: TXTRecord(txt))
            }
            let file = try Scratch.file(
                try ScanDocument(
                    scan: Scan(records: records, statement: nil), receivers: [], tool: .init(name: "test", version: "0")
                ).json(), "json")
            let document = try await discovered(file)
            #expect(document.receivers.map(\.name) == ["TV 0", "TV 1"])
            #expect(document.receivers.map(\.model) == ["A", "B"])
        }

        @Test(.timeLimit(.minutes(30)))
        func receiversThatAreWedgedDelayNobodyAndAreToldApart() async throws {
            let file = try Scratch.file(
                """
                receivers:
                  - { name: Good, addresses: [10.78.2.1], airplay: ["model=Good"], info: { model: Good } }
                  - { name: Old, addresses: [10.78.2.2], airplay: ["model=Old"], info: { model: Old }, answer: server-info }
                  - { name: Shut, addresses: [10.78.2.3], airplay: ["model=Shut"], answer: not-allowed }
                  - { name: Silent, addresses: [10.78.2.4], airplay: ["model=Silent"], answer: silent, count: 40 }
                  - { name: Endless, addresses: [10.78.2.64], airplay: ["model=Endless"], answer: endless }
                  - { name: Cut, addresses: [10.78.2.65], airplay: ["model=Cut"], answer: cut }
                  - { name: Nobody, addresses: [10.78.2.66], airplay: ["model=Nobody"], answer: refused }
                """)
            let document = try await discovered(file)
            #expect(document.receivers.count == 46)
            func receiver(_ name: String) -> Receiver? { document.receivers.first { $0.name == name } }
            #expect(receiver("Good")?.services.first?.info?.model == "Good")
            #expect(receiver("Old")?.services.first?.serverInfo?.model == "Old")
            let attempts = try #require(document.scan?.infoAttempts)
            func outcomes(_ address: String) -> Set<ScanStatement.InfoAttempt.Outcome> {
                Set(attempts.filter { $0.address == address }.map(\.outcome))
            }
            #expect(outcomes("10.78.2.1") == [.answered])
            #expect(outcomes("10.78.2.3") == [.notAllowed])
            #expect(outcomes("10.78.2.4") == [.timedOut])
            #expect(outcomes("10.78.2.64") == [.timedOut])
            #expect(outcomes("10.78.2.65") == [.closed])
            #expect(!outcomes("10.78.2.66").contains(.answered))
        }

        @Test(.timeLimit(.minutes(30)))
        func aPairAndAGroupStayReceiversOfTheirOwn() async throws {
            let file = try Scratch.file(
                """
                receivers:
                  - { name: Left, addresses: [10.78.3.1], airplay: ["tsid=AA-1", "gid=AA-1", "model=AudioAccessory5,1", "osvers=18.1"] }
                  - { name: Right, addresses: [10.78.3.2], airplay: ["tsid=AA-1", "gid=AA-1", "model=AudioAccessory5,1", "osvers=18.2"] }
                  - { name: Telly, addresses: [10.78.3.3], airplay: ["gid=AA-1", "gpn=Lounge", "model=AppleTV11,1"] }
                  - { name: Alone, addresses: [10.78.3.4], airplay: ["gid=BB-2", "model=AppleTV11,1"] }
                """)
            let document = try await discovered(file)
            #expect(document.receivers.map(\.name) == ["Alone", "Left", "Right", "Telly"])
            #expect(document.receivers.map { $0.group?.id } == [nil, "aa-1", "aa-1", "aa-1"])
            #expect(document.receivers.map { $0.group?.isStereoPair } == [nil, true, true, false])
            #expect(document.receivers.map(\.firmware) == [nil, "18.1", "18.2", nil])
        }

        @Test(.timeLimit(.minutes(30)))
        func watchingTellsWhatAppearsChangesAndVanishes() async throws {
            func lab(_ model: String?) -> String {
                let first = "receivers:\n  - { name: Stays, addresses: [10.78.4.1], airplay: [\"model=Stays\"] }\n"
                return first
                    + (model.map { "  - { name: Moody, addresses: [10.78.4.2], airplay: [\"model=\($0)\"] }\n" } ?? "")
            }
            let files = (lab("One"), lab("Two"), lab(nil))
            let (published, two, three) = (
                try Scratch.file(files.0), try Scratch.file(files.1), try Scratch.file(files.2)
            )
            let script = """
                out=$SEGUE_LAB_FOLDER/watch.out
                '\(Lab.segue)' discover --watch --json >"$out" 2>&1 &
                watch=$!
                has() { for i in $(seq 1800); do grep -q "$1" "$out" && return; sleep 0.1; done; cat "$out"; exit 9; }
                has '"event":"appeared".*"name":"Moody"'
                cp '\(two)' '\(published)'; kill -HUP $SEGUE_LAB_SIMULATION
                has '"event":"changed".*"name":"Moody"'
                cp '\(three)' '\(published)'; kill -HUP $SEGUE_LAB_SIMULATION
                has '"event":"vanished".*"name":"Moody"'
                kill -KILL $watch
                cat "$out"
                """
            let outcome = try await Lab.run("simulate", ["bash", "-c", script], simulating: [published])
            let lines = String(decoding: outcome.output, as: UTF8.self)
            #expect(outcome.exitCode == 0, "\(lines)\(outcome.errors)")
            #expect(lines.contains("_airplay._tcp model: One → Two"))
            #expect(lines.matches(of: /"event":"(changed|vanished)"/).count == 2, "\(lines)")
        }

        @Test(.timeLimit(.minutes(30)))
        func aNameThatTheLinkHasAlreadyIsNamedWithWhatToDo() async throws {
            let file = try Scratch.file("receivers: [{ name: Taken, airplay: [\"model=A\"] }]")
            let twice = try await Lab.run(
                "simulate", [Lab.segue, "simulate", file, "--for", "60s"], simulating: [file])
            #expect(twice.exitCode == 2)
            #expect(twice.errors.contains("'Taken' is not published") && twice.errors.contains("--suffix"))
            let renamed = try await Lab.run(
                "simulate", [Lab.segue, "simulate", file, "--for", "6s", "--suffix", " two", "--json"],
                simulating: [file])
            #expect(renamed.exitCode == 0, "\(renamed.errors)")
            let document = String(decoding: renamed.output, as: UTF8.self)
            #expect(document.contains(#""name" : "Taken two""#))
            if JSONSchema.isAvailable {
                #expect(try await JSONSchema(document: "segue.simulation/1").complaints(about: document) == "")
            }
        }

        @Test(.timeLimit(.minutes(30)))
        func whatADaemonForgetsIsPublishedAnewWhenItIsBack() async throws {
            let file = try Scratch.file(
                """
                receivers:
                  - { name: Back, count: 20, addresses: [10.78.5.1], airplay: ["model=Back"], raop: ["am=Back"], info: { model: Back } }
                """)
            let script = "'\(Lab.segue)' discover --json --timeout 15s; cat \"$SEGUE_LAB_FOLDER/simulate.log\" >&2"
            let outcome = try await Lab.run("simulate,republish", ["bash", "-c", script], simulating: [file])
            try #require(outcome.exitCode == 0, "\(outcome.errors)")
            let document = try JSONDecoder().decode(ScanDocument.self, from: outcome.output)
            #expect(document.receivers.count == 20)
            #expect(document.receivers.allSatisfy { $0.services.map(\.serviceType) == [.airPlay, .raop] })
            #expect(document.receivers.allSatisfy { $0.services.allSatisfy { $0.info?.model == "Back" } })
            #expect(document.scan?.interruptions == [])
            #expect(outcome.errors.contains("All is published anew when it is back."), "\(outcome.errors)")
        }

        @Test(.timeLimit(.minutes(30)))
        func anInterruptedSimulationWithdrawsEverything() async throws {
            let file = try Scratch.file("receivers: [{ name: Gone, airplay: [\"model=A\"] }]")
            let script = """
                '\(Lab.segue)' simulate '\(file)' >"$SEGUE_LAB_FOLDER/out" &
                for i in $(seq 1200); do [ -s "$SEGUE_LAB_FOLDER/out" ] && break; sleep 0.05; done
                kill -INT $!; wait $!; echo "code $?"
                '\(Lab.segue)' discover --timeout 2s
                """
            let outcome = try await Lab.run("none", ["bash", "-c", script])
            let text = String(decoding: outcome.output, as: UTF8.self)
            #expect(text.contains("code 130") && text.contains("No receivers."), "\(text)\(outcome.errors)")
        }

        @Test(
            "Without a daemon the message says what to start", .timeLimit(.minutes(30)),
            arguments: [("nodaemon", "`service avahi-daemon start`"), ("nobus", "`service dbus start`")])
        func withoutDaemon(lab: String, advice: String) async throws {
            let file = try Scratch.file("receivers: [{ name: A, airplay: [\"model=A\"] }]")
            let outcome = try await Lab.run(lab, [Lab.segue, "simulate", file, "--json"])
            #expect(outcome.exitCode == 2)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.contains(advice), "\(outcome.errors)")
        }
    }
}
