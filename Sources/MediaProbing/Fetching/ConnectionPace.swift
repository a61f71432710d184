/// How fast new connections to one origin are opened.
///
/// A burst of connections overflows the queue of a small server; what is dropped there comes back a second later, when
/// the kernel tries again. One each millisecond costs little and is taken by any.
struct ConnectionPace {
    /// Connections opened within one window.
    private static let burst = 1
    /// Length of a window in milliseconds.
    static let windowMilliseconds: Int32 = 1

    /// Connections that were in use at once so far; libcurl keeps them.
    private var opened = 0
    private var windowStart = ContinuousClock.Instant.now
    private var openedInWindow = 0

    /// Whether an exchange may start that makes this many run at once; counts it if so.
    mutating func admits(_ running: Int, at now: ContinuousClock.Instant) -> Bool {
        guard running > opened else { return true }
        if now - windowStart >= .milliseconds(Int(Self.windowMilliseconds)) {
            windowStart = now
            openedInWindow = 0
        }
        guard openedInWindow < Self.burst else { return false }
        openedInWindow += 1
        opened = running
        return true
    }
}
