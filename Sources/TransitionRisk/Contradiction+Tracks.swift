import HLSPlaylists
import MediaFormats

extension ProfiledVariant {
    /// Where CODECS leaves out a kind of track that the media have, or names one that they lack: it lists every format
    /// that is present in the variant (rfc8216bis 4.4.6.2).
    var trackContradictions: [Diagnostic] {
        guard let measured else { return [] }
        let picture = trackContradiction(
            .videoTrack, "picture", declared.videoPresence, measured.videoPresence,
            codec: measured.video?.codec?.description)
        // Sound in segments of its own is not missing from those of the picture.
        let isElsewhere = declared.audioPresence == .present && declared.trackLayout != .muxed
        let sound = trackContradiction(
            .audioTrack, "sound", declared.audioPresence, isElsewhere ? .unknown : measured.audioPresence,
            codec: measured.audio?.codec?.description)
        return [picture, sound].compactMap(\.self)
    }

    private func trackContradiction(
        _ parameter: ParameterName, _ track: String, _ claim: TrackPresence, _ truth: TrackPresence, codec: String?
    ) -> Diagnostic? {
        let told: String
        switch (claim, truth) {
        case (.absent, .present):
            told = "lists no format of \(track), the media have \(track)" + (codec.map { " in \($0)" } ?? "")
        case (.present, .absent): told = "lists a format of \(track), the media have no \(track)"
        default: return nil
        }
        let place = declaredProvenance[parameter]
        return Diagnostic(
            .warning, code: "playlist-contradicts-media",
            message: "\(place?.field ?? parameter.rawValue) \(told)"
                + (measuredProvenance[parameter].map { " (\($0))" } ?? ""),
            uri: place?.document, line: place?.line, clause: "rfc8216bis 4.4.6.2")
    }
}
