import HLSPlaylists
import MediaFormats

extension ProfiledVariant {
    /// Where the headers say that samples are protected and no EXT-X-KEY does, or the reverse.
    ///
    /// A place is noted for the claim only where it holds for the whole playlist. METHOD=AES-128 is about segments as
    /// files and says nothing of the media inside (rfc8216bis 4.4.4.4).
    var protectionContradictions: [Diagnostic] {
        guard let measured else { return [] }
        let picture = protectionContradiction(
            .videoProtection, "picture", declared.video?.protection, measured.video?.protection,
            provesClear: provesClear(measured) && measured.audio?.protection?.needsSecureDecoder != true)
        let sound = protectionContradiction(
            .audioProtection, "sound", declared.audio?.protection, measured.audio?.protection,
            provesClear: provesClear(measured) && measured.video == nil)
        // A key is told of once for picture and sound of the same segments.
        let isTold = picture != nil && declaredProvenance[.videoProtection] == declaredProvenance[.audioProtection]
        return [picture, isTold ? nil : sound].compactMap(\.self)
    }

    /// Whether headers that know of no protection prove that there is none. An unprotected sample entry does (ISO 23001-7
    /// 4.1); under SAMPLE-AES the headers of packed audio stay in the clear, and of transport streams some do.
    private func provesClear(_ measured: OperatingParameters) -> Bool {
        measured.container == .fragmentedMP4 || measured.container == .mp4
    }

    private func protectionContradiction(
        _ parameter: ParameterName, _ track: String, _ claim: ProtectionScheme?, _ truth: ProtectionScheme?,
        provesClear: Bool
    ) -> Diagnostic? {
        guard let claim, let truth, let place = declaredProvenance[parameter] else { return nil }
        let told: String
        if claim == .none, truth.needsSecureDecoder {
            told = "no EXT-X-KEY stands before the segment, but its \(track) is protected: \(truth)"
        } else if claim.needsSecureDecoder, truth == .none, provesClear {
            told = "EXT-X-KEY says \(claim), the media are \(truth): the \(track) is not protected"
        } else {
            return nil
        }
        return Diagnostic(
            .warning, code: "playlist-contradicts-media",
            message: told + (measuredProvenance[parameter].map { " (\($0))" } ?? ""), uri: place.document,
            line: place.line, clause: "rfc8216bis 4.4.4.4")
    }
}
