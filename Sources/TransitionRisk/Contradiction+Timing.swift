package import HLSPlaylists
import MediaFormats

extension ProfiledVariant {
    /// Where EXTINF or BANDWIDTH is not what the measured segment shows.
    var segmentContradictions: [Diagnostic] {
        guard let segment, let timing else { return [] }
        return [lengthContradiction(segment, timing), bitRateContradiction(segment, timing)].compactMap(\.self)
    }

    /// EXTINF against the times of the media, to within a frame.
    private func lengthContradiction(_ segment: DeclaredSegment, _ timing: MediaTiming) -> Diagnostic? {
        guard let track = timing.tracks.first(where: { $0.kind == .video }) ?? timing.tracks.first,
            let start = track.start, let end = track.end, let frame = track.sampleDuration
        else { return nil }
        let real = end - start
        let difference = real > segment.duration ? real - segment.duration : segment.duration - real
        guard difference > frame + .milliseconds(1) else { return nil }
        return Diagnostic(
            .warning, code: "playlist-contradicts-media",
            message: "EXTINF says \(seconds(segment.duration)), the \(track.kind.rawValue) of the segment lasts "
                + "\(seconds(real)) (from its timestamps)", uri: segment.document, line: segment.line,
            clause: "rfc8216bis 4.4.4.1")
    }

    /// BANDWIDTH against the bit rate of a segment long enough to count, with a tenth to spare.
    private func bitRateContradiction(_ segment: DeclaredSegment, _ timing: MediaTiming) -> Diagnostic? {
        guard let bandwidth, let bytes = timing.mediaBytes, segment.duration > .zero,
            segment.targetDuration.map({ segment.duration * 2 >= $0 }) ?? true
        else { return nil }
        let bitsPerSecond = Double(bytes) * 8 / (segment.duration / .seconds(1))
        guard bitsPerSecond > Double(bandwidth) * 1.1 else { return nil }
        return Diagnostic(
            .warning, code: "playlist-contradicts-media",
            message: "BANDWIDTH says \(bandwidth), the first segment has \(Int(bitsPerSecond)) bit/s "
                + "(its size over EXTINF)", uri: segment.document, line: segment.line, clause: "rfc8216bis 4.4.6.2")
    }
}

extension AssetProfile {
    /// Renditions whose first segments do not begin together, and a file whose tracks do not end together.
    var alignmentFindings: [Diagnostic] {
        var found: [Diagnostic] = []
        let starts = variants.compactMap { variant in variant.timing?.videoStart.map { (variant, $0) } }
        if hasPlaylists, let (first, reference) = starts.first {
            for (variant, start) in starts.dropFirst() {
                let apart = start > reference ? start - reference : reference - start
                let frame = variant.timing?.tracks.first { $0.kind == .video }?.sampleDuration ?? .milliseconds(40)
                guard apart > frame + .milliseconds(1) else { continue }
                found.append(
                    Diagnostic(
                        .warning, code: "renditions-not-aligned",
                        message: "the first picture of '\(variant.label)' comes \(seconds(apart)) "
                            + "\(start > reference ? "after" : "before") that of '\(first.label)'",
                        uri: variant.segment?.document, line: variant.segment?.line, clause: "rfc8216bis 6.2.4"))
            }
        }
        if !hasPlaylists, let tracks = variants.first?.timing?.tracks,
            let picture = tracks.first(where: { $0.kind == .video })?.end,
            let sound = tracks.first(where: { $0.kind == .audio })?.end
        {
            let apart = picture > sound ? picture - sound : sound - picture
            if apart > .milliseconds(100) {
                found.append(
                    Diagnostic(
                        .warning, code: "tracks-end-apart",
                        message: "the sound ends \(seconds(apart)) \(picture > sound ? "before" : "after") the picture",
                        uri: reference.description))
            }
        }
        return found
    }

    /// Where an asset list gives another length than the asset's media have, with a tenth of a second to spare.
    ///
    /// - Parameter stated: DURATION of the asset's entry in the list.
    package func contradiction(ofListedDuration stated: Duration, list: String?) -> Diagnostic? {
        guard let duration else { return nil }
        let apart = stated > duration ? stated - duration : duration - stated
        guard apart > .milliseconds(100) else { return nil }
        return Diagnostic(
            .warning, code: "asset-list-contradicts-media",
            message: "the asset list says \(seconds(stated)) for \(reference), it lasts \(seconds(duration))",
            uri: list, clause: "rfc8216bis D.3")
    }
}

/// Seconds with at most three decimals.
private func seconds(_ duration: Duration) -> String {
    let milliseconds = Int((duration / .milliseconds(1)).rounded())
    return "\(Double(milliseconds) / 1000) s"
}
