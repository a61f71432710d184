import MediaFormats
import Testing

@testable import ReceiverMeasuring

@Suite struct RecordingAnalysisTests {
    /// 72 frames of the first asset (3 s), its last frame for 0.25 s more, 0.3 s of darkness, then 72 frames of the second
    /// one, from its frame 3 on. The second asset's sound begins 0.15 s after its picture.
    private func switched(rate: Double) -> WrittenRecording {
        var recording = WrittenRecording(rate: rate)
        recording.play(0, from: 0, count: 72, framesPerSecond: 24)
        recording.show(.marked(asset: 0, frame: 71, isBlended: false), seconds: 0.25)
        recording.show(.black, seconds: 0.3)
        recording.play(2, from: 3, count: 72, framesPerSecond: 24)
        recording.sound(700, from: 0, to: 3.1, ticks: [0, 1, 2, 3])
        recording.sound(0, from: 3.1, to: 3.7)
        // Its frame 24 is due at 3.425 + 1; its tick comes 0.15 s later.
        recording.sound(900, from: 3.7, to: 6.7, ticks: [4.57, 5.57])
        return recording
    }

    @Test("A switch is what was written", arguments: [240.0, 120, 60, 48])
    func known(rate: Double) throws {
        let analysis = try RecordingAnalysis(switched(rate: rate).part, assets: WrittenRecording.assets)
        let found = try #require(analysis.transitions.first)
        let picture = Int(1e6 / rate) + 1
        func near(_ value: Int?, _ expected: Int, within tolerance: Int) -> Bool {
            value.map { abs($0 - expected) <= tolerance } ?? false
        }
        #expect(analysis.transitions.count == 1)
        #expect(found.from.name == "base" && found.to.name == "hevc")
        #expect((found.lastFrame, found.firstFrame) == (71, 3))
        #expect(near(found.boundary, 3_000_000, within: picture))
        #expect(near(found.freeze, 250_000, within: picture))
        #expect(near(found.black, 300_000, within: picture))
        #expect(near(found.longestWait, 550_000, within: picture))
        // Frame 3 appeared at 3.55 s, so frame 0 was due at 3.425 s.
        #expect(near(found.start, 425_000, within: picture))
        #expect(found.unreadable == 0)
        #expect((found.missingFrames, found.repeatedFrames, found.unplayedFrames) == (0, 0, 168))
        #expect(found.silence == 600_000)
        #expect(near(found.soundAfterPicture, 150_000, within: picture))
        #expect(near(found.soundLatenessBefore, 0, within: picture))
        #expect(near(found.soundLatenessAfter, 145_000, within: picture + 5000))
        #expect(near(found.pictureResolution, picture, within: 2))
        #expect(analysis.interruptions.isEmpty)
    }

    @Test func framesLeftOutAndRepeatedAreCounted() throws {
        var recording = WrittenRecording(rate: 120)
        recording.play(0, from: 0, count: 48, framesPerSecond: 24, without: [40])
        recording.play(2, from: 0, count: 72, framesPerSecond: 24, without: [10, 11])
        let found = try #require(
            try RecordingAnalysis(recording.part, assets: WrittenRecording.assets).transitions.first)
        #expect(found.missingFrames == 3)
        // Frame 39 stood for 40; frame 9 for 10 and 11.
        #expect(found.repeatedFrames == 3)
        #expect(found.freeze <= 8334 && found.longestWait >= 75_000)
        #expect(found.silence == nil && found.soundLatenessBefore == nil)
    }

    @Test func aRecordingSlowerThanTheAssetTellsNoMissingFrames() throws {
        var recording = WrittenRecording(rate: 20)
        recording.play(0, from: 0, count: 48, framesPerSecond: 24)
        recording.play(2, from: 0, count: 48, framesPerSecond: 24)
        let found = try #require(
            try RecordingAnalysis(recording.part, assets: WrittenRecording.assets).transitions.first)
        #expect(found.missingFrames == nil && found.repeatedFrames == nil)
    }

    @Test func aStallWithinAnAssetIsAnInterruption() throws {
        var recording = WrittenRecording(rate: 60)
        recording.play(0, from: 0, count: 24, framesPerSecond: 24)
        recording.show(.marked(asset: 0, frame: 23, isBlended: false), seconds: 0.5)
        recording.show(.black, seconds: 0.25)
        recording.play(0, from: 24, count: 48, framesPerSecond: 24)
        let analysis = try RecordingAnalysis(recording.part, assets: WrittenRecording.assets)
        let stop = try #require(analysis.interruptions.first)
        #expect(analysis.transitions.isEmpty && analysis.interruptions.count == 1)
        #expect(stop.frame == 23 && abs(stop.wait - 750_000) < 17_000 && abs(stop.black - 250_000) < 17_000)
    }

    @Test func whatHidesInUnreadablePicturesIsNotClaimed() throws {
        var recording = WrittenRecording(rate: 120)
        recording.play(0, from: 0, count: 48, framesPerSecond: 24)
        recording.show(.unreadable, seconds: 0.5)
        recording.play(0, from: 60, count: 48, framesPerSecond: 24)
        recording.play(2, from: 0, count: 24, framesPerSecond: 24)
        recording.show(.unreadable, seconds: 0.3)
        recording.play(2, from: 31, count: 24, framesPerSecond: 24)
        let analysis = try RecordingAnalysis(recording.part, assets: WrittenRecording.assets)
        #expect(analysis.interruptions.isEmpty)
        #expect(analysis.transitions.first?.missingFrames == 0)
    }

    /// A screen recorder that keeps a picture only when something changes.
    @Test func picturesOfUnevenLengthKeepTheirOwnTimes() throws {
        let whole = switched(rate: 240).part
        var sparse = RecordingPart()
        for index in 0..<whole.pictureCount where index == 0 || whole.picture(index) != whole.picture(index - 1) {
            sparse.append(whole.picture(index), at: whole.pictureTimes[index])
        }
        // Content at an uneven pace: every third frame comes a little early.
        sparse.pictureTimes = sparse.pictureTimes.enumerated().map {
            $0.offset % 3 == 1 ? $0.element - 14_000 : $0.element
        }
        let analysis = try RecordingAnalysis(sparse, assets: WrittenRecording.assets)
        let found = try #require(analysis.transitions.first)
        #expect(!analysis.calibration.isSteady)
        #expect(abs(found.freeze - 250_000) <= 15_000 && abs(found.black - 300_000) <= 15_000)
    }

    @Test func oneWrongMarkerIsRefusedAndChangesNothing() throws {
        let clean = switched(rate: 120).part
        var part = RecordingPart()
        for index in 0..<clean.pictureCount {
            let wrong = RecordedPicture.marked(asset: 0, frame: 1999, isBlended: false)
            part.append(index == 100 ? wrong : clean.picture(index), at: clean.pictureTimes[index])
        }
        let analysis = try RecordingAnalysis(part, assets: WrittenRecording.assets)
        #expect(analysis.calibration.misread == 1)
        #expect(analysis.transitions.count == 1 && analysis.transitions.first?.lastFrame == 71)
    }

    private static func doubtful(_ code: String) -> WrittenRecording {
        var recording = WrittenRecording(rate: 60)
        switch code {
        case "no-marker": recording.show(.unreadable, seconds: 2)
        case "few-markers": recording.show(.marked(asset: 0, frame: 1, isBlended: false), seconds: 0.1)
        case "unreadable-markers":
            for frame in 0..<40 {
                recording.show(.marked(asset: 0, frame: frame, isBlended: false), seconds: 1 / 60.0)
                recording.show(.unreadable, seconds: 2 / 60.0)
            }
        case "contradictory-markers":
            for frame in 0..<60 {
                let number = frame % 5 == 3 ? 1000 + frame : frame
                recording.show(.marked(asset: 0, frame: number, isBlended: false), seconds: 1 / 60.0)
            }
        // A slow-motion file: four times as long.
        case "wrong-speed": recording.play(0, from: 0, count: 48, framesPerSecond: 6)
        case "unknown-assets": recording.play(9, from: 0, count: 48, framesPerSecond: 24)
        default:
            recording.play(0, from: 0, count: 48, framesPerSecond: 24)
            recording.part.pictureTimes = recording.part.pictureTimes.map { _ in 5 }
        }
        return recording
    }

    @Test(
        "A recording that cannot be trusted is refused by name",
        arguments: [
            "no-marker", "few-markers", "unreadable-markers", "contradictory-markers", "wrong-speed", "unknown-assets",
            "broken-time-line",
        ])
    func refused(code: String) throws {
        let recording = Self.doubtful(code)
        let assets = try WrittenRecording.assets
        let doubt = #expect(throws: RecordingDoubt.self) { try RecordingAnalysis(recording.part, assets: assets) }
        #expect(doubt?.code == code)
        #expect(doubt?.description.isEmpty == false)
    }

    @Test func absurdPartsNeverTrap() throws {
        var generator = SystemRandomNumberGenerator()
        let assets = try WrittenRecording.assets
        for _ in 0..<300 {
            var part = RecordingPart()
            var time = Int.random(in: -(1 << 62)...(1 << 62), using: &generator)
            for _ in 0..<Int.random(in: 0...60, using: &generator) {
                let step = Bool.random(using: &generator) ? 16_667 : Int.random(in: -10...(1 << 61), using: &generator)
                time = time.addingReportingOverflow(step).partialValue
                let picture: RecordedPicture =
                    switch Int.random(in: 0..<4, using: &generator) {
                    case 0: .black
                    case 1: .unreadable
                    default:
                        .marked(
                            asset: [0, 2].randomElement(using: &generator) ?? 0,
                            frame: Int.random(in: 0..<2048, using: &generator),
                            isBlended: Bool.random(using: &generator))
                    }
                part.append(picture, at: time)
                part.appendSound(
                    tone: 700, level: Int.random(in: -1200...0, using: &generator), tickLevel: .max, at: time)
            }
            _ = try? RecordingAnalysis(part, assets: assets)
        }
    }
}
