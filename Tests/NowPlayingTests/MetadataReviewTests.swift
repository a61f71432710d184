import MediaFormats
import NowPlaying
import Testing

@Suite struct MetadataReviewTests {
    /// A cue with one text frame; `id` names the kind.
    static func cue(_ id: String, _ text: String, at seconds: Int, problem: String? = nil) -> MetadataCue {
        var tag = TimedTag(timestamp: seconds, timescale: 1, size: 20, digest: UInt64(seconds * 100 + id.utf8.count))
        if problem == nil { tag.frames = [TimedTagFrame(id: id, text: [text])] }
        tag.problems = [problem].compactMap(\.self)
        return MetadataCue(tag, time: .seconds(seconds))
    }

    static func trace(_ cues: [MetadataCue], unread: [Range<Duration>] = []) -> [String] {
        var track = MetadataTrack(name: "film", uri: "film", role: .primary, cues: cues)
        track.unread = unread
        return MetadataReview([track], schedule: nil).findings.map { "\($0.rule.id) \($0.time ?? .zero)" }
    }

    static let titles = stride(from: 0, through: 25, by: 5).map { cue("TIT2", "a\($0)", at: $0) }

    @Test func eachKindOfCueHasItsOwnRhythm() {
        let others = stride(from: 2, through: 27, by: 5).map { Self.cue("TXXX", "x\($0)", at: $0) }
        #expect(Self.trace(Self.titles + others).isEmpty)
        // Without the title at 15 s the next one is at 20 s, whatever the others do.
        let lost = (Self.titles + others).filter { $0.time != .seconds(15) }
        #expect(Self.trace(lost) == ["metadata-cue-missing 15.0 seconds"])
        let track = MetadataTrack(name: "film", uri: "film", role: .primary, cues: Self.titles + others)
        #expect(track.cadence == .seconds(5) && track.gaps.isEmpty)
    }

    /// Frames change from cue to cue, and yet there is one every five seconds.
    @Test func oneRowMayHoldSeveralKinds() {
        let row = stride(from: 0, through: 60, by: 5).map { second in
            Self.cue(["TIT2", "TIT2", "TXXX", "PRIV"][second / 5 % 4], "a\(second)", at: second)
        }
        #expect(Self.trace(row).isEmpty)
        #expect(Self.trace(row.filter { $0.time != .seconds(20) }) == ["metadata-cue-missing 20.0 seconds"])
    }

    @Test func twoTagsAtOneTimeAreNoShift() {
        var second = Self.cue("TIT2", "second", at: 10)
        second.tag.digest = 7
        #expect(Self.trace(Self.titles + [second]).isEmpty)
    }

    /// The segment from 12 to 18 s could not be read, and the cue at 15 s with it.
    @Test func whatWasNotReadIsNotMissing() {
        let lost = Self.titles.filter { $0.time != .seconds(15) }
        #expect(Self.trace(lost, unread: [.seconds(12)..<(.seconds(18))]).isEmpty)
        #expect(Self.trace(lost) == ["metadata-cue-missing 15.0 seconds"])
        // A damaged tag at 15 s may be the cue, and is told itself.
        let damaged = lost + [Self.cue("", "", at: 15, problem: "it is no ID3 tag")]
        #expect(Self.trace(damaged) == ["metadata-tag-malformed 15.0 seconds"])
    }
}
