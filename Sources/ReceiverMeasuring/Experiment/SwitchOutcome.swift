/// What came of one switch.
package enum SwitchOutcome: Sendable, Hashable {
    /// The second asset's time line runs.
    case started
    /// It never began while that was waited for; how often the receiver asked for its media.
    case neverStarted(requests: Int)
    /// The receiver did not take the command.
    case refused(status: Int)
    /// It began, and its place went back later on.
    case jumpedBack(from: Double, to: Double)

    /// One word for documents.
    package var word: String {
        switch self {
        case .started: "started"
        case .neverStarted: "never-started"
        case .refused: "refused"
        case .jumpedBack: "jumped-back"
        }
    }

    /// For people; `nil` for what went as it should.
    package var remark: String? {
        switch self {
        case .started: nil
        case .neverStarted(0):
            "it never asked for the asset: can it reach this machine, or is there a firewall between?"
        case .neverStarted(let requests):
            "it asked for the asset (\(requests) request\(requests == 1 ? "" : "s")) and never started it"
        case .refused(let status): "it refused the command with status \(status)"
        case .jumpedBack(let from, let to):
            "its position jumped back from \(Self.text(from)) s to \(Self.text(to)) s, so no start can be told"
        }
    }

    private static func text(_ seconds: Double) -> String {
        let tenths = (seconds * 10).rounded()
        return abs(tenths) < 1e9 ? "\(Int(tenths) / 10).\(abs(Int(tenths) % 10))" : "?"
    }
}

/// Why an experiment ended before it was complete.
package enum ExperimentTrouble: Error, Sendable, Hashable {
    /// No connection could be made.
    case unreachable(String)
    /// It answered before and no longer does.
    case stoppedAnswering(seconds: Int)
    /// It wants a password, or does not take the one given.
    case needsPassword(given: Bool)
    /// It wants pairing or encryption first; what says so.
    case needsPairing(String)
    /// It does not speak AirPlay video; what says so.
    case noVideo(String)
    /// It plays something that Segue did not start.
    case usedByOthers(String)
    /// Nothing that it was told to play began.
    case playsNothing(String)

    /// One word for documents.
    package var word: String {
        switch self {
        case .unreachable: "unreachable"
        case .stoppedAnswering: "stopped-answering"
        case .needsPassword: "needs-password"
        case .needsPairing: "needs-pairing"
        case .noVideo: "no-video"
        case .usedByOthers: "used-by-others"
        case .playsNothing: "plays-nothing"
        }
    }

    /// What is wrong, and what to do.
    package var remark: String {
        let roads =
            "record its picture and read that with `segue observe RECORDING`, or take in times measured elsewhere with "
            + "`segue calibrate`"
        switch self {
        case .unreachable(let why): return "it cannot be reached (\(why)): is it on, and is the port right?"
        case .stoppedAnswering(let seconds): return "it stopped answering (\(seconds) s without an answer): is it on?"
        case .needsPassword(false):
            return "it wants a password: put it into a file and name that with --password FILE, or set SEGUE_PASSWORD"
        case .needsPassword(true): return "it does not take the password given"
        case .needsPairing(let why):
            return "it wants pairing or encryption first (\(why)), which Segue does not do; \(roads)"
        case .noVideo(let why): return "it is no receiver of AirPlay video (\(why)); to measure it, \(roads)"
        case .usedByOthers(let what): return "it is used by somebody else: \(what)"
        case .playsNothing(let why): return "it plays nothing that it is told to: \(why)"
        }
    }
}

/// How an experiment ended.
package enum ExperimentEnd: Sendable, Hashable {
    /// Every round was done, and every interval is narrow enough.
    case complete
    /// Every round was done; the time for more was up before every interval was narrow enough.
    case imprecise
    /// The time was up before every round was done.
    case budget
    /// The user ended it.
    case interrupted
    /// The receiver ended it.
    case trouble(ExperimentTrouble)

    /// One word for documents.
    package var word: String {
        switch self {
        case .complete: "complete"
        case .imprecise: "imprecise"
        case .budget: "budget"
        case .interrupted: "interrupted"
        case .trouble(let trouble): trouble.word
        }
    }
}
