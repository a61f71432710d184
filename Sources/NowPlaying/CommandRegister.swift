/// Which remote commands are registered and enabled.
struct CommandRegister {
    private struct State {
        var handlers = 0
        var isEnabled = true
    }

    private var states: [RemoteCommand: State] = [:]
    /// What was told about the break under way, so that it is told once.
    var told: Set<RemoteCommand> = []
    /// Whether all registrations were seen; not in a log that begins in the middle.
    var isComplete = false
    /// Whether the lack of handlers was told.
    var hasToldNone = false

    /// Follows a change.
    mutating func apply(_ change: CommandChange) {
        var state = states[change.command] ?? State()
        if let handlers = change.handlers { state.handlers = handlers }
        if let isEnabled = change.isEnabled { state.isEnabled = isEnabled }
        states[change.command] = state
    }

    /// Commands with handlers, in a fixed order.
    var registered: [RemoteCommand] { RemoteCommand.allCases.filter { (states[$0]?.handlers ?? 0) > 0 } }

    /// Commands that move forward when they are sent now.
    var movingForward: [RemoteCommand] {
        RemoteCommand.forward.filter { command in
            states[command].map { $0.handlers > 0 && $0.isEnabled } ?? false
        }
    }
}
