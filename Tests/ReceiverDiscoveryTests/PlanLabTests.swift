import Foundation
import HarnessTestSupport
import Testing

extension LabSuite {
    /// From receivers that announce themselves on a link, through real Avahi, to a test suite for them.
    @Suite struct PlanLabTests {
        private struct Plan: Decodable {
            struct Receivers: Decodable {
                var source: String
                var considered: Int
                var chosen: [Receiver]
            }
            struct Receiver: Decodable {
                var id: String
                var model: String?
            }
            struct Case: Decodable {
                var receiver: Subject
            }
            struct Subject: Decodable {
                var id: String
            }
            var receivers: Receivers
            var cases: [Case]
            var problems: [String]
        }

        /// Two Apple TVs of one model, of which one is enough, and a television; nothing of the other classes.
        @Test(.timeLimit(.minutes(30)))
        func aPlanIsMadeForWhatAnswersOnTheLink() async throws {
            let catalogue = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../DeviceMatrix/catalogue.yaml").standardized.path(percentEncoded: false)
            _ = SampleStream.folder
            let receivers = try Scratch.file(
                """
                receivers:
                  - name: Shelf
                    count: 2
                    airplay: ["features=0x4A7FDFD5,0xBC177FDE", "model=AppleTV14,1", "srcvers=870.14.1"]
                  - name: Wall
                    airplay: ["features=0x7F8AD0,0x38BCF46", "flags=0x244", "model=QN90D", "manufacturer=Samsung"]
                """)
            let scan = try Scratch.file("", "json")
            let script = """
                '\(Lab.segue)' discover --timeout 15s --save '\(scan)' >/dev/null &&
                '\(Lab.segue)' plan --catalogue '\(catalogue)' --receivers '\(scan)' --json
                """
            let outcome = try await Lab.run("simulate", ["bash", "-c", script], simulating: [receivers])
            // Five classes are missing, so the plan is the best there is, and says so.
            #expect(outcome.exitCode == 2, "\(outcome.errors)")
            let plan = try JSONDecoder().decode(Plan.self, from: outcome.output)
            #expect(plan.receivers.source == "scan" && plan.receivers.considered == 3)
            #expect(plan.receivers.chosen.compactMap(\.model).sorted() == ["AppleTV14,1", "QN90D"])
            #expect(Set(plan.cases.map(\.receiver.id)) == Set(plan.receivers.chosen.map(\.id)))
            for missing in [
                "class/set-top-box", "class/media-stick", "class/sound-bar", "class/smart-speaker", "class/mac",
            ] {
                #expect(plan.problems.contains { $0.contains("'\(missing)'") }, "\(plan.problems)")
            }
            if JSONSchema.isAvailable {
                let text = String(decoding: outcome.output, as: UTF8.self)
                #expect(try await JSONSchema(document: "segue.plan/1").complaints(about: text) == "")
            }
        }
    }
}
