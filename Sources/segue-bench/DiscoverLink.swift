import ArgumentParser
import Foundation

/// What is measured within the namespace that looks for receivers.
struct DiscoverLink {
    /// One lab.
    enum Part: String, CaseIterable, ExpressibleByArgument {
        /// Many receivers that nobody knows, and a daemon that knows nothing.
        case many
        /// A few that are known, and a daemon that has seen them.
        case known

        /// How many receivers there are.
        var count: Int { self == .many ? 300 : 5 }

        /// What `segue simulate` publishes: both services, both families, an answer each.
        var simulation: String {
            """
            receivers:
              - name: Receiver
                count: \(count)
                addresses: [10.78.0.1, "fd78::1"]
                airplay: ["features=0x7F8AD0,0x38BCF46", "flags=0x244", "model=QN90D", "manufacturer=Samsung", "srcvers=377.40.00",
                          "acl=0", "protovers=1.1", "pk=0000000000000000000000000000000000000000000000000000000000000000"]
                raop: ["cn=0,1,2,3", "da=true", "et=0,3,5", "ft=0x7F8AD0,0x38BCF46", "md=0,1,2", "am=QN90D", "tp=UDP", "vs=377.40.00"]
                info: { model: QN90D, manufacturer: Samsung, displays: [{ widthPixelsMax: 3840, heightPixelsMax: 2160 }] }
            """
        }
    }

    /// Rows and notes of one lab.
    struct Found: Codable {
        var rows: [BenchmarkTable.Row]
        var notes: [String]
    }

    /// Which lab this is.
    var part: Part
    /// Runs of each program.
    var runs: Int

    func measure() throws -> Found { part == .many ? try many() : try known() }

    /// Our document, as far as it is looked at here.
    private struct Document: Decodable {
        struct Receiver: Decodable {
            struct Service: Decodable {
                struct Info: Decodable {}
                var addresses: [String]
                var info: Info?
            }
            var `class`: String
            var services: [Service]
        }
        struct Scan: Decodable {
            struct Answer: Decodable { var afterSeconds: Double }
            var answered: [Answer]
        }
        var receivers: [Receiver]
        var scan: Scan

        /// Receivers with both services over both families, classified, with their answer.
        var complete: Int {
            receivers.count { receiver in
                receiver.class == "smart-tv" && receiver.services.count == 2
                    && receiver.services.allSatisfy { $0.addresses.count == 2 && $0.info != nil }
            }
        }
    }

    private func freshDaemon() throws {
        let run = try MeasuredRun("/bin/sh", [BuiltPrograms.lab("fresh-daemon.sh")])
        guard run.exitCode == 0 else { throw UnexpectedExit(program: "fresh-daemon.sh", exitCode: run.exitCode) }
    }

    private func many() throws -> Found {
        var ours = Sample()
        var last: [Double] = []
        var (browse, pyatv) = (Sample(), Sample())
        let hasPyatv = FileManager.default.isExecutableFile(atPath: BuiltPrograms.python)
        for _ in 0..<runs {
            try freshDaemon()
            let run = try MeasuredRun(BuiltPrograms.segue, ["discover", "--json"])
            guard run.exitCode == 0 else { throw UnexpectedExit(program: "segue", exitCode: run.exitCode) }
            let document = try JSONDecoder().decode(Document.self, from: Data(run.output))
            ours.take(run, document.complete)
            last.append((document.scan.answered.map(\.afterSeconds).max() ?? 0) * 1000)

            try freshDaemon()
            // One type a call; both at once, as somebody in a hurry would.
            let script = "avahi-browse -rpt _airplay._tcp & avahi-browse -rpt _raop._tcp; wait"
            let theirs = try MeasuredRun("/bin/sh", ["-c", script])
            browse.take(theirs, completeLines(theirs.output))

            guard hasPyatv else { continue }
            try freshDaemon()
            let scan = try MeasuredRun(BuiltPrograms.python, [BuiltPrograms.lab("pyatv-scan.py"), "5"])
            pyatv.take(scan, completeDevices(scan.output))
        }
        let count = Double(part.count)
        var rows: [BenchmarkTable.Row] = []
        func add(_ name: String, _ peer: Sample) {
            rows.append(
                .init(
                    "300 receivers, \(name): found, median", "count", segue: ours.found.median, peer: peer.found.median)
            )
            rows.append(
                .init(
                    "300 receivers, \(name): found, worst run", "count", segue: ours.found.min() ?? 0,
                    peer: peer.found.min()))
            rows.append(
                .init(
                    "300 receivers, \(name): runs with all", "of \(runs)",
                    segue: Double(ours.found.count { $0 == count }), peer: Double(peer.found.count { $0 == count }),
                    goal: "all"))
            rows.append(
                .init("300 receivers, \(name): whole process", "ms", segue: ours.walls.median, peer: peer.walls.median))
        }
        add("avahi-browse", browse)
        if hasPyatv { add("pyatv", pyatv) }
        rows.append(
            .init("300 receivers: whole process, slowest run", "ms", segue: ours.walls.max() ?? 0, goal: "< 5000"))
        rows.append(.init("300 receivers: last announcement resolved, slowest run", "ms", segue: last.max() ?? 0))
        return Found(
            rows: rows,
            notes: [
                "found: by Segue both services over IPv4 and IPv6, classified, /info answered; by avahi-browse both services "
                    + "over both families; by pyatv, which asks over IPv4 only, both services",
                "Segue listens for 3 s unless told otherwise, pyatv was given 5 s, avahi-browse ends by itself",
            ] + (hasPyatv ? [] : ["pyatv is not installed"]))
    }

    /// Names that avahi-browse has resolved for both types over both families.
    private func completeLines(_ output: [UInt8]) -> Int {
        var seen: [Substring: Set<String>] = [:]
        for line in String(decoding: output, as: UTF8.self).split(separator: "\n") where line.hasPrefix("=") {
            let fields = line.split(separator: ";", omittingEmptySubsequences: false)
            guard fields.count > 7, let name = fields[3].split(separator: "\\064").last else { continue }
            seen[name, default: []].insert("\(fields[2]) \(fields[4])")
        }
        return seen.values.count { $0.count == 4 }
    }

    private func completeDevices(_ output: [UInt8]) -> Int {
        struct Device: Decodable { var services: [String] }
        let devices = (try? JSONDecoder().decode([Device].self, from: Data(output))) ?? []
        return devices.count { $0.services.count == 2 }
    }

    private func known() throws -> Found {
        let file = FileManager.default.temporaryDirectory.appending(path: "segue-bench-\(UUID().uuidString).yaml")
        defer { try? FileManager.default.removeItem(at: file) }
        // The daemon sees the link for the first time here, and has it in its cache from then on.
        let first = try MeasuredRun(BuiltPrograms.segue, ["discover", "--json"])
        struct Ids: Decodable {
            struct Receiver: Decodable { var id: String }
            var receivers: [Receiver]
        }
        let ids = try JSONDecoder().decode(Ids.self, from: Data(first.output)).receivers.map(\.id)
        try Data(("receivers:\n" + ids.map { "  - { id: \"\($0)\" }\n" }.joined()).utf8).write(to: file)
        var sample = Sample()
        for _ in 0..<runs {
            let run = try MeasuredRun(
                BuiltPrograms.segue, ["discover", "--json", "--expect", file.path(percentEncoded: false)])
            guard run.exitCode == 0 else { throw UnexpectedExit(program: "segue", exitCode: run.exitCode) }
            sample.take(run, try JSONDecoder().decode(Document.self, from: Data(run.output)).complete)
        }
        return Found(
            rows: [
                .init(
                    "5 known, --expect, warm: whole process, median", "ms", segue: sample.walls.median, goal: "< 500"),
                .init("5 known, --expect, warm: slowest run", "ms", segue: sample.walls.max() ?? 0),
                .init("5 known, --expect, warm: found complete, worst run", "count", segue: sample.found.min() ?? 0),
            ], notes: [])
    }

    /// What the runs of one program gave.
    private struct Sample {
        var walls: [Double] = []
        var found: [Double] = []

        mutating func take(_ run: MeasuredRun, _ found: Int) {
            walls.append(run.wall)
            self.found.append(Double(found))
        }
    }
}
