import HLSPlaylists
import MediaFormats

extension ProfiledVariant {
    /// Where CHANNELS or LANGUAGE is not what the sound is (rfc8216bis 4.4.6.1).
    var soundContradictions: [Diagnostic] {
        guard let claim = declared.audio, let truth = measured?.audio else { return [] }
        return channelContradictions(claim, truth) + atmosContradictions(claim, truth)
            + languageContradictions(claim, truth)
    }

    /// CHANNELS against the number of channels: their arrangement it does not tell.
    private func channelContradictions(_ claim: AudioParameters, _ truth: AudioParameters) -> [Diagnostic] {
        guard let stated = claim.channelCount, let real = truth.channelCount, stated != real,
            let claim = claim.channelText, let truth = truth.channelText
        else { return [] }
        return [contradiction(.audioChannelLayout, claim, truth, clause: "rfc8216bis 4.4.6.1")]
    }

    /// CHANNELS with JOC, or the old `ec+3`, over sound without objects.
    ///
    /// Only E-AC-3 has joint object coding. The number before it is that of objects and channels to which a decoder may
    /// render, so it is not held against the channels that are coded. What AC-4 carries in this way nobody measures.
    private func atmosContradictions(_ claim: AudioParameters, _ truth: AudioParameters) -> [Diagnostic] {
        guard claim.atmos == true, let codec = truth.codec, codec != .ac4,
            codec != .eac3 || truth.atmos == false
        else { return [] }
        return [
            contradiction(
                .audioAtmos, "Atmos", codec == .eac3 ? "no Atmos" : "\(codec), which has none",
                clause: "rfc8216bis 4.4.6.1")
        ]
    }

    /// LANGUAGE against the language that the track states. Players go by the playlist, so it is a lint.
    private func languageContradictions(_ claim: AudioParameters, _ truth: AudioParameters) -> [Diagnostic] {
        guard let claim = claim.language, let truth = truth.language, let stated = PrimaryLanguage(claim),
            let real = PrimaryLanguage(truth), stated != real
        else { return [] }
        return [contradiction(.audioLanguage, claim, truth, .lint, clause: "rfc8216bis 4.4.6.1")]
    }
}

/// The language of a tag as far as two of them can be told apart without a register: its two-letter code (ISO 639-1).
///
/// Three-letter codes may name the same language (`eng`, `ger` and `deu`), so they are never taken for another one.
private struct PrimaryLanguage: Equatable {
    private let code: String

    /// Codes that were replaced (RFC 5646 2.2.1), and both written forms of Norwegian, which are one language to listeners.
    private static let sameAs = ["iw": "he", "in": "id", "ji": "yi", "mo": "ro", "nb": "no", "nn": "no"]

    init?(_ tag: String) {
        let primary = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
        guard primary.utf8.count == 2 else { return nil }
        code = Self.sameAs[primary] ?? primary
    }
}
