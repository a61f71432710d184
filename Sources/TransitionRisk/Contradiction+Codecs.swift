import HLSPlaylists
import MediaFormats

extension ProfiledVariant {
    /// Where sample entry, profile, level, tier, depth or kind of AAC in CODECS are not those of the media.
    ///
    /// Names of constrained profiles are taken for the profile they constrain: encoders and packagers differ in the flags.
    /// A level above that of the media, or a profile whose decoders play them too, is only inexact and a lint.
    var codecContradictions: [Diagnostic] {
        var found: [Diagnostic] = []
        if let claim = declared.video, let truth = measured?.video, claim.codec == truth.codec {
            if let stated = claim.sampleEntry, let real = truth.sampleEntry, stated != real {
                found.append(
                    contradiction(
                        .videoSampleEntry, stated.rawValue, real.rawValue,
                        real.keepsParameterSetsApart && !stated.keepsParameterSetsApart ? .lint : .warning))
            }
            if let stated = claim.profile.map(base(ofProfile:)), let real = truth.profile.map(base(ofProfile:)),
                stated != real
            {
                let isHarmless = includes(claim.profile, truth.profile)
                found.append(
                    contradiction(
                        .videoProfile, claim.profile ?? stated, truth.profile ?? real, isHarmless ? .lint : .warning))
            }
            if let stated = claim.level, let real = truth.level, max(stated, 10) != max(real, 10) {
                found.append(
                    contradiction(.videoLevel, level(stated), level(real), stated > real ? .lint : .warning))
            }
            if let stated = claim.tier, let real = truth.tier, stated != real {
                found.append(contradiction(.videoTier, "\(stated) tier", "\(real) tier"))
            }
            if let stated = claim.bitDepth, let real = truth.bitDepth, stated != real {
                found.append(contradiction(.videoBitDepth, "\(stated) bit", "\(real) bit"))
            }
        }
        if let stated = declared.audio?.objectType, let real = measured?.audio?.objectType, stated != real {
            found.append(contradiction(.audioObjectType, "\(stated.rawValue)-AAC", "\(real.rawValue)-AAC"))
        }
        return found
    }

    /// One claim beside what the media show; reports find the words by their form.
    func contradiction(
        _ parameter: ParameterName, _ claim: String, _ truth: String, _ severity: Diagnostic.Severity = .warning,
        clause: String = "rfc8216bis 4.4.6.2"
    ) -> Diagnostic {
        let place = declaredProvenance[parameter]
        return Diagnostic(
            severity, code: "playlist-contradicts-media",
            message: "\(place?.field ?? parameter.rawValue) says \(claim), the media are \(truth)"
                + (measuredProvenance[parameter].map { " (\($0))" } ?? ""),
            uri: place?.document, line: place?.line, clause: clause)
    }

    /// Whether every decoder of one profile plays the other (H.264 A.2, H.265 A.3).
    private func includes(_ profile: String?, _ other: String?) -> Bool {
        let families = [
            ["Constrained Baseline", "Main", "High", "High 10", "High 4:2:2"], ["Main", "Main 10"],
        ]
        return families.contains { family in
            guard let outer = profile.flatMap(family.firstIndex(of:)), let inner = other.flatMap(family.firstIndex(of:))
            else { return false }
            return inner < outer
        }
    }

    private func level(_ level: Int) -> String { "level \(level / 10).\(level % 10)" }

    /// `High` for `Constrained High`; one name for what libavcodec and the registered string call differently.
    private func base(ofProfile name: String) -> String {
        for prefix in ["Constrained ", "Progressive "] where name.hasPrefix(prefix) {
            return String(name.dropFirst(prefix.count))
        }
        return ["Range Extensions": "Rext", "Screen Content": "Scc", "CAVLC 4:4:4 Intra": "CAVLC 4:4:4"][name] ?? name
    }
}

extension SampleEntry {
    /// Whether parameter sets stand in the sample description alone (ISO 14496-15 5.3.3.1, 8.3.3.1).
    ///
    /// Many decoders want them there. Who takes `hev1` or `avc3` takes these too.
    fileprivate var keepsParameterSetsApart: Bool { ["avc1", "hvc1", "vvc1", "dvh1", "dva1"].contains(rawValue) }
}
