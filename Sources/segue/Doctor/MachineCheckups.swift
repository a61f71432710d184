import Foundation
import MediaProbing

/// What measuring, dating and storing need.
enum MachineCheckups {
    /// The worker and its libraries, libcurl, the clock, folders, open files.
    static func all() -> [Checkup] {
        [worker(), curl(), clock()] + folders() + [openFiles()]
    }

    private static func worker() -> Checkup {
        let path = ProbeWorkerPool.defaultExecutable
        guard FileManager.default.isExecutableFile(atPath: path) else {
            return Checkup(
                "worker", .fail, "no segue-probe at \(path)",
                advice: "put segue-probe beside segue, or name it in SEGUE_PROBE; check and probe need it")
        }
        guard let run = Executable.run(path, ["--version"], within: .seconds(10)), run.exitCode == 0 else {
            return Checkup(
                "worker", .fail, "\(path) does not run",
                advice: "are FFmpeg's libraries installed? see: ldd \(path); apt-get install libavformat59")
        }
        let versions = run.output.split(separator: "\n").joined(separator: ", ")
        return Checkup("worker", .ok, "\(path): \(versions)")
    }

    private static func curl() -> Checkup {
        let version = LibraryVersions.curl
        guard version.contains("SSL") || version.contains("TLS") else {
            return Checkup(
                "libcurl", .warn, version, advice: "it has no TLS, so https assets cannot be read: install libcurl4")
        }
        return Checkup("libcurl", .ok, version)
    }

    /// The clock may not be older than the program itself; whether it is kept by time servers, systemd knows.
    private static func clock() -> Checkup {
        let now = Date()
        let program = Bundle.main.executablePath.flatMap {
            try? FileManager.default.attributesOfItem(atPath: $0)[.modificationDate] as? Date
        }
        let stamp = now.formatted(.iso8601)
        if let program, now < program.addingTimeInterval(-60) {
            return Checkup(
                "clock", .fail, "\(stamp), before this program was built",
                advice: "set the clock: live playlists, certificates and the dates of scans need it")
        }
        guard let tool = Executable.find("timedatectl"),
            let run = Executable.run(tool, ["show", "--property=NTPSynchronized", "--value"], within: .seconds(3)),
            run.exitCode == 0
        else {
            return Checkup(
                "clock", .ok, "\(stamp); whether time servers keep it cannot be told here")
        }
        guard run.output.hasPrefix("yes") else {
            return Checkup(
                "clock", .warn, "\(stamp), kept by no time server", advice: "turn it on: timedatectl set-ntp true")
        }
        return Checkup("clock", .ok, "\(stamp), kept by time servers")
    }

    private static func folders() -> [Checkup] {
        let environment = ProcessInfo.processInfo.environment
        func named(_ key: String) -> String? { environment[key].flatMap { $0.isEmpty ? nil : $0 } }
        let reports = FileManager.default.currentDirectoryPath + "/Reports"
        var found: [Checkup] = []
        let choice = named("SEGUE_CACHE")
        if let choice, choice.lowercased() != "off", !choice.hasPrefix("/") {
            found.append(
                Checkup(
                    "cache", .warn, "SEGUE_CACHE is '\(choice)', neither off nor an absolute path: it does not count",
                    advice: "name a folder with its whole path in SEGUE_CACHE, or unset it"))
        } else if let cache = MeasurementCache.folder(in: environment) {
            found.append(
                folder(
                    "cache", cache,
                    advice: "measurements are not kept; name a folder with its whole path in SEGUE_CACHE", orElse: .warn
                ))
        } else if choice != nil {
            found.append(Checkup("cache", .ok, "measurements are not kept: SEGUE_CACHE is off"))
        } else {
            found.append(
                Checkup(
                    "cache", .warn, "neither SEGUE_CACHE, XDG_CACHE_HOME nor HOME names a folder",
                    advice: "measurements are not kept; set one of them"))
        }
        found.append(
            folder(
                "reports", reports, advice: "run segue in a folder of yours, or name one with --report", orElse: .warn))
        found.append(
            folder(
                "temporary", FileManager.default.temporaryDirectory.path(percentEncoded: false),
                advice: "set TMPDIR to a folder that can be written", orElse: .fail))
        return found
    }

    /// Whether a folder, or the nearest one above it that is there, can be written.
    private static func folder(_ id: String, _ path: String, advice: String, orElse state: Checkup.State) -> Checkup {
        var nearest = URL(filePath: path)
        while !FileManager.default.fileExists(atPath: nearest.path(percentEncoded: false)),
            nearest.pathComponents.count > 1
        {
            nearest = nearest.deletingLastPathComponent()
        }
        let file = nearest.appending(path: ".segue-doctor-\(UUID().uuidString)")
        // Rights alone do not tell: the disk may be full, or mounted for reading.
        guard (try? Data([0]).write(to: file)) != nil else {
            return Checkup(id, state, "\(path) cannot be written", advice: advice)
        }
        try? FileManager.default.removeItem(at: file)
        return Checkup(id, .ok, path)
    }

    /// A scan opens up to 256 connections, a simulation one socket a receiver.
    private static func openFiles() -> Checkup {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return Checkup("open-files", .unknown, "the limit cannot be read", isHint: true)
        }
        let most = limit.rlim_cur == rlim_t.max ? "unlimited" : "\(limit.rlim_cur)"
        guard limit.rlim_cur >= 512 else {
            return Checkup("open-files", .warn, "\(most) at one time", advice: "raise it: ulimit -n 1024")
        }
        return Checkup("open-files", .ok, "\(most) at one time")
    }
}
