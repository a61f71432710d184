import AirPlayReceivers
import HarnessTestSupport
import MediaFormats
import Testing

@testable import TransitionRisk

/// What a receiver says of its largest picture in HDR raises a doubt about HDR that is larger or faster, and about nothing else.
@Suite struct HDRLimitTests {
    struct Case: Sendable, CustomStringConvertible {
        var description: String
        var width = 3840
        var height = 2160
        var rate = 30
        var range = DynamicRange.pq
        var doubts: [RuleID] = []
    }

    // An Apple TV 4K of 2017 answers 4k30.
    @Test(arguments: [
        Case(description: "HDR at the limit"),
        Case(description: "faster at the same size", rate: 60, doubts: ["receiver-video-frame-rate"]),
        Case(
            description: "faster at a smaller size, of which the statement says nothing", width: 1920, height: 1080,
            rate: 60),
        Case(description: "SDR at any rate", rate: 60, range: .sdr),
        Case(description: "larger", width: 4096, doubts: ["receiver-video-resolution"]),
    ])
    func doubts(sample: Case) throws {
        var receiver = try #require(matrix.profiles.first { $0.id == "apple-tv/high" })
        receiver.capabilities.videoDecoders = [
            Claim(VideoDecoder(codec: .hevc, maxBitDepth: 10), origin: .modelTable, source: "s", confidence: "guess")
        ]
        receiver.capabilities.hdrPictureLimit = PictureLimit("4k30").map {
            Claim($0, origin: .deviceStated, source: "/info receiverHDRCapability", confidence: "one-source")
        }
        let media = SampleMedia.film {
            $0.video?.codec = .hevc
            $0.video?.resolution = Resolution(width: sample.width, height: sample.height)
            $0.video?.frameRate = FrameRate(sample.rate)
            $0.video?.dynamicRange = sample.range
        }
        let gate = CapabilityGate(EffectiveParameters(values: media, provenance: [:]), on: receiver)
        #expect(gate.blocks.isEmpty, "\(gate.blocks)")
        #expect(gate.doubts.map(\.rule) == sample.doubts)
        receiver.capabilities.hdrPictureLimit = nil
        #expect(CapabilityGate(EffectiveParameters(values: media, provenance: [:]), on: receiver).doubts.isEmpty)
    }
}
