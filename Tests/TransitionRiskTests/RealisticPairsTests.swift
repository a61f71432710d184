import AirPlayReceivers
import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import Testing
import TransitionRisk

/// Pairs as they happen, each with the rules that must speak and those that must not.
@Suite struct RealisticPairsTests {
    struct Pair: Sendable, CustomTestStringConvertible {
        var name: String
        var column: String
        var film: @Sendable (inout OperatingParameters) -> Void = { _ in }
        var ad: @Sendable (inout OperatingParameters) -> Void
        var rules: [RuleID]
        var testDescription: String { "\(name) on \(column)" }
    }

    private static func dolbyVision(_ profile: Int, _ base: Int) -> @Sendable (inout OperatingParameters) -> Void {
        {
            hdr(.dolbyVision)(&$0)
            $0.video?.dolbyVision = DolbyVisionConfiguration(profile: profile, level: 6, baseCompatibility: base)
        }
    }

    private static func hdr(_ range: DynamicRange) -> @Sendable (inout OperatingParameters) -> Void {
        {
            $0.video?.codec = .hevc
            $0.video?.sampleEntry = SampleEntry(rawValue: "hvc1")
            $0.video?.profile = "Main 10"
            $0.video?.bitDepth = 10
            $0.video?.dynamicRange = range
        }
    }

    static let pairs = [
        Pair(
            name: "Dolby Vision 8.1 and HDR10 on a receiver without Dolby Vision", column: "hdr10-tv",
            film: dolbyVision(8, 1), ad: hdr(.pq), rules: []),
        Pair(
            name: "Dolby Vision 8.1 and HDR10", column: "apple-tv/high", film: dolbyVision(8, 1), ad: hdr(.pq),
            rules: ["video-dynamic-range"]),
        Pair(
            name: "Dolby Vision 5 and 8.1: one mode of the display, another decoder", column: "apple-tv/high",
            film: dolbyVision(5, 0), ad: dolbyVision(8, 1), rules: ["video-dynamic-range"]),
        Pair(
            name: "one Dolby Vision profile at two levels", column: "apple-tv/high", film: dolbyVision(8, 1),
            ad: {
                dolbyVision(8, 1)(&$0)
                $0.video?.dolbyVision = DolbyVisionConfiguration(profile: 8, level: 3, baseCompatibility: 1)
            }, rules: []),
        Pair(
            name: "HDR10 and HDR10+", column: "apple-tv/high", film: hdr(.pq), ad: hdr(.hdr10Plus), rules: []),
        Pair(
            name: "HLG and PQ", column: "apple-tv/high", film: hdr(.hlg), ad: hdr(.pq),
            rules: ["video-dynamic-range"]),
        Pair(
            name: "dvh1 and hvc1 both keep parameter sets out of the stream", column: "apple-tv/high",
            film: hdr(.pq),
            ad: {
                hdr(.pq)(&$0)
                $0.video?.sampleEntry = SampleEntry(rawValue: "dvh1")
            }, rules: []),
        Pair(
            name: "hvc1 and hev1", column: "smart-tv/high", film: hdr(.pq),
            ad: {
                hdr(.pq)(&$0)
                $0.video?.sampleEntry = SampleEntry(rawValue: "hev1")
            }, rules: ["video-sample-entry"]),
        Pair(
            name: "AVC High and Main", column: "smart-tv/low", ad: { $0.video?.profile = "Main" },
            rules: ["video-profile"]),
        Pair(
            name: "SAMPLE-AES and cbcs both need a secure decoder", column: "smart-tv/low",
            film: { $0.video?.protection = .sampleAES }, ad: { $0.video?.protection = .cbcs }, rules: []),
        Pair(
            name: "AES-128 is decrypted before the demuxer", column: "smart-tv/low",
            film: { $0.video?.protection = .aes128 }, ad: { _ in }, rules: []),
        Pair(
            name: "cbcs and clear", column: "smart-tv/low", film: { $0.video?.protection = .cbcs }, ad: { _ in },
            rules: ["video-protection"]),
        Pair(
            name: "muxed and separate fMP4", column: "smart-tv/low", ad: { $0.trackLayout = .muxed },
            rules: ["track-layout"]),
        Pair(
            name: "muxed and separate MPEG-TS: a web player takes both apart", column: "smart-tv/low",
            film: { $0.container = .transportStream },
            ad: {
                $0.container = .transportStream
                $0.trackLayout = .muxed
            }, rules: []),
        Pair(
            name: "MP4 and fMP4 are one demuxer", column: "smart-tv/low", ad: { $0.container = .mp4 }, rules: []),
        Pair(
            name: "SDR in BT.2020", column: "smart-tv/low",
            film: { $0.video?.colour = ColourDescription(primaries: 1) },
            ad: { $0.video?.colour = ColourDescription(primaries: 9) }, rules: ["video-colour"]),
        Pair(
            name: "BT.601 and BT.709", column: "smart-tv/low",
            film: { $0.video?.colour = ColourDescription(primaries: 1) },
            ad: { $0.video?.colour = ColourDescription(primaries: 6) }, rules: []),
    ]

    @Test("Only the rules that an expert expects speak", arguments: pairs)
    func reasons(pair: Pair) throws {
        let film = SampleMedia.asset("film", SampleMedia.film(pair.film))
        let ad = SampleMedia.asset("ad", SampleMedia.film(pair.ad))
        let isHDR10 = pair.column == "hdr10-tv"
        var receiver = try #require(
            matrix.profiles.first { $0.id == (isHDR10 ? "smart-tv/high" : pair.column) })
        if isHDR10 { receiver.capabilities.undecidedRanges = [] }
        let verdict = TransitionAssessor(model: DelayModel(costs: matrix.costs))
            .assess(RandomMedia.transition(from: film, to: ad), on: receiver)
        #expect(verdict.outcome == .judged)
        #expect(verdict.reasons.map(\.rule) == pair.rules)
    }

    @Test(
        "Frame rates are told apart by family",
        arguments: [
            (25, 1, 50, 1, "video.frame_rate.multiple.display"),
            (30000, 1001, 60000, 1001, "video.frame_rate.multiple.display"),
            (24000, 1001, 24, 1, "video.frame_rate.fractional.display"),
            (30, 1, 60000, 1001, "video.frame_rate.fractional.display"),
            (60000, 1001, 60, 1, "video.frame_rate.fractional.display"),
            (24, 1, 25, 1, "video.frame_rate.family.display"), (50, 1, 60, 1, "video.frame_rate.family.display"),
            (25, 1, 30, 1, "video.frame_rate.family.display"),
        ])
    func families(a: Int, b: Int, c: Int, d: Int, change: String) throws {
        let film = SampleMedia.asset("film", SampleMedia.film { $0.video?.frameRate = FrameRate(a, b) })
        let ad = SampleMedia.asset("ad", SampleMedia.film { $0.video?.frameRate = FrameRate(c, d) })
        let receiver = try #require(matrix.profiles.first { $0.id == "apple-tv/high" })
        let assessor = TransitionAssessor(model: DelayModel(costs: matrix.costs))
        for (from, to) in [(film, ad), (ad, film)] {
            let verdict = assessor.assess(RandomMedia.transition(from: from, to: to), on: receiver)
            #expect(try VerdictVector(verdict.vector).changes.contains { $0.id.rawValue == change })
            if change.contains("multiple") { #expect(verdict.band == Band.none) }
        }
    }

    @Test func anAdWithinTheLadderOfTheProgrammeExceedsNothing() throws {
        let large = SampleMedia.film { $0.video?.resolution = Resolution(width: 1920, height: 1080) }
        let ad = SampleMedia.asset("ad", large)
        let receiver = try #require(matrix.profiles.first { $0.id == "smart-tv/low" })
        let assessor = TransitionAssessor(model: DelayModel(costs: matrix.costs))
        func changes(_ film: AssetProfile) throws -> Set<ChangeID> {
            let verdict = assessor.assess(
                RandomMedia.transition(from: film, to: ad), on: receiver,
                under: PlaybackConditions(bandwidth: 1_000_000))
            return Set(try VerdictVector(verdict.vector).changes.map(\.id))
        }
        #expect(
            try changes(SampleMedia.asset("film", SampleMedia.film)).contains("video.resolution.exceeds_config"))
        #expect(
            try changes(SampleMedia.asset("film", SampleMedia.film, large)).contains("video.resolution.within_config"))
    }

    private static func loudness(_ program: Double) -> LoudnessStatement {
        var loudness = LoudnessStatement(scope: .track)
        loudness.program = program
        return loudness
    }

    @Test func languagesAndLoudnessAreToldWithoutADelay() throws {
        var film = SampleMedia.asset(
            "film",
            SampleMedia.film {
                $0.audio?.language = "en-GB"
                $0.audio?.loudness = [Self.loudness(-27)]
                $0.subtitles = [SubtitleParameters(language: "en"), SubtitleParameters(language: "fr")]
            })
        film.variants[0].audioLanguages = ["en-GB", "fr"]
        let ad = SampleMedia.asset(
            "ad",
            SampleMedia.film {
                $0.audio?.language = "de"
                $0.audio?.loudness = [Self.loudness(-18.5)]
                $0.subtitles = [SubtitleParameters(language: "fr")]
            })
        let receiver = try #require(matrix.profiles.first { $0.id == "apple-tv/high" })
        let assessor = TransitionAssessor(model: DelayModel(costs: matrix.costs))
        let transition = RandomMedia.transition(from: film, to: ad)
        let verdict = assessor.assess(transition, on: receiver)
        #expect(verdict.band == Band.none)
        #expect(
            verdict.reasons.map(\.summary) == [
                "The sound plays in en-GB, the next asset offers de",
                "Subtitles are there in en, fr, in the next asset in fr",
                "The sound becomes 8.5 LU louder: -27.0 → -18.5 LUFS",
            ])
        let findings = Finding.collect([JudgedTransition(transition: transition, assessments: [verdict])])
        #expect(findings.map(\.severity) == [.low, .low, .low])
        // An ad that offers the language that plays, among others, is found by automatic selection.
        var both = ad
        both.variants[0].audioLanguages = ["de", "en"]
        #expect(
            !assessor.assess(RandomMedia.transition(from: film, to: both), on: receiver).reasons.map(\.rule)
                .contains("language-audio"))
    }
}
