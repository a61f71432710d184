import CAvahi
import Foundation
import Synchronization

/// How a conversation with the Avahi daemon, which lives on a thread of its own, is woken or told to end from any other.
final class AvahiStop: Sendable {
    private struct State {
        var stopped = false
        /// The poll while it lives, as a number, because a pointer cannot cross threads.
        var poll: UInt = 0
    }
    private let state = Mutex(State())

    /// Ends the conversation at once: wakes its thread if that sleeps.
    func stop() {
        state.withLock { $0.stopped = true }
        wake()
    }

    /// Makes the thread look around.
    func wake() {
        state.withLock { state in
            // Under the lock: the thread takes the poll away under it before freeing.
            if let poll = OpaquePointer(bitPattern: state.poll) { avahi_simple_poll_wakeup(poll) }
        }
    }

    /// Sleeps, before the daemon is tried again; being stopped may take that long to be noticed.
    func wait(_ time: Duration) { Thread.sleep(forTimeInterval: time / .seconds(1)) }

    /// Whether the conversation is to end.
    var isStopped: Bool { state.withLock { $0.stopped } }

    /// Names the poll that the thread sleeps in; `nil` before it is freed.
    func attach(_ poll: OpaquePointer?) { state.withLock { $0.poll = UInt(bitPattern: poll) } }
}
