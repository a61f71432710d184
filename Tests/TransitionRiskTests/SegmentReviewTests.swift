import HLSPlaylists
import MediaFormats
import Testing
import TransitionRisk

/// Segments of four seconds at 25 pictures a second, unless a test says otherwise.
@Suite struct SegmentReviewTests {
    private func segment(
        _ index: Int, _ kind: TrackTiming.Kind = .video, from start: Double, to end: Double, discontinuity: Int = 0,
        isKey: Bool = true, isIndependent: Bool = false
    ) -> ReadSegment {
        var segment = ReadSegment(
            index: index,
            declared: DeclaredSegment(
                duration: .seconds(4), targetDuration: .seconds(4), document: "v.m3u8", line: 6 + 2 * index),
            position: .seconds(4 * index), discontinuity: discontinuity, isIndependent: isIndependent)
        var track = TrackTiming(kind: kind, identifier: 1)
        track.start = .milliseconds(Int(start * 1000))
        track.end = .milliseconds(Int(end * 1000))
        track.sampleDuration = kind == .video ? .milliseconds(40) : kind == .audio ? .microseconds(21_333) : nil
        track.startsWithSyncSample = isKey
        segment.tracks = [track]
        return segment
    }

    private func rendition(
        _ kind: RenditionProfile.Kind, _ label: String, _ segments: [ReadSegment]
    ) -> RenditionProfile {
        var rendition = RenditionProfile(kind, label: label, declared: OperatingParameters())
        rendition.segments = segments
        return rendition
    }

    private func messages(_ segments: [ReadSegment]) -> [String] {
        let one = rendition(.variant, "v", segments)
        return SegmentReview([one]).findings(about: one).map { "\($0.line ?? 0) \($0.message)" }
    }

    private func messages(beside segments: [ReadSegment], _ other: RenditionProfile) -> [String] {
        SegmentReview([rendition(.variant, "v", segments), other]).findings.map(\.message)
    }

    private var whole: [ReadSegment] { [segment(0, from: 10, to: 14), segment(5, from: 30, to: 34)] }

    @Test func whatAddsUpIsNoFinding() {
        #expect(messages(whole) == [])
        #expect(messages(beside: whole, rendition(.audio, "en", [segment(5, .audio, from: 30.05, to: 34.05)])) == [])
    }

    @Test func aLengthIsHeldToAFrame() {
        #expect(messages([segment(0, from: 10, to: 14.04)]) == [])
        #expect(
            messages([segment(3, from: 22, to: 26.1)]) == [
                "12 EXTINF says 4.0 s, the video of the segment lasts 4.1 s (from its timestamps)"
            ])
    }

    @Test func timestampsThatJumpLackADiscontinuity() {
        #expect(
            messages([segment(0, from: 10, to: 14), segment(1, from: 100, to: 104), segment(2, from: 104, to: 108)])
                == [
                    "8 segment 2 begins 86.0 s later by its timestamps than EXTINF adds up to from segment 1 on; "
                        + "is an EXT-X-DISCONTINUITY missing?"
                ])
        #expect(messages([segment(0, from: 10, to: 14), segment(1, from: 100, to: 104, discontinuity: 1)]) == [])
    }

    @Test func theClockOfTransportStreamsMayBeginAgain() {
        // 33 bits of 90 kHz are 95443.717 s.
        #expect(messages([segment(0, from: 95440, to: 95444), segment(1, from: 0.283, to: 4.283)]) == [])
    }

    @Test func aClaimOfIndependenceIsHeldAgainstTheFirstPicture() {
        #expect(
            messages([segment(1, from: 0, to: 4, isKey: false, isIndependent: true)]) == [
                "8 EXT-X-INDEPENDENT-SEGMENTS is stated, but the segment begins with a picture that cannot be decoded alone"
            ])
        #expect(messages([segment(1, from: 0, to: 4, isKey: false)]) == [])
    }

    @Test func renditionsBesideEachOther() {
        #expect(
            messages(beside: whole, rendition(.variant, "w", [segment(5, from: 30.08, to: 34.08)])) == [
                "segment 6 of 'w' is 0.08 s behind 'v' by its timestamps"
            ])
        #expect(
            messages(beside: whole, rendition(.audio, "en", [segment(5, .audio, from: 29.5, to: 33.5)])) == [
                "segment 6 of 'en' is 0.5 s ahead of 'v' by its timestamps"
            ])
        // Nothing is said across discontinuities that were not looked at.
        #expect(
            messages(
                beside: whole, rendition(.variant, "w", [segment(5, from: 3, to: 7, discontinuity: 2)])) == [])
    }

    @Test func cuesLieInsideTheirSegment() {
        #expect(messages(beside: whole, rendition(.subtitles, "en", [segment(5, .subtitle, from: 31, to: 33)])) == [])
        #expect(
            messages(beside: whole, rendition(.subtitles, "en", [segment(5, .subtitle, from: 21, to: 23)])) == [
                "the cues of segment 6 of 'en' are at 21.0 s to 23.0 s of the media's clock, the segment is at 30.0 s to "
                    + "34.0 s; look at its X-TIMESTAMP-MAP"
            ])
    }
}
