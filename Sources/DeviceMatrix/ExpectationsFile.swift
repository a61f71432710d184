import AirPlayReceivers
import Foundation

/// The shape of a file in `expectations/`.
struct ExpectationsFile: Decodable {
    let expectations: [Item]?

    struct Item: Decodable {
        let when: [String: OneOrMore]?
        let expect: String
        let sometimes: OneOrMore?
        let reason: String?
        let link: String?
        let failure: String?
    }

    /// A word, or a list of words.
    struct OneOrMore: Decodable {
        let words: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let word = try? container.decode(String.self) {
                words = [word]
            } else {
                words = try container.decode([String].self)
            }
        }
    }

    private static let conditions: [String: @Sendable (inout Expectation.Conditions, [Pattern]) -> Void] = [
        "class": { $0.receiverClass = $1 }, "tier": { $0.tier = $1 }, "receiver": { $0.receiver = $1 },
        "model": { $0.model = $1 }, "firmware": { $0.firmware = $1 }, "primary": { $0.primary = $1 },
        "event": { $0.event = $1 }, "position": { $0.position = $1 }, "asset": { $0.asset = $1 },
    ]

    /// Conditions with a fixed set of words; a misspelt one would cover nothing, and nobody would be told.
    private static let vocabularies: [String: [String]] = [
        "class": ReceiverClass.allCases.map(\.rawValue), "tier": DecodingTier.allCases.map(\.rawValue),
    ]

    /// The expectations, every word checked: a misspelt condition would otherwise expect something of every cell.
    func expectations(in document: MatrixDocument) throws(MatrixError) -> [Expectation] {
        try document.requireKeys(["expectations"], at: [])
        var result: [Expectation] = []
        for (index, item) in (expectations ?? []).enumerated() {
            let path = ["expectations", "\(index)"]
            try document.requireKeys(["when", "expect", "sometimes", "reason", "link", "failure"], at: path)
            var when = Expectation.Conditions()
            for (name, words) in (item.when ?? [:]).sorted(by: { $0.key < $1.key }) {
                guard let set = Self.conditions[name] else {
                    throw MatrixError(
                        file: document.file, line: document.line(of: path + ["when", name]),
                        message: "expectations.\(index).when.\(name): no condition; there are "
                            + Self.conditions.keys.sorted().joined(separator: ", "))
                }
                let patterns = words.words.map { Pattern($0) }
                if let known = Self.vocabularies[name],
                    let stray = patterns.first(where: { pattern in !known.contains { pattern.matches($0) } })
                {
                    throw MatrixError(
                        file: document.file, line: document.line(of: path + ["when", name]),
                        message: "expectations.\(index).when.\(name): '\(stray.text)' is none of "
                            + known.joined(separator: ", "))
                }
                set(&when, patterns)
            }
            result.append(
                Expectation(
                    when: when, expect: try ending(item.expect, in: document, path + ["expect"]),
                    sometimes: try (item.sometimes?.words ?? []).map { word throws(MatrixError) in
                        try ending(word, in: document, path + ["sometimes"])
                    }, reason: item.reason, link: item.link, failure: item.failure, file: document.file,
                    line: document.line(of: path)))
        }
        return result
    }

    private func ending(
        _ word: String, in document: MatrixDocument, _ path: [String]
    ) throws(MatrixError) -> Expectation.Ending {
        guard let ending = Expectation.Ending(rawValue: word) else {
            throw MatrixError(
                file: document.file, line: document.line(of: path),
                message: "\(path.joined(separator: ".")): '\(word)' is none of "
                    + Expectation.Ending.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return ending
    }
}

extension DeviceMatrix {
    /// The file that `segue expect update` writes, below the matrix folder.
    package static let recordedExpectations = "expectations/recorded.yaml"

    /// The texts of all YAML files of a folder, by path below it.
    package static func texts(in folder: String) throws(MatrixError) -> [String: String] { try files(in: folder) }

    /// Reads all expectations of a matrix folder, in the order of file names and lines; none without a folder.
    ///
    /// - Throws: ``MatrixError`` with file and line for the first thing that is wrong.
    package static func expectations(overlay folder: String?) throws(MatrixError) -> [Expectation] {
        guard let folder else { return [] }
        var result: [Expectation] = []
        for (path, text) in try files(in: folder).sorted(by: { $0.key < $1.key }) where path.hasPrefix("expectations/")
        {
            // A file whose every line is a comment has nothing to say.
            guard text.split(separator: "\n").contains(where: { !$0.drop(while: \.isWhitespace).hasPrefix("#") })
            else { continue }
            let document = try MatrixDocument(file: path, text: text)
            result += try document.decode(ExpectationsFile.self).expectations(in: document)
        }
        return result
    }
}
