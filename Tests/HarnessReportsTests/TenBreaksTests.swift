import AirPlayReceivers
import DeviceMatrix
import Foundation
import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import Testing
import TransitionRisk

@testable import HarnessReports

private let matrix = try! DeviceMatrix.load()

/// `docs/ten-breaks.md` judges ten ad breaks end to end. The page is made here, so that it says what the program says.
@Suite struct TenBreaksTests {
    /// One break of the page.
    struct Break {
        let title: String
        let story: String
        let film: AssetProfile
        let ad: AssetProfile
        var kinds: [Transition.Kind] = [.enter]
        var usesAssetList = false
        var notice = Duration.seconds(600)
        var lead: Duration?
        var landing = Landing.keyframe
        let columns: [String]
        var settings: [String] = []
        /// The band of each sentence, by hand.
        let bands: [Band]
    }

    private static func asset(_ name: String, _ parameters: OperatingParameters...) -> AssetProfile {
        var asset = SampleMedia.asset(name, parameters[0])
        asset.variants = parameters.enumerated().map { index, parameters in
            ProfiledVariant(
                label: "\(name) variant \(index)", bandwidth: 2_000_000 * (index + 1), position: index,
                measured: parameters)
        }
        return asset
    }

    private static let programme = SampleMedia.film {
        $0.video?.frameRate = FrameRate(25)
        $0.video?.resolution = Resolution(width: 1920, height: 1080)
        $0.video?.level = 40
    }

    private static func like(
        _ base: OperatingParameters, _ change: (inout OperatingParameters) -> Void = { _ in }
    )
        -> OperatingParameters
    {
        var parameters = base
        parameters.video?.configurationDigest = "ad"
        change(&parameters)
        return parameters
    }

    private static func hevc(_ range: DynamicRange, dolbyVision profile: Int? = nil) -> OperatingParameters {
        like(programme) {
            $0.video?.codec = .hevc
            $0.video?.sampleEntry = SampleEntry(rawValue: profile == 5 ? "dvh1" : "hvc1")
            $0.video?.profile = range == .sdr ? "Main" : "Main 10"
            $0.video?.level = 41
            $0.video?.bitDepth = range == .sdr ? 8 : 10
            $0.video?.dynamicRange = range
            $0.video?.frameRate = FrameRate(24000, 1001)
            if let profile {
                $0.video?.dolbyVision = DolbyVisionConfiguration(
                    profile: profile, level: 6, baseCompatibility: profile == 5 ? 0 : 1)
            }
        }
    }

    private static func surround(_ base: OperatingParameters) -> OperatingParameters {
        like(base) {
            $0.audio?.codec = .eac3
            $0.audio?.objectType = nil
            $0.audio?.layout = .surround51
            $0.audio?.atmos = false
        }
    }

    static let all: [Break] = [
        Break(
            title: "An ad made like the programme",
            story: "1080p25 AVC with stereo AAC on both sides, encoded apart by two teams with the same settings.",
            film: asset("film", programme), ad: asset("ad", like(programme)), kinds: [.enter, .resume],
            columns: ["apple-tv/high", "smart-tv/low"], bands: [.none, .none, .none, .none]),
        Break(
            title: "A 720p30 ad in a 1080p25 programme",
            story: "The ad came from a market with 30 fps. Low-end TVs have panels of their own and do not change mode;"
                + " a box behind HDMI does where its viewer lets the rate follow.",
            film: asset("film", programme),
            ad: asset(
                "ad",
                like(programme) {
                    $0.video?.frameRate = FrameRate(30)
                    $0.video?.resolution = Resolution(width: 1280, height: 720)
                }), columns: ["smart-tv/low", "apple-tv/high", "set-top-box/low"], bands: [.severe, .severe, .severe]),
        Break(
            title: "The same ad at 50 fps",
            story: "Twice the programme's rate is shown in the mode that is on, so 50 fps is as good as 25.",
            film: asset("film", programme),
            ad: asset("ad", like(programme) { $0.video?.frameRate = FrameRate(50) }),
            columns: ["smart-tv/low", "apple-tv/high", "set-top-box/low"], bands: [.none, .none, .none]),
        Break(
            title: "An HEVC ad in an AVC programme", story: "The example of Apple's talk: the decoder is switched.",
            film: asset("film", programme),
            ad: asset(
                "ad",
                like(programme) {
                    $0.video?.codec = .hevc
                    $0.video?.sampleEntry = SampleEntry(rawValue: "hvc1")
                    $0.video?.profile = "Main"
                    $0.video?.level = 40
                }), kinds: [.enter, .resume], columns: ["apple-tv/high", "smart-tv/high", "smart-tv/low"],
            bands: [.medium, .severe, .severe, .medium, .severe, .severe]),
        Break(
            title: "A Dolby Vision film with an SDR ad, viewer's settings unknown",
            story:
                "Profile 8.1 at 23.976 fps against SDR AVC at 25 fps. Whether an Apple TV changes its output is the viewer's choice;"
                + " a TV shows HDR10 of the film and changes its picture mode without a link to re-train.",
            film: asset("film", hevc(.dolbyVision, dolbyVision: 8), programme), ad: asset("ad", like(programme)),
            columns: ["apple-tv/high", "smart-tv/low"], bands: [.severe, .none]),
        Break(
            title: "The same, on an Apple TV that holds its output",
            story: "Match Dynamic Range and Match Frame Rate are off, the sound is always stereo.",
            film: asset("film", hevc(.dolbyVision, dolbyVision: 8), programme), ad: asset("ad", like(programme)),
            columns: ["apple-tv/high"],
            settings: ["match-dynamic-range=off", "match-frame-rate=off", "audio-format=stereo"], bands: [.medium]),
        Break(
            title: "A film in 5.1 with a stereo ad",
            story: "E-AC-3 5.1 and a stereo AAC rendition for the film, stereo only for the ad. Picture alike.",
            film: asset("film", programme, surround(programme)), ad: asset("ad", like(programme)),
            columns: ["apple-tv/high", "smart-tv/low"], bands: [.high, .none]),
        Break(
            title: "A clear ad in a protected programme",
            story: "The programme is protected with cbcs, the ad is not.",
            film: asset("film", like(programme) { $0.video?.protection = .cbcs }), ad: asset("ad", like(programme)),
            kinds: [.enter, .resume], columns: ["apple-tv/high", "smart-tv/low"],
            bands: [.low, .severe, .low, .severe]),
        Break(
            title: "Ads decided at the last second",
            story:
                "The ad matches, but its list is asked for half a second before the break, on a host that was never used.",
            film: asset("film", programme), ad: asset("ad", like(programme)), usesAssetList: true,
            lead: .milliseconds(500), columns: ["apple-tv/high", "smart-tv/low"], bands: [.severe, .severe]),
        Break(
            title: "A break in the middle of a group of pictures",
            story: "The programme resumes 4 s behind a key frame, because the break was put on a round second.",
            film: asset("film", programme), ad: asset("ad", like(programme)), kinds: [.resume],
            landing: .afterKeyframe(.seconds(4)), columns: ["apple-tv/high", "smart-tv/low"], bands: [.medium, .high]),
    ]

    @Test func thePageSaysWhatTheProgramSays() throws {
        let page = try Self.page()
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/ten-breaks.md")
        if ProcessInfo.processInfo.environment["SEGUE_RECORD"] != nil {
            try page.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("docs/ten-breaks.md was written anew; run again without SEGUE_RECORD")
        }
        #expect(
            try String(contentsOf: file, encoding: .utf8) == page,
            "docs/ten-breaks.md differs; SEGUE_RECORD=1 swift test --filter TenBreaksTests writes it anew")
    }

    @Test("Each break has the bands that were worked out by hand", arguments: all.indices)
    func bands(index: Int) throws {
        let judged = try Self.judge(Self.all[index])
        #expect(judged.map(\.1.band) == Self.all[index].bands, "\(Self.all[index].title)")
    }

    private static func judge(_ item: Break) throws -> [(JudgedTransition, RiskAssessment)] {
        let assessor = TransitionAssessor(model: DelayModel(costs: matrix.costs))
        return try item.kinds.flatMap { kind in
            let isReturn = kind == .resume
            let transition = Transition(
                id: isReturn ? "ad/resume" : "ad/enter", kind: kind, at: .seconds(600),
                from: isReturn ? item.ad : item.film, to: isReturn ? item.film : item.ad, primary: item.film,
                delivery: Delivery(
                    usesAssetList: item.usesAssetList && !isReturn, usesNewHost: item.usesAssetList && !isReturn,
                    usesPlaylists: !isReturn, notice: isReturn ? .seconds(30) : item.notice),
                landing: isReturn ? item.landing : nil)
            return try item.columns.map { id in
                var receiver = try #require(matrix.profiles.first { $0.id == id })
                for setting in item.settings { try receiver.settings.set(setting) }
                let assessment = assessor.assess(
                    transition, on: receiver, under: PlaybackConditions(lead: item.lead))
                return (JudgedTransition(transition: transition, assessments: [assessment]), assessment)
            }
        }
    }

    private static func page() throws -> String {
        var lines = [
            "# Ten ad breaks, judged end to end", "",
            "What Segue says of ten breaks as they happen, in a producer's words: what viewers see, why, and what to change. The page is made by a test from the",
            "verdicts themselves (`TenBreaksTests`), so the numbers are those of the shipped costs, most of them estimates: measure before you promise. All figures, and the",
            "band in brackets, are of the excess: what the ad adds to the receiver's own change of item, and what the team can change. \"Worst 1 in 20\" is its 95th percentile.",
            "",
        ]
        for (number, item) in all.enumerated() {
            lines += ["## \(number + 1). \(item.title)", "", item.story, ""]
            for (judged, verdict) in try judge(item) {
                let way = judged.transition.kind == .resume ? "the return to the programme" : "the ad's start"
                let sentence =
                    PlainWords.sentence(judged, verdict)
                    ?? "On \(verdict.receiver.title), nobody notices \(way)."
                lines.append("- \(sentence) (**\(verdict.band.rawValue)**)")
                for branch in verdict.branches {
                    lines.append(
                        "  - with \(branch.assumed.joined(separator: ", ")): \(branch.band.rawValue),"
                            + " worst 1 in 20 \(Int(branch.excess.p95Milliseconds.rounded())) ms more than any change of item"
                    )
                }
                if let step = verdict.fixPath.firstIndex(where: \.reachesBand) {
                    let steps = verdict.fixPath[...step]
                    lines.append(
                        "  - To fix: \(steps.map(\.advice).joined(separator: "; and ")). Then: **\(steps.last!.band.rawValue)**."
                    )
                }
            }
            lines.append("")
        }
        return lines.joined(separator: "\n")
    }
}
