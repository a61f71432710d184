extension AppleSideRule {
    /// Nothing was published.
    static let notPublished = AppleSideRule(
        id: "now-playing-not-published", severity: .must, title: "An event was not published",
        rationale:
            "Start, play, pause and seek each ask for an update; without it other devices show what was before.",
        source: PropertyMatrix.guide, example: "A seek after which the elapsed time is never set")
    /// Nothing was published at a break.
    static let breakNotPublished = AppleSideRule(
        id: "now-playing-break-not-published", severity: .should,
        title: "The start or end of a break was not published",
        rationale:
            "Without an update the elapsed time is counted on through the advertising, and stays too far ahead "
            + "after it.", source: PlaybackEvent.breakStart.source, example: "No update when a mid-roll of 20 s begins")
    /// Published without an event.
    static let timerUpdate = AppleSideRule(
        id: "now-playing-timer-update", severity: .should, title: "An update without an event",
        rationale: "Updates belong to events, never to a timer: the system counts the elapsed time on by itself.",
        source: PropertyMatrix.guide, example: "The elapsed time is set once a second")
    /// Not cleared.
    static let notCleared = AppleSideRule(
        id: "now-playing-not-cleared", severity: .must, title: "The dictionary stays after the end",
        rationale: "After completion or dismissal nothing plays; what stays keeps a dead player on the lock screen.",
        source: PropertyMatrix.guide, example: "NowPlayingInfo is not set to nil at dismissal")
    /// Published after the end.
    static let publishedAfterEnd = AppleSideRule(
        id: "now-playing-published-after-end", severity: .must, title: "Something is published after the end",
        rationale: "A late callback of the player brings the closed programme back.", source: PropertyMatrix.guide,
        example: "A dictionary two seconds after dismissal")
    /// Two sessions.
    static let twoSessions = AppleSideRule(
        id: "now-playing-two-sessions", severity: .must, title: "Not only the session in full screen is active",
        rationale: "One session is active at a time; with picture in picture it is the one in full screen.",
        source: "WWDC22 110338", example: "The session in the small picture stays active")

    /// The programme goes on somewhere else.
    static let resumePosition = AppleSideRule(
        id: "now-playing-resume-position", severity: .should,
        title: "The programme does not go on where the schedule says",
        rationale: "The position after a break is not the one that X-RESUME-OFFSET, or what played, gives.",
        source: "rfc8216bis D.2", example: "340 s after a break at 300 s with X-RESUME-OFFSET=0")

    static let updateRules = [
        notPublished, breakNotPublished, timerUpdate, notCleared, publishedAfterEnd, twoSessions, resumePosition,
    ]

    /// A break that nobody planned.
    static let breakUnknown = AppleSideRule(
        id: "now-playing-break-unknown", severity: .should, title: "A break plays that the schedule does not have",
        rationale: "The app plays another stream or another plan than the one that the log is held against, or logs "
            + "another ID.", source: "rfc8216bis D.2", example: "breakStart of 'ad-9' where the playlist has 'ad-1'")
    /// A break at another place.
    static let breakPlace = AppleSideRule(
        id: "now-playing-break-place", severity: .should, title: "A break begins where the schedule does not have it",
        rationale: "The position at which a break begins follows from its START-DATE and CUE.",
        source: "rfc8216bis D.2", example: "A break of 300 s begins at 240 s")
    /// A break that never ends.
    static let breakWithoutEnd = AppleSideRule(
        id: "now-playing-break-without-end", severity: .should, title: "A break has not ended at the completion",
        rationale:
            "The programme goes on after the break, so its end has to be published; else the elapsed time stands "
            + "still to the end.", source: PlaybackEvent.breakStart.source,
        example: "breakStart at 300 s of 600 s, and no breakEnd before the completion")
    /// A seek past a break that forbids it.
    static let breakJumped = AppleSideRule(
        id: "now-playing-break-jumped", severity: .should, title: "A seek passes a break that restricts JUMP",
        rationale: "A viewer may not seek past it before it has played; a remote command that seeks must not either.",
        source: "rfc8216bis D.2", example: "From 20 s to 100 s past a break at 60 s with X-RESTRICT=\"JUMP\"")
    /// Completion before the end.
    static let completionEarly = AppleSideRule(
        id: "now-playing-completion-early", severity: .should, title: "Completion before the end of the programme",
        rationale: "What is logged as completed is taken off the list of what to go on with; leaving before is a "
            + "dismissal.", source: PropertyMatrix.guide, example: "Completion at 50 s of 120 s")

    static let scheduleRules = [breakUnknown, breakPlace, breakWithoutEnd, breakJumped, completionEarly]

    /// No command has a handler.
    static let noCommand = AppleSideRule(
        id: "now-playing-no-command", severity: .must, title: "No remote command has a handler while it plays",
        rationale: "An app without a handler is not eligible to be the one that plays now.", source: "WWDC22 110338",
        example: "Playback starts and no handler is registered")
    /// A forward command in a restricted break.
    static let commandNotDisabled = AppleSideRule(
        id: "now-playing-command-not-disabled", severity: .must,
        title: "A command moves forward where the break forbids it",
        rationale: "The player's own controls obey X-RESTRICT; a remote command that stays enabled lets a watch or a "
            + "speaker skip the advertising.", source: "rfc8216bis D.2; WWDC22 110338",
        example: "SkipForward stays enabled in a break with X-RESTRICT=\"SKIP\"")
    /// Handlers stay.
    static let commandsLeft = AppleSideRule(
        id: "now-playing-commands-left", severity: .must, title: "Handlers stay after the end",
        rationale: "A handler that stays receives the commands meant for the next app.", source: "WWDC22 110338",
        example: "Pause still has a handler after dismissal")
    /// Skip intervals on a channel.
    static let skipIntervalsLive = AppleSideRule(
        id: "now-playing-skip-intervals-live", severity: .must, title: "Skip intervals on a live channel",
        rationale: "Preferred intervals belong where skipping is possible.", source: PropertyMatrix.guide,
        example: "PreferredIntervals [15] on a channel")

    /// A command stays disabled.
    static let commandNotEnabled = AppleSideRule(
        id: "now-playing-command-not-enabled", severity: .should,
        title: "A command that a break disabled is not enabled again",
        rationale: "What was disabled for X-RESTRICT stays disabled for the programme, so that nobody can skip from a "
            + "watch or the lock screen.", source: "rfc8216bis D.2; WWDC22 110338",
        example: "SkipForward is still disabled two seconds after the break")

    static let commandRules = [noCommand, commandNotDisabled, commandNotEnabled, commandsLeft, skipIntervalsLive]

    /// A line that cannot be read.
    static let logUnreadable = AppleSideRule(
        id: "now-playing-log-unreadable", severity: .must, title: "A line of the log cannot be read",
        rationale: "What it said is not checked.", source: "docs/now-playing.md",
        example: "A line that is no JSON object")
    /// The last line is not whole.
    static let logCutOff = AppleSideRule(
        id: "now-playing-log-cut-off", severity: .must, title: "The log is cut off",
        rationale: "What followed is not checked.", source: "docs/now-playing.md",
        example: "The last line ends in the middle of a number")
    /// Time runs back.
    static let logBackwards = AppleSideRule(
        id: "now-playing-log-backwards", severity: .must, title: "The log goes back in time",
        rationale: "Events of that stretch cannot be put in order; checking goes on from the new time.",
        source: "docs/now-playing.md", example: "12.0 after 15.5")
    /// The begin is missing.
    static let logNoStart = AppleSideRule(
        id: "now-playing-log-no-start", severity: .must, title: "The log begins in the middle",
        rationale:
            "What was published at the start is not checked, and positions are unknown until the log states one.",
        source: "docs/now-playing.md", example: "The first event is a pause")
    /// The end is missing.
    static let logNoEnd = AppleSideRule(
        id: "now-playing-log-no-end", severity: .advice, title: "The log ends while the programme plays",
        rationale: "Whether everything is cleared at the end is not checked.", source: "docs/now-playing.md",
        example: "Neither completion nor dismissal")
    /// Positions were not stated.
    static let logNoPosition = AppleSideRule(
        id: "now-playing-log-no-position", severity: .advice, title: "A position cannot be judged",
        rationale:
            "How long a break took that the log does not mark, or where a seek went, is not known. Log positions, and "
            + "the start and end of breaks.", source: "docs/now-playing.md",
        example: "A pause after an unmarked break, without a position")
    /// An event that is not known.
    static let logUnknownEvent = AppleSideRule(
        id: "now-playing-log-unknown-event", severity: .must, title: "An event that the format does not have",
        rationale: "What happened there is not known, nor what had to be published for it.",
        source: "docs/now-playing.md", example: "\"event\": \"stall\"")
    /// A field that is not known.
    static let logUnknownField = AppleSideRule(
        id: "now-playing-log-unknown-field", severity: .advice,
        title: "A field that the format does not have, or with another value",
        rationale: "It is left aside.", source: "docs/now-playing.md", example: "\"timestamp\" instead of \"time\"")

    static let logRules = [
        logUnreadable, logCutOff, logBackwards, logNoStart, logNoEnd, logNoPosition, logUnknownEvent, logUnknownField,
    ]

    /// Rules that say that something could not be checked, rather than that it is wrong.
    static let unread: Set<String> = [
        logUnreadable.id, logCutOff.id, logBackwards.id, logNoStart.id, logUnknownEvent.id,
    ]

    /// Whether a breach says that something could not be checked, rather than that it is wrong.
    package var isUnread: Bool { Self.unread.contains(id) }
}
