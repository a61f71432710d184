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

    /// Describes an asset.
    package init(profile: AssetProfile, plays: Duration) {
        self.profile = profile
        self.plays = plays
    }
}

/// Where the primary asset's pictures can be decoded alone: at its segment boundaries and, if measured, at a steady
/// interval after each.
package struct KeyframeGrid: Sendable, Hashable {
    /// Primary times of segment starts, rising; empty for a file without segments.
    package var segmentStarts: [Duration]
    /// Distance between key frames, if measured.
    package var interval: Duration?

    /// Describes a grid.
    package init(segmentStarts: [Duration], interval: Duration?) {
        self.segmentStarts = segmentStarts
        self.interval = interval
    }

    /// Where a resumption at this time lands. Within 25 ms of a key frame, less than a picture at 30 fps, it is on it.
    package func landing(at time: Duration) -> Landing {
        let tolerance = Duration.milliseconds(25)
        guard let start = segmentStarts.last(where: { $0 <= time + tolerance }) ?? (interval == nil ? nil : .zero)
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

/// Turns the breaks of a schedule into transitions.
package struct TransitionBuilder: Sendable {
    /// The primary asset.
    package var primary: AssetProfile
    /// Where its key frames are.
    package var keyframes: KeyframeGrid

    /// Prepares for one presentation.
    package init(primary: AssetProfile, keyframes: KeyframeGrid) {
        self.primary = primary
        self.keyframes = keyframes
    }

    /// All transitions in playing order.
    ///
    /// A break at the very start has no transition into it: nothing was playing that could be interrupted. Breaks that
    /// follow each other without primary content between them are joined by a transition from asset to asset.
    package func transitions(_ breaks: [PlayedBreak]) -> [Transition] {
        var result: [Transition] = []
        /// What is playing, and since when in terms of content: the primary from 0, or an asset.
        var playing: (profile: AssetProfile, time: Duration) = (primary, .zero)
        var primaryPosition = Duration.zero
        for (index, pause) in breaks.enumerated() {
            let playedPrimary = pause.at - primaryPosition
            let fromPrimary = playedPrimary > .zero
            for (number, asset) in pause.assets.enumerated() {
                let first = number == 0
                let isStart = first && index == 0 && !fromPrimary
                if !isStart {
                    let enters = first && fromPrimary
                    result.append(
                        Transition(
                            id: first ? "\(pause.id)/enter" : "\(pause.id)/\(number)-\(number + 1)",
                            kind: enters ? .enter : .between, at: pause.at,
                            from: enters ? primary : playing.profile, to: asset.profile,
                            delivery: Delivery(
                                usesAssetList: first && pause.usesAssetList,
                                usesNewHost: asset.profile.reference.host != primary.reference.host,
                                usesPlaylists: asset.profile.variants.contains { $0.bandwidth != nil },
                                notice: enters ? playedPrimary : playing.time)))
                }
                playing = (asset.profile, asset.plays)
            }
            guard let resume = pause.resume, !pause.assets.isEmpty else { continue }
            primaryPosition = resume
            let follows = index + 1 < breaks.count && breaks[index + 1].at <= resume
            if !follows {
                result.append(
                    Transition(
                        id: "\(pause.id)/resume", kind: .resume, at: resume, from: playing.profile, to: primary,
                        delivery: Delivery(
                            usesAssetList: false, usesNewHost: false, usesPlaylists: false, notice: playing.time),
                        landing: keyframes.landing(at: resume)))
            }
        }
        return result
    }
}
