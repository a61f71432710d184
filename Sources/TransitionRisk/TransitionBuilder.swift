package import HLSPlaylists

/// One break as it will be played: where playback leaves the primary, what plays, and where it returns.
package struct PlayedBreak: Sendable, Hashable {
    /// The interstitial event's identifier.
    package var id: String
    /// Primary time at which playback leaves.
    package var at: Duration
    /// Primary time at which playback resumes; `nil` when the primary is not returned to.
    package var resume: Duration?
    /// Assets in playing order with the time each plays.
    package var assets: [PlayedAsset]
    /// Whether the assets come from an asset list.
    package var usesAssetList: Bool

    /// Describes a break.
    package init(id: String, at: Duration, resume: Duration?, assets: [PlayedAsset], usesAssetList: Bool) {
        self.id = id
        self.at = at
        self.resume = resume
        self.assets = assets
        self.usesAssetList = usesAssetList
    }
}

/// One asset of a break.
package struct PlayedAsset: Sendable, Hashable {
    /// What is known about it.
    package var profile: AssetProfile
    /// How long it plays.
    package var plays: Duration
    /// What is known about its last stretch, where the asset changes at a discontinuity of its own; `nil` when its media
    /// are alike from start to end, or when only the start was measured.
    package var ending: AssetProfile?

    /// Describes an asset.
    package init(profile: AssetProfile, plays: Duration, ending: AssetProfile? = nil) {
        self.profile = profile
        self.plays = plays
        self.ending = ending
    }
}

/// Where the primary asset's pictures can be decoded alone: at its segment boundaries and, if measured, at a steady
/// interval after each.
package struct KeyframeGrid: Sendable, Hashable {
    /// Primary times of segment starts, rising; empty for a file without segments.
    package var segmentStarts: [Duration]
    /// Distance between key frames, if measured.
    package var interval: Duration?
    /// Primary time at which the segments listed so far end; `nil` when all are known.
    package var listedEnd: Duration?

    /// Describes a grid.
    package init(segmentStarts: [Duration], interval: Duration?, listedEnd: Duration? = nil) {
        self.segmentStarts = segmentStarts
        self.interval = interval
        self.listedEnd = listedEnd
    }

    /// Where a resumption at this time lands. Within 25 ms of a key frame, less than a picture at 30 fps, it is on it.
    ///
    /// Nothing is before the start, so an earlier time lands there. Behind the last segment that a live playlist lists it is
    /// not known, and at most a segment away.
    package func landing(at time: Duration) -> Landing {
        let tolerance = Duration.milliseconds(25)
        if time <= segmentStarts.first ?? .zero { return .keyframe }
        if let listedEnd, time >= listedEnd - tolerance {
            // The next segment begins where the list ends.
            return time <= listedEnd + tolerance ? .keyframe : .unknown(groupOfPictures: interval ?? longestSegment)
        }
        guard let start = segmentStart(before: time + tolerance) ?? (interval == nil ? nil : .zero)
        else {
            return .unknown(groupOfPictures: interval)
        }
        var distance = time - start
        if let interval, interval > .zero {
            let steps = (distance + tolerance) / interval
            distance -= interval * Int(steps)
        } else if distance > tolerance {
            // Segments begin with key frames; what lies between is not known, so the distance is the most it can be.
            return .unknown(groupOfPictures: distance)
        }
        return distance <= tolerance ? .keyframe : .afterKeyframe(distance)
    }
}

extension KeyframeGrid {
    /// The longest of the listed segments; `nil` without any.
    private var longestSegment: Duration? {
        let ends = segmentStarts.dropFirst() + [listedEnd].compactMap(\.self)
        return zip(segmentStarts, ends).map { $1 - $0 }.max()
    }

    /// The last segment start that is not after this time, by bisection.
    private func segmentStart(before time: Duration) -> Duration? {
        var (low, high) = (0, segmentStarts.count)
        while low < high {
            let middle = (low + high) / 2
            if segmentStarts[middle] <= time { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : segmentStarts[low - 1]
    }
}

/// A stretch of the primary asset whose media are alike, from one discontinuity to the next.
package struct PrimaryStretch: Sendable, Hashable {
    /// Primary time at which it begins.
    package var start: Duration
    /// What is known about its media.
    package var profile: AssetProfile

    /// Describes a stretch.
    package init(start: Duration, profile: AssetProfile) {
        self.start = start
        self.profile = profile
    }
}

/// Turns the breaks of a schedule into transitions.
package struct TransitionBuilder: Sendable {
    /// The primary asset by stretches, rising; at least one.
    private let stretches: [PrimaryStretch]
    private let keyframes: KeyframeGrid

    /// Prepares for a presentation whose media are alike from start to end.
    package init(primary: AssetProfile, keyframes: KeyframeGrid) {
        self.init(primary: primary, later: [], keyframes: keyframes)
    }

    /// Prepares for a presentation whose media change at discontinuities.
    ///
    /// - Parameters:
    ///   - primary: The media at the start.
    ///   - later: The stretches behind a discontinuity.
    ///   - keyframes: Where the primary can be entered.
    package init(primary: AssetProfile, later: [PrimaryStretch], keyframes: KeyframeGrid) {
        stretches = [PrimaryStretch(start: .zero, profile: primary)] + later.sorted { $0.start < $1.start }
        self.keyframes = keyframes
    }

    /// Transitions at the discontinuities of the primary itself, where the media before and behind are not alike: a
    /// stitched ad cuts in there without a change of item.
    ///
    /// - Parameter breaks: Breaks that are played. A discontinuity at which a break leaves, or that lies in primary time a
    ///   break replaces, is never crossed.
    package func discontinuities(without breaks: [PlayedBreak] = []) -> [Transition] {
        let programme = programme
        return zip(stretches, stretches.dropFirst()).compactMap { before, after in
            guard before.profile.variants != after.profile.variants,
                !breaks.contains(where: { $0.at <= after.start && after.start <= $0.resume ?? $0.at })
            else { return nil }
            let isReturn = after.profile.variants == programme
            return Transition(
                id: "discontinuity@\(after.start.decimalSeconds)", kind: .discontinuity, at: after.start,
                from: before.profile, to: after.profile, primary: isReturn ? after.profile : before.profile,
                delivery: Delivery(
                    usesAssetList: false, usesNewHost: false, usesPlaylists: false, notice: after.start - before.start))
        }
    }

    /// The media that fill most of the stream, which are not those of an ad: a stitched stream may begin with one.
    private var programme: [ProfiledVariant] {
        let starts = stretches.map(\.start)
        let ends = starts.dropFirst() + [max(starts[starts.endIndex - 1], keyframes.segmentStarts.last ?? .zero)]
        var kinds: [(variants: [ProfiledVariant], length: Duration)] = []
        for (stretch, end) in zip(stretches, ends) {
            let index = kinds.firstIndex { $0.variants == stretch.profile.variants } ?? kinds.endIndex
            if index == kinds.endIndex { kinds.append((stretch.profile.variants, .zero)) }
            kinds[index].length += end - stretch.start
        }
        let longest = kinds.map(\.length).max()
        return kinds.first { $0.length == longest }?.variants ?? []
    }

    /// The media that end at a time, or that begin there.
    private func primary(at time: Duration, ending: Bool) -> AssetProfile {
        let tolerance = Duration.milliseconds(1)
        let found = stretches.last { ending ? $0.start < time - tolerance : $0.start <= time + tolerance }
        return (found ?? stretches[0]).profile
    }

    /// All transitions in playing order.
    ///
    /// A break at the very start has no transition into it: nothing was playing that could be interrupted. Breaks that
    /// follow each other without primary content between them are joined by a transition from asset to asset.
    package func transitions(_ breaks: [PlayedBreak]) -> [Transition] {
        var result: [Transition] = []
        /// What is playing, and since when in terms of content: the primary from 0, or an asset.
        var playing: (profile: AssetProfile, time: Duration) = (stretches[0].profile, .zero)
        var primaryPosition = Duration.zero
        var knownHosts: Set = [stretches[0].profile.reference.host]
        for (index, pause) in breaks.enumerated() {
            let playedPrimary = pause.at - primaryPosition
            let fromPrimary = playedPrimary > .zero
            let left = primary(at: pause.at, ending: true)
            for (number, asset) in pause.assets.enumerated() {
                let first = number == 0
                let isStart = first && index == 0 && !fromPrimary
                if !isStart {
                    let enters = first && fromPrimary
                    result.append(
                        Transition(
                            id: first ? "\(pause.id)/enter" : "\(pause.id)/\(number)-\(number + 1)",
                            kind: enters ? .enter : .between, at: pause.at,
                            from: enters ? left : playing.profile, to: asset.profile, primary: left,
                            delivery: Delivery(
                                usesAssetList: first && pause.usesAssetList,
                                usesNewHost: !knownHosts.contains(asset.profile.reference.host),
                                usesPlaylists: asset.profile.hasPlaylists,
                                notice: enters ? playedPrimary : playing.time)))
                }
                playing = (asset.ending ?? asset.profile, asset.plays)
                knownHosts.insert(asset.profile.reference.host)
            }
            guard let resume = pause.resume, !pause.assets.isEmpty else { continue }
            primaryPosition = resume
            let follows = index + 1 < breaks.count && breaks[index + 1].at <= resume
            if !follows {
                let entered = primary(at: resume, ending: false)
                result.append(
                    Transition(
                        id: "\(pause.id)/resume", kind: .resume, at: resume, from: playing.profile, to: entered,
                        primary: entered,
                        delivery: Delivery(
                            usesAssetList: false, usesNewHost: false, usesPlaylists: false, notice: playing.time),
                        landing: keyframes.landing(at: resume)))
            }
        }
        return result
    }
}

extension Duration {
    /// Seconds with at most three decimals: `12.5`.
    fileprivate var decimalSeconds: String {
        let thousandths = Int64(milliseconds.rounded())
        let digits = String(1000 + thousandths.magnitude % 1000).dropFirst()
        let decimals = String(digits.reversed().drop { $0 == "0" }.reversed())
        return "\(thousandths / 1000)" + (decimals.isEmpty ? "" : ".\(decimals)")
    }
}
