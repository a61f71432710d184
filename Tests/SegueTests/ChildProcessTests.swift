import Foundation
import Glibc
import HarnessTestSupport
import Testing

/// What the tests themselves rest on: a child's end is heard of, whatever else runs.
@Suite(.timeLimit(.minutes(30))) struct ChildProcessTests {
    @Test("The code or the signal that ended it", arguments: [("exit 0", 0), ("exit 7", 7), ("kill -9 $$", 9)])
    func ends(script: String, code: Int32) async throws {
        #expect(try await ChildProcess.run("/bin/sh", ["-c", script]).exitCode == code)
    }

    @Test func whatItReadsAndWritesIsWhole() async throws {
        let bytes = [UInt8](repeating: 0xA7, count: 3_000_000)
        let run = try await ChildProcess.run(
            "/bin/sh", ["-c", "cat; echo $WORD >&2"], environment: ["WORD": "told"], input: bytes)
        #expect(run.output == Data(bytes))
        #expect(run.errors == Data("told\n".utf8))
    }

    @Test func aProgramThatIsNotThereIsNamed() throws {
        #expect {
            try ChildProcess("/nonexistent")
        } throws: {
            "\($0)" == "/nonexistent cannot be started: No such file or directory"
        }
    }

    @Test func manyAtOnceAllEndBesideOneThatStays() async throws {
        let lasting = try ChildProcess("/bin/sleep", ["3600"], input: .pending)
        let codes = try await withThrowingTaskGroup(of: Int32.self) { group in
            for number in 0..<100 {
                group.addTask { try await ChildProcess.run("/bin/sh", ["-c", "exit \(number)"]).exitCode }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.sorted() == Array(0..<100))
        #expect(lasting.isRunning)
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(lasting.identifier)/fd")
        #expect(descriptors.sorted() == ["0", "1", "2"])
    }

    @Test func itEndsWithItsValue() async throws {
        var child: ChildProcess? = try ChildProcess("/bin/sleep", ["3600"])
        let number = try #require(child?.identifier)
        child = nil
        while kill(number, 0) == 0 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(errno == ESRCH)
    }

    @Test func aTestThatIsOutOfTimeEndsWhatItWaitsFor() async throws {
        let waiting = Task { try await ChildProcess.run("/bin/sleep", ["3600"]).exitCode }
        waiting.cancel()
        #expect(try await waiting.value == SIGTERM)
    }

    @Test func signalsArriveWhateverThreadStartedIt() async throws {
        let child = try ChildProcess("/bin/sh", ["-c", "trap 'exit 5' INT; echo ready; while :; do sleep 0.05; done"])
        while child.output.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        child.send(SIGINT)
        #expect(await child.end() == 5)
    }
}
