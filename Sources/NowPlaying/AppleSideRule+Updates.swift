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
        id: "now-playing-two-sessions", severity: .must, title: "Two sessions are active",
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

    static let commandRules = [noCommand, commandNotDisabled, commandsLeft, skipIntervalsLive]

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
            "Between breaks that the log does not mark, how long they took is not known. Log positions, or the "
            + "start and end of breaks.", source: "docs/now-playing.md",
        example: "A pause after an unmarked break, without a position")
    /// A field that is not known.
    static let logUnknownField = AppleSideRule(
        id: "now-playing-log-unknown-field", severity: .advice, title: "A field that the format does not have",
        rationale: "It is left aside.", source: "docs/now-playing.md", example: "\"timestamp\" instead of \"time\"")

    static let logRules = [
        logUnreadable, logCutOff, logBackwards, logNoStart, logNoEnd, logNoPosition, logUnknownField,
    ]

    /// Rules that say that something could not be checked, rather than that it is wrong.
    static let unread: Set<String> = [logUnreadable.id, logCutOff.id, logBackwards.id, logNoStart.id]

    /// Whether a breach says that something could not be checked, rather than that it is wrong.
    package var isUnread: Bool { Self.unread.contains(id) }
}
