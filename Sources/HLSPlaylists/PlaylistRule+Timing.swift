extension PlaylistRule {
    private static let authoring = "HLS Authoring Specification"

    static let timingRules: [PlaylistRule] = [
        PlaylistRule(
            "timing-target-durations-differ", .must, "\(authoring) 8.2",
            "All playlists have one target duration.",
            why: "Players poll and buffer by the target duration of one playlist, and starve on the others.",
            example: "Video with 6 s and audio with 10 s."
        ) { presentation in
            against(first: presentation) { first, other in
                guard let target = first.targetDuration, let own = other.targetDuration, own != target else {
                    return nil
                }
                return "target duration \(own.decimalSeconds) s, the first playlist has \(target.decimalSeconds) s"
            }
        },
        PlaylistRule(
            "timing-durations-differ", .must, "\(authoring) 8.3, 8.7; rfc8216bis 6.2.4",
            "All playlists of a VOD last equally long; audio may differ by one target duration at the ends.",
            why: "Sound or picture ends early, which players treat as a stall.",
            example: "Audio that is two segments shorter than video."
        ) { presentation in
            against(first: presentation) { first, other in
                guard !first.isLive, !other.isLive else { return nil }
                let difference = other.duration - first.duration
                let most = first.targetDuration ?? .zero
                guard difference > most || difference < .zero - most else { return nil }
                return "lasts \(other.duration.decimalSeconds) s, the first playlist \(first.duration.decimalSeconds) s"
            }
        },
        PlaylistRule(
            "timing-discontinuities-differ", .must, "\(authoring) 8.15; rfc8216bis 6.2.4",
            "Discontinuities stand at the same points in all playlists.",
            why: "After a switch of variants the player applies the wrong timestamps.",
            example: "A stitched ad whose audio playlist lacks the second discontinuity."
        ) { presentation in
            against(first: presentation) { first, other in
                guard !first.isLive, !other.isLive else { return nil }
                let count = first.segments.rows.count { $0.isDiscontinuous }
                let own = other.segments.rows.count { $0.isDiscontinuous }
                return own == count ? nil : "\(own) discontinuities, the first playlist has \(count)"
            }
        },
        PlaylistRule(
            "timing-segments-not-aligned", .must, "\(authoring) 8.22 (AirPlay)",
            "Segment boundaries of all variants lie at the same times, within one video frame.",
            why:
                "AirPlay televisions switch variants at segment boundaries only; unaligned ones repeat or "
                + "skip pictures.",
            example: "Boundaries at 6.006 s and at 6.000 s."
        ) { presentation in
            let video = presentation.playlists.filter { !$0.isAudio }
            guard let first = video.first else { return [] }
            let boundaries = first.media.playlist.segments.boundaries
            let frame = presentation.withVideo.lazy.compactMap(\.tag.frameRate).first.map {
                Duration.seconds(Int64($0.denominator)) / $0.numerator
            }
            let most = frame ?? .milliseconds(42)
            return video.dropFirst().compactMap { entry in
                let own = entry.media.playlist.segments.boundaries
                guard !first.media.playlist.isLive,
                    let place = zip(boundaries, own).enumerated().first(where: {
                        abs($0.element.0 - $0.element.1) > most
                    })
                else { return nil }
                return Breach(
                    message:
                        "segment \(place.offset) begins at \(place.element.1.decimalSeconds) s, in the first variant at "
                        + "\(place.element.0.decimalSeconds) s",
                    subject: entry.name, line: nil)
            }
        },
        PlaylistRule(
            "timing-date-after-discontinuity", .should, "rfc8216bis 6.2.1",
            "A date follows every discontinuity when there are dates at all.",
            why: "Dates behind the discontinuity are extrapolated over a clock that may have jumped, so breaks move.",
            example: "A stitched ad without EXT-X-PROGRAM-DATE-TIME behind it."
        ) { presentation in
            presentation.playlists.flatMap { entry in
                let segments = entry.media.playlist.segments
                guard segments.hasProgramDate else { return [Breach]() }
                return segments.rows.filter { $0.isDiscontinuous && $0.date < 0 }.map {
                    Breach(
                        message: "no EXT-X-PROGRAM-DATE-TIME after the discontinuity", subject: entry.name,
                        line: $0.line)
                }
            }
        },
        PlaylistRule(
            "playlist-version-too-low", .must, "rfc8216bis 8",
            "EXT-X-VERSION is high enough for what the playlist uses.",
            why: "Players of the stated version ignore the tag and play something else.",
            example: "EXT-X-MAP in a playlist of version 3."
        ) { presentation in
            presentation.playlists.compactMap { entry in
                let playlist = entry.media.playlist
                let (needed, reason) = playlist.neededVersion
                guard needed > playlist.version ?? 1 else { return nil }
                return Breach(
                    message: "version \(playlist.version ?? 1), but \(reason) needs \(needed)", subject: entry.name,
                    line: nil)
            }
        },
    ]

    static let liveRules: [PlaylistRule] = [
        PlaylistRule(
            "playlist-live-without-date", .must, "\(authoring) 8.4", "Every playlist of a live stream states a date.",
            why: "Breaks of a live stream are placed by date, and variants are aligned by it.",
            example: "A live playlist without EXT-X-PROGRAM-DATE-TIME."
        ) { presentation in
            presentation.playlists.filter { entry in
                let playlist = entry.media.playlist
                // The date may stand in what a delta update leaves out.
                return playlist.isLive && playlist.skip == nil && !playlist.segments.hasProgramDate
            }.map {
                Breach(message: "has no EXT-X-PROGRAM-DATE-TIME", subject: $0.name, line: nil)
            }
        },
        PlaylistRule(
            "playlist-live-too-short", .must, "\(authoring) 8.11; rfc8216bis 6.2.2",
            "A live playlist lists at least six segments and three target durations.",
            why: "A receiver that buffers three target durations runs dry at each hiccup.",
            example: "Three segments of 6 s."
        ) { presentation in
            presentation.playlists.compactMap { entry in
                let playlist = entry.media.playlist
                guard playlist.isLive, playlist.playlistType != .event, playlist.skip == nil else { return nil }
                let isLong = playlist.targetDuration.map { playlist.duration >= $0 * 3 } ?? true
                guard playlist.segments.count < 6 || !isLong else { return nil }
                return Breach(
                    message:
                        "\(playlist.segments.count) segment\(playlist.segments.count == 1 ? "" : "s") of \(playlist.duration.decimalSeconds) s",
                    subject: entry.name,
                    line: nil)
            }
        },
    ]

    /// Compares every playlist with the first one.
    private static func against(
        first presentation: Presentation, _ compare: (MediaPlaylist, MediaPlaylist) -> String?
    ) -> [Breach] {
        guard let first = presentation.playlists.first else { return [] }
        return presentation.playlists.dropFirst().compactMap { entry in
            compare(first.media.playlist, entry.media.playlist).map {
                Breach(message: $0, subject: entry.name, line: nil)
            }
        }
    }
}

private func abs(_ duration: Duration) -> Duration { duration < .zero ? .zero - duration : duration }

extension MediaPlaylist {
    /// The lowest EXT-X-VERSION that may carry this playlist, and what asks for it (rfc8216bis 8).
    var neededVersion: (Int, String) {
        if let skip { return skip.removedDateRanges.isEmpty ? (9, "EXT-X-SKIP") : (10, "skipping of date ranges") }
        for variable in variables {
            if case .queryParameter = variable { return (11, "EXT-X-DEFINE:QUERYPARAM") }
        }
        if !variables.isEmpty { return (8, "EXT-X-DEFINE") }
        if !segments.maps.isEmpty { return isIFramesOnly ? (5, "EXT-X-MAP") : (6, "EXT-X-MAP") }
        if segments.keySets.contains(where: {
            $0.contains { $0.method != "AES-128" || $0.attributes["KEYFORMAT"] != nil }
        }) {
            return (5, "this EXT-X-KEY")
        }
        if isIFramesOnly { return (4, "EXT-X-I-FRAMES-ONLY") }
        if !segments.byteRanges.isEmpty { return (4, "EXT-X-BYTERANGE") }
        if segments.rows.contains(where: { $0.duration.components.attoseconds != 0 }) {
            return (3, "a fractional EXTINF")
        }
        if segments.keySets.contains(where: { $0.contains { $0.attributes["IV"] != nil } }) { return (2, "IV") }
        return (1, "")
    }
}
