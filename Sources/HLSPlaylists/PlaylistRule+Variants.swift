import MediaFormats

extension PlaylistRule {
    private static let authoring = "HLS Authoring Specification"

    static let variantRules: [PlaylistRule] = [
        PlaylistRule(
            "playlist-codecs-missing", .must, "\(authoring) 9.2", "Every variant states CODECS.",
            why: "A receiver has to load media to know whether it can play them, or takes a variant that it cannot.",
            example: "A variant with BANDWIDTH only."
        ) { presentation in
            presentation.tagged.filter { $0.tag.codecs.isEmpty }.map { breach("has no CODECS", $0) }
        },
        PlaylistRule(
            "playlist-codecs-incomplete", .must, "rfc8216bis 6.2.4",
            "CODECS names every sample format of every rendition the variant can use.",
            why: "A player that trusts CODECS sets up no audio decoder and restarts when sound arrives.",
            example: "CODECS='avc1.640028' with AUDIO='stereo'."
        ) { presentation in
            presentation.tagged.filter { entry in
                !entry.tag.codecs.isEmpty && !entry.variant.audio.isEmpty
                    && entry.tag.codecs.allSatisfy { $0.audio == nil && $0.kind != .unknown }
            }.map { breach("has audio renditions but no audio codec in CODECS", $0) }
        },
        PlaylistRule(
            "playlist-average-bandwidth-missing", .must, "\(authoring) 9.13", "Every variant states AVERAGE-BANDWIDTH.",
            why: "Players choose by the peak instead, and take a smaller picture than the link carries.",
            example: "A variant with BANDWIDTH alone."
        ) { presentation in
            presentation.tagged.filter { $0.tag.averageBandwidth == nil }.map { breach("has no AVERAGE-BANDWIDTH", $0) }
        },
        PlaylistRule(
            "playlist-peak-above-twice-average", .should, "\(authoring) 1.30",
            "The peak is at most twice the average bit rate.",
            why: "Peaks empty the buffer of receivers that hold little of it.",
            example: "BANDWIDTH 9000000 with AVERAGE-BANDWIDTH 3000000."
        ) { presentation in
            presentation.tagged.compactMap { entry in
                guard let peak = entry.tag.bandwidth, let average = entry.tag.averageBandwidth, peak / 2 > average
                else {
                    return nil
                }
                return breach("BANDWIDTH \(peak) is more than twice AVERAGE-BANDWIDTH \(average)", entry)
            }
        },
        PlaylistRule(
            "playlist-resolution-missing", .must, "\(authoring) 9.9", "Every variant with video states RESOLUTION.",
            why: "A receiver cannot match variants to its display, and sets up the decoder for the largest picture.",
            example: "A video variant without RESOLUTION."
        ) { presentation in
            presentation.withVideo.filter { $0.tag.resolution == nil }.map { breach("has no RESOLUTION", $0) }
        },
        PlaylistRule(
            "playlist-frame-rate-missing", .must, "\(authoring) 9.15", "Every variant with video states FRAME-RATE.",
            why:
                "A box that follows the content's rate learns it only from the first pictures, after the "
                + "display was set.",
            example: "A video variant without FRAME-RATE."
        ) { presentation in
            presentation.withVideo.filter { $0.tag.frameRate == nil }.map { breach("has no FRAME-RATE", $0) }
        },
        PlaylistRule(
            "playlist-frame-rate-unusual", .must, "\(authoring) 1.18",
            "Frame rates are 23.976, 24, 25, 29.97, 30, 50, 59.94 or 60.",
            why: "Displays have no mode for it; the receiver converts, visibly.",
            example: "FRAME-RATE=48.000."
        ) { presentation in
            presentation.withVideo.compactMap { entry in
                guard let rate = entry.tag.frameRate, !usualRates.contains(rate) else { return nil }
                return breach("FRAME-RATE \(rate) is not a usual one", entry)
            }
        },
        PlaylistRule(
            "playlist-video-codec", .must, "\(authoring) 1.1", "Video is H.264, HEVC, Dolby Vision or AV1.",
            why: "AirPlay receivers have no decoder for anything else.",
            example: "vp09 in CODECS."
        ) { presentation in
            presentation.withVideo.compactMap { entry in
                guard let codec = entry.variant.declared.video?.codec, ![.avc, .hevc, .av1].contains(codec) else {
                    return nil
                }
                return breach("\(codec) video", entry)
            }
        },
        PlaylistRule(
            "playlist-codec-container", .must, "\(authoring) 1.5, 1.39", "HEVC and AV1 come in fragmented MP4.",
            why: "AirPlay video plays HEVC and AV1 from fragmented MP4 only.",
            example: "hvc1 in CODECS, segments named .ts."
        ) { presentation in
            presentation.withVideo.compactMap { entry in
                guard let codec = entry.variant.declared.video?.codec, codec != .avc,
                    entry.variant.declared.container == .transportStream
                else { return nil }
                return breach("\(codec) in a transport stream", entry)
            }
        },
        PlaylistRule(
            "playlist-video-level", .should, "\(authoring) 1.3, 1.6",
            "H.264 is at most High 5.2, HEVC at most Main 10 5.1.",
            why: "Hardware decoders stop at these levels.",
            example: "avc1.64003c, level 6.0."
        ) { presentation in
            presentation.withVideo.compactMap { entry in
                guard let video = entry.variant.declared.video, let level = video.level else { return nil }
                let most = video.codec == .avc ? 52 : video.codec == .hevc ? 51 : Int.max
                guard level > most else { return nil }
                return breach("level \(level / 10).\(level % 10)", entry)
            }
        },
        PlaylistRule(
            "playlist-sample-entry", .should, "\(authoring) 1.10", "Parameter sets stand in the sample entry.",
            why: "Some receivers read parameter sets once, from the sample entry.",
            example: "hev1 in CODECS."
        ) { presentation in
            presentation.withVideo.compactMap { entry in
                guard let code = entry.variant.declared.video?.sampleEntry?.rawValue,
                    ["avc3", "hev1", "dvhe"].contains(code)
                else { return nil }
                return breach("sample entry \(code)", entry)
            }
        },
        PlaylistRule(
            "playlist-aspect-ratio", .should, "\(authoring) 1.33", "All variants have one picture shape.",
            why: "The picture changes its shape with the bit rate.",
            example: "960x540 beside 640x480."
        ) { presentation in
            guard let first = presentation.withVideo.lazy.compactMap(\.tag.resolution).first else { return [] }
            let shape = DisplayAspectRatio(first)
            return presentation.withVideo.compactMap { entry in
                guard let size = entry.tag.resolution, !DisplayAspectRatio(size).matches(shape) else { return nil }
                return breach("\(size) is \(DisplayAspectRatio(size)), the first variant is \(shape)", entry)
            }
        },
        PlaylistRule(
            "playlist-codec-not-at-all-sizes", .must, "\(authoring) 1.23, 9.23 (AirPlay)",
            "Every video codec is offered at all bandwidths.",
            why: "A receiver stays within one codec, so it has no smaller variant to fall back to.",
            example: "HEVC at 1080p and 2160p, AVC at 360p to 720p."
        ) { presentation in
            let sizes = Dictionary(grouping: presentation.withVideo) { $0.variant.declared.video?.codec }
                .mapValues { Set($0.compactMap(\.tag.resolution)) }
            let all = sizes.values.reduce(into: Set<Resolution>()) { $0.formUnion($1) }
            return sizes.sorted { ($0.key?.rawValue ?? "") < ($1.key?.rawValue ?? "") }.compactMap { codec, own in
                guard let codec, sizes.count > 1, own.count < all.count else { return nil }
                let missing = all.subtracting(own).map(\.description).sorted().joined(separator: ", ")
                return Breach(message: "\(codec) is not offered at \(missing)", subject: "\(codec)", line: nil)
            }
        },
        PlaylistRule(
            "playlist-no-small-variant", .advice, "HLS Authoring Specification 9.8",
            "A small variant with a low bit rate serves picture in picture and slow networks.",
            why: "On a poor network, and in picture in picture, every variant is too large.",
            example: "A ladder that begins with 720p at 3 Mbit/s."
        ) { presentation in
            let sizes = presentation.withVideo.compactMap(\.tag.resolution)
            guard !sizes.isEmpty, sizes.allSatisfy({ min($0.width, $0.height) > 480 }) else { return [] }
            return [
                Breach(message: "no variant is smaller than 480 lines", subject: "multivariant playlist", line: nil)
            ]
        },
        PlaylistRule(
            "playlist-score-not-on-all", .must, "\(authoring) 9.19", "SCORE stands on all variants or on none.",
            why: "Players ignore SCORE when it is missing somewhere, and rank by bit rate.",
            example: "SCORE on the HEVC variants only."
        ) { presentation in
            let without = presentation.tagged.filter { $0.tag.attributes["SCORE"] == nil }
            guard !without.isEmpty, without.count < presentation.tagged.count else { return [] }
            return without.map { breach("has no SCORE, others have", $0) }
        },
        PlaylistRule(
            "playlist-no-iframes", .must, "\(authoring) 6.1", "I-frame playlists are there for seeking.",
            why: "Scrubbing shows no pictures, on the phone and on the television.",
            example: "A multivariant playlist without EXT-X-I-FRAME-STREAM-INF."
        ) { presentation in
            guard let playlist = presentation.multivariant, playlist.iFrameVariants.isEmpty,
                !presentation.withVideo.isEmpty
            else { return [] }
            return [Breach(message: "has no EXT-X-I-FRAME-STREAM-INF", subject: "multivariant playlist", line: nil)]
        },
    ]

    private static let usualRates: Set<FrameRate?> = [
        FrameRate(24000, 1001), FrameRate(24), FrameRate(25), FrameRate(30000, 1001), FrameRate(30), FrameRate(50),
        FrameRate(60000, 1001), FrameRate(60),
    ]

    static func breach(_ message: String, _ entry: (variant: PresentationVariant, tag: Variant)) -> Breach {
        Breach(message: message, subject: entry.variant.label, line: entry.tag.line)
    }
}
