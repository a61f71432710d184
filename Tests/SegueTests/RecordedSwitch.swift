import Foundation
import HarnessTestSupport

/// Recordings of one known switch, made by ffmpeg from marked assets of 320 x 180.
///
/// 36 frames of `base` (1.5 s), its last frame for 0.25 s more, 0.3 s of darkness, then `hevc` from its frame 3 on for 2 s. The
/// sound of `base` ends at 1.6 s; that of `hevc` begins 0.15 s after its picture.
struct RecordedSwitch {
    static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")

    let folder: URL
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    /// The assets, which all tests share.
    private static let assets = Task { () throws -> URL in
        let folder = Scratch.folder.appending(path: "segue-switch-assets-\(UUID().uuidString)")
        let script = root.appending(path: "Examples/SwitchAssets/make-assets.sh").path(percentEncoded: false)
        let run = try await Program.run(
            script,
            [folder.path(percentEncoded: false), "--seconds", "3", "--height", "180", "--only", "base,hevc,aspect"])
        guard run.exitCode == 0 else { throw RecordingNotMade(reason: run.errors) }
        return folder
    }

    init() async throws {
        folder = Scratch.folder.appending(path: "segue-recording-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        _ = try await Self.assets.value
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

    /// The list of the assets.
    var list: String { get async throws { try await asset("assets.json") } }

    func asset(_ name: String) async throws -> String {
        try await Self.assets.value.appending(path: name).path(percentEncoded: false)
    }

    /// Records the switch.
    ///
    /// - Parameters:
    ///   - rate: Pictures a second.
    ///   - second: The asset after.
    ///   - shown: How a receiver would show it in a picture of 320 x 180.
    ///   - filter: What happens to the picture on its way to the file.
    ///   - options: How it is encoded.
    func record(
        _ name: String, rate: Int = 60, filter: String = "null", then second: String = "hevc.mp4",
        shown: String = "null",
        options: [String] = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "18", "-c:a", "aac"]
    ) async throws -> String {
        let graph = """
            [0:v]trim=end_frame=36,setpts=PTS-STARTPTS,tpad=stop_mode=clone:stop_duration=0.25,fps=\(rate),format=yuv420p[a];
            color=black:s=320x180:r=\(rate):d=0.3,format=yuv420p[b];
            [1:v]trim=start_frame=3:end_frame=51,setpts=PTS-STARTPTS,setsar=1,\(shown),fps=\(rate),format=yuv420p[c];
            [a][b][c]concat=n=3:v=1,\(filter)[v];
            [0:a]atrim=end=1.6,asetpts=PTS-STARTPTS[d];anullsrc=r=48000:cl=stereo,atrim=end=0.6[e];
            [1:a]atrim=start=0.125:end=2.125,asetpts=PTS-STARTPTS[f];[d][e][f]concat=n=3:v=0:a=1[s]
            """
        try await ffmpeg(
            ["-i", asset("base.mp4"), "-i", asset(second), "-filter_complex", graph, "-map", "[v]", "-map", "[s]"]
                + options + [path(name)])
        return path(name)
    }

    func ffmpeg(_ arguments: [String]) async throws {
        let run = try await Program.run("/usr/bin/ffmpeg", ["-nostdin", "-v", "error", "-y"] + arguments)
        guard run.exitCode == 0 else { throw RecordingNotMade(reason: run.errors) }
    }
}

struct RecordingNotMade: Error, CustomStringConvertible {
    var reason: String
    var description: String { "no recording: \(reason)" }
}
