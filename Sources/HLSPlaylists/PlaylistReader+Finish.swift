extension PlaylistReader {
    /// Decides which kind of playlist it was and checks what concerns the whole.
    mutating func finish(endsWithNewline: Bool) -> PlaylistDocument {
        if let media = firstMediaTag, let multivariant = firstMultivariantTag {
            log.add(
                .error, "playlist-mixed",
                "has tags of media playlists (line \(media.number)) and of multivariant playlists "
                    + "(line \(multivariant.number))",
                line: SourceLine(max(media.number, multivariant.number)), clause: "4.1")
        }
        let isComplete = endsWithNewline || media.hasEndList
        if !isComplete {
            log.add(
                .lint, "playlist-no-final-newline", "the last line has no newline; the document may be cut off",
                line: line, clause: "4.1")
        }
        if let first = firstMultivariantTag, first.number < firstMediaTag?.number ?? .max {
            return PlaylistDocument(playlist: .multivariant(finishMultivariant()), diagnostics: log.entries)
        }
        guard firstMediaTag != nil else {
            log.add(
                .error, "playlist-no-content", "has neither segments nor variants", line: line, clause: "4.1")
            return PlaylistDocument(playlist: nil, diagnostics: log.entries)
        }
        finishMedia()
        return PlaylistDocument(playlist: .media(media), diagnostics: log.entries)
    }

    private mutating func finishMultivariant() -> MultivariantPlaylist {
        noteMissingVariantURI()
        if multivariant.variants.isEmpty {
            log.add(
                .error, "playlist-no-variants", "has no variant that can be played", line: SourceLine(1), clause: "4.1")
        }
        multivariant.variables = definitions
        multivariant.variableValues = variables.values
        multivariant.unknownTags = unknownTags.map { tag in
            var tag = tag
            tag.segmentIndex = 0
            return tag
        }
        return multivariant
    }

    private mutating func finishMedia() {
        media.variables = definitions
        media.unknownTags = unknownTags
        media.trailingParts = pending.parts
        if pending.duration != nil {
            log.add(
                .error, "playlist-extinf-without-uri", "the last EXTINF has no segment URI; the playlist is cut off",
                line: pending.durationLine, clause: "4.4.4.1")
        }
        guard let target = media.targetDuration else {
            log.add(
                .error, "playlist-target-duration", "EXT-X-TARGETDURATION is missing", line: SourceLine(1),
                clause: "4.4.3.1")
            return finishDateRanges()
        }
        for row in media.segments.rows where row.duration.roundedSeconds > target.components.seconds {
            log.add(
                .error, "playlist-segment-too-long",
                "EXTINF of \(row.duration.decimalSeconds) s rounds to more than the target duration of "
                    + "\(target.decimalSeconds) s",
                line: row.line, clause: "4.4.3.1")
        }
        finishDateRanges()
    }

    private mutating func finishDateRanges() {
        guard !media.dateRangeTags.isEmpty else { return }
        if !media.segments.hasProgramDate {
            log.add(
                .error, "playlist-date-range-without-date",
                "has EXT-X-DATERANGE but no EXT-X-PROGRAM-DATE-TIME, so nothing can be placed",
                line: media.dateRangeTags[0].line, clause: "4.4.5.1")
        }
        var merger = DateRangeMerger()
        for tag in media.dateRangeTags { merger.add(tag, &log) }
        media.dateRanges = merger.finish()
    }
}
