/// What people are told about what an audit of a schedule finds.
public enum ScheduleAuditRule {
    /// Each finding's rule, in the order of the checks.
    public static let descriptions: [RuleDescription] = [
        RuleDescription(
            "interstitial-not-scheduled", "warning", "rfc8216bis D.2", "Every break has a time at which it plays.",
            why: "A break without one never plays, and nobody notices but the advertiser.",
            example: "A START-DATE behind the end of the primary."),
        RuleDescription(
            "navigation-skip-without-jump", "warning", "rfc8216bis D.2",
            "What cannot be skipped cannot be jumped over either.",
            why: "A viewer seeks past the break before it begins.", example: "X-RESTRICT='SKIP'."),
        RuleDescription(
            "navigation-jump-without-skip", "lint", "rfc8216bis D.2",
            "What cannot be jumped over cannot be skipped either.",
            why: "A viewer lets the break begin and seeks to its end.", example: "X-RESTRICT='JUMP'."),
        RuleDescription(
            "navigation-jump-and-once", "lint", "rfc8216bis D.2", "A break is not both JUMP and ONCE.",
            why: "One says play at every jump, the other play once; players choose.",
            example: "CUE='ONCE' with X-RESTRICT='JUMP'."),
        RuleDescription(
            "navigation-restriction-covers-whole-break", "lint", "rfc8216bis D.2",
            "A restriction holds for a whole break, not for one asset of it.",
            why: "The second ad of a list cannot be freed alone.", example: "SKIP on a list of two ads."),
        RuleDescription(
            "navigation-skip-control-never-shown", "warning", "rfc8216bis D.3",
            "A skip button opens before the break is over.", why: "The button is never seen.",
            example: "X-SKIP-CONTROL-OFFSET=30 for an ad of 15 s."),
        RuleDescription(
            "navigation-restriction-not-in-whole-group", "lint", "rfc8216bis D.2",
            "Breaks at one place have the same restrictions.",
            why: "What a viewer may do changes from ad to ad, without a sign.",
            example: "Two breaks at one date, SKIP on the first only."),
        RuleDescription(
            "interstitial-swallows-programme", "warning", "rfc8216bis D.2",
            "A break of an on-demand programme gives back what it interrupts.",
            why: "Without X-RESUME-OFFSET the primary resumes as much later as the break is long.",
            example: "A 30 s ad at 10 minutes without X-RESUME-OFFSET=0: half a minute of film is never shown."),
        RuleDescription(
            "interstitial-replays-programme", "lint", "rfc8216bis D.2", "A break does not play the programme twice.",
            why: "Viewers see the same pictures again.", example: "X-RESUME-OFFSET=-4."),
        RuleDescription(
            "interstitial-resumes-after-end", "lint", "rfc8216bis D.2", "The primary goes on after a break.",
            why: "The programme ends with the ad.", example: "A 60 s ad without offset 20 s before the end."),
        RuleDescription(
            "interstitial-falls-behind-live", "lint", "rfc8216bis D.2",
            "A break of a live programme keeps the distance to the edge.",
            why: "Each break adds its length to the delay, until the window ends.",
            example: "X-RESUME-OFFSET=0 in a live stream."),
        RuleDescription(
            "interstitial-asset-duration", "warning", "rfc8216bis D.2",
            "The list and the asset's playlist give one length.",
            why: "Players that trust the list cut the ad, or wait at its end.",
            example: "DURATION 15 in the list, 14.2 s in the playlist."),
        RuleDescription(
            "interstitial-duration", "warning", "rfc8216bis 4.4.5.1",
            "DURATION of a break is the length of its assets.",
            why: "The timeline of the viewer moves when the break begins.", example: "DURATION=30 with 28 s of ads."),
        RuleDescription(
            "interstitial-cut-by-limit", "lint", "rfc8216bis D.2", "A break fits into its playout limit.",
            why: "The last ad is cut off.", example: "Two ads of 20 s with X-PLAYOUT-LIMIT=30."),
        RuleDescription(
            "interstitial-cancelled", "warning", "rfc8216bis D.5", "The assets of a break can be read.",
            why: "The break does not play; the primary goes on where it stopped.",
            example: "An asset list that answers 404."),
    ]
}
