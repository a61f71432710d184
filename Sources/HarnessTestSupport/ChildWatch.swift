import Foundation
import Glibc
import Synchronization

/// Waits for the end of one child on a thread of its own.
final class ChildWatch: Sendable {
    private enum Phase {
        case running([@Sendable (Int32) -> Void])
        case ended(Int32)
    }

    private let identifier: pid_t
    private let phase = Mutex(Phase.running([]))

    init(_ identifier: pid_t) {
        self.identifier = identifier
        Thread.detachNewThread { @Sendable [self] in wait() }
    }

    /// The exit code of the child, or the signal that ended it; `nil` while it runs.
    var code: Int32? {
        phase.withLock { if case .ended(let code) = $0 { code } else { nil } }
    }

    /// Calls with the code when the child has ended, which may be at once.
    func whenEnded(_ call: @escaping @Sendable (Int32) -> Void) {
        let code = phase.withLock { phase -> Int32? in
            switch phase {
            case .ended(let code): return code
            case .running(let waiting):
                phase = .running(waiting + [call])
                return nil
            }
        }
        if let code { call(code) }
    }

    /// Sends a signal; never to a stranger who got the number of a child that has ended.
    func send(_ signal: Int32) {
        phase.withLock { if case .running = $0 { kill(identifier, signal) } }
    }

    private func wait() {
        // The number stays taken until the child is fetched, which nobody does while a signal is on its way.
        var about = siginfo_t()
        while waitid(P_PID, id_t(identifier), &about, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        let (calls, code) = phase.withLock { phase -> ([@Sendable (Int32) -> Void], Int32) in
            var status: Int32 = 0
            while waitpid(identifier, &status, 0) == -1, errno == EINTR {}
            // The macros of wait(2) are not for Swift: the low seven bits are the signal, the next eight the exit code.
            let code = status & 0x7F == 0 ? status >> 8 & 0xFF : status & 0x7F
            guard case .running(let calls) = phase else { return ([], code) }
            phase = .ended(code)
            return (calls, code)
        }
        for call in calls { call(code) }
    }
}
