import Foundation
import HLSPlaylists

/// Ads from a file of an ad server or of a team: VAST, CSV, or one reference a line.
struct CreativeList: Hashable {
    /// One ad.
    struct Creative: Hashable {
        /// What the file calls it; it is told, but no result is named by it.
        var name: String
        /// The asset: a path or URL.
        var asset: String
        /// Primary time at which it plays; `nil` leaves it to the check.
        var time: Duration?
    }

    /// The ads, in the order of the file.
    var creatives: [Creative]
    /// What was left out, and why, as lines for people.
    var leftOut: [String]

    /// Most bytes of a file.
    static let mostBytes = 16 << 20
    /// Most ads that are taken.
    static let mostCreatives = 500

    /// Reads a file.
    ///
    /// - Throws: ``Failure`` when it cannot be read or holds no ad.
    static func read(file: String) throws(Failure) -> CreativeList {
        guard let data = try? FileHandle(forReadingAtPath: file)?.read(upToCount: mostBytes + 1) else {
            throw Failure(message: "\(file): no such file, or not readable", code: 2)
        }
        guard data.count <= mostBytes else {
            throw Failure(message: "\(file): more than \(mostBytes >> 20) MiB", code: 2)
        }
        let text = String(decoding: data, as: UTF8.self)
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        var list: CreativeList
        do throws(CreativeListProblem) {
            list = start.hasPrefix("<") ? try VASTReader.read(data) : try CreativeList(lines: text)
        } catch {
            throw Failure(message: "\(file)\(error.line.map { ":\($0)" } ?? ""): \(error.message)", code: 2)
        }
        guard !list.creatives.isEmpty else {
            let why = list.leftOut.first.map { "; \($0)" } ?? ""
            throw Failure(message: "\(file): it names no ad that could be checked\(why)", code: 2)
        }
        if list.creatives.count > mostCreatives {
            list.leftOut.append("\(list.creatives.count - mostCreatives) ads beyond the first \(mostCreatives)")
            list.creatives.removeLast(list.creatives.count - mostCreatives)
        }
        // What a file names is relative to it, as in a playlist.
        let base = AssetReference(path: file)
        for index in list.creatives.indices where !list.creatives[index].asset.contains("://") {
            if case .file(let path)? = try? base.resolving(list.creatives[index].asset).location {
                list.creatives[index].asset = path
            }
        }
        return list
    }

    init(creatives: [Creative] = [], leftOut: [String] = []) {
        self.creatives = creatives
        self.leftOut = leftOut
    }

    /// Lines of `asset`, `asset@seconds`, or CSV with a head line of which `asset` (or `url`) is a column; `time` and
    /// `name` are others. Lines that begin with `#` say nothing.
    init(lines text: String) throws(CreativeListProblem) {
        self.init()
        var columns: [String]?
        for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = raw.trimmingCharacters(in: .whitespaces.union(["\u{FEFF}"]))
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            let fields = Self.fields(line)
            if columns == nil {
                let names = fields.map { $0.lowercased() }
                columns = names.contains("asset") || names.contains("url") ? names : []
                if columns != [] { continue }
            }
            creatives.append(try Self.creative(fields, columns ?? [], line: index + 1))
        }
    }

    private static func creative(
        _ fields: [String], _ columns: [String], line: Int
    ) throws(CreativeListProblem) -> Creative {
        func field(_ names: String...) -> String? {
            let index = columns.firstIndex(where: names.contains)
            return index.flatMap { fields.indices.contains($0) && !fields[$0].isEmpty ? fields[$0] : nil }
        }
        var asset = columns.isEmpty ? fields[0] : field("asset", "url") ?? ""
        var time = columns.isEmpty && fields.count > 1 ? fields[1] : field("time", "seconds", "at")
        if columns.isEmpty, fields.count == 1, let at = asset.lastIndex(of: "@"),
            Duration(decimalSeconds: asset[asset.index(after: at)...]) != nil
        {
            time = String(asset[asset.index(after: at)...])
            asset = String(asset[..<at])
        }
        guard !asset.isEmpty else { throw CreativeListProblem(line: line, message: "names no asset") }
        do {
            _ = try AssetReference(argument: asset)
        } catch {
            throw CreativeListProblem(line: line, message: error.description)
        }
        var seconds: Duration?
        if let time {
            seconds = Duration(decimalSeconds: time)
            guard seconds != nil else {
                throw CreativeListProblem(line: line, message: "'\(time.prefix(40))' is no number of seconds")
            }
        }
        return Creative(name: field("name", "id") ?? asset, asset: asset, time: seconds)
    }

    /// The fields of a line of CSV (RFC 4180), without line feeds inside quotes.
    private static func fields(_ line: String) -> [String] {
        var fields: [String] = []
        var field = ""
        var isQuoted = false
        var previous: Character?
        for character in line {
            switch character {
            case "\"":
                if !isQuoted, previous == "\"" { field.append("\"") }
                isQuoted.toggle()
            case "," where !isQuoted:
                fields.append(field.trimmingCharacters(in: .whitespaces))
                field = ""
            default: field.append(character)
            }
            previous = character
        }
        return fields + [field.trimmingCharacters(in: .whitespaces)]
    }
}

/// What is wrong in a list of creatives, and where.
struct CreativeListProblem: Error, Hashable {
    /// 1-based line, if known.
    var line: Int?
    /// What is wrong.
    var message: String
}
