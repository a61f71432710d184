import CSpawn
package import Foundation
import Glibc

/// A program that runs beside the tests and gets nothing of theirs but its three standard streams; it ends with this value
/// at the latest.
///
/// Foundation's `Process` hears of an end through a socket that it does not keep from other children: one that was started at
/// the same moment and lives long holds it open, and the end is never heard of. Here a thread waits for the child itself.
package final class ChildProcess: Sendable {
    /// What a child reads.
    package enum Input: Sendable {
        /// These bytes, and then the end.
        case bytes([UInt8])
        /// Neither a byte nor an end, as long as its `ChildProcess` and the tests live.
        case pending
    }

    /// Where it goes what a child writes.
    package enum Output: Sendable {
        /// To `output` or `errors`.
        case kept
        /// To where the tests write.
        case shared
    }

    /// Its number, for as long as it runs.
    package let identifier: Int32
    private let watch: ChildWatch
    private let kept: [Descriptor?]
    private let input: Descriptor?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: Its path.
    ///   - arguments: Its arguments.
    ///   - environment: Variables to add to those of the tests, or to replace.
    ///   - input: What it reads.
    ///   - output: Where its standard output goes.
    ///   - errors: Where its standard error goes.
    /// - Throws: `ChildProcessError` when it cannot be started.
    package init(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], input: Input = .bytes([]),
        output: Output = .kept, errors: Output = .kept
    ) throws {
        let source: Descriptor
        switch input {
        case .bytes(let bytes): (source, self.input) = (try Descriptor(holding: bytes), nil)
        case .pending: (source, self.input) = try Descriptor.pipe()
        }
        kept = try [output, errors].map { $0 == .kept ? try Descriptor(holding: []) : nil }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let streams = [source] + kept
        for (place, descriptor) in streams.enumerated() {
            if let descriptor { posix_spawn_file_actions_adddup2(&actions, descriptor.number, Int32(place)) }
        }
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)

        // Threads of tasks block signals and the tests may ignore some; a child of either would do so, too.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // A group of its own: what a child sends to its group is not for the tests.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var settings = variables.map { strdup($0) } + [nil]
        defer { for text in words + settings { free(text) } }
        var identifier: pid_t = 0
        let failure = withExtendedLifetime(streams) {
            posix_spawn(&identifier, program, &actions, &attributes, &words, &settings)
        }
        guard failure == 0 else {
            throw ChildProcessError(description: "\(program) cannot be started: \(String(cString: strerror(failure)))")
        }
        self.identifier = identifier
        watch = ChildWatch(identifier)
    }

    deinit { send(SIGTERM) }

    /// Whether it has not ended yet.
    package var isRunning: Bool { watch.code == nil }

    /// What it wrote so far on standard output, where that is kept.
    package var output: Data { kept[0]?.content ?? Data() }

    /// What it wrote so far on standard error, where that is kept.
    package var errors: Data { kept[1]?.content ?? Data() }

    /// Sends it a signal, unless it has ended.
    package func send(_ signal: Int32) { watch.send(signal) }

    /// Waits for its end: its exit code, or the signal that ended it. A test that is out of time ends the child.
    package func end() async -> Int32 {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in watch.whenEnded { continuation.resume(returning: $0) } }
        } onCancel: {
            let watch = watch
            Thread.detachNewThread { @Sendable in
                watch.send(SIGTERM)
                Thread.sleep(forTimeInterval: 20)
                watch.send(SIGKILL)
            }
        }
    }

    /// The same for where nothing can be awaited: it blocks this thread.
    package func endBlocking() -> Int32 {
        let ended = DispatchSemaphore(value: 0)
        watch.whenEnded { _ in ended.signal() }
        ended.wait()
        return watch.code ?? -1
    }

    /// What a child left.
    package struct Outcome: Sendable {
        /// Its exit code, or the signal that ended it.
        package var exitCode: Int32
        /// What it wrote on standard output.
        package var output: Data
        /// What it wrote on standard error.
        package var errors: Data
    }

    /// Runs a program to its end.
    package static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = []
    ) async throws -> Outcome {
        let child = try ChildProcess(program, arguments, environment: environment, input: .bytes(input))
        return Outcome(exitCode: await child.end(), output: child.output, errors: child.errors)
    }
}

/// A program could not be started, or did not do its part.
package struct ChildProcessError: Error, CustomStringConvertible {
    package var description: String

    /// Says what failed.
    package init(description: String) { self.description = description }
}
