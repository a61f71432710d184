import Synchronization

/// Ends a process that does not answer in time.
///
/// One task looks at the clock ten times a second for as long as the process lives: a task with a timer for each answer shows
/// in the time of many small measurements.
final class Watchdog: Sendable {
    private final class State: Sendable {
        let deadline = Mutex<ContinuousClock.Instant?>(nil)
        let hasBarked = Atomic(false)
    }

    private let state = State()
    private let task: Task<Void, Never>

    /// How much later than asked for the process may be ended.
    private static let interval = Duration.milliseconds(100)

    /// Watches over what ends by this.
    init(bark: @escaping @Sendable () -> Void) {
        task = Task { [state] in
            while (try? await Task.sleep(for: Self.interval)) != nil {
                guard let deadline = state.deadline.withLock({ $0 }), deadline <= .now else { continue }
                state.hasBarked.store(true, ordering: .relaxed)
                bark()
                return
            }
        }
    }

    deinit { task.cancel() }

    /// Whether it has ended the process.
    var hasBarked: Bool { state.hasBarked.load(ordering: .relaxed) }

    /// Allows this much time from now on.
    func watch(for time: Duration) { state.deadline.withLock { $0 = .now + time } }

    /// Allows any time.
    func rest() { state.deadline.withLock { $0 = nil } }
}
