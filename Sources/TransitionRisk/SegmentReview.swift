package import HLSPlaylists
import MediaFormats

/// What the times of several segments show that one segment cannot: lengths, places, gaps, and renditions that drift apart.
///
/// Only segments that were looked at are judged; which ones these are stands in the profile.
package struct SegmentReview {
    private let renditions: [RenditionProfile]

    /// Sound and text are not held to a frame: nobody hears or reads a tenth of a second.
    private static let tolerance = Duration.milliseconds(100)
    /// The clock of transport streams begins again after so long: 33 bits of 90 kHz.
    private static let cycle = Duration(secondsComponent: 95443, attosecondsComponent: 717_688_888_888_888_888)

    /// Reviews the renditions of one presentation.
    package init(_ renditions: [RenditionProfile]) { self.renditions = renditions }

    /// Findings about one rendition alone.
    package func findings(about rendition: RenditionProfile) -> [Diagnostic] {
        rendition.segments.flatMap { [length($0), dependence($0)].compactMap(\.self) } + drifts(rendition)
    }

    /// Findings that only renditions beside each other show.
    package var findings: [Diagnostic] {
        guard let leader = renditions.first(where: { !$0.segments.isEmpty && [.variant, .media].contains($0.kind) })
        else {
            return []
        }
        return renditions.filter { $0.label != leader.label || $0.kind != leader.kind }.flatMap { rendition in
            rendition.segments.lazy.compactMap { apart($0, of: rendition, from: leader) }.first.map { [$0] } ?? []
        }
    }

    /// EXTINF against the times of the media, to within a frame.
    private func length(_ segment: ReadSegment) -> Diagnostic? {
        guard let track = segment.mainTrack, track.kind != .subtitle, let start = track.start, let end = track.end,
            let frame = track.sampleDuration
        else { return nil }
        let real = end - start
        guard distance(real, segment.declared.duration) > frame + .milliseconds(1) else { return nil }
        return warning(
            "playlist-contradicts-media", segment,
            "EXTINF says \(seconds(segment.declared.duration)), the \(track.kind.rawValue) of the segment lasts "
                + "\(seconds(real)) (from its timestamps)", clause: "4.4.4.1")
    }

    /// EXT-X-INDEPENDENT-SEGMENTS against the first picture.
    private func dependence(_ segment: ReadSegment) -> Diagnostic? {
        guard segment.isIndependent, let track = segment.tracks.first(where: { $0.kind == .video }),
            track.startsWithSyncSample == false
        else { return nil }
        return warning(
            "playlist-contradicts-media", segment,
            "EXT-X-INDEPENDENT-SEGMENTS is stated, but the segment begins with a picture that cannot be decoded alone",
            clause: "4.4.2.1")
    }

    /// Where timestamps go on otherwise than EXTINF adds up, without a discontinuity: the first such place of each stretch.
    private func drifts(_ rendition: RenditionProfile) -> [Diagnostic] {
        var found: [Diagnostic] = []
        for stretch in Dictionary(grouping: rendition.segments, by: \.discontinuity).sorted(by: { $0.key < $1.key }) {
            guard let first = stretch.value.first(where: { offset($0) != nil }), let reference = offset(first) else {
                continue
            }
            for segment in stretch.value where segment.mainTrack?.kind != .subtitle {
                guard let own = offset(segment) else { continue }
                let drift = unwrapped(own - reference)
                let size = distance(drift, .zero)
                let frame = segment.mainTrack?.sampleDuration ?? .zero
                guard size > max(frame + .milliseconds(1), Self.tolerance) else { continue }
                let advice =
                    size > .seconds(1) ? "; is an EXT-X-DISCONTINUITY missing?" : "; do lengths round?"
                found.append(
                    warning(
                        "timestamps-drift", segment,
                        "segment \(segment.index + 1) begins \(seconds(size)) \(drift > .zero ? "later" : "earlier") "
                            + "by its timestamps than EXTINF adds up to from segment \(first.index + 1) on" + advice,
                        clause: "4.4.4.3"))
                break
            }
        }
        return found
    }

    /// A rendition whose media clock is elsewhere than that of the leading one, at the same place of the playlist.
    private func apart(
        _ segment: ReadSegment, of rendition: RenditionProfile, from leader: RenditionProfile
    ) -> Diagnostic? {
        let same = leader.segments.filter { $0.discontinuity == segment.discontinuity }
        guard let base = same.lazy.compactMap(offset).first, let track = segment.mainTrack else { return nil }
        if track.kind == .subtitle,
            rendition.segments.contains(where: { $0.tracks.contains { $0.sampleDuration == nil } })
        {
            return misplaced(segment, track, of: rendition, base: base)
        }
        guard let own = offset(segment) else { return nil }
        let lag = unwrapped(own - base)
        let size = distance(lag, .zero)
        let frame = (track.sampleDuration ?? .milliseconds(40)) + .milliseconds(1)
        guard size > (track.kind == .video ? frame : max(frame, Self.tolerance)) else { return nil }
        return warning(
            "renditions-not-aligned", segment,
            "segment \(segment.index + 1) of '\(rendition.label)' is \(seconds(size)) \(lag > .zero ? "behind" : "ahead of") "
                + "'\(leader.label)' by its timestamps", clause: "6.2.4")
    }

    /// Cues of a text segment that lie outside of it on the clock of the pictures.
    private func misplaced(
        _ segment: ReadSegment, _ track: TrackTiming, of rendition: RenditionProfile, base: Duration
    ) -> Diagnostic? {
        guard let first = track.start, let last = track.end ?? track.start else { return nil }
        let begin = segment.position + base
        let end = begin + segment.declared.duration
        guard last < begin - .milliseconds(500) || first > end + .milliseconds(500) else { return nil }
        return warning(
            "renditions-not-aligned", segment,
            "the cues of segment \(segment.index + 1) of '\(rendition.label)' are at \(seconds(first)) to \(seconds(last)) of the "
                + "media's clock, the segment is at \(seconds(begin)) to \(seconds(end)); look at its X-TIMESTAMP-MAP",
            clause: "3.1.4")
    }

    /// How far the media's clock is ahead of the playlist's at the begin of a segment; `nil` when it states no time.
    private func offset(_ segment: ReadSegment) -> Duration? {
        segment.mainTrack?.start.map { $0 - segment.position }
    }

    private func unwrapped(_ difference: Duration) -> Duration {
        if difference < Self.cycle / -2 { return difference + Self.cycle }
        return difference > Self.cycle / 2 ? difference - Self.cycle : difference
    }

    private func distance(_ a: Duration, _ b: Duration) -> Duration { a > b ? a - b : b - a }

    private func warning(_ code: String, _ segment: ReadSegment, _ message: String, clause: String) -> Diagnostic {
        Diagnostic(
            .warning, code: code, message: message, uri: segment.declared.document, line: segment.declared.line,
            clause: "rfc8216bis \(clause)")
    }
}
