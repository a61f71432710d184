extension ReadingRule {
    /// Date ranges that are interstitials or preload hints for them.
    static let interstitials: [RuleDescription] = [
        RuleDescription(
            "interstitial-no-asset", "warning", "rfc8216bis D.2", "A break has X-ASSET-URI or X-ASSET-LIST.",
            why: "The tag is ignored, and the break never plays.", example: "X-URI instead of X-ASSET-URI."),
        RuleDescription(
            "interstitial-two-assets", "warning", "rfc8216bis D.2",
            "A break has X-ASSET-URI or X-ASSET-LIST, not both.",
            why: "The tag is illegal; players differ in which one they take.", example: "Both, one as a fallback."),
        RuleDescription(
            "interstitial-ignored", "error", "rfc8216bis 4.4.5.1", "The tag of a break is legal.",
            why: "Clients ignore an illegal tag and play the programme without the break; nothing else tells.",
            example: "A blank behind a comma, END-DATE before START-DATE, typographic quotes."),
        RuleDescription(
            "interstitial-class", "warning", "rfc8216bis D.2",
            "A date range with X-ASSET-URI or X-ASSET-LIST has the class of breaks.",
            why: "With another class it is no break, and nothing plays.",
            example: "CLASS=\"com.apple.HLS.interstitial\", or no CLASS."),
        RuleDescription(
            "interstitial-relative-asset", "warning", "rfc8216bis D.2", "X-ASSET-URI is absolute.",
            why: "Some players resolve it against the playlist, media3 takes it as it stands and fails.",
            example: "X-ASSET-URI=\"ads/1.m3u8\"."),
        RuleDescription(
            "interstitial-unknown-value", "warning", "rfc8216bis D.2",
            "Words in attributes of breaks are ones that are known.",
            why: "The word is ignored, and the break behaves as without it.", example: "X-RESTRICT=\"SEEK\"."),
        RuleDescription(
            "interstitial-skip-control-fraction", "lint", "rfc8216bis D.3", "Times of a skip button are whole seconds.",
            why: "Players that read integers drop the button.", example: "X-SKIP-CONTROL-OFFSET=5.5."),
        RuleDescription(
            "interstitial-skip-control-label", "warning", "rfc8216bis D.3",
            "The label of a skip button is letters, - and _.",
            why: "The player's own label is shown.", example: "X-SKIP-CONTROL-LABEL-ID=\"Skip ad!\"."),
        RuleDescription(
            "preload-no-end", "warning", "rfc8216bis F", "A preload range has DURATION or END-DATE.",
            why: "It is ignored, and every client asks for the ad at the same moment.", example: "START-DATE alone."),
        RuleDescription(
            "preload-cue", "warning", "rfc8216bis F", "A preload range has neither CUE nor END-ON-NEXT.",
            why: "It is ignored.", example: "CUE=\"PRE\"."),
        RuleDescription(
            "preload-target-class", "warning", "rfc8216bis F",
            "X-TARGET-CLASS is the class of the range that it names.",
            why: "It is ignored.", example: "A target of class com.apple.hls.interstitial, X-TARGET-CLASS=\"ad\"."),
    ]

    /// Answers of ad servers.
    static let assetLists: [RuleDescription] = [
        RuleDescription(
            "asset-list-empty-body", "error", "rfc8216bis D.2",
            "An asset list is a JSON object; no ads are an empty array.",
            why: "The break counts as failed and the primary resumes where it was left, even if it was to skip ahead.",
            example: "Status 200 and no bytes instead of {\"ASSETS\":[]}."),
        RuleDescription(
            "asset-list-too-large", "error", "a limit of this tool", "An asset list has a bounded size.",
            why: "The break counts as failed.", example: "A playlist or media under the URL of the list."),
        RuleDescription(
            "asset-list-not-json", "error", "rfc8216bis D.2", "An asset list is JSON.",
            why: "The break counts as failed.",
            example: "VAST, or a playlist."),
        RuleDescription(
            "asset-list-not-an-object", "error", "rfc8216bis D.2", "An asset list is a JSON object.",
            why: "The break counts as failed.", example: "[{\"URI\": …}] without {\"ASSETS\": }."),
        RuleDescription(
            "asset-list-no-assets", "error", "rfc8216bis D.2", "An asset list has an array ASSETS, in capitals.",
            why: "The break counts as failed.", example: "{\"assets\": [] }."),
        RuleDescription(
            "asset-list-too-long", "warning", "a limit of this tool", "An asset list has a bounded number of assets.",
            why: "The rest is not taken.", example: "A list that repeats one ad a thousand times."),
        RuleDescription(
            "asset-list-no-uri", "warning", "rfc8216bis D.2", "Each asset has a URI.", why: "The asset is left out.",
            example: "{\"DURATION\": 15}."),
        RuleDescription(
            "asset-list-relative-uri", "warning", "rfc8216bis D.2", "URIs in a list are absolute.",
            why: "Players resolve them against the list, or fail.", example: "\"URI\": \"1.m3u8\"."),
        RuleDescription(
            "asset-list-no-duration", "warning", "rfc8216bis D.2", "Each asset has a DURATION.",
            why: "Players cannot draw the timeline before they have loaded every asset.", example: "{\"URI\": …} alone."
        ),
        RuleDescription(
            "asset-list-type", "warning", "rfc8216bis D.2", "Durations are JSON numbers.",
            why: "Players that want a number take none.", example: "\"DURATION\": \"15\"."),
        RuleDescription(
            "asset-list-value", "warning", "rfc8216bis D.2",
            "Durations are zero or more, and of a length that media have.",
            why: "The value counts as absent.", example: "\"DURATION\": -1."),
        RuleDescription(
            "asset-list-skip-control", "warning", "rfc8216bis D.3", "SKIP-CONTROL is a JSON object.",
            why: "The list's skip button is not shown; that of the tag is.", example: "\"SKIP-CONTROL\": 5."),
    ]

    /// Playlists that belong together, and one playlist over time; plans that change what they say.
    static let presentations: [RuleDescription] = [
        RuleDescription(
            "presentation-playlist-unreadable", "error", "rfc8216bis 6.3.1", "Every media playlist can be loaded.",
            why: "A player that selects the variant or rendition fails, or drops it.",
            example: "Status 404 for one variant."),
        RuleDescription(
            "presentation-nested-multivariant", "error", "rfc8216bis 4.4.6.2",
            "A variant's URI is that of a media playlist.",
            why: "Players fail.", example: "A variant that names the multivariant playlist itself."),
        RuleDescription(
            "presentation-uri-refused", "error", "a limit of this tool",
            "A playlist from the network names nothing on the machine that reads it.",
            why: "A receiver cannot open it, and no stranger's playlist may make this tool open a file.",
            example: "file:///etc/passwd in a playlist from https."),
        RuleDescription(
            "presentation-too-many-playlists", "warning", "a limit of this tool",
            "A presentation has a bounded number of media playlists.",
            why: "The rest is not read.", example: "Thousands of generated variants."),
        RuleDescription(
            "presentation-date-ranges-differ", "warning", "rfc8216bis 6.2.4",
            "All media playlists carry the same date ranges.",
            why: "The break plays, or not, by the variant that a receiver selected.",
            example: "A break in the 1080p variant only."),
        RuleDescription(
            "presentation-delta-update", "error", "rfc8216bis 6.2.5.1", "A playlist is first loaded as a whole.",
            why: "A delta update leaves out what the client is to know; alone it has no beginning.",
            example: "A URL copied from a log, with _HLS_skip=YES."),
        RuleDescription(
            "presentation-iframes-only", "warning", "rfc8216bis 4.4.3.6", "I-frame playlists are for seeking only.",
            why: "As a variant or a programme they show single pictures without sound.",
            example: "EXT-X-STREAM-INF instead of EXT-X-I-FRAME-STREAM-INF before an I-frame playlist."),
        RuleDescription(
            "live-sequence-backwards", "error", "rfc8216bis 6.2.2", "The media sequence number never goes back.",
            why: "Players stop, or start over.", example: "An origin that restarted and counts from 0 again."),
        RuleDescription(
            "live-segments-missed", "warning", "rfc8216bis 6.3.4", "No segment comes and goes between two reloads.",
            why: "Players that reload as often skip programme; here dates stand in for lengths.",
            example: "A window shorter than the time between reloads."),
        RuleDescription(
            "live-delta-unusable", "error", "rfc8216bis 6.3.7", "A delta update skips only what the client has.",
            why: "The client must load the whole playlist again.",
            example: "EXT-X-SKIP over more segments than were listed."),
        RuleDescription(
            "plan-selector", "error", "docs/inspect.md", "A service plan selects all, last, id:ID or position:N.",
            why: "The change is not made.", example: "select: second."),
        RuleDescription(
            "plan-selects-nothing", "warning", "docs/inspect.md", "Each change of a service plan meets a break.",
            why: "The plan does nothing to this stream; an ID may have changed.",
            example: "select: id:ad-9 without such a break."),
        RuleDescription(
            "plan-seconds", "error", "docs/inspect.md", "Times in a service plan are numbers of seconds.",
            why: "The change is not made.", example: "resumeOffset: soon."),
        RuleDescription(
            "plan-owns-the-list", "lint", "AVPlayerInterstitialEventController",
            "A plan that changes breaks sets the whole list.",
            why: "What the playlist adds later does not play; the app has to watch for it.",
            example: "Plan C on a live stream."),
        RuleDescription(
            "plan-frees-whole-list", "lint", "rfc8216bis D.2",
            "A restriction belongs to a break, not to one of its assets.",
            why: "All ads of the list change together.", example: "Plan C with one X-ASSET-LIST of two ads."),
    ]
}
