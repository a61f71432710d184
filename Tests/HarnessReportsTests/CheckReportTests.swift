import DeviceMatrix
import Foundation
import HLSPlaylists
import HarnessReports
import HarnessTestSupport
import MediaFormats
import Testing
import TransitionRisk

/// The shipped matrix and its assessor, made once for all tests.
private let matrix = try! DeviceMatrix.load()
private let assessor = TransitionAssessor(model: DelayModel(costs: matrix.costs))

@Suite struct CheckReportTests {
    /// A film with one HEVC ad whose name is hostile, judged for the shipped classes.
    private func report(adName: String = "ad", change: (inout OperatingParameters) -> Void) throws -> CheckReport {
        let film = SampleMedia.asset("film", SampleMedia.film, duration: .seconds(60))
        let ad = SampleMedia.asset(adName, SampleMedia.film(change), duration: .seconds(10))
        let builder = TransitionBuilder(
            primary: film, keyframes: KeyframeGrid(segmentStarts: [.zero, .seconds(30)], interval: .seconds(2)))
        let played = PlayedAsset(profile: ad, plays: .seconds(10))
        let transitions = builder.transitions([
            PlayedBreak(id: adName, at: .seconds(30), resume: .seconds(30), assets: [played], usesAssetList: false)
        ])
        let judged = transitions.map { transition in
            JudgedTransition(
                transition: transition, assessments: matrix.profiles.map { assessor.assess(transition, on: $0) })
        }
        return CheckReport(
            tool: Tool(name: "segue", version: "test"), primary: film, interstitials: [ad],
            timeline: [
                TimelineSpan(title: "film", isPrimary: true, start: .zero, length: .seconds(30)),
                TimelineSpan(title: adName, isPrimary: false, start: .seconds(30), length: .seconds(10)),
                TimelineSpan(title: "film", isPrimary: true, start: .seconds(40), length: .seconds(30)),
            ], transitions: judged, findings: Finding.collect(judged), diagnostics: [],
            usage: Usage(requests: 0, bytes: 1000), failOn: .high, costsVersion: matrix.costs.version)
    }

    @Test func aMatchedAdIsClean() throws {
        let report = try report { $0.video?.configurationDigest = "ad" }
        #expect(report.findings.isEmpty)
        #expect(report.outcome == .clean)
    }

    @Test func aFindingAtTheLimitFailsTheCheck() throws {
        var report = try report { $0.video?.codec = .hevc }
        #expect(report.outcome == .findings)
        #expect(report.findings.first?.rule == "video-codec")
        #expect(report.findings.first?.severity == .severe)
        report.failOn = .blocking
        #expect(report.outcome != .findings)
    }

    @Test func anUnknownVerdictIsNotClean() throws {
        #expect(try report { $0.video?.frameRate = nil }.outcome == .incomplete)
    }

    @Test func textFitsAHundredColumnsAndHasNoEscapes() throws {
        let hostile =
            "ad\u{1B}[31m\u{202E}<script>alert(1)</script> with a name that goes on and on and on and on and on"
        let text = try report(adName: hostile) { $0.video?.codec = .hevc }.text(style: TerminalStyle(colour: false))
        for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
    }

    @Test func htmlEscapesWhatComesFromInputs() throws {
        let page = try report(adName: "<script>alert(1)</script>") { $0.video?.codec = .hevc }.html()
        #expect(!page.contains("<script>alert"))
        #expect(page.contains("&lt;script&gt;alert(1)&lt;"))
        #expect(!page.contains("http://") && !page.contains("src="))
    }

    @Test func twoRunsWriteTheSameBytes() throws {
        let one = try report { $0.video?.codec = .hevc }
        let other = try report { $0.video?.codec = .hevc }
        #expect(try one.json() == other.json())
        #expect(try one.html() == other.html())
    }

    @Test(.enabled(if: JSONSchema.isAvailable, "python3-jsonschema is not installed"))
    func jsonFollowsItsSchema() async throws {
        let schema = JSONSchema(document: "segue.check/1")
        #expect(try await schema.complaints(about: report { $0.video?.codec = .hevc }.json()) == "")
        #expect(try await schema.complaints(about: report { $0.audio?.codec = .ac3 }.json()) == "")
        #expect(try await schema.complaints(about: report { $0.video?.frameRate = nil }.json()) == "")
        #expect(try await schema.complaints(about: #"{"schema": "segue.check/2"}"#) != "")
    }

    @Test(.enabled(if: JSONSchema.isAvailable, "python3-jsonschema is not installed"))
    func theMatrixFollowsItsSchema() async throws {
        let tool = Tool(name: "segue", version: "test")
        #expect(try await JSONSchema(document: "segue.matrix/1").complaints(about: matrix.json(tool: tool)) == "")
    }

    @Test(.enabled(if: JSONSchema.isAvailable, "python3-jsonschema is not installed"))
    func matrixValidationFollowsItsSchema() async throws {
        let errors = [MatrixError(file: "classes/x.yaml", line: 3, message: "wrong")]
        let schema = JSONSchema(document: "segue.matrix-validation/1")
        #expect(
            try await schema.complaints(
                about: MatrixValidation(
                    files: ["a.yaml"], errors: errors, tool: Tool(name: "segue", version: "test")
                ).json()) == "")
    }
}
