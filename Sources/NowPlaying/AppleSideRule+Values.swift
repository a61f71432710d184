extension AppleSideRule {
    /// A property is missing.
    static let requiredMissing = AppleSideRule(
        id: "now-playing-required-missing", severity: .must, title: "A required property is missing",
        rationale: "The phone, the watch and the Apple TV app show only what is published, and a dictionary replaces "
            + "the one before it: what is left out is gone.", source: PropertyMatrix.guide,
        example: "A film starts without MPMediaItemPropertyPlaybackDuration")
    /// A property does not belong there.
    static let forbiddenProperty = AppleSideRule(
        id: "now-playing-forbidden-property", severity: .must,
        title: "A property that this kind of programme must not have",
        rationale:
            "A property marked no in the matrix must not be present: a length makes a channel look like a film.",
        source: PropertyMatrix.guide, example: "A live channel publishes MPMediaItemPropertyPlaybackDuration")
    /// A value has another type.
    static let valueType = AppleSideRule(
        id: "now-playing-value-type", severity: .must, title: "A value of another type",
        rationale: "The system ignores values that are not of the documented type.", source: "MediaPlayer framework",
        example: "The elapsed time as a text, \"12\"")
    /// The length is another one.
    static let durationWrong = AppleSideRule(
        id: "now-playing-duration-wrong", severity: .must, title: "The duration is not the programme's own",
        rationale:
            "The duration is the programme's without advertising in it, and what breaks insert or replace does "
            + "not change it.", source: PropertyMatrix.guide,
        example: "A film of 600 s with a break of 20 s publishes 620")
    /// A length with a fraction.
    static let durationFraction = AppleSideRule(
        id: "now-playing-duration-fraction", severity: .should, title: "The duration is not whole seconds",
        rationale: "The guide asks for whole seconds.", source: PropertyMatrix.guide, example: "600.04 instead of 600"
    )
    /// The position is another one.
    static let elapsedWrong = AppleSideRule(
        id: "now-playing-elapsed-wrong", severity: .must,
        title: "The elapsed time is not the position in the programme",
        rationale:
            "Elapsed time excludes advertising. With the advertising counted in, the viewer resumes at the wrong "
            + "place on another device.", source: PropertyMatrix.guide,
        example: "A pause at 400 s of the programme after a break of 20 s publishes 420")
    /// The rate is another one.
    static let rateWrong = AppleSideRule(
        id: "now-playing-rate-wrong", severity: .must, title: "The playback rate does not say what playback does",
        rationale: "The system counts the elapsed time on at the published rate.", source: PropertyMatrix.guide,
        example: "Rate 1 after a pause")
    /// The rate at a break.
    static let breakRate = AppleSideRule(
        id: "now-playing-break-rate", severity: .should, title: "The elapsed time runs on during a break",
        rationale:
            "Apple names no event for a break, yet elapsed time excludes it and is counted on at the published "
            + "rate: rate 0 at the start of the break and rate 1 with the position at its end keep it right.",
        source: PlaybackEvent.breakStart.source, example: "Rate 1 throughout a pre-roll of 15 s")
    /// The date is another one.
    static let dateWrong = AppleSideRule(
        id: "now-playing-date-wrong", severity: .must, title: "The playback date is not the date at the position",
        rationale: "The date places a viewer of an event or channel; it comes from EXT-X-PROGRAM-DATE-TIME.",
        source: PropertyMatrix.guide, example: "The time of the clock instead of AVPlayerItem.currentDate()")
    /// The playlist has no date.
    static let noProgramDate = AppleSideRule(
        id: "now-playing-no-program-date", severity: .must, title: "The playlist states no date to publish",
        rationale: "The current playback date of an event or channel can only come from EXT-X-PROGRAM-DATE-TIME.",
        source: PropertyMatrix.guide, example: "A live playlist without EXT-X-PROGRAM-DATE-TIME")
    /// The live flag is another one.
    static let isLiveWrong = AppleSideRule(
        id: "now-playing-is-live-wrong", severity: .must,
        title: "The live flag is not 1 while a channel or event runs",
        rationale: "A channel is live; an event is live while it runs.", source: PropertyMatrix.guide,
        example: "A live channel, or an event whose playlist has no end yet, publishes 0")
    /// The progress is another one.
    static let progressWrong = AppleSideRule(
        id: "now-playing-progress-wrong", severity: .must, title: "The playback progress is not the share watched",
        rationale:
            "Progress goes from 0.0 to 1.0 at the start of the credits; Up Next uses it to tell what was finished.",
        source: PropertyMatrix.guide, example: "40, as per cent")
    /// Progress without credits.
    static let progressWithoutCredits = AppleSideRule(
        id: "now-playing-progress-without-credits", severity: .advice,
        title: "A playback progress although the start of the credits was not stated",
        rationale:
            "Progress is left out when the start of the credits is not known. Give --credits-start to have it checked.",
        source: PropertyMatrix.guide, example: "Progress 0.5 without --credits-start")
    /// The identifier is another one.
    static let identifierWrong = AppleSideRule(
        id: "now-playing-identifier-wrong", severity: .must, title: "The identifier is not the one expected",
        rationale: "The Apple TV app joins what plays to its catalogue by the identifier, letter case included.",
        source: PropertyMatrix.guide, example: "Film-1 where the feed says film-1")
    /// The feed has no such identifier.
    static let identifierUnknown = AppleSideRule(
        id: "now-playing-identifier-unknown", severity: .must, title: "The availability feed has no such identifier",
        rationale: "The Apple TV app joins what plays to its catalogue by the identifier, letter case included.",
        source: PropertyMatrix.guide, example: "An internal number that the feed does not name")
    /// The identifier changes.
    static let identifierChanged = AppleSideRule(
        id: "now-playing-identifier-changed", severity: .must,
        title: "The identifier changes while the programme plays",
        rationale: "From then on the position is kept for another programme. Another programme begins with a start.",
        source: PropertyMatrix.guide, example: "film-1 at the start and film-2 after a seek")
    /// A key that nobody knows.
    static let unknownKey = AppleSideRule(
        id: "now-playing-unknown-key", severity: .advice, title: "A key that Apple's headers do not have",
        rationale: "The system ignores it; a misspelt constant publishes nothing.", source: "MediaPlayer framework",
        example: "MPNowPlayingInfoPropertyElapsedTime")

    static let valueRules = [
        requiredMissing, forbiddenProperty, valueType, durationWrong, durationFraction, elapsedWrong, rateWrong,
        breakRate, dateWrong, noProgramDate, isLiveWrong, progressWrong, progressWithoutCredits, identifierWrong,
        identifierUnknown, identifierChanged, unknownKey,
    ]
}
