import Foundation
import HLSPlaylists

/// Answers of asset lists, kept from check to check.
///
/// Asking an ad server burns a real decision and gives another answer every night. An answer is kept under the primary and
/// the event that asked, never under what was answered, so that a cell keeps its name when its ads change.
struct AssetListStore: Sendable {
    /// What to do when a list is wanted.
    enum Mode: String, Sendable, CaseIterable {
        /// Ask, and keep the answer.
        case live
        /// Take the kept answer, and ask nobody.
        case recorded
    }

    private let mode: Mode
    private let folder: String
    private let isAskedFor: Bool
    private let primary: String

    /// - Parameters:
    ///   - folder: Where answers are kept, a file for each primary.
    ///   - isAskedFor: Whether the user named the folder; else it is nobody's trouble when nothing can be kept there.
    ///   - primary: The primary whose breaks ask.
    init(mode: Mode, folder: String, isAskedFor: Bool, primary: AssetReference) {
        self.isAskedFor = isAskedFor
        self.mode = mode
        self.folder = folder
        // A file keeps its name wherever the program is started.
        if case .file(let path) = primary.location {
            self.primary = URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
        } else {
            self.primary = primary.description
        }
    }

    /// One kept answer.
    struct Answer: Codable, Hashable {
        /// The body as text; `nil` when the request failed.
        var body: String?
        /// Why the request failed; `nil` when it did not.
        var failure: String?
        /// Where the answer came from, without secrets: what relative addresses in it are resolved against.
        var answeredBy: String?
    }

    private struct Recording: Codable {
        var schema = "segue.asset-lists/1"
        var primary: String
        var answers: [String: Answer]
    }

    /// The file of the primary: a readable name, and a hash that tells same names apart.
    var file: String {
        let name = primary.split(separator: "/").suffix(2).joined(separator: "-")
        let readable = String(
            name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") ? $0 : "-" }.prefix(60))
        // FNV-1a, 64 bits.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in primary.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return "\(folder)/\(readable)-\(String(hash, radix: 16)).json"
    }

    /// Where answers are kept unless the user says otherwise, by the XDG base directory specification.
    static func usualFolder(_ environment: [String: String]) -> String {
        let cache = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (cache ?? (environment["HOME"] ?? "/tmp") + "/.cache") + "/segue/asset-lists"
    }

    /// The events with their lists answered: asked for, or from what was kept.
    ///
    /// - Returns: The answers by event, and what went wrong with keeping or finding them.
    func answers(
        for events: [InterstitialEvent], base: AssetReference, asking loader: InterstitialLoader
    ) async -> (answers: [String: AssetListAnswer], problems: [Diagnostic]) {
        let asked = events.filter { if case .list = $0.content { true } else { false } }
        guard !asked.isEmpty else { return ([:], []) }
        return switch mode {
        case .live: await ask(asked, base, loader)
        case .recorded: recall(asked)
        }
    }

    private func ask(
        _ events: [InterstitialEvent], _ base: AssetReference, _ loader: InterstitialLoader
    ) async -> ([String: AssetListAnswer], [Diagnostic]) {
        let answers = await loader.askLists(events, base: base)
        var recording = (try? read()) ?? Recording(primary: primary, answers: [:])
        for (id, answer) in answers { recording.answers[id] = Answer(answer) }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try encoder.encode(recording).write(to: URL(filePath: file), options: .atomic)
            // Lists hold signed addresses.
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
            return (answers, [])
        } catch {
            let problem = Diagnostic(
                isAskedFor ? .warning : .lint, code: "asset-list-not-kept",
                message: "the answers of asset lists cannot be kept: \(error.localizedDescription)", uri: file)
            return (answers, [problem])
        }
    }

    private func recall(_ events: [InterstitialEvent]) -> ([String: AssetListAnswer], [Diagnostic]) {
        let recording: Recording
        do {
            recording = try read()
        } catch {
            let why = FileManager.default.fileExists(atPath: file) ? "the file cannot be read" : "there is no such file"
            let problem = Diagnostic(
                .error, code: "asset-list-not-recorded",
                message: "no recorded answers of asset lists for \(primary): \(why); run once with --asset-lists live",
                uri: file)
            return (Dictionary(uniqueKeysWithValues: events.map { ($0.id, .notRecorded) }), [problem])
        }
        var answers: [String: AssetListAnswer] = [:]
        var problems: [Diagnostic] = []
        for event in events {
            if let answer = recording.answers[event.id] {
                answers[event.id] = AssetListAnswer(answer)
            } else {
                answers[event.id] = .notRecorded
                problems.append(
                    Diagnostic(
                        .error, code: "asset-list-not-recorded",
                        message:
                            "the recording has no answer for break '\(event.id)'; run once with --asset-lists live",
                        uri: file))
            }
        }
        return (answers, problems)
    }

    private func read() throws -> Recording {
        let data = try Data(contentsOf: URL(filePath: file))
        let recording = try JSONDecoder().decode(Recording.self, from: data)
        guard recording.schema == Recording(primary: "", answers: [:]).schema, recording.primary == primary else {
            throw CocoaError(.fileReadCorruptFile)
        }
        return recording
    }
}

extension AssetListStore.Answer {
    fileprivate init(_ answer: AssetListAnswer) {
        switch answer {
        case .body(let bytes, let reference):
            self.init(body: String(decoding: bytes, as: UTF8.self), answeredBy: reference.description)
        case .failed(let why): self.init(failure: why)
        }
    }
}

extension AssetListAnswer {
    fileprivate static let notRecorded = AssetListAnswer.failed("no answer was recorded")

    fileprivate init(_ answer: AssetListStore.Answer) {
        guard let body = answer.body else {
            self = .failed(answer.failure ?? "the recorded request failed")
            return
        }
        let reference = answer.answeredBy.flatMap { try? AssetReference(argument: $0) }
        self = .body(Array(body.utf8), reference ?? AssetReference(path: "recorded-asset-list"))
    }
}
