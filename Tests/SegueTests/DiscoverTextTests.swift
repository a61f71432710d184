import Foundation
import HarnessTestSupport
import Testing

/// What `segue discover` shows of a recording.
@Suite struct DiscoverTextTests {
    private func recording(_ text: String) throws -> String {
        let file = Scratch.folder.appending(path: "segue-text-\(UUID().uuidString).json")
        try Data(text.utf8).write(to: file)
        return file.path(percentEncoded: false)
    }

    private static let apple = """
        {"records": [{"serviceType": "_airplay._tcp", "instanceName": "Wohnzimmer im Erdgeschoss links neben der Tür",
        "hostName": "h.local", "addresses": ["10.0.0.1"], "port": 7000,
        "txt": ["model=AppleTV6,2", "features=0x4A7FDFD5,0x3C155FDE", "flags=0x244", "srcvers=550.10", "novel=1",
        "gpn=\\\\x1b[2Jred", "pk=4dafdec3cb8035498b7b1d22fabe5594a3e194d698d0682a07352a60b13c69e1"],
        "info": {"receiverHDRCapability": "4k30", "supportedFormats": {"audioStream": 21235712},
                 "playbackCapabilities": {"supportsInterstitials": true}, "madeUp": "x"}},
        {"serviceType": "_googlecast._tcp", "instanceName": "Cast"}]}
        """

    @Test func everyLineFitsAHundredColumnsAndSteersNothing() async throws {
        let file = try recording(DiscoverTextTests.apple)
        let run = try await Program.segue(["discover", "--verbose", "--replay", file])
        #expect(run.exitCode == 0, "\(run.errors)")
        for line in run.output.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
        #expect(!run.output.contains("\u{1B}"))
    }

    @Test func everyKeyIsReadWithWhatIsKnownOfIt() async throws {
        let run = try await Program.segue(["discover", "--verbose", "--replay", recording(DiscoverTextTests.apple)])
        let text = run.output.split { $0.isWhitespace }.joined(separator: " ")
        #expect(text.contains("largest picture in HDR: 3840x2160 at 30 fps [device-stated"))
        #expect(text.contains("flags=0x244: status bits, which change while it runs: link present,"))
        #expect(text.contains("novel=1: a key never seen before"))
        #expect(text.contains("/info madeUp=x: a key never seen before"))
        #expect(text.contains("/info supportedFormats.audioStream=21235712:"))
    }

    @Test func whoPlaysTogetherIsShownAsAGroupOfReceivers() async throws {
        func record(_ name: String, _ txt: String) -> String {
            #"{"serviceType": "_airplay._tcp", "instanceName": "\#(name)", "hostName": "\#(name).local", "txt": [\#(txt)]}"#
        }
        let records = [
            record("Left", #""deviceid=020000000001", "tsid=A1", "gid=A1""#),
            record("Right", #""deviceid=020000000002", "tsid=A1", "gid=A1""#),
            record("Telly", #""deviceid=020000000003", "gid=A1", "gpn=Lounge""#),
            record("Alone", #""deviceid=020000000004", "gid=B2""#),
        ]
        let file = try recording("{\"records\": [\(records.joined(separator: ","))]}")
        let run = try await Program.segue(["discover", "--replay", file])
        let groups = run.output.split(separator: "\n").filter { $0.hasPrefix("Group") }
        #expect(groups == ["Group Lounge: Left + Right (stereo pair), Telly"])
        #expect(run.output.contains("4 receivers, 4 of unknown class."))
    }

    /// Boxes of one maker whose models no row names must still be told apart in the table.
    @Test func aModelThatNoRowNamesIsShown() async throws {
        func record(_ number: Int, _ model: String, _ maker: String) -> String {
            """
            {"serviceType": "_airplay._tcp", "instanceName": "Box \(number)", "hostName": "b\(number).local",
            "txt": ["deviceid=02:00:00:00:00:0\(number)", "model=\(model)", "manufacturer=\(maker)",
            "features=0x7F8AD0,0x38BCB46"]}
            """
        }
        let records = [record(1, "OLED55C2PUA", "LG"), record(2, "3999X", "Roku")]
        let run = try await Program.segue([
            "discover", "--replay", recording("{\"records\": [\(records.joined(separator: ","))]}"),
        ])
        #expect(run.output.contains(" OLED55C2PUA (LG TV) "), "\(run.output)")
        #expect(run.output.contains(" 3999X (Roku "), "\(run.output)")
    }

    @Test func whatIsLeftOutOfARecordingIsSaidAndQuietSaysNothing() async throws {
        let file = try recording(DiscoverTextTests.apple)
        let run = try await Program.segue(["discover", "--replay", file])
        #expect(run.errors.contains("\(file): 1 record is of a service that is neither _airplay._tcp nor _raop._tcp"))
        #expect(run.output.contains("1 receiver,"))
        #expect(try await Program.segue(["discover", "--quiet", "--replay", file]).errors == "")
    }

    @Test func aScanThatCannotBeWrittenSaysSo() async throws {
        let file = try recording(DiscoverTextTests.apple)
        let run = try await Program.segue(["discover", "--replay", file, "--save", "/nowhere/at/all/lab.json"])
        #expect(run.exitCode == 2)
        #expect(run.errors.contains("cannot write the scan to /nowhere/at/all/lab.json"))
        #expect(!run.errors.contains("cannot use"))
    }

    @Test(
        "The doctor says where measurements are kept",
        arguments: [
            ("/tmp/segue cache", "ok      cache: /tmp/segue cache/measurements"),
            ("off", "ok      cache: measurements are not kept: SEGUE_CACHE is off"),
            ("cache", "warn    cache: SEGUE_CACHE is 'cache', neither off nor an absolute path"),
            ("/proc/nothing", "warn    cache: /proc/nothing/measurements cannot be written"),
        ])
    func doctorCache(value: String, line: String) async throws {
        let run = try await Program.segue(["doctor"], environment: ["SEGUE_CACHE": value])
        #expect(run.output.contains(line), "\(run.output)")
    }

    @Test func theDoctorKeepsToAHundredColumns() async throws {
        let run = try await Program.segue(["doctor"])
        for line in run.output.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    }
}
