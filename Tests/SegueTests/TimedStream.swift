import Foundation
import HarnessTestSupport

/// A minute of pictures and sound in transport stream segments of ten seconds with ID3 tags every five seconds, made with
/// ffmpeg and `Tests/Fixtures/add-id3.py`.
final class TimedStream {
    let folder: URL
    /// The timestamp of the first picture.
    private(set) var first = 0

    static let isAvailable =
        FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")
        && FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures/add-id3.py").standardized.path(percentEncoded: false)

    init() async throws {
        folder = try Scratch.newFolder()
        let run = try await Program.run(
            "/usr/bin/ffmpeg",
            [
                "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=64x36:rate=25:duration=60", "-f",
                "lavfi", "-i", "sine=duration=60", "-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "50",
                "-keyint_min", "50", "-sc_threshold", "0", "-c:a", "aac", "-b:a", "32k", "-f", "segment",
                "-segment_time", "10", "-segment_format", "mpegts", path("plain-%d.ts"),
            ])
        guard run.exitCode == 0 else { throw TimedStreamError(text: run.errors) }
        let answer = try await Program.run(
            "/usr/bin/ffprobe",
            [
                "-v", "error", "-select_streams", "v", "-read_intervals", "%+0.5", "-show_entries", "packet=pts", "-of",
                "csv=p=0", path("plain-0.ts"),
            ])
        let times = answer.output.split(separator: "\n").compactMap { line in
            Int(line.prefix { $0.isNumber })
        }
        guard let first = times.min() else { throw TimedStreamError(text: answer.output + answer.errors) }
        self.first = first
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

    /// Writes one segment with tags; the options are those of the script.
    func segment(_ number: Int, as name: String, _ options: [String] = []) async throws {
        let run = try await Program.run(
            "/usr/bin/python3",
            [Self.script, path("plain-\(number).ts"), path(name), "--first", "\(first)"] + options)
        guard run.exitCode == 0 else { throw TimedStreamError(text: run.errors) }
    }

    /// Writes all six segments and their playlist.
    ///
    /// - Parameters:
    ///   - name: Names the playlist and the segments.
    ///   - options: Options of the script for each segment.
    ///   - tags: Date ranges of the playlist.
    func playlist(_ name: String, _ options: [Int: [String]] = [:], tags: [String] = []) async throws -> String {
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-TARGETDURATION:10",
            "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z",
        ]
        lines += tags
        for number in 0..<6 {
            try await segment(number, as: "\(name)-\(number).ts", options[number] ?? [])
            lines += ["#EXTINF:10,", "\(name)-\(number).ts"]
        }
        try (lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n").write(
            toFile: path("\(name).m3u8"), atomically: true, encoding: .utf8)
        return path("\(name).m3u8")
    }
}

struct TimedStreamError: Error { var text: String }
