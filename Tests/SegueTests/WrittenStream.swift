import Foundation
import HarnessTestSupport

/// A primary of six-second segments, or any other, and assets of given lengths, written into a folder of their own. It
/// holds no media: inspecting must not look for any.
final class WrittenStream {
    let folder: URL
    /// The primary.
    let path: String

    /// Writes a primary that begins on 2024-01-01 at midnight, with the date ranges of its breaks.
    init(segments: [Int], breaks: [Break] = [], isComplete: Bool = true) throws {
        folder = try Scratch.newFolder()
        path = folder.appending(path: "main.m3u8").path()
        var tags: [String] = []
        for entry in breaks {
            for seconds in entry.assets { try writeAsset(seconds) }
            tags.append(entry.tag(in: folder))
        }
        try Self.playlist(segments: segments, tags: tags, isComplete: isComplete)
            .write(toFile: path, atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// One break of a single asset.
    struct Break {
        var id: String
        var at: Int
        var assets: [Int]
        var attributes = ""

        init(_ id: String, at: Int, plays: Int, _ attributes: String = "") {
            (self.id, self.at, assets, self.attributes) = (id, at, [plays], attributes)
        }

        func tag(in folder: URL) -> String {
            let time = "2024-01-01T00:\(at / 60 < 10 ? "0" : "")\(at / 60):\(at % 60 < 10 ? "0" : "")\(at % 60).000Z"
            let asset = "file://" + folder.appending(path: "asset-\(assets[0])s.m3u8").path()
            return "#EXT-X-DATERANGE:ID=\"\(id)\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"\(time)\","
                + "X-ASSET-URI=\"\(asset)\"" + (attributes.isEmpty ? "" : ",\(attributes)")
        }
    }

    /// Writes an asset of one segment beside the primary.
    func writeAsset(_ seconds: Int) throws {
        try Self.playlist(segments: [seconds], tags: [], isComplete: true)
            .write(toFile: folder.appending(path: "asset-\(seconds)s.m3u8").path(), atomically: true, encoding: .utf8)
    }

    /// The text of a media playlist.
    static func playlist(segments: [Int], tags: [String], isComplete: Bool, sequence: Int = 0) -> String {
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-TARGETDURATION:\(segments.max() ?? 1)",
            "#EXT-X-MEDIA-SEQUENCE:\(sequence)",
            "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:\(sequence < 10 ? "0" : "")\(sequence).000Z",
        ]
        lines += tags
        for (index, seconds) in segments.enumerated() { lines += ["#EXTINF:\(seconds),", "s\(sequence + index).ts"] }
        return (lines + (isComplete ? ["#EXT-X-ENDLIST"] : []) + [""]).joined(separator: "\n")
    }
}

/// What the tests read of `segue.presentation/1`. Times are compared as exact decimals.
struct InspectAnswer: Decodable {
    struct Stretch: Decodable {
        var type: String
        var fromSeconds: Decimal
        var toSeconds: Decimal?
        var id: String?
        var playsSeconds: Decimal?
        var resumeSeconds: Decimal?
    }
    struct Event: Decodable {
        struct Asset: Decodable {
            var uri: String
            var failure: String?
        }
        var id: String
        var origin: String
        var restrict: [String]
        var startDate: String?
        var startSeconds: Decimal?
        var resumeSeconds: Decimal?
        var wereAssetsRead: Bool
        var outcome: String
        var assets: [Asset]
        var uri: String?
        var line: Int?
    }
    struct Span: Decodable {
        var fromSeconds: Decimal
        var toSeconds: Decimal?
        var id: String?
        var seekForward: Bool
        var guardedBreaks: [String]
    }
    struct Diagnostic: Decodable {
        var severity: String
        var code: String
        var uri: String?
        var line: Int?
    }
    struct Timelines: Decodable {
        var playoutSeconds: Decimal?
        var integratedSeconds: Decimal?
    }
    struct Unscheduled: Decodable {
        var id: String
        var reason: String
    }
    struct Choice: Decodable {
        var topic: String
        var id: String
    }
    struct Usage: Decodable { var bytes: Int }
    struct Variant: Decodable { var label: String }
    struct Rendition: Decodable { var name: String }
    var variants: [Variant]
    var renditions: [Rendition]
    var events: [Event]
    var replacedEvents: [String]
    var eventsFrom: String
    var startPositionSeconds: Decimal
    var schedule: [Stretch]
    var timelines: Timelines
    var navigation: [Span]
    var choices: [Choice]
    var notScheduled: [Unscheduled]
    var diagnostics: [Diagnostic]
    var audit: [Diagnostic]
    var usage: Usage
    var outcome: String

    init(_ text: String) throws {
        self = try JSONDecoder().decode(InspectAnswer.self, from: Data(text.utf8))
    }

    /// The schedule in one line: `P 0-4 | I ad @4 +15 ->4 | P 4-6`.
    var compact: String {
        func text(_ number: Decimal?, _ absent: String = "") -> String { number.map { "\($0)" } ?? absent }
        return schedule.map { item in
            item.type == "primary"
                ? "P \(item.fromSeconds)-\(text(item.toSeconds))"
                : "I \(item.id ?? "") @\(item.fromSeconds) +\(text(item.playsSeconds, "?"))"
                    + " ->\(text(item.resumeSeconds, "end"))"
        }.joined(separator: " | ")
    }
}
