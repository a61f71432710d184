import AirPlayReceivers
import Foundation
import ReceiverDiscovery
import Testing

extension LabSuite {
    /// Three real receivers, each on a host of its own, scanned by Segue and by pyatv.
    @Suite(.enabled(if: Lab.hasPyatv, "skipped: the lab cannot run, or scripts/install-test-peers.sh was not"))
    struct PeerLabTests {
        private struct Peer: Decodable {
            var name: String
            var address: String
            var model: String
            var operatingSystem: String
            var services: [String]
        }

        @Test(.timeLimit(.minutes(30)))
        func theSameReceiversAsPyatvFindsAndMoreIsSaidOfThem() async throws {
            let script = """
                '\(Lab.segue)' discover --json --timeout 15s >"$SEGUE_LAB_FOLDER/ours" || exit
                '\(Lab.python)' '\(Lab.path(of: "pyatv-scan.py"))' 15 >"$SEGUE_LAB_FOLDER/theirs" || exit
                cat "$SEGUE_LAB_FOLDER/ours"; printf '\\0'; cat "$SEGUE_LAB_FOLDER/theirs"
                """
            let outcome = try await Lab.run("shairport,uxplay,kodi", ["bash", "-c", script])
            try #require(outcome.exitCode == 0, "\(outcome.errors)")
            let parts = outcome.output.split(separator: 0)
            let ours = try JSONDecoder().decode(ScanDocument.self, from: try #require(parts.first))
            let theirs = try JSONDecoder().decode([Peer].self, from: try #require(parts.last))

            #expect(ours.receivers.map(\.name) == ["Lab Kodi", "Lab Shairport", "Lab UxPlay"])
            #expect(theirs.map(\.name) == ours.receivers.map(\.name))
            for (peer, receiver) in zip(theirs, ours.receivers) {
                #expect(receiver.addresses.contains(peer.address))
                #expect(peer.services.count == receiver.services.count)
                // Both families, the class, and why.
                #expect(receiver.addresses.count == 2)
                #expect(receiver.receiverClass == .software)
                #expect(!receiver.evidence.isEmpty)
            }
            // pyatv believes the model that UxPlay borrows, and has no word for the others.
            #expect(theirs.map(\.model) == ["DeviceModel.Unknown", "DeviceModel.Unknown", "DeviceModel.Gen3"])
            #expect(theirs.last?.operatingSystem == "OperatingSystem.TvOS")

            // Kodi has no /info: its older answer is read, which states other feature bits than its TXT record.
            let kodi = ours.receivers[0]
            #expect(kodi.services[0].serverInfo?.model == "Kodi,1")
            #expect(kodi.services[0].serverInfo?.features?.rawValue == 0x77)
            #expect(kodi.services[0].txt.string(.features) == "0x20F7")
            // UxPlay answers /info, which pyatv does not ask for.
            #expect(ours.receivers[2].services.last?.info?.displayModes.isEmpty == true)
            #expect(ours.receivers[2].services.last?.info?["displays"]?.list?.count == 1)
        }
    }
}
