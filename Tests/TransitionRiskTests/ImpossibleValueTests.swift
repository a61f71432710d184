import AirPlayReceivers
import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import Testing
import TransitionRisk

@Suite struct ImpossibleValueTests {
    private static let impossible: [(String, @Sendable (inout OperatingParameters) -> Void, String)] = [
        (
            "one pixel", { $0.video?.resolution = Resolution(width: 1, height: 1) },
            "video-resolution of 'ad variant 0' says 1x1, which is impossible (16 to 16384 pixels a side); it counts as unknown"
        ),
        (
            "a time base as frame rate", { $0.video?.frameRate = FrameRate(12288) },
            "video-frame-rate of 'ad variant 0' says 12288, which is impossible (1 to 300 fps); it counts as unknown"
        ),
        (
            "96 channels", { $0.audio?.layout = ChannelLayout(libavName: "ambisonic 9", channels: 96) },
            "audio-channel-layout of 'ad variant 0' says ambisonic 9, which is impossible (1 to 24 channels); it counts as unknown"
        ),
        (
            "1 Hz", { $0.audio?.sampleRate = 1 },
            "audio-sample-rate of 'ad variant 0' says 1, which is impossible (8000 to 384000 Hz); it counts as unknown"
        ),
    ]

    @Test("A value that no media can have is told and counts as unknown", arguments: impossible.indices)
    func impossibleValues(index: Int) throws {
        let (_, change, message) = Self.impossible[index]
        let ad = SampleMedia.asset("ad", SampleMedia.film(change))
        #expect(ad.contradictions.map(\.message) == [message])
        let film = SampleMedia.asset("film", SampleMedia.film)
        let receiver = try #require(matrix.profiles.first { $0.id == "smart-tv/low" })
        let verdict = TransitionAssessor(model: DelayModel(costs: matrix.costs))
            .assess(RandomMedia.transition(from: film, to: ad), on: receiver)
        #expect(verdict.band == .unknown)
    }

    /// 0/0 is no frame rate and no value of the type.
    @Test func aRateOfNothingIsUnknown() throws {
        #expect(FrameRate(0, 0) == nil)
        #expect(FrameRate(25, 0) == nil)
    }

    @Test func whatIsDeclaredForOneCodecSaysNothingOfAnother() {
        let declared = SampleMedia.film {
            $0.video?.codec = .hevc
            $0.video?.profile = "Main 10"
            $0.video?.bitDepth = 10
        }
        let measured = SampleMedia.film {
            $0.video?.profile = nil
            $0.video?.bitDepth = nil
        }
        let effective = ProfiledVariant(label: "v", declared: declared, measured: measured).effective
        #expect(effective.values.video?.codec == .avc)
        #expect(effective.values.video?.profile == nil)
        #expect(effective.values.video?.bitDepth == nil)
    }

    @Test func hugeNumbersDoNotTrap() throws {
        let rate = try #require(FrameRate(.max))
        let slow = try #require(FrameRate(1, .max))
        #expect(rate.relation(to: slow) == .other)
        #expect(!slow.isWholeMultiple(of: rate))
        _ = rate.description
        let aspect = DisplayAspectRatio(
            try #require(Resolution(width: 65535, height: 1)),
            pixel: try #require(PixelAspectRatio(horizontal: .max, vertical: 1)))
        #expect(!aspect.description.isEmpty)
    }
}
