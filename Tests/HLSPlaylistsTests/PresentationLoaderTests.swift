import HLSPlaylists
import MediaFormats
import Testing

@Suite struct PresentationLoaderTests {
    static let main = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="en.m3u8",CHANNELS="2",SAMPLE-RATE=48000
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de",URI="de.m3u8",CHANNELS="6"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="fr",LANGUAGE="fr",URI="subs.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=2200000,CODECS="avc1.64001F,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=25,AUDIO="a",SUBTITLES="s"
        720.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="hvc1.2.4.L93.B0,mp4a.40.2",RESOLUTION=640x360,VIDEO-RANGE=PQ,AUDIO="a"
        360.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=90000,URI="iframes.m3u8"

        """
    static let event =
        "#EXT-X-DATERANGE:ID=\"x\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2024-01-01T00:00:06Z\",X-ASSET-LIST=\"list.json\"\n"

    static func media(_ name: String, extra: String = "") -> String {
        """
        #EXTM3U
        #EXT-X-TARGETDURATION:6
        #EXT-X-MAP:URI="\(name)-init.mp4"
        #EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z
        #EXTINF:6,
        \(name)-0.m4s
        #EXTINF:5.5,
        \(name)-1.m4s
        \(extra)#EXT-X-ENDLIST

        """
    }

    static func documents() -> [String: String] {
        [
            "https://h/v/main.m3u8": main, "https://h/v/720.m3u8": media("v", extra: event),
            "https://h/v/360.m3u8": media("w", extra: event), "https://h/v/en.m3u8": media("en", extra: event),
            "https://h/v/de.m3u8": media("de", extra: event),
        ]
    }

    @Test(
        "A clear first segment is a claim about the headers unless a key follows",
        arguments: [("", true), ("#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"\n#EXTINF:6,\nv-2.m4s\n", false)])
    func clearLead(_ extra: String, _ isNoted: Bool) async throws {
        var documents = Self.documents()
        documents["https://h/v/720.m3u8"] = Self.media("v", extra: extra)
        let presentation = try await PresentationLoader(source: ScriptedSource(documents))
            .load(.test("https://h/v/main.m3u8"))
        let variant = try #require(presentation.variants.first { $0.declared.video?.codec == .avc })
        #expect(variant.declared.video?.protection == ProtectionScheme.none)
        #expect((variant.provenance[.videoProtection]?.field == "EXT-X-KEY") == isNoted)
    }

    @Test(
        "A playlist that is no programme by itself is told",
        arguments: [
            ("#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n", ["presentation-delta-update"], "leaves out 3 segments"),
            ("#EXT-X-I-FRAMES-ONLY\n", ["presentation-iframes-only"], "no programme"), ("", [], ""),
        ])
    func noProgramme(_ tag: String, _ codes: [String], _ words: String) async throws {
        let text = "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:4\n" + tag + "#EXTINF:4,\na.ts\n"
        let presentation = try await PresentationLoader(source: ScriptedSource(["https://h/a.m3u8": text]))
            .load(.test("https://h/a.m3u8"))
        #expect(presentation.diagnostics.map(\.code) == codes)
        #expect(presentation.diagnostics.allSatisfy { $0.message.contains(words) })
        let rules = PlaylistRule.findings(in: presentation).map(\.rule)
        #expect(rules.contains("playlist-live-too-short") == !tag.contains("SKIP"))
    }

    static let breakHead = "ID=\"x\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2024-01-01T00:00:06Z\","

    private static let lostTags: [(String, String?)] = [
        (breakHead + "X-ASSET-LIST=\"l\"", nil), (breakHead + " X-ASSET-LIST=\"l\"", "interstitial-ignored"),
        (breakHead + "X-ASSET-LIST=\"l\",X-ASSET-URI=\"https://h/a\"", "interstitial-ignored"),
        (breakHead + "x-asset-list=\"l\"", "interstitial-ignored"),
        (breakHead + "X-ASSET-LIST=\"l\",END-DATE=\"2024-01-01T00:00:05Z\"", "interstitial-ignored"),
        (breakHead + "X-ASSET-LIST=\"l\",REQ-NEW=1", "interstitial-ignored"),
        (
            "ID=”x”,CLASS=”com.apple.hls.interstitial”,START-DATE=”2024-01-01T00:00:06Z”,X-ASSET-LIST=”l”",
            "interstitial-ignored"
        ),
        (
            "ID=\"x\",START-DATE=\"2024-01-01T00:00:06Z,CLASS=\"com.apple.hls.interstitial\",X-ASSET-LIST=\"l\"",
            "interstitial-ignored"
        ),
        (
            "ID=\"x\",CLASS=\"com.apple.HLS.interstitial\",START-DATE=\"2024-01-01T00:00:06Z\",X-ASSET-LIST=\"l\"",
            "interstitial-class"
        ),
        ("ID=\"x\",START-DATE=\"2024-01-01T00:00:06Z\",X-ASSET-URI=\"https://h/a\"", "interstitial-class"),
        ("ID=\"x\",CLASS=\"com.example.note\",START-DATE=\"2024-01-01T00:00:06Z\",X-NOTE=\"n\"", nil),
    ]

    /// Tags that were meant as breaks, and codes of what is told besides the reason for ignoring them.
    @Test(
        "A break that is lost through its tag is told, once for all playlists",
        arguments: lostTags)
    func lostBreaks(_ tag: String, _ code: String?) async throws {
        var documents = Self.documents()
        for name in ["v", "w", "en", "de"] {
            let uri = ["v": "720", "w": "360"][name] ?? name
            documents["https://h/v/\(uri).m3u8"] = Self.media(name, extra: "#EXT-X-DATERANGE:\(tag)\n")
        }
        let presentation = try await PresentationLoader(source: ScriptedSource(documents))
            .load(.test("https://h/v/main.m3u8"))
        let told = presentation.diagnostics.filter { ["interstitial-ignored", "interstitial-class"].contains($0.code) }
        #expect(told.map(\.code) == [code].compactMap(\.self), "\(presentation.diagnostics)")
        #expect(presentation.events.count == (code == nil && tag.hasPrefix(Self.breakHead) ? 1 : 0))
    }

    /// By rfc8216bis 6.2.4 what has date ranges has all, and of picture and sound that play together one has them.
    @Test(
        "Date ranges that playlists do not share are told",
        arguments: [
            (
                ["v/720.m3u8": ("list.json", "other.json")],
                [String](
                    repeating: "X-ASSET-LIST of date range 'x' differs from that in https://h/v/720.m3u8", count: 3)
            ),
            (
                ["v/720.m3u8": ("ID=\"x\"", "ID=\"y\"")],
                ["has no date range 'x', as"]
                    + [String](repeating: "has no date range 'y', as https://h/v/720.m3u8", count: 3)
            ),
            (["v/720.m3u8": (event, "")], []),
            (
                ["v/720.m3u8": (event, ""), "v/en.m3u8": (event, "")],
                ["do not stand in this playlist, nor in that of the sound 'English'"]
            ),
        ])
    func sharedRanges(_ changes: [String: (String, String)], _ words: [String]) async throws {
        var documents = Self.documents()
        for (name, change) in changes {
            documents["https://h/\(name)"] = documents["https://h/\(name)"]?.replacing(change.0, with: change.1)
        }
        let presentation = try await PresentationLoader(source: ScriptedSource(documents))
            .load(.test("https://h/v/main.m3u8"))
        let told = presentation.diagnostics.filter { $0.code == "presentation-date-ranges-differ" }
        #expect(told.count == words.count, "\(told)")
        for (diagnostic, words) in zip(told, words) { #expect(diagnostic.message.contains(words)) }
    }

    @Test func readsEveryVariantAndAudioRenditionOnce() async throws {
        let source = ScriptedSource(Self.documents())
        let presentation = try await PresentationLoader(source: source).load(.test("https://h/v/main.m3u8"))
        #expect(presentation.diagnostics == [])
        #expect(
            Set(source.requests.dropFirst().map(\.name)) == ["720.m3u8", "360.m3u8", "en.m3u8", "de.m3u8"])
        #expect(source.requests.count == 5)
        #expect(presentation.duration == .milliseconds(11500))
        #expect(presentation.isLive == false)
        #expect(presentation.events.map(\.id) == ["x"])
        #expect(presentation.variants.map(\.label) == ["1280x720 AVC 2.2 Mbit/s", "640x360 HEVC 900 kbit/s"])
        let first = presentation.variants[0]
        #expect(first.audio.map(\.language) == ["en", "de"])
        #expect(first.subtitleLanguages == ["fr"])
        #expect(first.declared.video?.frameRate == FrameRate(25))
        #expect(first.declared.video?.dynamicRange == .sdr)
        #expect(first.declared.audio?.layout == .stereo)
        #expect(first.declared.audio?.sampleRate == 48000)
        #expect(first.declared.trackLayout == .demuxed)
        #expect(first.declared.container == .fragmentedMP4)
        #expect(first.declared.video?.protection == ProtectionScheme.none)
        #expect(first.provenance[.videoResolution]?.line == 5)
        #expect(first.provenance[.audioSampleRate]?.line == 2)
        #expect(first.provenance[.videoDynamicRange]?.origin == .specificationDefault)
        #expect(presentation.variants[1].declared.video?.dynamicRange == .pq)
        #expect(first.declared(with: first.audio[1]).audio?.channels == 6)
    }

    @Test func eventsOfAllPlaylistsAreReadOnceForEveryPlayer() async throws {
        let source = ScriptedSource(Self.documents())
        let presentation = try await PresentationLoader(source: source).load(.test("https://h/v/main.m3u8"))
        for behaviour in PlayerBehaviour.allCases {
            let reading = presentation.interstitials(as: behaviour)
            #expect(reading.events == presentation.events)
            #expect(reading.refusal == nil)
        }
    }

    @Test func entryPointNamesInitSectionAndFirstSegment() async throws {
        let source = ScriptedSource(Self.documents())
        let presentation = try await PresentationLoader(source: source).load(.test("https://h/v/main.m3u8"))
        let entry = try #require(try presentation.variants[0].media?.entryPoint())
        #expect(entry.initialization?.reference == .test("https://h/v/v-init.mp4"))
        #expect(entry.segment.reference == .test("https://h/v/v-0.m4s"))
        #expect(entry.duration == .seconds(6))
    }

    @Test func onePlaylistThatFailsLeavesTheRest() async throws {
        var documents = Self.documents()
        documents["https://h/v/360.m3u8"] = nil
        documents["https://h/v/de.m3u8"] = "<html>"
        let presentation = try await PresentationLoader(source: ScriptedSource(documents)).load(
            .test("https://h/v/main.m3u8"))
        #expect(
            presentation.diagnostics.map(\.code) == ["presentation-playlist-unreadable", "playlist-not-a-playlist"])
        #expect(presentation.variants.map { $0.media != nil } == [true, false])
        #expect(presentation.variants[0].audio.map { $0.media != nil } == [true, false])
    }

    @Test func nestedMultivariantIsNotFollowed() async throws {
        var documents = Self.documents()
        documents["https://h/v/360.m3u8"] = Self.main
        let presentation = try await PresentationLoader(source: ScriptedSource(documents)).load(
            .test("https://h/v/main.m3u8"))
        #expect(presentation.diagnostics.map(\.code) == ["presentation-nested-multivariant"])
    }

    @Test func remotePlaylistCannotNameALocalFile() async throws {
        let text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nfile:///etc/passwd\n"
        let source = ScriptedSource(["https://h/main.m3u8": text])
        let presentation = try await PresentationLoader(source: source).load(.test("https://h/main.m3u8"))
        #expect(presentation.diagnostics.map(\.code) == ["presentation-uri-refused"])
        #expect(source.requests.count == 1)
    }

    @Test func mediaFileIsAPresentationOfItsOwn() async throws {
        let source = ScriptedSource(["https://h/ad.mp4": "\u{0}\u{0}\u{0}\u{18}ftypmp42"])
        let presentation = try await PresentationLoader(source: source).load(.test("https://h/ad.mp4"))
        #expect(presentation.kind == .file(.mp4))
        #expect(presentation.variants.map(\.reference) == [.test("https://h/ad.mp4")])
    }

    @Test func htmlIsNamed() async throws {
        let source = ScriptedSource(["https://h/main.m3u8": "<html><body>Not here</body></html>"])
        await #expect {
            _ = try await PresentationLoader(source: source).load(.test("https://h/main.m3u8"))
        } throws: {
            "\($0)".contains("HTML")
        }
    }

    @Test func listIsLoadedAndEachDistinctAssetOnce() async throws {
        var documents = Self.documents()
        documents["https://h/v/list.json"] =
            #"{"ASSETS":[{"URI":"https://ads/1.m3u8","DURATION":12},{"URI":"https://ads/1.m3u8","DURATION":12},{"URI":"https://ads/404.m3u8","DURATION":1}],"SKIP-CONTROL":{"OFFSET":5}}"#
        documents["https://ads/1.m3u8"] = Self.media("ad")
        let source = ScriptedSource(documents)
        let presentation = try await PresentationLoader(source: source).load(.test("https://h/v/main.m3u8"))
        let resolved = await InterstitialLoader(source: source).load(presentation.events)
        guard case .assets(let assets) = resolved[0].content else {
            Issue.record("\(resolved[0].content)")
            return
        }
        #expect(assets.map(\.duration) == [.milliseconds(11500), .milliseconds(11500), .seconds(1)])
        #expect(assets.map { $0.failure == nil } == [true, true, false])
        #expect(resolved[0].skipControl == SkipControl(offset: .seconds(5)))
        #expect(source.requests.count { $0.name == "1.m3u8" } == 1)
        let schedule = Schedule(presentation.timeline(), resolved)
        #expect(schedule.description == "P 0-6 | I x @6 +23 ->29")
    }

    @Test(
        "A list that cannot be used cancels the break",
        arguments: ["", "[]", "{\"assets\":[]}", "{\"ASSETS\":{}}", "<html>", "#EXTM3U\n", "{"])
    func badLists(_ body: String) async throws {
        var documents = Self.documents()
        documents["https://h/v/list.json"] = body
        let source = ScriptedSource(documents)
        let presentation = try await PresentationLoader(source: source).load(.test("https://h/v/main.m3u8"))
        let resolved = await InterstitialLoader(source: source).load(presentation.events)
        #expect(Schedule(presentation.timeline(), resolved).description == "P 0-6 | I x @6 +0 ->6 | P 6-11.5")
        #expect(resolved[0].diagnostics.map(\.severity) == [.error])
    }

    @Test func sessionIdentifierIsSentWithListsAndAssets() async throws {
        var documents = Self.documents()
        documents["https://h/v/list.json?_HLS_primary_id=a%20b&_HLS_start_offset=10"] =
            #"{"ASSETS":[{"URI":"https://ads/1.m3u8?x=1","DURATION":12}]}"#
        documents["https://ads/1.m3u8?x=1&_HLS_primary_id=a%20b"] = Self.media("ad")
        let source = ScriptedSource(documents)
        let presentation = try await PresentationLoader(source: source).load(.test("https://h/v/main.m3u8"))
        var loader = InterstitialLoader(source: source, primaryID: "a b")
        loader.startOffsets = ["x": .seconds(10)]
        let resolved = await loader.load(presentation.events)
        #expect(Schedule(presentation.timeline(), resolved).breaks.map(\.plays) == [.milliseconds(11500)])
    }
}
