import DeviceMatrix
import Foundation
import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import Testing
import TransitionRisk

@testable import HarnessReports

private let matrix = try! DeviceMatrix.load()
private let assessor = TransitionAssessor(model: DelayModel(costs: matrix.costs))

@Suite struct LargeReportTests {
    /// A day with 300 breaks of one HEVC ad each; the ads are as many as said, alike or each of another size.
    private func report(ads: Int, title: String = "film", areAlike: Bool = true) -> CheckReport {
        let film = SampleMedia.asset(title, SampleMedia.film, duration: .seconds(86_400))
        let creatives = (0..<ads).map { number in
            let parameters = SampleMedia.film {
                $0.video?.codec = .hevc
                if !areAlike { $0.video?.resolution = Resolution(width: 1280 - 2 * number, height: 720) }
            }
            return SampleMedia.asset("ad-\(number)", parameters, duration: .seconds(30))
        }
        let builder = TransitionBuilder(
            primary: film, keyframes: KeyframeGrid(segmentStarts: [.zero], interval: .seconds(2)))
        let breaks = (0..<300).map { number in
            let at = Duration.seconds(280 * (number + 1))
            return PlayedBreak(
                id: "break-\(number)", at: at, resume: at,
                assets: [PlayedAsset(profile: creatives[number % ads], plays: .seconds(30))], usesAssetList: false)
        }
        let judged = builder.transitions(breaks).map { transition in
            JudgedTransition(
                transition: transition, assessments: matrix.profiles.map { assessor.assess(transition, on: $0) })
        }
        return CheckReport(
            tool: Tool(name: "segue", version: "test"), primary: film, interstitials: creatives, timeline: [],
            transitions: judged, findings: Finding.collect(judged), diagnostics: [],
            usage: Usage(requests: 0, bytes: 0), failOn: .high, costsVersion: matrix.costs.version)
    }

    @Test("Ads that are encoded alike are told once, however many there are", arguments: [1, 300])
    func foldedAds(ads: Int) throws {
        let report = report(ads: ads)
        #expect(report.transitions.count == 600)
        #expect(TransitionGroup.groups(report.transitions).count <= 6)
        #expect(try report.html().utf8.count < 2_000_000)
        #expect(report.text(style: TerminalStyle(colour: false)).split(separator: "\n").count < 250)
    }

    @Test(.enabled(if: JSONSchema.isAvailable, "python3-jsonschema is not installed"))
    func manyAdsInManyBreaksStayWithinBounds() throws {
        let report = report(ads: 300, areAlike: false)
        let json = try report.json()
        #expect(json.utf8.count < 48_000_000, "\(json.utf8.count)")
        #expect(try report.html().utf8.count < 4_000_000)
        #expect(report.text(style: TerminalStyle(colour: false)).contains("more rows, none of them worse"))
    }

    @Test func everyTransitionIsNamedOnceInTheDocument() throws {
        struct Document: Decodable {
            struct Named: Decodable { var id: String }
            struct Transition: Decodable {
                var id: String
                var repeats: [Named]
            }
            var transitions: [Transition]
        }
        let report = report(ads: 2)
        let document = try JSONDecoder().decode(Document.self, from: Data(report.json().utf8))
        let names = document.transitions.flatMap { [$0.id] + $0.repeats.map(\.id) }
        #expect(names.sorted() == report.transitions.map(\.transition.id).sorted())
    }

    @Test func severalPrimariesAreToldApart() throws {
        let combined = try #require(
            CheckReport.combined([report(ads: 1, title: "a/main"), report(ads: 1, title: "b/main")]))
        #expect(combined.primaries.map(\.label) == ["a/main", "b/main"])
        #expect(combined.transitions.first?.transition.id == "a/main:break-0/enter")
        #expect(combined.interstitials.count == 1)
        #expect(CheckReport.combined([]) == nil)
    }

    @Test(
        "Names are as short as they can be",
        arguments: [
            (["https://a.b/film/main.m3u8", "https://a.b/series/main.m3u8"], ["film/main.m3u8", "series/main.m3u8"]),
            (["a.m3u8", "b.m3u8"], ["a.m3u8", "b.m3u8"]), (["a.m3u8", "a.m3u8"], ["1-a.m3u8", "2-a.m3u8"]),
        ])
    func labels(references: [String], labels: [String]) throws {
        #expect(CheckReport.labels(try references.map { try AssetReference(argument: $0) }) == labels)
    }

    @Test(
        "Compact JSON says the same",
        arguments: [
            #"{"a":[1,2,{"b":"x, {y: [\"z\"]}"}],"c":{}}"#, #"[]"#, #""text""#,
            "[" + (0..<60).map { "\"\($0): a text\"" }.joined(separator: ",") + "]",
        ])
    func compact(text: String) throws {
        let laidOut = CompactJSON.layOut(Array(text.utf8))
        let options: JSONSerialization.ReadingOptions = .fragmentsAllowed
        let before = try JSONSerialization.jsonObject(with: Data(text.utf8), options: options) as? NSObject
        let after = try JSONSerialization.jsonObject(with: Data(laidOut.utf8), options: options) as? NSObject
        #expect(before == after)
    }

    @Test func aReceiverThatIsNewInAFindingMakesItNew() throws {
        var known = report(ads: 1)
        known.findings = Array(known.findings.prefix(1))
        let baseline = try Baseline(Data(known.json().utf8))
        #expect(baseline.compare(known.findings).new.isEmpty)
        var more = known.findings
        more[0].receivers.append("new")
        #expect(baseline.compare(more).new.count == 1)
        var worse = known.findings
        worse[0].severity = .blocking
        #expect(baseline.compare(worse).new.count == 1)
        #expect(baseline.compare([]).fixed.count == 1)
        #expect(throws: BaselineError.self) {
            try Baseline(Data("{\"schema\": \"segue.scan/1\", \"findings\": []}".utf8))
        }
        #expect(throws: BaselineError.self) { try Baseline(Data("no".utf8)) }
    }
}
