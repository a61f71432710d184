import AirPlayReceivers
import Foundation
import HarnessTestSupport
import ReceiverDiscovery
import Testing

extension LabSuite {
    @Suite struct LabTests {
        @Test(.timeLimit(.minutes(30)))
        func realReceiversAreFoundMergedAndSeenThrough() async throws {
            let outcome = try await Lab.discover("shairport,uxplay", "--json", "--timeout", "15s")
            try #require(outcome.exitCode == 0, "\(outcome.errors)")
            let document = try JSONDecoder().decode(ScanDocument.self, from: outcome.output)
            #expect(document.schema == "segue.scan/1")
            try #require(document.receivers.map(\.name) == ["Lab Shairport", "Lab UxPlay"])

            // shairport-sync 4.1 of Debian publishes _raop only and says what it is.
            let shairport = document.receivers[0]
            #expect(shairport.receiverClass == .software)
            #expect(shairport.model == "ShairportSync")
            #expect(shairport.services.map(\.serviceType) == [.raop])
            #expect(shairport.services[0].port == 5000)

            // UxPlay publishes both, claims to be an Apple TV, and takes its device id from the interface.
            let uxplay = document.receivers[1]
            #expect(uxplay.receiverClass == .software)
            #expect(uxplay.model == "AppleTV3,2")
            #expect(uxplay.id == "02:00:0a:4d:00:02")
            #expect(uxplay.services.map(\.serviceType) == [.airPlay, .raop])
            #expect(uxplay.services.map(\.addresses) == [["10.77.0.2", "fd77::2"], ["10.77.0.2", "fd77::2"]])
            // The order on the wire, which is that of the record inside UxPlay's own /info answer.
            let keys = ["deviceid", "features", "flags", "model", "pk", "pi", "srcvers", "vv"]
            #expect(uxplay.services[0].txt.keys.map(\.rawValue) == keys)

            // Nobody listens on the port that its _airplay service announces; /info is answered on the other one.
            #expect(uxplay.services.map(\.port) == [7002, 7001])
            #expect(uxplay.services.map { $0.info?.model } == [nil, "AppleTV3,2"])
            let attempts = try #require(document.scan?.infoAttempts)
            #expect(attempts.filter { $0.port == 7002 }.map(\.outcome) == [.refused, .refused])
            // It announces IPv6 and listens on IPv4 only.
            #expect(attempts.filter { $0.port == 7001 }.last?.outcome == .answered)
            #expect(attempts.filter { $0.port == 7001 && $0.address == "10.77.0.2" }.map(\.outcome) == [.answered])
            // shairport-sync wants pairing first: shut, not absent.
            #expect(
                attempts.filter { $0.port == 5000 && $0.dialect == "rtsp" }.map(\.outcome) == [
                    .notAllowed, .notAllowed,
                ])

            let statement = try #require(document.scan)
            #expect(statement.asked == [.airPlay, .raop])
            #expect(statement.failed.isEmpty)
            // Three services over two address families.
            #expect(statement.answered.count == 6)
        }

        @Test(.timeLimit(.minutes(30)))
        func aLinkWithoutReceiversIsAnEmptyScanAndNoError() async throws {
            let outcome = try await Lab.discover("none", "--json", "--timeout", "6s")
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let document = try JSONDecoder().decode(ScanDocument.self, from: outcome.output)
            #expect(document.receivers.isEmpty)
            #expect(document.scan?.settled == [.airPlay, .raop])
        }

        @Test(.timeLimit(.minutes(30)))
        func aKnownLabIsFoundWithoutWaitingAndComparedWithItsInventory() async throws {
            let file = try Scratch.file(
                """
                receivers:
                  - { id: "02:00:0a:4d:00:02", name: Lab UxPlay, address: 10.77.0.2 }
                """)
            let outcome = try await Lab.discover(
                "uxplay", "--json", "--timeout", "60s", "--expect", file)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let document = try JSONDecoder().decode(ScanDocument.self, from: outcome.output)
            #expect(document.difference?.isEmpty == true)
            #expect(try #require(document.scan).durationSeconds < 30)
        }

        @Test(.timeLimit(.minutes(30)))
        func aHostIsAskedWithoutAnyDaemonOfOurs() async throws {
            // 10.77.0.9 is nobody.
            let outcome = try await Lab.discover("uxplay", "--json", "--host", "10.77.0.2", "--host", "10.77.0.9")
            #expect(outcome.exitCode == 2)
            let document = try JSONDecoder().decode(ScanDocument.self, from: outcome.output)
            #expect(document.receivers.map(\.name) == ["Lab UxPlay"])
            // Its own TXT record came inside the answer.
            #expect(document.receivers.first?.id == "02:00:0a:4d:00:02")
            #expect(document.receivers.first?.services.first?.txt.string(.model) == "AppleTV3,2")
            #expect(document.scan?.unanswered == ["10.77.0.9"])
        }

        @Test(.timeLimit(.minutes(30)))
        func aDaemonRestartedInMidScanLosesNoReceiver() async throws {
            let outcome = try await Lab.discover("shairport,restart", "--json", "--timeout", "20s")
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let document = try JSONDecoder().decode(ScanDocument.self, from: outcome.output)
            #expect(document.receivers.map(\.name) == ["Lab Shairport"])
            #expect(document.scan?.interruptions.count == 1)
        }

        @Test(.timeLimit(.minutes(30)))
        func anInterruptedScanKeepsWhatItHas() async throws {
            let file = Scratch.folder.appending(path: "segue-lab-\(UUID().uuidString).json")
            defer { try? FileManager.default.removeItem(at: file) }
            // In the foreground, else it signals twice: the program and its group.
            let interrupted = ["timeout", "--foreground", "--preserve-status", "--signal=INT", "25"]
            let outcome = try await Lab.discover(
                "shairport", under: interrupted, ["--timeout", "90s", "--save", file.path(percentEncoded: false)])
            #expect(outcome.exitCode == 130)
            let saved = try await RecordedScan(path: file.path(percentEncoded: false)).scan()
            #expect(saved.records.map(\.displayName) == ["Lab Shairport"])
        }

        @Test(
            "Without a daemon the message says what to start, and nothing is on stdout",
            .timeLimit(.minutes(30)),
            arguments: [("nodaemon", "`service avahi-daemon start`"), ("nobus", "`service dbus start`")])
        func withoutDaemon(lab: String, advice: String) async throws {
            let outcome = try await Lab.discover(lab, "--json")
            #expect(outcome.exitCode == 2)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.contains(advice), "\(outcome.errors)")
        }
    }
}
