import HLSPlaylists
import NowPlaying
import Testing

/// Two minutes of film with a pre-roll of 10 s after which it goes on where it was, and at 60 s a pod: an ad of 10 s that
/// restricts SKIP, and one of 5 s that restricts nothing, both without X-RESUME-OFFSET, so that it goes on at 75 s.
enum PodStream {
    static func terms(
        _ breaks: [String] = [
            #"ID="pre",START-DATE="2026-01-01T00:00:00Z",CUE="PRE",X-RESUME-OFFSET=0,X-RESTRICT="SKIP,JUMP",DURATION=10"#,
            #"ID="pod1",START-DATE="2026-01-01T00:01:00Z",X-RESTRICT="SKIP",DURATION=10"#,
            #"ID="pod2",START-DATE="2026-01-01T00:01:00Z",DURATION=5"#,
        ], adRanges: [AdRanges.Stretch] = [], credits: Duration? = nil, identifier: String? = nil
    ) throws -> NowPlayingTerms {
        let (timeline, resolved) = try stream(breaks)
        return NowPlayingTerms(
            type: .vod, schedule: Schedule(timeline, resolved), adRanges: AdRanges(adRanges),
            contentIdentifier: identifier, creditsStart: credits)
    }

    static func stream(_ breaks: [String]) throws -> (PrimaryTimeline, [ResolvedInterstitial]) {
        var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:6", "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z"]
        lines += breaks.map {
            #"#EXT-X-DATERANGE:CLASS="com.apple.hls.interstitial",X-ASSET-URI="https://example.com/ad.m3u8","# + $0
        }
        for number in 0..<20 { lines += ["#EXTINF:6,", "\(number).ts"] }
        lines.append("#EXT-X-ENDLIST")
        let media = try #require(
            PlaylistParser.parse(Array(lines.joined(separator: "\n").utf8)).playlist?.media)
        let resolved = media.interstitials(as: .draft).events.map { event in
            ResolvedInterstitial(event, assetDurations: [event.duration ?? .zero])
        }
        return (PrimaryTimeline(playlists: [media]), resolved)
    }

    static func film(_ elapsed: Int, _ rate: Int, id: String = "film-1", and more: String = "") -> String {
        WorkedLog.film("\(elapsed)", rate, duration: "120").replacing("film-1", with: id)
            .replacing("}", with: more + "}")
    }

    static func forward(_ enabled: Bool) -> String {
        #""commands":{"skipForward":{"enabled":\#(enabled)},"changePlaybackPosition":{"enabled":\#(enabled)}}"#
    }

    /// What the recorder writes of an app that does everything right: breaks by events, changed dictionaries only.
    static let log = [
        #"{"time":0,"commands":{"play":{"handlers":1},"pause":{"handlers":1},"skipForward":{"handlers":1},"changePlaybackPosition":{"handlers":1}}}"#,
        #"{"time":0.1,"event":"start","position":0}"#,
        #"{"time":0.15,"nowPlaying":\#(film(0, 1))}"#,
        #"{"time":0.2,"event":"breakStart","break":"pre","position":0,\#(forward(false))}"#,
        #"{"time":0.25,"nowPlaying":\#(film(0, 0))}"#,
        #"{"time":10.2,"event":"breakEnd","break":"pre","position":0,\#(forward(true))}"#,
        #"{"time":10.3,"nowPlaying":\#(film(0, 1))}"#,
        #"{"time":40.2,"event":"pause","position":30}"#,
        #"{"time":40.3,"nowPlaying":\#(film(30, 0))}"#,
        #"{"time":50.2,"event":"play","position":30}"#,
        #"{"time":50.3,"nowPlaying":\#(film(30, 1))}"#,
        #"{"time":60.2,"event":"seek","position":50}"#,
        #"{"time":60.3,"nowPlaying":\#(film(50, 1))}"#,
        #"{"time":70.2,"event":"breakStart","break":"pod1","position":60,\#(forward(false))}"#,
        #"{"time":70.25,"nowPlaying":\#(film(60, 0))}"#,
        #"{"time":80.2,"event":"breakStart","break":"pod2","position":60,\#(forward(true))}"#,
        #"{"time":85.2,"event":"breakEnd","break":"pod2","position":75}"#,
        #"{"time":85.3,"nowPlaying":\#(film(75, 1))}"#,
        #"{"time":130.2,"event":"completion","position":120}"#,
        #"{"time":130.3,"nowPlaying":null}"#,
        #"{"time":130.4,"event":"dismissal"}"#,
        #"{"time":130.5,"commands":{"play":{"handlers":0},"pause":{"handlers":0},"skipForward":{"handlers":0},"changePlaybackPosition":{"handlers":0}}}"#,
    ]

    /// The breaches of a log as `line rule`.
    static func trace(_ lines: [String], _ terms: NowPlayingTerms? = nil) throws -> [String] {
        WorkedLog.check(lines.joined(separator: "\n"), try terms ?? Self.terms()).trace
    }
}
