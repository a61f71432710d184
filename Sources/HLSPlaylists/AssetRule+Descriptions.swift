extension AssetRule {
    /// The names of these rules.
    public static var ids: Set<String> { Set(descriptions.map(\.id)) }

    /// What people are told about each, in the order of the checks.
    public static let descriptions: [RuleDescription] = [
        RuleDescription(
            "interstitial-asset-not-vod", "must", "rfc8216bis D.1", "An asset of a break is on demand.",
            why: "A player waits for the end of a list that never comes, and the break does not end.",
            example: "An ad whose playlist has no EXT-X-ENDLIST."),
        RuleDescription(
            "interstitial-nested", "must", "rfc8216bis D.1", "An asset of a break has no breaks of its own.",
            why: "Players ignore them, so what they should play is never seen.",
            example: "An ad playlist that was made from a whole programme, date ranges included."),
        RuleDescription(
            "interstitial-bandwidth", "should", "HLS Authoring Specification 3.4",
            "The asset's bit rate is not above that of the variant it interrupts.",
            why: "The ad stalls on a link that carries the programme well.",
            example: "An ad from 6 Mbit/s in a programme of at most 4 Mbit/s."),
        RuleDescription(
            "interstitial-variant-set", "should", "rfc8216bis D.1",
            "For each variant of the primary the asset has one of half to one and a quarter of its bit rate.",
            why: "A player that finds none of its rate changes picture quality and size at the edge of the break.",
            example: "A single 720p ad for a ladder from 360p to 2160p."),
        RuleDescription(
            "language-audio-missing", "should", "rfc8216bis D.1", "The asset has sound in the primary's languages.",
            why: "The viewer's choice of language is lost for the break, here and on the receiver.",
            example: "An English ad in a programme with English and German."),
        RuleDescription(
            "language-subtitles-missing", "should", "rfc8216bis D.1",
            "The asset has subtitles in the primary's languages.",
            why: "Subtitles go away for the break, and some players do not bring them back.",
            example: "An ad without subtitles in a programme with three."),
    ]
}
