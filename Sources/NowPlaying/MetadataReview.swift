package import HLSPlaylists

/// Looks for what is wrong with the cues of a presentation: damaged, lost, doubled or shifted, most often around breaks.
package struct MetadataReview: Sendable {
    private var log = FindingLog()
    private let groups: [BreakGroup]
    /// When the track at hand has damaged tags.
    private var damaged: [Duration] = []

    /// Differences in time that renditions may have, and cues of a regular sequence.
    package static let tolerance = Duration.milliseconds(100)

    /// What was found, the first fifty of each rule.
    package var findings: [AppleSideFinding] { log.findings }
    /// How often each rule was broken.
    package var counts: [String: Int] { log.counts }

    /// Reviews tracks.
    ///
    /// - Parameter schedule: What plays when; `nil` for a file.
    package init(_ tracks: [MetadataTrack], schedule: Schedule?) {
        groups = schedule.map(BreakGroup.groups(of:)) ?? []
        for track in tracks { reviewTags(track) }
        for track in tracks where track.role != .interstitial { reviewSequence(track) }
        if let primary = tracks.first(where: { $0.role == .primary }) {
            reviewBreaks(primary)
            for track in tracks where track.role == .rendition { compare(track, with: primary) }
        }
        for track in tracks where track.role == .interstitial { reviewAdvertising(track) }
    }

    private mutating func add(
        _ rule: AppleSideRule, _ track: MetadataTrack, at time: Duration?, expected: String? = nil,
        found: String? = nil,
        _ message: String
    ) {
        log.add(
            AppleSideFinding(
                rule, at: time, subject: track.name, expected: expected, found: found, message: message, uri: track.uri)
        )
    }

    private mutating func reviewTags(_ track: MetadataTrack) {
        for cue in track.cues {
            for problem in cue.tag.problems {
                let what = cue.tag.scheme == nil || !cue.tag.frames.isEmpty ? "an ID3 tag" : "an event message"
                let place = cue.segment.map { " in \($0)" } ?? ""
                add(.malformedTag, track, at: cue.time, found: problem, "\(what)\(place) is damaged: \(problem)")
            }
        }
    }

    private mutating func reviewSequence(_ track: MetadataTrack) {
        // A damaged tag may be any cue.
        damaged = track.placed.filter { !$0.cue.tag.problems.isEmpty }.map(\.time)
        for sequence in track.sequences { reviewSequence(sequence, track) }
    }

    private mutating func reviewSequence(_ placed: [(time: Duration, cue: MetadataCue)], _ track: MetadataTrack) {
        let isNamed = placed.first.map { $0.cue.tag.scheme != nil || !$0.cue.tag.frames.isEmpty } ?? false
        let cadence = isNamed ? MetadataTrack.cadence(of: placed.map(\.time)) : nil
        for (previous, next) in zip(placed, placed.dropFirst()) {
            let distance = next.time - previous.time
            let isSame = previous.cue.tag.digest == next.cue.tag.digest
            if isSame, distance * 2 < cadence ?? .seconds(2) {
                add(
                    .cueDoubled, track, at: next.time, expected: "once", found: "twice",
                    "'\(next.cue.summary)' comes twice, \(distance.decimalSeconds) s apart\(near(previous.time, next.time))"
                )
            } else if let cadence, distance > Self.tolerance, !track.lacks(previous.time, next.time),
                !damaged.contains(where: { $0 > previous.time && $0 < next.time })
            {
                reviewDistance(distance, cadence, previous.time, next.time, track)
            }
        }
    }

    private mutating func reviewDistance(
        _ distance: Duration, _ cadence: Duration, _ from: Duration, _ to: Duration, _ track: MetadataTrack
    ) {
        let tolerance = max(Self.tolerance, cadence / 50)
        let steps = Int((distance / cadence).rounded())
        let due = from + cadence
        if steps >= 2, (distance - cadence * steps).magnitude <= tolerance * 2 {
            add(
                .cueMissing, track, at: due, expected: due.decimalSeconds, found: to.decimalSeconds,
                "no cue at \(due.decimalSeconds) s, though they come every \(cadence.decimalSeconds) s: the next is at "
                    + "\(to.decimalSeconds) s\(near(from, to))")
        } else if (distance - cadence).magnitude > tolerance {
            add(
                .cueShifted, track, at: to, expected: due.decimalSeconds, found: to.decimalSeconds,
                "a cue comes at \(to.decimalSeconds) s instead of \(due.decimalSeconds) s\(near(from, to))")
        }
    }

    /// Names a break that lies between two times.
    private func near(_ from: Duration, _ to: Duration) -> String {
        let group = groups.first { group in
            (from...to).contains(group.at) || group.resume.map { (from...to).contains($0) } ?? false
        }
        return group.map { ", at break \($0.eventIDs.joined(separator: ", "))" } ?? ""
    }

    private mutating func reviewBreaks(_ track: MetadataTrack) {
        for group in groups {
            guard let resume = group.resume, resume != group.at else { continue }
            let id = group.eventIDs.joined(separator: ", ")
            let stretch = min(group.at, resume)..<max(group.at, resume)
            let times = track.placed.map(\.time).filter(stretch.contains)
            guard let first = times.first else { continue }
            let shown = times.prefix(5).map(\.decimalSeconds).joined(separator: ", ") + (times.count > 5 ? ", …" : "")
            if resume > group.at {
                add(
                    .cueReplaced, track, at: first, found: "\(times.count)",
                    "break \(id) replaces \(times.count) cues of the programme, at \(shown) s")
            } else {
                add(
                    .cueRepeated, track, at: first, found: "\(times.count)",
                    "after break \(id) \(times.count) cues come again, at \(shown) s")
            }
        }
    }

    private mutating func compare(_ track: MetadataTrack, with primary: MetadataTrack) {
        // A rendition of sound alone need not carry cues.
        guard !track.cues.isEmpty || !track.isSoundOnly else { return }
        // What was not read of one cannot be held against the other.
        var others = track.placed.filter { !primary.lacks($0.time, $0.time) }[...]
        for (time, cue) in primary.placed where !track.lacks(time, time) {
            while let other = others.first, other.time < time - Self.tolerance {
                others.removeFirst()
                tellDifference(track, other.time, expected: nil, found: other.cue.summary)
            }
            guard let other = others.first, other.time <= time + Self.tolerance else {
                tellDifference(track, time, expected: cue.summary, found: nil)
                continue
            }
            others.removeFirst()
            if other.cue.tag.digest != cue.tag.digest {
                tellDifference(track, time, expected: cue.summary, found: other.cue.summary)
            }
        }
        for other in others { tellDifference(track, other.time, expected: nil, found: other.cue.summary) }
    }

    private mutating func tellDifference(
        _ track: MetadataTrack, _ time: Duration, expected: String?, found: String?
    ) {
        let what =
            switch (expected, found) {
            case (let expected?, let found?): "has '\(found)' where the first variant has '\(expected)'"
            case (let expected?, nil): "lacks '\(expected)' of the first variant"
            case (nil, let found): "has '\(found ?? "")', which the first variant has not"
            }
        add(
            .renditionsDisagree, track, at: time, expected: expected, found: found,
            "at \(time.decimalSeconds) s it \(what)")
    }

    private mutating func reviewAdvertising(_ track: MetadataTrack) {
        guard let first = track.cues.first else { return }
        add(
            .adCues, track, at: first.time, found: "\(track.cues.count)",
            "the asset carries \(track.cues.count) cues of its own, the first '\(first.summary)'")
    }
}
