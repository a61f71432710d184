package import HLSPlaylists
import MediaFormats

extension AssetProfile {
    /// Where playlists claim something else than the media show, and values that no media can have; one warning each.
    ///
    /// Frame rates within a 1000/1001 neighbour are no contradiction: FRAME-RATE is a maximum with three decimals
    /// (rfc8216bis 4.4.6.2).
    package var contradictions: [Diagnostic] {
        var seen: Set<Diagnostic> = []
        let all = variants.flatMap { variant -> [Diagnostic] in
            let claims =
                variant.contradictions + variant.sizeContradictions + variant.soundContradictions
                + variant.codecContradictions + variant.trackContradictions + variant.protectionContradictions
            return variant.impossibleValues + claims + variant.segmentContradictions + variant.boxContradictionFindings
        }
        return (all + alignmentFindings).filter { seen.insert($0).inserted }
    }
}

extension ProfiledVariant {
    private static let claims: [ParameterName] = [
        .videoCodec, .videoFrameRate, .videoDynamicRange, .audioCodec, .audioSampleRate, .audioBitDepth,
    ]

    fileprivate var contradictions: [Diagnostic] {
        guard measured != nil, declared.video != nil || declared.audio != nil else { return [] }
        var shown = self
        shown.declared = OperatingParameters()
        shown.declaredProvenance = [:]
        let comparison = ParameterComparison(
            from: EffectiveParameters(values: declared, provenance: declaredProvenance), to: shown.effective)
        return Self.claims.compactMap { comparison[$0] }.filter { $0.outcome == .mismatch }.compactMap { difference in
            guard let claim = difference.from, let truth = difference.to, !isNearlyEqualRate(difference) else {
                return nil
            }
            let place = difference.fromProvenance
            return Diagnostic(
                .warning, code: "playlist-contradicts-media",
                message: "\(place?.field ?? difference.parameter.rawValue) says \(claim), the media are \(truth)"
                    + (difference.toProvenance.map { " (\($0))" } ?? ""),
                uri: place?.document, line: place?.line, clause: "rfc8216bis 4.4.6.2")
        }
    }

    /// Where a box and the coded pictures disagree: what the pictures look like then hangs on the player.
    fileprivate var boxContradictionFindings: [Diagnostic] {
        (boxContradictions ?? []).map { wrong in
            Diagnostic(
                .warning, code: "box-contradicts-bitstream",
                message: "the box \(wrong.box) says \(wrong.boxSays), the pictures say \(wrong.bitstreamSays) "
                    + "(\(wrong.bitstream)); players believe one or the other: package it again",
                uri: measuredProvenance[wrong.parameter]?.document,
                clause: wrong.box == "colr" ? "ISO/IEC 14496-12 12.1.5" : nil)
        }
    }

    fileprivate var impossibleValues: [Diagnostic] {
        func told(_ parameters: OperatingParameters?, _ places: [ParameterName: Provenance]) -> [Diagnostic] {
            (parameters?.plausible.impossible ?? []).map { wrong in
                let place = places[wrong.parameter]
                return Diagnostic(
                    .warning, code: "media-impossible-value",
                    message: "\(place?.field ?? wrong.parameter.rawValue) of '\(label)' says \(wrong.value), which is"
                        + " impossible (\(wrong.possible)); it counts as unknown",
                    uri: place?.document, line: place?.line)
            }
        }
        return told(measured, measuredProvenance) + told(declared, declaredProvenance)
    }

    private func isNearlyEqualRate(_ difference: Difference) -> Bool {
        guard difference.parameter == .videoFrameRate, let claim = declared.video?.frameRate,
            let truth = measured?.video?.frameRate
        else { return false }
        return claim.relation(to: truth) == .nearlyEqual
    }
}
