import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import Testing
import TransitionRisk

@Suite struct ParameterComparisonTests {
    private func compare(_ a: OperatingParameters, _ b: OperatingParameters) -> ParameterComparison {
        ParameterComparison(
            from: EffectiveParameters(values: a, provenance: [:]), to: EffectiveParameters(values: b, provenance: [:]))
    }

    @Test func anAssetMatchesItself() {
        let rows = compare(SampleMedia.film, SampleMedia.film).differences
        #expect(rows.allSatisfy { [.match, .notApplicable, .unknown].contains($0.outcome) })
        #expect(
            rows.filter { $0.outcome == .unknown }.map(\.parameter) == [
                .videoColour, .audioLoudness, .audioLanguage, .startOffset, .leadingKeyframe,
            ])
    }

    @Test func theSevenParametersOfTheTalkComeFirst() {
        #expect(
            compare(SampleMedia.film, SampleMedia.film).differences.prefix(7).map(\.parameter) == [
                .videoCodec, .videoFrameRate, .videoAspectRatio, .audioCodec, .audioSampleRate, .audioBitDepth,
                .audioChannelLayout,
            ])
    }

    @Test func bitDepthOfALossyCodecIsNotApplicable() {
        #expect(compare(SampleMedia.film, SampleMedia.film)[.audioBitDepth]?.outcome == .notApplicable)
    }

    @Test func bitDepthOfLosslessSoundIsCompared() {
        func alac(_ depth: Int?) -> OperatingParameters {
            SampleMedia.film {
                $0.audio?.codec = .alac
                $0.audio?.objectType = nil
                $0.audio?.bitDepth = depth
            }
        }
        #expect(compare(alac(16), alac(24))[.audioBitDepth]?.outcome == .mismatch)
        #expect(compare(alac(16), alac(16))[.audioBitDepth]?.outcome == .match)
        #expect(compare(alac(16), alac(nil))[.audioBitDepth]?.outcome == .unknown)
    }

    @Test(
        "libavformat's two names of surround are one layout",
        arguments: [("5.1", "5.1(side)", 6), ("5.0", "5.0(side)", 5)])
    func sideLayouts(plain: String, side: String, channels: Int) {
        let a = SampleMedia.film { $0.audio?.layout = ChannelLayout(libavName: plain, channels: channels) }
        let b = SampleMedia.film { $0.audio?.layout = ChannelLayout(libavName: side, channels: channels) }
        #expect(compare(a, b)[.audioChannelLayout]?.outcome == .match)
    }

    @Test func aChannelCountWithoutOrderIsUnknown() {
        #expect(ChannelLayout(libavName: "6 channels", channels: 6) == nil)
    }

    @Test func aspectIsThatOfTheDisplayNotOfTheSamples() {
        let square = SampleMedia.film { $0.video?.resolution = Resolution(width: 1024, height: 576) }
        let anamorphic = SampleMedia.film {
            $0.video?.resolution = Resolution(width: 720, height: 576)
            $0.video?.pixelAspect = PixelAspectRatio(horizontal: 64, vertical: 45)
        }
        let comparison = compare(square, anamorphic)
        #expect(comparison[.videoAspectRatio]?.outcome == .match)
        #expect(comparison[.videoResolution]?.outcome == .mismatch)
    }

    @Test func aMissingTrackIsNotAMismatchOfItsParameters() {
        let silent = SampleMedia.film {
            $0.audio = nil
            $0.audioPresence = .absent
        }
        let comparison = compare(SampleMedia.film, silent)
        #expect(comparison[.audioTrack]?.outcome == .mismatch)
        #expect(comparison[.audioCodec]?.outcome == .notApplicable)
    }

    @Test func measuredValuesComeBeforeDeclaredOnes() {
        let declared = SampleMedia.film { $0.video?.frameRate = FrameRate(25) }
        let measured = SampleMedia.film { $0.video?.profile = nil }
        let variant = ProfiledVariant(label: "v", declared: declared, measured: measured)
        #expect(variant.effective.values.video?.frameRate == FrameRate(24000, 1001))
        #expect(variant.effective.values.video?.profile == "High")
    }

    @Test(
        "Eight bits without a transfer function are SDR; ten bits without one are undecided",
        arguments: [(8, DynamicRange.sdr), (10, nil)])
    func dynamicRangeByBitDepth(depth: Int, expected: DynamicRange?) {
        let parameters = SampleMedia.film {
            $0.video?.dynamicRange = nil
            $0.video?.bitDepth = depth
        }
        let variant = ProfiledVariant(label: "v", measured: parameters)
        #expect(variant.effective.values.video?.dynamicRange == expected)
    }
}
