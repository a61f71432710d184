import AirPlayReceivers
import DeviceMatrix
import Foundation
import HarnessTestSupport
import Testing

/// What `segue matrix validate` refuses in rows, inventories and names of files.
@Suite struct ModelRowTests {
    private static let row = """
        models:
          - match: { exact: ["P1"], pattern: "P\\\\d" }
            maker: "Acme"
            product: "Panel"
            class: smart-tv
            tier: high
            outputPath: internal-panel
            identity: { source: "our shelf", confidence: confirmed }
            example: { airplay: ["model=P1", "features=0x7F8AD0,0x38BCF46"], source: "our shelf" }
            capabilities:
              videoDecoders:
                - { codec: hevc, maxLevel: 51, maxResolution: 3840x2160, maxFrameRate: 60, maxBitDepth: 10, source: "its page", confidence: one-source }
              dynamicRanges: { value: [SDR, PQ], source: "its page", confidence: one-source }
              maxAudioChannels: { value: 6, source: "its page", confidence: guess }
        """

    private func folder(_ files: [String: String]) throws -> String {
        let folder = Scratch.folder.appending(path: "segue-rows-\(UUID().uuidString)")
        for (name, text) in files {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return folder.path(percentEncoded: false)
    }

    @Test func aRowWithoutFaultPasses() throws {
        let folder = try folder(["models/ours.yaml": ModelRowTests.row])
        #expect(try DeviceMatrix.checkExamples(overlay: folder) == DeviceMatrix.checkExamples() + 1)
    }

    // One thing of the row above replaced, and what is said to it with its line.
    @Test(
        "Unknown keys and values without meaning are errors with file and line",
        arguments: [
            ("    maker:", "    makr:", 3, "models.0.makr: unknown key"),
            ("exact: [\"P1\"]", "exakt: [\"P1\"]", 2, "models.0.match.exakt: unknown key"),
            ("exact: [\"P1\"]", "exact: []", 2, "exact holds no model"),
            ("exact: [\"P1\"]", "manufacturers: [\"\"]", 2, "with which every maker begins"),
            ("P\\\\d", "P(", 2, "the pattern 'P(' cannot be used: a group does not end"),
            ("pattern: \"P\\\\d\"", "except: \"P\"", 2, "there is no pattern"),
            ("class: smart-tv", "class: televison", 5, "'televison' is none of apple-tv, mac, smart-tv"),
            ("tier: high", "tier: 4k", 6, "'4k' is none of high, low, unknown"),
            ("internal-panel", "panel", 7, "'panel' is none of internal-panel, hdmi, audio-only, unknown"),
            (
                "confidence: confirmed", "confidence: sure", 8,
                "'sure' is none of confirmed, device-stated, one-source, guess"
            ),
            ("identity: { source: \"our shelf\"", "identity: { source: \" \"", 8, "a fact needs a source"),
            ("identity: { source", "identity: { sorce", 8, "'source' is missing"),
            ("], source: \"our shelf\" }", "], source: \"\" }", 9, "say where the record is from"),
            ("codec: hevc", "codec: h265", 12, "'h265' is no codec that assets are compared by; known are avc, hevc"),
            ("maxLevel: 51", "maxLevel: 5", 12, "write it times ten: 51 is level 5.1"),
            ("maxLevel: 51", "maxLevel: five", 12, "expected a whole number"),
            ("maxResolution: 3840x2160", "maxResolution: 4K", 12, "'4K' is no size; write it as 3840x2160"),
            ("maxFrameRate: 60", "maxFrameRate: 0", 12, "0 frames a second is not within 1…480"),
            ("maxBitDepth: 10", "maxBitDeph: 10", 12, "maxBitDeph: unknown key"),
            ("[SDR, PQ]", "[SDR, HDR10]", 13, "'HDR10' is none of SDR, HLG, PQ, HDR10+, Dolby Vision"),
            ("dynamicRanges: {", "dynamicRange: {", 13, "dynamicRange: unknown key"),
            ("value: 6,", "value: 600,", 14, "600 channels is not within 1…64"),
            ("confidence: guess }", "confidence: guess, sicher: 1 }", 14, "sicher: unknown key"),
        ])
    func faults(old: String, new: String, line: Int, message: String) throws {
        let text = ModelRowTests.row.replacing(old, with: new, maxReplacements: 1)
        try #require(text != ModelRowTests.row)
        let folder = try folder(["models/ours.yaml": text])
        #expect {
            try DeviceMatrix.checkExamples(overlay: folder)
        } throws: {
            let text = "\($0)"
            return text.contains("models/ours.yaml:\(line): error") && text.contains(message)
        }
        // Nothing else reads them either: a limit that is misspelt would be no limit.
        #expect(throws: MatrixError.self) { try DeviceMatrix.models(overlay: folder) }
    }

    /// Root may read everything, so the rest of the test would show nothing.
    @Test(.enabled(if: getuid() != 0))
    func aFolderBelowThatMayNotBeReadIsNamed() throws {
        let folder = try folder(["models/ours.yaml": ModelRowTests.row, "media/x.yaml": ""])
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder + "/media")
        #expect {
            try DeviceMatrix.load(overlay: folder)
        } throws: {
            "\($0)".contains(folder + "/media: error: this folder of the matrix may not be read")
        }
    }

    @Test("A pattern that would take for ever is matched at once", .timeLimit(.minutes(30)))
    func pattern() throws {
        let text = ModelRowTests.row.replacing(
            "exact: [\"P1\"], pattern: \"P\\\\d\"", with: "pattern: \"(P|P)*(1*)*1\"")
        let folder = try folder(["models/ours.yaml": text])
        let models = try DeviceMatrix.models(overlay: folder)
        let record = ServiceRecord(
            serviceType: .airPlay, instanceName: "N", hostName: "h.local",
            txt: TXTRecord(["model=" + String(repeating: "P", count: 60) + "x"]))
        #expect(ReceiverClassifier(models: models).receivers(from: [record]).map(\.product) == [nil])
        #expect(try DeviceMatrix.checkExamples(overlay: folder) > 0)
    }

    @Test func aFileThatEndsInYmlIsNotPassedOver() throws {
        let folder = try folder(["models/ours.yml": ModelRowTests.row])
        #expect {
            try DeviceMatrix.models(overlay: folder)
        } throws: {
            "\($0)".contains("models/ours.yml: error: not read: name it models/ours.yaml")
        }
    }

    @Test(
        "An inventory's ids are unique and words are checked",
        arguments: [
            ("  - { id: a }\n  - { id: b }\n  - { id: A }", 4, "'A' is listed twice, before as receivers.0"),
            ("  - { id: \"\" }", 2, "it is empty"),
            ("  - { id: a, class: tv }", 2, "'tv' is none of apple-tv, mac"),
            ("  - { id: a, audioFormat: dolby }", 2, "'dolby' is none of auto, stereo, dolby-digital, bitstream"),
            ("  - { id: a, matchFrameRate: perhaps }", 2, "expected true or false"),
        ])
    func inventories(lines: String, line: Int, message: String) throws {
        let file = try folder(["lab.yaml": "receivers:\n\(lines)\n"]) + "/lab.yaml"
        #expect {
            try DeviceMatrix.inventory(file: file)
        } throws: {
            "\($0)".contains("lab.yaml:\(line): error") && "\($0)".contains(message)
        }
    }
}
