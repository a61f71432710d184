package import TransitionRisk

extension RuleCatalogue {
    /// What measuring and checking complain of beside rules: media that deny their playlists, and what could not be judged.
    package static let checkingEntries: [Entry] = [
        checking(
            "playlist-contradicts-media", "warning", "rfc8216bis 4.4",
            "What playlists state of media is what the media are.",
            why: "Receivers select variants and prepare decoders by what is stated.",
            example: "CODECS says AVC High 3.1, the media are HEVC; EXTINF says 6 s, the segment lasts 5.2 s."),
        checking(
            "asset-list-contradicts-media", "warning", "rfc8216bis D.2",
            "DURATION of an asset in a list is the length of its media.",
            why: "Players that trust the list cut the ad, or wait at its end.", example: "DURATION 15, media of 14.2 s."
        ),
        checking(
            "box-contradicts-bitstream", "warning", "ISO/IEC 14496-12 12.1.5",
            "Boxes that repeat what the coded pictures say of colour and brightness say the same.",
            why: "Some players believe the box, as the standard wants, others the pictures: HDR looks wrong on some.",
            example: "colr says BT.709, the parameter sets of HEVC say BT.2020 with PQ."),
        checking(
            "media-impossible-value", "warning", "a limit of this tool", "Media state values that media have.",
            why: "A value that cannot be is not judged; it counts as unknown.",
            example: "Video of 1x1, sound of 96 channels."),
        checking(
            "renditions-not-aligned", "warning", "rfc8216bis 6.2.4",
            "Variants, sound and subtitles tell the same time at the same place of the playlist.",
            why: "Sound and picture part, or a change of variant jumps.",
            example: "Audio whose timestamps begin 0.4 s later."),
        checking(
            "timestamps-drift", "warning", "rfc8216bis 4.4.4.3",
            "Timestamps go on as EXTINF adds up, unless EXT-X-DISCONTINUITY stands between.",
            why: "Seeking lands elsewhere, and breaks come at other pictures.",
            example: "Each segment is 20 ms longer than stated."),
        checking(
            "tracks-end-apart", "warning", "HLS Authoring Specification 8.3",
            "Sound and picture of a file end together.",
            why: "The end of the ad is silent, or frozen.", example: "Sound of 14.5 s under 15 s of picture."),
        checking(
            "asset-not-measured", "error", "docs/probe.md", "Media can be fetched and measured.",
            why: "Nothing is known about the transitions that touch them; the check ends with code 2.",
            example: "Status 403 for the first segment."),
        checking(
            "primary-not-readable", "error", "docs/check.md", "A primary can be fetched and read.",
            why: "Nothing of it was checked.", example: "A path that does not exist."),
        checking(
            "metadata-unread", "error", "docs/now-playing.md", "Segments can be fetched and read for their metadata.",
            why: "Cues in them were not seen; the answer is not complete.",
            example: "A segment that is encrypted as a whole."),
        checking(
            "interstitial-failed", "error", "rfc8216bis D.5", "Asset lists and assets of breaks can be fetched.",
            why: "A list that fails cancels its break, an asset that fails is skipped.",
            example: "Status 500 from the ad server."),
        checking(
            "interstitial-empty", "warning", "rfc8216bis D.2", "A break plays something.",
            why: "An empty list is legal and leaves nothing to judge.", example: "{\"ASSETS\": []}."),
        checking(
            "interstitial-not-vod", "error", "rfc8216bis D.1", "An interstitial asset is on demand.",
            why: "A player waits for its end, which never comes.", example: "An ad's playlist without EXT-X-ENDLIST."),
        checking(
            "asset-list-not-kept", "warning", "docs/check.md",
            "Answers of asset lists can be kept for --asset-lists recorded.",
            why: "The next check cannot use this night's ads.", example: "A folder that cannot be written to."),
        checking(
            "asset-list-not-recorded", "error", "docs/check.md",
            "--asset-lists recorded finds the answers that were kept.",
            why: "It asks nobody, so nothing is known about the break.",
            example: "The first run was never made with --asset-lists live."),
        checking(
            "creative-without-time", "error", "docs/check.md", "Ads without a time need a primary of known length.",
            why: "They are spread over it.", example: "A live primary and a VAST file."),
        checking(
            "player-refuses-playlist", "error", "docs/inspect.md", "The player that --as names takes the playlist.",
            why: "It drops the whole playlist where the draft drops a tag.",
            example: "A DATERANGE without ID in media3."),
        checking(
            "too-many-breaks", "error", "a limit of this tool", "A presentation has a bounded number of breaks.",
            why: "Those beyond it were not judged.", example: "Ten thousand breaks in one playlist."),
        checking(
            "too-many-discontinuities", "error", "a limit of this tool",
            "A presentation has a bounded number of discontinuities.",
            why: "Those at the end were not judged.", example: "A day of a stitched channel in one playlist."),
        checking(
            "now-playing-no-duration", "error", "docs/now-playing.md", "A video on demand has a length.",
            why: "Elapsed times and progress cannot be worked out.",
            example: "--type vod with a playlist without EXT-X-ENDLIST."),
        checking(
            "now-playing-ad-marker", "error", "docs/now-playing.md",
            "Markers of advertising say where it is and how long.",
            why: "It cannot be taken off the elapsed time.",
            example: "SCTE35-OUT without DURATION and PLANNED-DURATION."),
    ]

    private static func checking(
        _ id: String, _ strength: String, _ source: String, _ title: String, why: String, example: String
    ) -> Entry {
        Entry(
            id: RuleID(rawValue: id), group: .reading, title: title, looksAt: "Playlists, asset lists and media.",
            rationale: why, example: example, source: source, strength: strength, cause: nil)
    }
}
