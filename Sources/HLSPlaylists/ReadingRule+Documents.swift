extension ReadingRule {
    /// The document as a whole, before any tag is understood.
    static let documents: [RuleDescription] = [
        RuleDescription(
            "playlist-empty", "error", "rfc8216bis 4.1", "A playlist has content.",
            why: "There is nothing to play; servers send this when a file is being replaced.",
            example: "A body of 0 bytes."),
        RuleDescription(
            "playlist-too-large", "error", "a limit of this tool",
            "A playlist is not larger than what any player would load.",
            why: "Reading on could exhaust the memory of player and tool.",
            example: "A film served under the playlist's URL."),
        RuleDescription(
            "playlist-not-a-playlist", "error", "rfc8216bis 4.1", "The document is a playlist.",
            why: "It is recognised as something else, often an error page or the media themselves.",
            example: "HTML of a login page with status 200."),
        RuleDescription(
            "playlist-bom", "error", "rfc8216bis 4", "A playlist has no byte order mark.",
            why: "Players that compare the first bytes with #EXTM3U refuse the playlist.",
            example: "Saved as 'UTF-8 with BOM'."),
        RuleDescription(
            "playlist-nul", "error", "rfc8216bis 4", "A playlist is text.",
            why: "NUL bytes end the text in some players.",
            example: "A playlist in UTF-16."),
        RuleDescription(
            "playlist-not-utf8", "error", "rfc8216bis 4", "A playlist is UTF-8.",
            why: "Players refuse it, or show damaged names.", example: "NAME=\"Français\" in Latin-1."),
        RuleDescription(
            "playlist-control-character", "error", "rfc8216bis 4",
            "A playlist has no control characters beside line feeds and carriage returns.",
            why: "Lines and attributes end elsewhere than the author thinks.",
            example: "A vertical tab copied from a document."),
        RuleDescription(
            "playlist-line-too-long", "error", "a limit of this tool", "Lines have a length that players read.",
            why: "The line is not read, and what it says is missing.",
            example: "A picture as data: URI of many megabytes."),
        RuleDescription(
            "playlist-no-header", "error", "rfc8216bis 4.4.1.1", "The first line is #EXTM3U.",
            why: "Players know a playlist by it and refuse everything else.", example: "A blank line before #EXTM3U."),
        RuleDescription(
            "playlist-mixed", "error", "rfc8216bis 4.1",
            "A playlist is a multivariant or a media playlist, never both.",
            why: "Players must refuse it.", example: "EXT-X-STREAM-INF and EXTINF in one document."),
        RuleDescription(
            "playlist-no-content", "error", "rfc8216bis 4.1", "A playlist names segments or variants.",
            why: "There is nothing to play.", example: "Only #EXTM3U and #EXT-X-VERSION."),
        RuleDescription(
            "playlist-no-variants", "error", "rfc8216bis 4.1",
            "A multivariant playlist has a variant that can be played.",
            why: "All variants were ignored, or none was listed.",
            example: "The only variant has an unknown REQ- attribute."),
        RuleDescription(
            "playlist-no-final-newline", "lint", "rfc8216bis 4.1", "The last line ends with a line feed.",
            why: "Without it nobody can tell a finished document from one that was cut off.",
            example: "#EXT-X-ENDLIST as the last bytes."),
        RuleDescription(
            "playlist-too-many-diagnostics", "lint", "a limit of this tool", "A document breaks few rules.",
            why: "Further matters are not listed; mend those that are, and look again.",
            example: "A thousand segments longer than the target duration."),
    ]

    /// Tags that belong to a whole playlist.
    static let tags: [RuleDescription] = [
        RuleDescription(
            "playlist-tag-order", "error", "rfc8216bis 4.4.3",
            "Tags about the whole playlist stand before its first segment.",
            why: "What stands later cannot count for the segments above it, and is ignored.",
            example: "EXT-X-MEDIA-SEQUENCE below an EXTINF."),
        RuleDescription(
            "playlist-tag-repeated", "error", "rfc8216bis 4.4", "A tag about the whole playlist occurs once.",
            why: "Players differ in which of the two they take.", example: "Two EXT-X-TARGETDURATION."),
        RuleDescription(
            "playlist-tag-value", "error", "rfc8216bis 4.4",
            "A tag has the kind of value that the specification gives it.",
            why: "The tag counts as absent.", example: "EXT-X-VERSION:seven."),
        RuleDescription(
            "playlist-target-duration", "error", "rfc8216bis 4.4.3.1", "A media playlist states its target duration.",
            why: "Players take it to plan reloads and buffers, and refuse a playlist without it.",
            example: "No EXT-X-TARGETDURATION."),
        RuleDescription(
            "playlist-stream-inf-without-uri", "error", "rfc8216bis 4.4.6.2",
            "Behind EXT-X-STREAM-INF stands the variant's URI.",
            why: "The variant cannot be found.", example: "EXT-X-STREAM-INF as the last line."),
        RuleDescription(
            "playlist-uri-without-stream-inf", "error", "rfc8216bis 4.4.6.2",
            "In a multivariant playlist EXT-X-STREAM-INF stands before each URI.",
            why: "Nothing is known of the variant, and it is ignored.", example: "A comment was made of the wrong line."
        ),
        RuleDescription(
            "playlist-media-autoselect", "error", "rfc8216bis 4.4.6.1",
            "A rendition with DEFAULT=YES is AUTOSELECT=YES.",
            why: "The two contradict each other.", example: "DEFAULT=YES,AUTOSELECT=NO."),
        RuleDescription(
            "playlist-media-uri", "error", "rfc8216bis 4.4.6.1", "Subtitles have a URI; closed captions have none.",
            why: "Captions are inside the video; subtitles are a playlist.", example: "TYPE=CLOSED-CAPTIONS with a URI."
        ),
        RuleDescription(
            "playlist-requirement", "warning", "rfc8216bis 4.2", "REQ- attributes are ones that players know.",
            why: "A client that does not know one must ignore the variant.", example: "REQ-SMELL=\"YES\"."),
        RuleDescription(
            "playlist-codecs-spelling", "lint", "rfc8216bis 4.4.6.2", "CODECS is spelt as its registration says.",
            why: "Players that compare the text do not select the variant.",
            example: "CODECS=\"flac\" for fLaC, or avc1.66.30."),
        RuleDescription(
            "playlist-session-data", "error", "rfc8216bis 4.4.6.4", "EXT-X-SESSION-DATA has either VALUE or URI.",
            why: "With both or neither nobody knows what the data are.", example: "DATA-ID alone."),
        RuleDescription(
            "playlist-key-limit", "warning", "a limit of this tool", "A segment has few key formats at once.",
            why: "Further EXT-X-KEY are not read.", example: "Seventeen EXT-X-KEY with seventeen KEYFORMAT."),
    ]

    /// Segments and what stands before them.
    static let segments: [RuleDescription] = [
        RuleDescription(
            "playlist-extinf-value", "error", "rfc8216bis 4.4.4.1", "EXTINF begins with a duration.",
            why: "The segment counts as 0 s, and everything behind it lies elsewhere.", example: "#EXTINF:four,"),
        RuleDescription(
            "playlist-extinf-comma", "lint", "rfc8216bis 4.4.4.1", "Behind the duration of EXTINF stands a comma.",
            why: "Older players need it.", example: "#EXTINF:4.004"),
        RuleDescription(
            "playlist-extinf-without-uri", "error", "rfc8216bis 4.4.4.1",
            "Behind each EXTINF stands the segment's URI.",
            why: "The playlist is cut off; the last segment is missing.",
            example: "A file that was read while it was written."),
        RuleDescription(
            "playlist-uri-without-extinf", "error", "rfc8216bis 4.4.4.1", "Before each segment's URI stands an EXTINF.",
            why: "The segment has no length, and is ignored.", example: "Two URIs behind one EXTINF."),
        RuleDescription(
            "playlist-segment-too-long", "error", "rfc8216bis 4.4.3.1",
            "EXTINF, rounded, is not more than the target duration.",
            why: "Players reload and buffer by the target duration, and run dry in longer segments.",
            example: "EXTINF 6.6 with EXT-X-TARGETDURATION:6."),
        RuleDescription(
            "playlist-byterange", "error", "rfc8216bis 4.4.4.2", "A byte range is a length, and an offset behind @.",
            why: "Nobody knows which bytes are meant.", example: "#EXT-X-BYTERANGE:0-999."),
        RuleDescription(
            "playlist-byterange-offset", "error", "rfc8216bis 4.4.4.2",
            "A byte range without an offset continues the one before it, of the same file.",
            why: "Its beginning is not known.", example: "The first segment has #EXT-X-BYTERANGE:1000."),
        RuleDescription(
            "playlist-date", "error", "rfc8216bis 4.4.4.6", "Dates are ISO 8601, with date and time.",
            why: "What hangs on the date cannot be placed.", example: "2026-01-01 or 01/01/2026 12:00."),
        RuleDescription(
            "playlist-date-repeated", "error", "rfc8216bis 4.4.4.6", "A segment has one date.",
            why: "Two contradict each other; the last one counts here.",
            example: "Two EXT-X-PROGRAM-DATE-TIME before one EXTINF."),
        RuleDescription(
            "playlist-date-zone", "lint", "rfc8216bis 4.4.4.6", "A date states its zone.",
            why: "UTC is meant, yet clients may take local time, and breaks then lie hours away.",
            example: "2026-01-01T00:00:00.000 without Z."),
    ]
}
