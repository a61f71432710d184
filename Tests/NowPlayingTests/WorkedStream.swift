import HLSPlaylists
import NowPlaying
import Testing

/// The stream of the worked examples: ten minutes from 2026-01-01 at midnight, a pre-roll of 15 s after which it goes on
/// where it was, and at 300 s a pod of two ads of 10 s without X-RESUME-OFFSET, so that it goes on at 320 s.
enum WorkedStream {
    static func playlist(_ type: ContentType, statesDates: Bool = true) -> String {
        var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:6"]
        if type == .event { lines.append("#EXT-X-PLAYLIST-TYPE:EVENT") }
        if statesDates { lines.append("#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z") }
        lines += [
            #"#EXT-X-DATERANGE:ID="pre",CLASS="com.apple.hls.interstitial",START-DATE="2026-01-01T00:00:00Z",CUE="PRE","#
                + #"X-ASSET-URI="https://example.com/pre.m3u8",X-RESUME-OFFSET=0,X-RESTRICT="SKIP,JUMP""#,
            #"#EXT-X-DATERANGE:ID="pod",CLASS="com.apple.hls.interstitial",START-DATE="2026-01-01T00:05:00Z","#
                + #"X-ASSET-LIST="pod.json""#,
        ]
        for number in 0..<100 { lines += ["#EXTINF:6,", "\(number).ts"] }
        if type == .vod { lines.append("#EXT-X-ENDLIST") }
        return lines.joined(separator: "\n") + "\n"
    }

    static func events(_ media: MediaPlaylist) -> [ResolvedInterstitial] {
        media.interstitials(as: .draft).events.map { event in
            ResolvedInterstitial(
                event, assetDurations: event.id == "pre" ? [.seconds(15)] : [.seconds(10), .seconds(10)])
        }
    }

    static func terms(
        _ type: ContentType, statesDates: Bool = true, adRanges: [AdRanges.Stretch] = [], credits: Duration? = nil
    ) throws -> NowPlayingTerms {
        let document = PlaylistParser.parse(Array(playlist(type, statesDates: statesDates).utf8))
        let media = try #require(document.playlist?.media)
        #expect(ContentType(of: media) == type)
        return NowPlayingTerms(
            type: type, schedule: Schedule(PrimaryTimeline(playlists: [media]), events(media)),
            adRanges: AdRanges(adRanges), contentIdentifier: type == .live ? nil : "film-1",
            serviceIdentifier: type == .live ? "channel-1" : nil, creditsStart: credits)
    }
}
