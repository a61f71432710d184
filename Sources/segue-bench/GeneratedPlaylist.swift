/// Media playlists as a packager would write them, the same in every run.
enum GeneratedPlaylist {
    /// A playlist with so many segments and, evenly spread over it, interstitials of 30 s.
    static func text(segments: Int, interstitials: Int = 0) -> [UInt8] {
        var text = """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:6
            #EXT-X-MEDIA-SEQUENCE:0
            #EXT-X-PLAYLIST-TYPE:VOD
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-MAP:URI="video/1080p/init.mp4"
            #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z

            """
        text.reserveCapacity(segments * 52 + interstitials * 200)
        let interval = interstitials > 0 ? segments / interstitials : .max
        for number in 0..<segments {
            // Before the segment in which the break begins, so that readers that keep date ranges by segment see it.
            if interstitials > 0, number % interval == 0 {
                text += dateRange(number / interval, second: number * 599 / 100)
            }
            // Packagers cut at key frames, so lengths differ a little.
            text += number % 3 == 0 ? "#EXTINF:5.972633,\n" : "#EXTINF:6.006000,\n"
            text += "video/1080p/segment-\(number).m4s\n"
        }
        text += "#EXT-X-ENDLIST\n"
        return Array(text.utf8)
    }

    private static func dateRange(_ number: Int, second: Int) -> String {
        """
        #EXT-X-DATERANGE:ID="ad-\(number)",CLASS="com.apple.hls.interstitial",START-DATE="\(date(second: second))",\
        DURATION=30.03,X-ASSET-URI="https://ads.example.com/\(number)/main.m3u8",X-RESUME-OFFSET=0,\
        X-RESTRICT="SKIP,JUMP",X-SNAP="OUT,IN"

        """
    }

    /// A second of January 2026 or the months after, counted as months of 28 days so that it needs no calendar.
    private static func date(second: Int) -> String {
        let day = second / 86_400
        let parts = [second / 3600 % 24, second / 60 % 60, second % 60].map(twoDigits)
        return "2026-\(twoDigits(1 + day / 28))-\(twoDigits(1 + day % 28))T\(parts.joined(separator: ":"))Z"
    }

    private static func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
