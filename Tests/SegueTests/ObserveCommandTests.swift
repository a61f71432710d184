import Foundation
import HarnessTestSupport
import Testing

@Suite(.enabled(if: RecordedSwitch.isAvailable, "ffmpeg is not installed")) struct ObserveCommandTests {
    struct Answer: Decodable {
        struct Transition: Decodable {
            var from: String
            var to: String
            var lastFrame: Int
            var firstFrame: Int
            var freezeMilliseconds: Double
            var blackMilliseconds: Double
            var longestWaitMilliseconds: Double
            var startMilliseconds: Double?
            var missingFrames: Int?
            var silenceMilliseconds: Double?
            var soundAfterPictureMilliseconds: Double?
            var soundLatenessAfterMilliseconds: Double?
            var pictureResolutionMilliseconds: Double
        }
        struct Marker: Decodable {
            var blended: Int
            var cellPixels: Double?
        }
        var transitions: [Transition]
        var marker: Marker
    }

    private func answer(_ arguments: [String]) async throws -> Answer {
        let run = try await Program.segue(["observe", "--json"] + arguments)
        #expect(run.exitCode == 0, "\(run.errors)")
        return try JSONDecoder().decode(Answer.self, from: Data(run.output.utf8))
    }

    /// The times by construction, to a picture of the recording.
    private func expectKnown(_ answer: Answer, rate: Double) throws {
        let found = try #require(answer.transitions.first)
        let picture = 1000 / rate + 1.5
        func near(_ value: Double?, _ expected: Double, _ tolerance: Double) -> Bool {
            value.map { abs($0 - expected) <= tolerance } ?? false
        }
        #expect(answer.transitions.count == 1)
        #expect(found.from == "base" && found.to == "hevc" && found.lastFrame == 35 && found.firstFrame == 3)
        #expect(near(found.freezeMilliseconds, 250, picture), "\(found)")
        #expect(near(found.blackMilliseconds, 300, picture), "\(found)")
        #expect(near(found.longestWaitMilliseconds, 550, picture), "\(found)")
        #expect(near(found.startMilliseconds, 425, picture), "\(found)")
        #expect(near(found.silenceMilliseconds, 600, 10), "\(found)")
        #expect(near(found.soundAfterPictureMilliseconds, 150, picture + 10), "\(found)")
        #expect(near(found.soundLatenessAfterMilliseconds, 150, picture + 10), "\(found)")
        #expect(found.missingFrames == 0)
        #expect(near(found.pictureResolutionMilliseconds, 1000 / rate, 1))
    }

    @Test(
        "A known switch is read however it was recorded",
        arguments: [
            ("plain", 60, "null"), ("at 30", 30, "null"), ("at 240", 240, "null"),
            ("turned by 4 degrees", 60, "rotate=4*PI/180:ow=iw:oh=ih"),
            ("from the side", 60, "perspective=20:8:305:20:2:172:318:160:sense=destination"),
            ("dim", 60, "lutyuv=y=val*0.3"), ("in a bright room", 60, "lutyuv=y=110+val*0.2"),
            ("with noise", 60, "noise=alls=30:allf=t"), ("out of focus", 60, "gblur=sigma=2.5"),
            ("in part of the picture", 60, "scale=240:-2,pad=480:270:150:70:color=0x506070"),
            ("cropped to the marker", 60, "crop=252:70:34:16"), ("letterboxed", 60, "scale=320:136,pad=320:180:0:22"),
            ("on its side", 60, "transpose=1"), ("upside down", 60, "hflip,vflip"),
            ("moving", 60, "pad=360:220:20:20:color=0x303030,crop=320:180:20+15*sin(t*6):20+12*cos(t*5)"),
        ])
    func known(name: String, rate: Int, filter: String) async throws {
        let recording = try await RecordedSwitch()
        defer { recording.remove() }
        let file = try await recording.record("r.mp4", rate: rate, filter: filter)
        try expectKnown(try await answer([file, "--assets", recording.list]), rate: Double(rate))
    }

    /// A camera whose exposure covers four of 240 pictures a second.
    @Test func picturesOfTwoFramesAreReadAsOneOfThem() async throws {
        let recording = try await RecordedSwitch()
        defer { recording.remove() }
        let file = try await recording.record("r.mp4", rate: 240, filter: "tmix=frames=4,fps=60")
        let answer = try await answer([file, "--assets", recording.list])
        #expect(answer.marker.blended > 0)
        #expect(answer.transitions.first?.lastFrame == 35 && answer.transitions.first?.firstFrame == 3)
    }

    @Test(
        "Forms in which recordings come",
        arguments: [
            (
                "r.mkv",
                [
                    "-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le", "-x265-params",
                    "log-level=error",
                ]
            ),
            ("r.mkv", ["-c:v", "libx264rgb", "-preset", "ultrafast"]),
            ("r.ts", ["-c:v", "libx264", "-preset", "ultrafast"]),
            ("r.nut", ["-c:v", "ffv1", "-c:a", "pcm_s16le"]),
            ("r.avi", ["-c:v", "mjpeg", "-q:v", "3", "-c:a", "pcm_s16le"]),
        ])
    func forms(name: String, options: [String]) async throws {
        let recording = try await RecordedSwitch()
        defer { recording.remove() }
        let file = try await recording.record(name, options: options)
        try expectKnown(try await answer([file, "--assets", recording.list]), rate: 60)
    }

    @Test func aFolderIsNoRecording() async throws {
        let run = try await Program.segue(["observe", "/"])
        #expect(run.exitCode == 2)
        #expect(run.errors.hasPrefix("segue: /: "), "\(run.errors)")
    }

    @Test func anAssetOfAnotherShapeIsFoundAtItsOwnPlace() async throws {
        let recording = try await RecordedSwitch()
        defer { recording.remove() }
        let file = try await recording.record(
            "r.mp4", then: "aspect.mp4", shown: "scale=240:180,pad=320:180:40:0,setsar=1")
        let answer = try await answer([file, "--assets", recording.list])
        #expect(answer.transitions.map(\.to) == ["aspect"] && answer.transitions.first?.firstFrame == 3)
    }

    @Test(.enabled(if: JSONSchema.isAvailable)) func theDocumentFollowsItsSchema() async throws {
        let recording = try await RecordedSwitch()
        defer { recording.remove() }
        let file = try await recording.record("r.mp4", rate: 30)
        let measured = recording.path("m.jsonl")
        // The second time line began 1.925 s after the first picture, so 0.925 s after a command at 1 s.
        try #"{"from":"base","to":"hevc","milliseconds":975,"measuredAt":"2026-11-21T18:00:01.000Z"}"#.write(
            toFile: measured, atomically: true, encoding: .utf8)
        let run = try await Program.segue([
            "observe", file, "--json", "--assets", recording.list, "--against", measured, "--started-at",
            "2026-11-21T18:00:00Z",
        ])
        #expect(try await JSONSchema(document: "segue.observe/1").complaints(about: run.output) == "")
        struct Document: Decodable {
            struct Against: Decodable { var biasMilliseconds: Double? }
            var against: Against?
        }
        let bias = try JSONDecoder().decode(Document.self, from: Data(run.output.utf8)).against?.biasMilliseconds
        #expect(bias.map { abs($0 - 50) < 35 } == true, "\(run.output)")
    }

    @Test func switchesBecomeObservationsThatCalibrateReads() async throws {
        let recording = try await RecordedSwitch()
        defer { recording.remove() }
        let file = try await recording.record("r.mp4")
        let out = recording.path("lab.jsonl")
        for _ in 0..<2 {
            let run = try await Program.segue([
                "observe", file, "--quiet", "--assets", recording.list, "--out", out, "--kind", "interstitial",
                "--receiver-id", "aa:bb", "--receiver-class", "smart-tv", "--tier", "low", "--firmware", "2",
            ])
            #expect(run.exitCode == 0 && run.output.isEmpty, "\(run.errors)")
        }
        let lines = try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n")
        // Twice start, picture and sound: the file grows.
        #expect(lines.count == 6)
        #expect(lines.allSatisfy { $0.contains(#""changes":["video.codec_family"]"#) })
        let calibrated = try await Program.segue(["calibrate", out])
        // It has no matched pair, so nothing is learned; but every line is understood.
        #expect(calibrated.exitCode == 2 && calibrated.output.contains("fewer than 3 matched pairs"))
    }

    @Test func damagedRecordingsAreRefusedByName() async throws {
        let recording = try await RecordedSwitch()
        defer { recording.remove() }
        let file = try await recording.record("r.mp4")
        let bytes = try Data(contentsOf: URL(filePath: file))
        try bytes.prefix(bytes.count / 2).write(to: URL(filePath: recording.path("half.mp4")))
        try Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }).write(
            to: URL(filePath: recording.path("noise.mp4")))
        try Data().write(to: URL(filePath: recording.path("empty.mp4")))
        try await recording.ffmpeg(["-i", file, "-vn", "-c:a", "copy", recording.path("sound.mp4")])
        try await recording.ffmpeg(["-i", file, "-vf", "setpts=4*PTS", "-an", recording.path("slow.mp4")])
        try await recording.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=d=0.3:r=30:s=320x180", recording.path("other.mp4"),
        ])
        let cases = [
            ("half.mp4", "cut short"), ("noise.mp4", "not audio or video"), ("empty.mp4", "the file is empty"),
            ("sound.mp4", "holds no pictures"), ("slow.mp4", "(wrong-speed)"), ("other.mp4", "(no-marker)"),
            ("nowhere.mp4", "No such file"),
        ]
        for (name, words) in cases {
            let run = try await Program.segue(["observe", recording.path(name), "--assets", recording.list])
            #expect(run.exitCode == 2, "\(name): \(run.output)")
            #expect(run.errors.contains(words), "\(name): \(run.errors)")
        }
    }

    @Test func aListOfTheWaveFrameworkIsReadLikeARecording() async throws {
        let folder = Scratch.folder.appending(path: "segue-wave-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "qr_code_list.csv").path(percentEncoded: false)
        var text = "Camera Frame,Content ID,Media Time,Frame Number,Frame Rate,Location\r\n"
        for frame in 0..<200 { text += "\(frame),A1,0,\(frame / 4 + 1),25,[]\r\n" }
        for frame in 0..<100 { text += "\(frame + 230),B1,0,\(frame / 4 + 1),25,[]\r\n" }
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let answer = try await answer([file, "--camera-rate", "100"])
        #expect(answer.transitions.first?.startMilliseconds == 300)
        #expect(try await Program.segue(["observe", file]).exitCode == 64)
    }

    /// A switch each, 0.3 s without a code; but the second test runs at 50 frames a second instead of the 25 that it says.
    @Test func ofAListOfSeveralTestsWhatCannotBeTrustedIsToldAndTheOthersAreKept() async throws {
        var text = "Camera Frame,Content ID,Media Time,Frame Number,Frame Rate,Location,Test ID\r\n"
        for (test, length) in [(1, 4), (2, 2), (3, 4)] {
            text += "\(test * 1000),,,,,,test-\(test)\r\n"
            for (content, from, count) in [("A", 0, 200), ("B", 230, 100)] {
                for camera in 0..<count {
                    text += "\(test * 1000 + from + camera),\(content)\(test),0,\(camera / length + 1),25,[],\r\n"
                }
            }
        }
        let file = try Scratch.file(text, "csv")
        let run = try await Program.segue(["observe", file, "--camera-rate", "100", "--json"])
        #expect(run.exitCode == 0)
        let answer = try JSONDecoder().decode(Answer.self, from: Data(run.output.utf8))
        #expect(answer.transitions.map(\.to) == ["B1 at 25", "B3 at 25"])
        #expect(
            run.errors == "segue: \(file): part 2 is left out: cannot be trusted (wrong-speed): "
                + "'A2 at 25' runs at 50.0 frames a second instead of 25.0; a slow-motion or converted file does not show true "
                + "times, so use the file as the camera wrote it\n")
    }

    @Test(
        "Wrong use is refused before any work",
        arguments: [
            ["observe"], ["observe", "x.mp4", "--out", "y"], ["observe", "x.mp4", "--kind", "interstitial"],
            ["observe", "x.mp4", "--started-at", "noon"], ["observe", "x.csv", "--camera-rate", "0"],
        ])
    func wrongUse(arguments: [String]) async throws {
        #expect(try await Program.segue(arguments).exitCode == 64)
    }
}
