/// Which remote commands are registered and enabled.
struct CommandRegister {
    private struct State {
        var handlers = 0
        var isEnabled = true
        /// Whether no line is lost since that may have changed it.
        var isKnown = true
    }

    private var states: [RemoteCommand: State] = [:]
    /// What was told about the break under way, so that it is told once.
    var told: Set<RemoteCommand> = []
    /// Whether all registrations were seen; not in a log that begins in the middle.
    var isComplete = false
    /// Whether the lack of handlers was told.
    var hasToldNone = false

    /// Commands that were disabled when a break began, and have to come back.
    private var heldBack: Set<RemoteCommand> = []

    /// Follows a change.
    ///
    /// - Parameter isRestricted: Whether a break plays in which moving forward is restricted.
    mutating func apply(_ change: CommandChange, inRestrictedBreak isRestricted: Bool) {
        var state = states[change.command] ?? State()
        if isRestricted, change.isEnabled == false, state.isEnabled, state.isKnown,
            RemoteCommand.forward.contains(change.command)
        {
            heldBack.insert(change.command)
        }
        if let handlers = change.handlers { state.handlers = handlers }
        if let isEnabled = change.isEnabled { state.isEnabled = isEnabled }
        state.isKnown = true
        states[change.command] = state
    }

    /// Something of the log is lost, which may have changed any command.
    mutating func loseTrack() {
        for command in states.keys { states[command]?.isKnown = false }
        isComplete = false
        heldBack = []
    }

    /// Commands that a break held back and that are still disabled, each once.
    mutating func takeHeldBack() -> [RemoteCommand] {
        guard !heldBack.isEmpty else { return [] }
        defer { heldBack = [] }
        return RemoteCommand.allCases.filter { command in
            heldBack.contains(command) && states[command].map { $0.handlers > 0 && !$0.isEnabled } ?? false
        }
    }

    /// Breaks that the viewer left hold nothing back.
    mutating func forgetHeldBack() { heldBack = [] }

    /// Whether a command can be received, as far as is known.
    var mayHaveHandlers: Bool { states.values.contains { $0.handlers > 0 } }

    /// Commands with handlers, in a fixed order.
    var registered: [RemoteCommand] {
        RemoteCommand.allCases.filter { command in states[command].map { $0.handlers > 0 && $0.isKnown } ?? false }
    }

    /// Commands that move forward when they are sent now.
    var movingForward: [RemoteCommand] {
        RemoteCommand.forward.filter { command in
            states[command].map { $0.handlers > 0 && $0.isEnabled && $0.isKnown } ?? false
        }
    }
}
