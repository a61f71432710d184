import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import Testing
import TransitionRisk

@Suite struct ContradictionTests {
    private func contradictions(_ claim: (inout OperatingParameters) -> Void) -> [String] {
        var declared = SampleMedia.film
        claim(&declared)
        let variant = ProfiledVariant(label: "v", declared: declared, measured: SampleMedia.film)
        return AssetProfile(reference: AssetReference(path: "/a"), variants: [variant]).contradictions.map(\.message)
    }

    @Test func whatIsTrueIsNoContradiction() {
        #expect(contradictions { _ in } == [])
    }

    @Test func eachFalseClaimIsToldWithBothValues() {
        #expect(contradictions { $0.video?.codec = .hevc } == ["video-codec says HEVC, the media are AVC"])
        #expect(
            contradictions { $0.video?.resolution = Resolution(width: 1920, height: 1080) } == [
                "video-resolution says 1920x1080, the media are 1280x720"
            ])
        #expect(contradictions { $0.audio?.codec = .eac3 } == ["audio-codec says E-AC-3, the media are AAC"])
    }

    @Test func aRoundedRateIsNoContradiction() {
        #expect(contradictions { $0.video?.frameRate = FrameRate(24) } == [])
        #expect(
            contradictions { $0.video?.frameRate = FrameRate(25) } == [
                "video-frame-rate says 25 fps, the media are 23.976 fps"
            ])
    }

    @Test func eightBitMediaAreNoHDRWhateverIsClaimed() {
        var declared = SampleMedia.film
        declared.video?.dynamicRange = .pq
        let measured = SampleMedia.film { $0.video?.dynamicRange = nil }
        let variant = ProfiledVariant(label: "v", declared: declared, measured: measured)
        #expect(variant.effective.values.video?.dynamicRange == .sdr)
    }
}
