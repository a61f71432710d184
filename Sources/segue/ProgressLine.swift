import Foundation
import Glibc
import Synchronization

/// One line on a terminal's standard error that tells what is being done, from the second second on; nothing in a pipe.
final class ProgressLine: Sendable {
    private let state = Mutex((ended: false, written: false))

    /// - Parameters:
    ///   - shown: Whether the user wants to see it.
    ///   - text: What to show now.
    init(shown: Bool, text: @escaping @Sendable () -> String) {
        guard shown, isatty(STDERR_FILENO) == 1 else { return }
        let start = ContinuousClock.now
        let thread = Thread { @Sendable [self] in
            while true {
                Thread.sleep(forTimeInterval: 0.2)
                let goesOn = state.withLock { state in
                    guard !state.ended else { return false }
                    guard start.duration(to: .now) >= .seconds(1) else { return true }
                    state.written = true
                    FileHandle.standardError.write(Data("\r\u{1B}[K\(text())".utf8))
                    return true
                }
                if !goesOn { return }
            }
        }
        thread.start()
    }

    /// Writes something to the terminal while the line is away.
    func hidden<Failure: Error>(_ writing: () throws(Failure) -> Void) throws(Failure) {
        state.withLock { state in
            if state.written { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
        }
        try writing()
    }

    /// Removes the line.
    func end() {
        state.withLock { state in
            state.ended = true
            if state.written { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
        }
    }
}
