import Dispatch
import Foundation
import Glibc
import MediaFormats

/// Measurements of earlier runs, in files of the user's cache folder.
///
/// An entry is found by what was measured and by which build of the instruments, and counts only while the resource is in
/// the state in which it was measured: the origin, or the file system, is asked each time. So a cache saves bytes and work
/// and never changes a fact. Names are digests, and no entry holds a URL or a path. Entries are written whole or not at
/// all, by as many processes as like; one that is damaged is no entry.
package final class MeasurementCache: Sendable {
    private let folder: String
    private let limit: Int
    private let instruments: String
    private let queue = DispatchQueue(label: "segue.cache", attributes: .concurrent)

    /// Parts into which entries are spread by the first two digits of their names; each is kept within its share of the limit.
    private static let shelves = 256
    /// Changes with the form of an entry.
    private static let form = "segue-measurement-2"

    /// Prepares a cache; nothing is touched before the first entry.
    ///
    /// - Parameters:
    ///   - folder: Where entries lie; made when needed.
    ///   - limit: Bytes that all entries together may take, more or less.
    ///   - programs: The instruments. When one of them is built anew, older entries do not count any more.
    package init(folder: String, limit: Int = 64 << 20, programs: [String] = MeasurementCache.instrumentPrograms) {
        self.folder = folder
        self.limit = limit
        instruments = programs.map { path in
            var status = stat()
            guard stat(path, &status) == 0 else { return "-" }
            return "\(status.st_size)/\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
        }.joined(separator: " ")
    }

    /// The cache that the environment asks for; `nil` when it turns caching off or names no folder.
    ///
    /// - Parameter environment: Where ``folder(in:)`` looks.
    package convenience init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard let folder = Self.folder(in: environment) else { return nil }
        self.init(folder: folder)
    }

    /// Where measurements are kept: below the absolute path in `SEGUE_CACHE`, else in the user's cache folder; `nil` when
    /// `SEGUE_CACHE` is `off`, or nothing names a folder.
    ///
    /// What is kept has a folder of its own in it, so that making room never touches anything else there.
    ///
    /// - Parameter environment: Where `SEGUE_CACHE`, `XDG_CACHE_HOME` and `HOME` are looked up.
    package static func folder(in environment: [String: String]) -> String? {
        func path(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        guard environment["SEGUE_CACHE"]?.lowercased() != "off" else { return nil }
        if let chosen = path("SEGUE_CACHE") { return chosen + "/measurements" }
        return (path("XDG_CACHE_HOME") ?? path("HOME").map { $0 + "/.cache" }).map { $0 + "/segue/measurements" }
    }

    /// This program, its worker, and the list of shared libraries, which changes when FFmpeg is updated.
    package static let instrumentPrograms = ["/proc/self/exe", ProbeWorkerPool.defaultExecutable, "/etc/ld.so.cache"]

    /// The name of the entry for a subject, described in words that make a difference.
    func name(of subject: String) -> String {
        SHA256.hex("\(Self.form)\n\(instruments)\n\(subject)".utf8)
    }

    /// The entry with this name; `nil` when there is none or it is damaged.
    func entry(named name: String) async -> Entry? {
        await onQueue { [self] in
            guard let text = try? Data(contentsOf: URL(filePath: path(name))), text.count > 65 else { return nil }
            let (digest, body) = (text.prefix(64), text.dropFirst(65))
            guard digest.elementsEqual(SHA256.hex(body).utf8) else { return nil }
            guard let entry = try? JSONDecoder().decode(Entry.self, from: body) else { return nil }
            // What is used stays longest.
            utimensat(AT_FDCWD, path(name), nil, 0)
            return entry
        }
    }

    /// Keeps an entry, and drops those of its shelf that were used least recently while they take too much room.
    ///
    /// A cache that cannot be written to is none; nothing depends on it.
    func store(_ entry: Entry, named name: String) async {
        await onQueue { [self] in
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            guard let body = try? encoder.encode(entry) else { return }
            let shelf = shelf(name)
            try? FileManager.default.createDirectory(
                atPath: shelf, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let draft = shelf + "/draft-\(getpid())-\(UInt64.random(in: 0 ... .max))"
            let text = Data(SHA256.hex(body).utf8) + Data("\n".utf8) + body
            guard (try? text.write(to: URL(filePath: draft))) != nil else { return }
            if rename(draft, path(name)) != 0 { unlink(draft) }
            makeRoom(in: shelf, keeping: path(name))
        }
    }

    /// Drops what was used least recently. The newest entry stays whatever the clock says: times of files stand still for
    /// milliseconds.
    private func makeRoom(in shelf: String, keeping newest: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: shelf)) ?? []
        var files: [(path: String, size: Int, used: Duration)] = names.compactMap { name in
            var status = stat()
            guard stat(shelf + "/" + name, &status) == 0 else { return nil }
            let used = Duration.seconds(status.st_mtim.tv_sec) + .nanoseconds(status.st_mtim.tv_nsec)
            return (shelf + "/" + name, Int(status.st_size), used)
        }
        var total = files.reduce(0) { $0 + $1.size }
        guard total > limit / Self.shelves else { return }
        files.sort { ($0.used, $0.path) < ($1.used, $1.path) }
        for file in files where file.path != newest {
            guard total > limit / Self.shelves * 3 / 4 else { return }
            unlink(file.path)
            total -= file.size
        }
    }

    private func shelf(_ name: String) -> String { folder + "/" + name.prefix(2) }

    private func path(_ name: String) -> String { shelf(name) + "/" + name.dropFirst(2) }

    private func onQueue<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: work()) } }
    }

    /// What is kept of a measurement.
    struct Entry: Sendable, Hashable, Codable {
        /// The state of each resource that was read, in the order of reading.
        var revisions: [ContentRevision]
        /// What was found.
        var media: MeasuredMedia
        /// What finding it took.
        var cost: FetchUsage
    }
}
