import Foundation
import HarnessTestSupport
import Testing

extension LabSuite {
    /// `segue doctor` on hosts that are as they should be and on bare ones.
    @Suite struct DoctorLabTests {
        private struct Document: Decodable {
            struct Check: Decodable {
                var id: String
                var state: String
                var found: String
                var advice: String?
            }
            var schema: String
            var checks: [Check]
        }

        private func checkup(_ lab: String) async throws -> (exitCode: Int32, checks: [String: Document.Check]) {
            let outcome = try await Lab.run(lab, [Lab.segue, "doctor", "--json"])
            if JSONSchema.isAvailable {
                let text = String(decoding: outcome.output, as: UTF8.self)
                #expect(try await JSONSchema(document: "segue.doctor/1").complaints(about: text) == "")
            }
            let document = try JSONDecoder().decode(Document.self, from: outcome.output)
            #expect(document.schema == "segue.doctor/1")
            return (outcome.exitCode, Dictionary(uniqueKeysWithValues: document.checks.map { ($0.id, $0) }))
        }

        @Test(.timeLimit(.minutes(30)))
        func onALinkWithOthersMulticastIsHeardOverBothFamilies() async throws {
            let (exitCode, checks) = try await checkup("shairport")
            #expect(exitCode == 0, "\(checks)")
            #expect(checks["dbus"]?.state == "ok")
            #expect(checks["avahi"]?.state == "ok")
            #expect(checks["avahi"]?.found.hasPrefix("avahi 0.") == true)
            #expect(checks["avahi"]?.found.hasSuffix("as lab-browser.local") == true)
            // The host of shairport-sync answers; that of the doctor hears itself as well.
            #expect(checks["multicast-ipv4-eth0"]?.found == "heard 10.77.0.4")
            #expect(checks["multicast-ipv6-eth0"]?.state == "ok")
            #expect(checks["worker"]?.found.contains("libavformat ") == true)
            #expect(checks["libcurl"]?.found.hasPrefix("libcurl/") == true)
        }

        @Test(.timeLimit(.minutes(30)))
        func onAnEmptyLinkOnlyThisMachineIsHeardWhichIsAWarning() async throws {
            let (exitCode, checks) = try await checkup("none")
            #expect(exitCode == 0)
            #expect(checks["multicast-ipv4-eth0"]?.state == "warn")
            #expect(checks["multicast-ipv4-eth0"]?.advice?.contains("client isolation") == true)
        }

        @Test(.timeLimit(.minutes(30)))
        func withoutADaemonTheAnswerIsWhatToStart() async throws {
            let (exitCode, checks) = try await checkup("nodaemon")
            #expect(exitCode == 1)
            #expect(checks["dbus"]?.state == "ok")
            #expect(checks["avahi"]?.state == "fail")
            #expect(checks["avahi"]?.advice?.contains("service avahi-daemon start") == true)
            // Everything else is told all the same.
            #expect(checks["worker"]?.state == "ok")
        }

        @Test(.timeLimit(.minutes(30)))
        func withoutABusTheBusComesFirst() async throws {
            let (exitCode, checks) = try await checkup("nobus")
            #expect(exitCode == 1)
            #expect(checks["dbus"]?.state == "fail")
            #expect(checks["dbus"]?.advice?.contains("service dbus start") == true)
            #expect(checks["avahi"]?.found.contains("without the bus") == true)
        }
    }
}
