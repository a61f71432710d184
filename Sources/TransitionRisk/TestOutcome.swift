/// How it ended when people tried something on a receiver. None of these is ever turned into another.
package enum TestOutcome: String, Sendable, Hashable, Codable, CaseIterable {
    /// As expected.
    case pass
    /// Otherwise than expected.
    case fail
    /// Playback ended, or never began.
    case blocking
    /// The receiver or the app has no such function.
    case unsupported
    /// It did not come to an end in reasonable time.
    case timedOut = "timed-out"
    /// Something outside the test went wrong.
    case error
    /// It was done and nobody can say.
    case unknown
    /// It was not done.
    case notRun = "not-run"
}
