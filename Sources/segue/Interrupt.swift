import Glibc
import Synchronization

/// The user's wish to end (SIGINT, or SIGTERM where a scheduler may send it), noticed instead of obeyed, so that what was
/// done can be kept. A second one ends the program at once.
enum Interrupt {
    /// Listens from now on.
    static func listen() { signal(SIGINT, noticed) }

    /// Listens from now on, also to what a scheduler or a shutdown sends.
    static func listenAlsoToTermination() {
        listen()
        signal(SIGTERM, noticed)
    }

    /// Whether it has come.
    static var hasCome: Bool { count.load(ordering: .relaxed) > 0 }
}

private let count = Atomic<Int>(0)

/// Runs as a signal handler: an atomic addition and `_exit` are all that is allowed there.
private func noticed(_ signal: Int32) {
    if count.add(1, ordering: .relaxed).newValue > 1 { _exit(130) }
}
