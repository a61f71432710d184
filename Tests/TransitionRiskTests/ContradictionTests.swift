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

    @Test func aBoxThatDeniesThePicturesIsToldWithBothValues() throws {
        var variant = ProfiledVariant(label: "v", measured: SampleMedia.film)
        variant.measuredProvenance[.videoColour] = Provenance(.container, document: "ad.mp4", field: "hvcC")
        variant.boxContradictions = [
            BoxContradiction(
                .videoColour, box: "colr", says: "transfer 1 (BT.709)", bitstream: "hvcC", says: "transfer 16 (PQ)")
        ]
        let told = try #require(
            AssetProfile(reference: AssetReference(path: "/a"), variants: [variant]).contradictions.first)
        #expect(told.code == "box-contradicts-bitstream" && told.severity == .warning && told.uri == "ad.mp4")
        #expect(
            told.message
                == "the box colr says transfer 1 (BT.709), the pictures say transfer 16 (PQ) (hvcC); players believe one or "
                + "the other: package it again")
    }

    @Test func aRoundedRateIsNoContradiction() {
        #expect(contradictions { $0.video?.frameRate = FrameRate(24) } == [])
        #expect(
            contradictions { $0.video?.frameRate = FrameRate(25) } == [
                "video-frame-rate says 25 fps, the media are 23.976 fps"
            ])
    }

    @Test func bandwidthIsHeldAgainstPictureAndSoundTogether() throws {
        func segment(_ name: String, _ seconds: Int) -> DeclaredSegment {
            DeclaredSegment(duration: .seconds(seconds), targetDuration: .seconds(6), document: name, line: 7)
        }
        var variant = ProfiledVariant(label: "v", bandwidth: 1_000_000, measured: SampleMedia.film)
        variant.declaredProvenance[.bandwidth] = Provenance(
            .playlist, document: "main.m3u8", line: 4, field: "BANDWIDTH")
        // 6 s of 750,000 bytes are 1,000,000 bit/s; 10 s of 250,000 bytes are 200,000 bit/s.
        variant.peak = SegmentPeak([(segment("v.m3u8", 6), 750_000), (segment("v.m3u8", 6), 500_000)], of: 9)
        func found() -> [Diagnostic] {
            AssetProfile(reference: AssetReference(path: "/a"), variants: [variant]).contradictions
        }
        #expect(found() == [])
        variant.soundPeak = SegmentPeak([(segment("a.m3u8", 10), 250_000)], of: 5)
        let told = try #require(found().first)
        #expect(
            told.message
                == "BANDWIDTH says 1000000, the media take 1200000 bit/s: 1000000 bit/s at v.m3u8:7, and for the sound "
                + "200000 bit/s at a.m3u8:7 (sizes over EXTINF; 2 of 9 segments looked at)")
        #expect(told.uri == "main.m3u8")
        #expect(told.line == 4)
        // What is shorter than half the target duration is no peak.
        #expect(SegmentPeak([(segment("v.m3u8", 2), 1_000_000)], of: 1) == nil)
    }

    /// 12 s of 1,500,000 bytes are 1,000,000 bit/s, with the sound's 200,000 bit/s 1,200,000; a tenth may be off.
    @Test(
        "AVERAGE-BANDWIDTH is held against the average of all segments, picture and sound together",
        arguments: [
            (1_100_000, []), (1_300_000, []), (1_050_000, [Diagnostic.Severity.warning]), (1_400_000, [.lint]),
        ])
    func average(_ stated: Int, _ severities: [Diagnostic.Severity]) throws {
        func segments(_ name: String, _ bytes: [Int]) -> [(segment: DeclaredSegment, bytes: Int)] {
            bytes.map { bytes in
                let segment = DeclaredSegment(
                    duration: .seconds(6), targetDuration: .seconds(6), document: name, line: 7)
                return (segment, bytes)
            }
        }
        var variant = ProfiledVariant(label: "v", bandwidth: 9_000_000, measured: SampleMedia.film)
        variant.averageBandwidth = stated
        variant.peak = SegmentPeak(segments("v.m3u8", [500_000, 1_000_000]), of: 2)
        variant.soundPeak = SegmentPeak(segments("a.m3u8", [150_000, 150_000]), of: 2)
        func found() -> [Diagnostic] {
            AssetProfile(reference: AssetReference(path: "/a"), variants: [variant]).contradictions
        }
        #expect(found().map(\.severity) == severities)
        let message =
            "AVERAGE-BANDWIDTH says \(stated), the media take 1200000 bit/s on average (sizes over EXTINF; all 2 segments)"
        #expect(found().allSatisfy { $0.message == message })
        // With one of three segments unseen nobody knows the average.
        variant.peak = SegmentPeak(segments("v.m3u8", [500_000, 1_000_000]), of: 3)
        #expect(found() == [])
    }

    @Test func eightBitMediaAreNoHDRWhateverIsClaimed() {
        var declared = SampleMedia.film
        declared.video?.dynamicRange = .pq
        let measured = SampleMedia.film { $0.video?.dynamicRange = nil }
        let variant = ProfiledVariant(label: "v", declared: declared, measured: measured)
        #expect(variant.effective.values.video?.dynamicRange == .sdr)
    }

    /// PQ and HLG have ten or twelve bits (BT.2100 table 9), Main 10 has eight to ten (H.265 A.3.3).
    @Test(
        "Main 10 alone leaves the depth open, with HDR it is ten",
        arguments: [(.pq, 10), (.sdr, nil)] as [(DynamicRange, Int?)])
    func depthOfMain10(_ range: DynamicRange, _ depth: Int?) {
        let declared = SampleMedia.film {
            $0.video?.profile = "Main 10"
            $0.video?.bitDepth = nil
            $0.video?.dynamicRange = range
        }
        #expect(ProfiledVariant(label: "v", declared: declared).effective.values.video?.bitDepth == depth)
    }
}
