import DeviceMatrix
import Foundation
import Testing

@Suite struct DeviceMatrixTests {
    @Test func shippedMatrixHasEveryClassInOrder() throws {
        let matrix = try DeviceMatrix.load()
        #expect(
            matrix.profiles.map(\.id) == [
                "apple-tv/high", "apple-tv/low", "mac/high", "smart-tv/high", "smart-tv/low", "set-top-box/high",
                "set-top-box/low", "media-stick/high", "media-stick/low", "sound-bar/high", "sound-bar/low",
                "smart-speaker/high", "smart-speaker/low", "av-receiver/high", "av-receiver/low", "software/unknown",
                "unknown/unknown",
            ])
    }

    @Test("A television is never adaptive before it was measured")
    func televisionsAreNotAdaptive() throws {
        for profile in try DeviceMatrix.load().profiles where profile.receiverClass == .smartTV {
            #expect(profile.switching != .adaptive)
        }
    }

    static let broken: [(name: String, path: String, text: String, error: String)] = [
        (
            "no YAML", "transition-costs.yaml", "changes: [\n",
            "transition-costs.yaml:2: error: not YAML: did not find expected node content"
        ),
        (
            "negative size", "transition-costs.yaml",
            """
            version: x
            bands: {noneMilliseconds: 1, lowMilliseconds: 2, mediumMilliseconds: 3, highMilliseconds: 4, blockingFailureProbability: 0.5, source: x}
            changes:
              baseline.item_switch:
                stage: pipeline
                action: flush
                mechanism: x
                trigger: {adaptive: 1, reload: 1, unknown: 1}
                p50: {adaptive: -1, reload: 1, unknown: 1}
                p95: {adaptive: 1, reload: 1, unknown: 1}
                grade: {adaptive: D, reload: D, unknown: D}
                triggerGrade: D
                hiddenBy: x
                sources: []
            sources: {}
            """,
            "transition-costs.yaml:9: error: changes.baseline.item_switch.p50: must be at least 0 and below 1000000"
        ),
        (
            "a cost without a grade", "transition-costs.yaml",
            """
            version: x
            bands: {noneMilliseconds: 1, lowMilliseconds: 2, mediumMilliseconds: 3, highMilliseconds: 4, blockingFailureProbability: 0.5, source: x}
            changes:
              baseline.item_switch:
                stage: pipeline
                action: flush
                mechanism: x
                trigger: {adaptive: 1, reload: 1, unknown: 1}
                p50: {adaptive: 1, reload: 1, unknown: 1}
                p95: {adaptive: 1, reload: 1, unknown: 1}
                triggerGrade: D
                hiddenBy: x
                sources: []
            sources: {}
            """,
            "transition-costs.yaml:5: error: changes.baseline.item_switch: 'grade' is missing"
        ),
        (
            "an unknown class", "classes/toaster.yaml", "class: toaster\ntitle: T\nabout: x\ntiers: {}\nsources: {}",
            "classes/toaster.yaml:1: error: class: 'toaster' is none of apple-tv, mac, smart-tv, set-top-box, media-stick, "
                + "sound-bar, smart-speaker, av-receiver, software, unknown"
        ),
    ]

    /// The shipped class of low-end televisions with one thing changed.
    static let changes: [(what: String, from: String, to: String, says: String)] = [
        ("a misspelt limit", "maxAudioChannels:", "maxAudioChanels:", "tiers.low.maxAudioChanels: unknown key"),
        ("an invented confidence", "confidence: guess}", "confidence: certainly}", "confidence 'certainly' is none of"),
        ("a source that is not listed", "source: level-caps", "source: hearsay", "source 'hearsay' is not listed"),
        ("a level that is none", "maxLevel: \"4.2\"", "maxLevel: \"four\"", "a level reads like"),
        ("a probability above one", "dualDecoder: 0,", "dualDecoder: 1.5,", "1.5 is not within 0…1"),
    ]

    @Test("A class file with one thing wrong is refused, with its line", arguments: changes)
    func brokenClass(what: String, from: String, to: String, says: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../DeviceMatrix")
        func text(_ name: String) throws -> String {
            try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        }
        let shipped = try text("classes/smart-tv.yaml")
        let broken = shipped.replacing(from, with: to)
        try #require(broken != shipped)
        let files = ["classes/smart-tv.yaml": broken, "transition-costs.yaml": try text("transition-costs.yaml")]
        let error = try #require(throws: MatrixError.self) { try DeviceMatrix(texts: files) }
        #expect(error.message.contains(says), "\(error)")
        #expect(error.line != nil)
    }

    @Test func twoFilesForOneClassAreRefused() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../DeviceMatrix")
        let mac = try String(contentsOf: folder.appending(path: "classes/mac.yaml"), encoding: .utf8)
        let error = try #require(throws: MatrixError.self) {
            try DeviceMatrix(texts: ["classes/a.yaml": mac, "classes/b.yaml": mac])
        }
        #expect(error.description.hasPrefix("classes/b.yaml:1: error: mac/high is described by another file already"))
    }

    @Test("A broken file is refused with file, line and reason", arguments: broken)
    func brokenFiles(name: String, path: String, text: String, error: String) throws {
        #expect(throws: MatrixError.self) { try DeviceMatrix(texts: [path: text]) }
        do {
            _ = try DeviceMatrix(texts: [path: text])
        } catch let thrown {
            #expect(thrown.description == error)
        }
    }
}
