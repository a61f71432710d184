import Foundation
import Glibc

/// One run of a whole program, from its start to its end.
struct MeasuredRun {
    /// Milliseconds by the clock.
    var wall: Double
    /// Milliseconds of processor time, with that of the processes it waited for.
    var processor: Double
    /// The most memory it held at a time, in megabytes, shared libraries included; never less than this process held
    /// when it started the other, for Linux counts that too.
    var residentMegabytes: Double
    /// Exit code; -1 after a signal.
    var exitCode: Int32
    /// What it printed on standard output.
    var output: [UInt8]

    /// Runs a program by its path or by a name that the shell would find.
    init(_ program: String, _ arguments: [String]) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "segue-bench-\(UUID().uuidString)").path()
        defer { unlink(file) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        let variables = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + variables { free(text) } }
        Self.forgetOwnPeak()
        let clock = ContinuousClock()
        let start = clock.now
        var child: pid_t = 0
        let failure = posix_spawnp(&child, program, &actions, nil, words, variables)
        guard failure == 0 else { throw MissingProgram(name: program, reason: String(cString: strerror(failure))) }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
        wall = (clock.now - start) / .milliseconds(1)
        processor = milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
        residentMegabytes = Double(usage.ru_maxrss) / 1000
        exitCode = status & 0x7F == 0 ? status >> 8 & 0xFF : -1
        output = Array(try Data(contentsOf: URL(filePath: file)))
    }

    /// A process inherits the peak of the one that started it (getrusage(2) counts from before the exec), so that what
    /// this one held to make its input would count as the child's (proc(5), `clear_refs`).
    private static func forgetOwnPeak() {
        let file = open("/proc/self/clear_refs", O_WRONLY)
        guard file >= 0 else { return }
        write(file, "5", 1)
        close(file)
    }
}

/// A program that could not be started.
struct MissingProgram: Error, CustomStringConvertible {
    var name: String
    var reason: String
    var description: String { "\(name) could not be started: \(reason)" }
}

/// A program that ended otherwise than it should, so that its time says nothing.
struct UnexpectedExit: Error, CustomStringConvertible {
    var program: String
    var exitCode: Int32
    var description: String { "\(program) ended with \(exitCode)" }
}

private func milliseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1000 + Double(time.tv_usec) / 1000 }
