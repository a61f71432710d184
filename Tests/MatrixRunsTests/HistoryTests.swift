import Foundation
import GRDB
import MatrixRuns
import Testing

@Suite struct HistoryTests {
    private func filled() async throws -> NightLab {
        let lab = NightLab()
        lab.script("film", .breaks([("one", false)], edition: "1"))
        try await lab.night(lab.setup())
        return lab
    }

    @Test func aFileThatIsNoDatabaseIsLeftAsItIs() throws {
        let lab = NightLab()
        try FileManager.default.createDirectory(atPath: lab.folder, withIntermediateDirectories: true)
        let text = String(repeating: "no database\n", count: 400)
        try text.write(toFile: lab.folder + "/history.sqlite", atomically: true, encoding: .utf8)
        for access in [History.Access.reading, .writing] {
            let error = #expect(throws: HistoryError.self) { _ = try History(folder: lab.folder, access: access) }
            guard case .damaged? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        #expect(try String(contentsOfFile: lab.folder + "/history.sqlite", encoding: .utf8) == text)
    }

    @Test func damageInsideTheFileIsFoundBeforeARun() async throws {
        let lab = try await filled()
        let path = lab.folder + "/history.sqlite"
        var bytes = try Data(contentsOf: URL(filePath: path))
        // Everything behind the schema's first page.
        for index in stride(from: 4096 * 3, to: bytes.count, by: 7) { bytes[index] = 0xA5 }
        try bytes.write(to: URL(filePath: path))
        let error = await #expect(throws: HistoryError.self) {
            let history = try History(folder: lab.folder, access: .writing)
            try await history.checkIntegrity()
        }
        guard case .damaged? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description.contains("was left as it is") == true)
    }

    @Test func aDatabaseOfSomethingElseIsRefused() throws {
        let lab = NightLab()
        try FileManager.default.createDirectory(atPath: lab.folder, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: lab.folder + "/history.sqlite")
        try queue.write { db in try db.execute(sql: "CREATE TABLE recipes (name TEXT)") }
        try queue.close()
        let error = #expect(throws: HistoryError.self) { _ = try History(folder: lab.folder, access: .writing) }
        #expect(error?.description.contains("a database of something else") == true)
    }

    /// What a run leaves that is killed after GRDB made its table and before the first of ours is there.
    @Test func aHistoryThatWasHardlyBegunIsBegunAgain() throws {
        let lab = NightLab()
        try FileManager.default.createDirectory(atPath: lab.folder, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: lab.folder + "/history.sqlite")
        try queue.write { db in
            try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        }
        try queue.close()
        let error = #expect(throws: HistoryError.self) { _ = try History(folder: lab.folder, access: .reading) }
        guard case .missing? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        _ = try History(folder: lab.folder, access: .writing)
        _ = try History(folder: lab.folder, access: .reading)
    }

    @Test func aNewerSchemaIsRefused() async throws {
        let lab = try await filled()
        let queue = try DatabaseQueue(path: lab.folder + "/history.sqlite")
        try await queue.write { db in try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('99')") }
        try queue.close()
        for access in [History.Access.reading, .writing] {
            let error = #expect(throws: HistoryError.self) { _ = try History(folder: lab.folder, access: access) }
            guard case .newer? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test func thereIsNothingToReadBeforeTheFirstRun() {
        let error = #expect(throws: HistoryError.self) { _ = try History(folder: "/nonexistent", access: .reading) }
        guard case .missing? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func twoRunsCannotHoldOneFolder() throws {
        let lab = NightLab()
        try FileManager.default.createDirectory(atPath: lab.folder, withIntermediateDirectories: true)
        do {
            let first = try RunLock(folder: lab.folder)
            let error = #expect(throws: HistoryError.self) { _ = try RunLock(folder: lab.folder) }
            #expect(error?.description.contains("process \(ProcessInfo.processInfo.processIdentifier)") == true)
            withExtendedLifetime(first) {}
        }
        _ = try RunLock(folder: lab.folder)
    }

    @Test func runsAreFoundByTheNamesPeopleGiveThem() async throws {
        let lab = try await filled()
        for _ in 0..<3 { try await lab.night(lab.setup()) }
        let history = try History(folder: lab.folder, access: .reading)
        for (name, number) in [("latest", 4), ("previous", 3), ("latest~3", 1), ("2", 2), ("LATEST", 4)] {
            #expect(try await history.run(named: name) == number)
        }
        for name in ["5", "latest~4", "latest~-1", "latest~x", "", "yesterday"] {
            let error = await #expect(throws: HistoryError.self) { _ = try await history.run(named: name) }
            #expect(error?.description.contains("runs are 1 to 4") == true, "\(name)")
        }
    }

    @Test func aRunThatNeverEndedIsClosedByTheNext() async throws {
        let lab = try await filled()
        let history = try History(folder: lab.folder, access: .writing)
        let open = try await history.begin(lab.setup(), at: "2026-11-22T02:00:00Z")
        try await lab.night(lab.setup())
        let runs = try await history.runs()
        #expect(runs.map(\.state) == [.finished, .interrupted, .finished])
        #expect(runs[2].baseline == 1, "an unfinished run is nothing to be held against")
        #expect(open.id == 2)
        #expect(try await history.unfinished()?.id == nil)
    }

    @Test func aReaderDoesNotDisturbARunThatGoesOn() async throws {
        let lab = try await filled()
        let writer = try History(folder: lab.folder, access: .writing)
        _ = try await writer.begin(lab.setup(), at: "2026-11-22T02:00:00Z")
        let reader = try History(folder: lab.folder, access: .reading)
        #expect(try await reader.runs().map(\.state) == [.finished, .running])
        #expect(try await reader.report(1).verdict == .asExpected)
    }

    @Test func aLogBesideAnEmptyFileIsNotThrownAway() async throws {
        let lab = try await filled()
        let path = lab.folder + "/history.sqlite"
        let reader = try DatabaseQueue(path: path)
        try await reader.writeWithoutTransaction { db in try db.execute(sql: "UPDATE run SET tool = 'x'") }
        let log = try Data(contentsOf: URL(filePath: path + "-wal"))
        try #require(!log.isEmpty)
        let other = NightLab()
        try FileManager.default.createDirectory(atPath: other.folder, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: other.folder + "/history.sqlite"))
        try log.write(to: URL(filePath: other.folder + "/history.sqlite-wal"))
        for access in [History.Access.reading, .writing] {
            let error = #expect(throws: HistoryError.self) { _ = try History(folder: other.folder, access: access) }
            #expect(error?.description.contains("it is empty, and the log beside it is not") == true)
        }
        #expect(try Data(contentsOf: URL(filePath: other.folder + "/history.sqlite-wal")) == log)
        try reader.close()
    }

    @Test func aLargeFileIsNotLookedThroughBeforeItIsRead() async throws {
        let lab = try await filled()
        let path = lab.folder + "/history.sqlite"
        var bytes = try Data(contentsOf: URL(filePath: path))
        for index in bytes.count - 64..<bytes.count { bytes[index] = 0xFF }
        for index in bytes.count - 4096..<bytes.count - 4032 { bytes[index] = 0xFF }
        try bytes.write(to: URL(filePath: path))
        let history = try History(folder: lab.folder, access: .reading)
        try await history.checkIntegrity(upTo: bytes.count - 1)
        await #expect(throws: HistoryError.self) { try await history.checkIntegrity(upTo: bytes.count) }
    }

    @Test func numbersOfReportsThatAreThereAreNotGivenAgain() async throws {
        let lab = NightLab()
        let history = try History(folder: lab.folder, access: .writing)
        #expect(try await history.begin(lab.setup(), at: "2026-11-21T02:00:00Z", after: 7).id == 8)
        #expect(try await history.begin(lab.setup(), at: "2026-11-22T02:00:00Z", after: 3).id == 9)
    }
}
