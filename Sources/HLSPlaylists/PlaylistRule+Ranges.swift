import MediaFormats

extension PlaylistRule {
    static let rangeRules: [PlaylistRule] = [
        PlaylistRule(
            "playlist-video-range-missing", .must, "HLS Authoring Specification 9.16",
            "VIDEO-RANGE stands on all variants unless everything is SDR.",
            why: "A receiver sets the display's mode before it has decoded anything, by this attribute alone.",
            example: "A ladder with PQ variants whose SDR variants state nothing."
        ) { presentation in
            let isAllSDR = presentation.withVideo.allSatisfy { $0.variant.declared.video?.dynamicRange == .sdr }
            return isAllSDR
                ? []
                : presentation.withVideo.filter { $0.tag.videoRange == nil }.map {
                    breach("has no VIDEO-RANGE, which then means SDR", $0)
                }
        },
        PlaylistRule(
            "playlist-video-range-unknown", .must, "rfc8216bis 4.4.6.2", "VIDEO-RANGE is SDR, HLG or PQ.",
            why: "A player drops a variant whose range it cannot read.",
            example: "VIDEO-RANGE=HDR10."
        ) { presentation in
            presentation.withVideo.compactMap { entry in
                guard let range = entry.tag.videoRange, !["SDR", "HLG", "PQ"].contains(range) else { return nil }
                return breach("VIDEO-RANGE \(range.prefix(40)): players do not select the variant", entry)
            }
        },
        PlaylistRule(
            "playlist-video-range-against-codec", .must, "rfc8216bis 4.4.6.2",
            "VIDEO-RANGE agrees with what CODECS says about colour.",
            why: "The display is set up for one range and gets another: washed-out or far too dark pictures.",
            example: "dvh1.05 with VIDEO-RANGE=SDR."
        ) { presentation in
            presentation.withVideo.compactMap { entry in
                let stated = entry.tag.videoRange ?? "SDR"
                guard let coded = entry.tag.codecs.lazy.compactMap({ $0.video?.colour?.dynamicRange }).first,
                    coded.videoRange != stated
                else { return nil }
                return breach("VIDEO-RANGE is \(stated), CODECS says \(coded.videoRange)", entry)
            }
        },
        PlaylistRule(
            "playlist-supplemental-brand", .must, "rfc8216bis 4.4.6.2",
            "The brand of SUPPLEMENTAL-CODECS and VIDEO-RANGE agree.",
            why: "The brand says what a decoder without Dolby Vision sees; a wrong one picks the wrong variant.",
            example: "db4h (HLG) with VIDEO-RANGE=PQ."
        ) { presentation in
            presentation.withVideo.flatMap { entry in
                entry.tag.supplementalCodecs.compactMap { supplement in
                    guard let implied = supplement.impliedVideoRange else {
                        return breach("'\(supplement.codec)' of SUPPLEMENTAL-CODECS has no known brand", entry)
                    }
                    let stated = entry.tag.videoRange ?? "SDR"
                    return implied == stated
                        ? nil
                        : breach("the brand of '\(supplement.codec)' means \(implied), VIDEO-RANGE is \(stated)", entry)
                }
            }
        },
        PlaylistRule(
            "playlist-no-sdr", .must, "HLS Authoring Specification 1.24", "HDR content is also there in SDR.",
            why: "Low-end receivers show SDR only, and find nothing to play.",
            example: "A ladder of Dolby Vision variants alone."
        ) { presentation in
            let ranges = presentation.withVideo.compactMap { $0.variant.declared.video?.dynamicRange }
            guard !ranges.isEmpty, !ranges.contains(.sdr) else { return [] }
            return [Breach(message: "no variant is SDR", subject: "multivariant playlist", line: nil)]
        },
        PlaylistRule(
            "playlist-dolby-vision-without-hdr10", .must, "HLS Authoring Specification 9.24 (AirPlay)",
            "Dolby Vision is also there as HDR10.",
            why: "Many televisions take HDR10 and no Dolby Vision; they fall back to SDR or to nothing.",
            example: "Dolby Vision profile 5 beside SDR variants."
        ) { presentation in
            let videos = presentation.withVideo.compactMap { $0.variant.declared.video }
            let needs = videos.contains { $0.dynamicRange == .dolbyVision && $0.dolbyVision?.fallback != .pq }
            let has = videos.contains {
                $0.dynamicRange == .pq || $0.dynamicRange == .hdr10Plus || $0.dolbyVision?.fallback == .pq
            }
            guard needs, !has else { return [] }
            return [
                Breach(message: "Dolby Vision without an HDR10 variant", subject: "multivariant playlist", line: nil)
            ]
        },
        PlaylistRule(
            "playlist-requirement-version", .must, "rfc8216bis 8", "REQ- attributes need EXT-X-VERSION 12.",
            why: "Older players do not know what to do with a requirement and play what they must not.",
            example: "REQ-VIDEO-LAYOUT in a playlist of version 7."
        ) { presentation in
            guard let playlist = presentation.multivariant, playlist.version ?? 1 < 12 else { return [] }
            return presentation.tagged.filter { $0.tag.attributes.attributes.contains { $0.name.hasPrefix("REQ-") } }
                .map { breach("REQ- attribute under version \(playlist.version ?? 1)", $0) }
        },
    ]
}
