import HLSPlaylists
import Testing

@Suite struct PlaylistRuleTests {
    static let sound =
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",DEFAULT=YES,AUTOSELECT=YES,URI=\"en.m3u8\",CHANNELS=\"2\"\n"
    static let variant =
        "#EXT-X-STREAM-INF:BANDWIDTH=900000,AVERAGE-BANDWIDTH=800000,CODECS=\"avc1.64001E,mp4a.40.2\",RESOLUTION=640x360,FRAME-RATE=25,AUDIO=\"a\"\nv.m3u8\n"
    static let iframes = "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=90000,URI=\"i.m3u8\"\n"

    static func findings(
        _ lines: String, media: String = PresentationLoaderTests.media("v"), others: [String: String] = [:]
    ) async throws -> [RuleFinding] {
        let presentation = try await presentation(lines, media: media, others: others)
        return PlaylistRule.findings(in: presentation)
    }

    static func presentation(
        _ lines: String, media: String = PresentationLoaderTests.media("v"), others: [String: String] = [:]
    ) async throws -> Presentation {
        let dated = media.replacing("#EXTM3U\n", with: "#EXTM3U\n#EXT-X-VERSION:7\n")
        var documents = [
            "https://h/main.m3u8": "#EXTM3U\n" + lines, "https://h/v.m3u8": dated, "https://h/en.m3u8": dated,
        ]
        for (name, text) in others { documents["https://h/\(name)"] = text }
        return try await PresentationLoader(source: ScriptedSource(documents)).load(.test("https://h/main.m3u8"))
    }

    @Test func soundPlaylistBreaksNothing() async throws {
        #expect(try await Self.findings(Self.sound + Self.variant + Self.iframes) == [])
    }

    @Test("A changed playlist breaks exactly the rules named", arguments: changes)
    func changed(_ from: String, _ to: String, _ rules: [String]) async throws {
        let text = (Self.sound + Self.variant + Self.iframes).replacing(from, with: to)
        let findings = try await Self.findings(text)
        #expect(findings.map(\.rule) == rules, "\(findings)")
        #expect(findings.allSatisfy { !$0.source.isEmpty && !$0.subject.isEmpty })
    }

    static let changes: [(String, String, [String])] = [
        (",FRAME-RATE=25", "", ["playlist-frame-rate-missing"]),
        ("FRAME-RATE=25", "FRAME-RATE=90", ["playlist-frame-rate-unusual"]),
        (",RESOLUTION=640x360", "", ["playlist-resolution-missing"]),
        ("640x360", "1280x720", ["playlist-no-small-variant"]),
        ("AVERAGE-BANDWIDTH=800000", "AVERAGE-BANDWIDTH=400000", ["playlist-peak-above-twice-average"]),
        ("AVERAGE-BANDWIDTH=800000,", "", ["playlist-average-bandwidth-missing"]),
        ("avc1.64001E,mp4a.40.2", "avc1.64001E", ["playlist-codecs-incomplete"]),
        ("avc1.64001E", "avc3.64001E", ["playlist-sample-entry"]),
        ("avc1.64001E", "vp09.00.31.08", ["playlist-video-codec"]),
        ("avc1.64001E", "avc1.64003C", ["playlist-video-level"]),
        ("avc1.64001E,mp4a.40.2", "avc1.64001E,ec-3", ["audio-no-stereo-aac", "audio-eac3-without-ac3"]),
        (
            "avc1.64001E", "av01.0.04M.10.0.110.09.16.09.0",
            ["playlist-video-range-missing", "playlist-video-range-against-codec", "playlist-no-sdr"]
        ),
        ("FRAME-RATE=25,", "FRAME-RATE=25,VIDEO-RANGE=PQ,", ["playlist-no-sdr"]),
        (
            "FRAME-RATE=25,", "FRAME-RATE=25,VIDEO-RANGE=HDR,",
            ["playlist-video-range-unknown"]
        ),
        (",AUDIO=\"a\"", ",AUDIO=\"b\"", ["playlist-group-missing"]),
        (",LANGUAGE=\"en\"", "", ["language-missing"]),
        (iframes, "", ["playlist-no-iframes"]),
        (
            variant,
            variant
                + variant.replacing("v.m3u8", with: "v.m3u8").replacing(
                    "BANDWIDTH=900000", with: "BANDWIDTH=700000,SCORE=1"), ["playlist-score-not-on-all"]
        ),
        (variant, variant + variant.replacing("640x360", with: "480x480"), ["playlist-aspect-ratio"]),
        (sound, sound + sound, ["playlist-rendition-name", "playlist-rendition-default"]),
        (
            sound,
            sound
                + sound.replacing("English", with: "Deutsch").replacing("DEFAULT=YES", with: "DEFAULT=NO").replacing(
                    ",CHANNELS=\"2\"", with: ""), ["audio-channels-missing"]
        ),
        (
            sound, sound + sound.replacing("\"a\"", with: "\"b\"").replacing("\"en\"", with: "\"de\""),
            ["language-groups-differ", "language-groups-differ"]
        ),
    ]

    @Test("Playlists that do not fit each other are named", arguments: media)
    func timing(_ from: String, _ to: String, _ rules: [String]) async throws {
        let other = Self.variant.replacing("v.m3u8", with: "w.m3u8")
        let text = PresentationLoaderTests.media("v").replacing("#EXTM3U\n", with: "#EXTM3U\n#EXT-X-VERSION:7\n")
        let findings = try await Self.findings(
            Self.sound + Self.variant + other + Self.iframes, others: ["w.m3u8": text.replacing(from, with: to)])
        #expect(findings.map(\.rule) == rules, "\(findings)")
    }

    static let media: [(String, String, [String])] = [
        ("TARGETDURATION:6", "TARGETDURATION:7", ["timing-target-durations-differ"]),
        ("#EXTINF:6,", "#EXTINF:5.5,", ["timing-segments-not-aligned"]),
        ("#EXTINF:6,", "#EXTINF:5.97,", []),
        (
            "#EXTINF:5.5,\n", "#EXT-X-DISCONTINUITY\n#EXTINF:5.5,\n",
            ["timing-discontinuities-differ", "timing-date-after-discontinuity"]
        ),
        ("#EXT-X-VERSION:7", "#EXT-X-VERSION:5", ["playlist-version-too-low"]),
        ("#EXT-X-ENDLIST", "#EXTINF:6,\nx\n#EXTINF:6,\ny\n#EXT-X-ENDLIST", ["timing-durations-differ"]),
        ("#EXT-X-ENDLIST\n", "", ["playlist-live-too-short"]),
    ]

    @Test func ruleNamesAreDistinctKebabCase() {
        let names = PlaylistRule.all.map(\.id)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.wholeMatch(of: /(playlist|audio|timing|language)(-[a-z0-9]+)+/) != nil })
    }

    @Test func assetsAreHeldAgainstTheirPrimary() async throws {
        let german = Self.sound.replacing("\"en\"", with: "\"de\"").replacing("English", with: "Deutsch").replacing(
            "DEFAULT=YES", with: "DEFAULT=NO")
        let primary = try await Self.presentation(Self.sound + german + Self.variant)
        let live = PresentationLoaderTests.media("v", extra: PresentationLoaderTests.event).replacing(
            "#EXT-X-ENDLIST\n", with: "")
        let asset = try await Self.presentation(
            Self.sound + Self.variant.replacing("BANDWIDTH=900000", with: "BANDWIDTH=9000000"), media: live)
        #expect(AssetRule.findings(asset: primary, primary: primary, name: "same") == [])
        #expect(
            AssetRule.findings(asset: asset, primary: primary, name: "ad").map(\.rule) == [
                "interstitial-asset-not-vod", "interstitial-nested", "interstitial-bandwidth",
                "interstitial-variant-set",
                "language-audio-missing",
            ])
    }
}
