package import HLSPlaylists
import MediaFormats

extension ProfiledVariant {
    /// Where EXTINF, BANDWIDTH or AVERAGE-BANDWIDTH is not what the measured segments show.
    var segmentContradictions: [Diagnostic] {
        var found: [Diagnostic?] = [bitRateContradiction, averageContradiction]
        if let segment, let timing { found.insert(lengthContradiction(segment, timing), at: 0) }
        return found.compactMap(\.self)
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

    /// BANDWIDTH against the highest bit rate that was seen, picture and sound together, with a tenth to spare.
    private var bitRateContradiction: Diagnostic? {
        guard let bandwidth, let peak else { return nil }
        let most = peak.bitsPerSecond + (soundPeak?.bitsPerSecond ?? 0)
        guard most > Double(bandwidth) * 1.1 else { return nil }
        let parts = [peak, soundPeak].compactMap(\.self).map { part in
            "\(Int(part.bitsPerSecond)) bit/s at \(part.segment.document):\(part.segment.line)"
        }
        let read = "\(peak.known) of \(peak.total) segments looked at"
        let place = declaredProvenance[.bandwidth]
        return Diagnostic(
            .warning, code: "playlist-contradicts-media",
            message: "BANDWIDTH says \(bandwidth), the media take \(Int(most)) bit/s: "
                + parts.joined(separator: ", and for the sound ") + " (sizes over EXTINF; \(read))",
            uri: place?.document ?? peak.segment.document, line: place?.line ?? peak.segment.line,
            clause: "rfc8216bis 4.4.6.2")
    }

    /// AVERAGE-BANDWIDTH against what all segments take, picture and sound together, to within a tenth (HLS Authoring
    /// Specification 1.26); only where the size of every segment is known.
    private var averageContradiction: Diagnostic? {
        guard let averageBandwidth, let peak, var average = peak.averageBitsPerSecond else { return nil }
        if let soundPeak {
            guard let sound = soundPeak.averageBitsPerSecond else { return nil }
            average += sound
        } else if measured?.audio == nil {
            // Sound that stands elsewhere was not seen.
            return nil
        }
        guard average > Double(averageBandwidth) * 1.1 || average < Double(averageBandwidth) * 0.9 else { return nil }
        let place = declaredProvenance[.bandwidth]
        return Diagnostic(
            average > Double(averageBandwidth) ? .warning : .lint, code: "playlist-contradicts-media",
            message:
                "AVERAGE-BANDWIDTH says \(averageBandwidth), the media take \(Int(average)) bit/s on average (sizes over "
                + "EXTINF; all \(peak.total) segments)",
            uri: place?.document ?? peak.segment.document, line: place?.line ?? peak.segment.line,
            clause: "rfc8216bis 4.4.6.2")
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
func seconds(_ duration: Duration) -> String {
    let milliseconds = Int((duration / .milliseconds(1)).rounded())
    return "\(Double(milliseconds) / 1000) s"
}
