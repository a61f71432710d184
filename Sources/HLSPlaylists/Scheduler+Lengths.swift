extension Scheduler {
    /// Whether an event plays at all.
    func outcome(of item: ResolvedInterstitial) -> ScheduledInterstitial.Outcome {
        switch item.content {
        case .notLoaded: return .plays
        case .failed(let reason): return .cancelled(reason)
        case .assets(let assets):
            if assets.isEmpty { return .empty }
            let reasons = assets.compactMap(\.failure)
            return reasons.count == assets.count ? .cancelled(reasons[0]) : .plays
        }
    }

    /// Length of what plays; `nil` when nobody knows.
    func length(of item: ResolvedInterstitial) -> Duration? {
        guard outcome(of: item) == .plays else { return .zero }
        let content = contentLength(of: item)
        guard let limit = item.event.playoutLimit else { return content }
        if behaviour.takesLimitForLength { return limit }
        return content.map { min($0, limit) }
    }

    private func contentLength(of item: ResolvedInterstitial) -> Duration? {
        for source in behaviour.lengthSources {
            switch source {
            case .assets: if let sum = assetSum(of: item) { return sum }
            case .stated: if let stated = item.event.duration { return stated }
            case .planned: if let planned = item.event.plannedDuration { return planned }
            case .limit: if let limit = item.event.playoutLimit { return limit }
            }
        }
        return nil
    }

    private func assetSum(of item: ResolvedInterstitial) -> Duration? {
        guard case .assets(let assets) = item.content else { return nil }
        var sum = Duration.zero
        for asset in assets where asset.failure == nil {
            guard let duration = asset.duration else { return nil }
            sum += duration
        }
        return sum
    }

    /// What an event adds to the resumption point of its group (rfc8216bis D.2, D.5).
    func offset(of item: ResolvedInterstitial) -> Duration {
        if case .failed = item.content { return .zero }
        if case .items = item.event.content, case .cancelled = outcome(of: item) { return .zero }
        if case .asset = item.event.content, case .cancelled = outcome(of: item) { return .zero }
        if behaviour.resumesPreRollsAtLiveEdge, timeline.duration == nil, item.event.cue.contains(.pre),
            item.event.resumption == .afterPlayedDuration
        {
            return .zero
        }
        switch item.event.resumption {
        case .offset(let offset): return offset
        case .afterPlayedDuration, .afterWallClock: return length(of: item) ?? .zero
        }
    }

    /// The assets with how much of each plays before the limit.
    ///
    /// - Parameter gone: How much of the whole is over already when it begins.
    func parts(of item: ResolvedInterstitial, after gone: Duration = .zero) -> [ScheduledInterstitial.Part] {
        var gone = gone
        return parts(of: item).map { part in
            var part = part
            guard let plays = part.plays else { return part }
            let passed = min(gone, plays)
            part.plays = plays - passed
            gone -= passed
            return part
        }
    }

    private func parts(of item: ResolvedInterstitial) -> [ScheduledInterstitial.Part] {
        guard case .assets(let assets) = item.content else { return [] }
        var left = item.event.playoutLimit
        return assets.map { asset in
            guard asset.failure == nil else { return ScheduledInterstitial.Part(asset: asset, plays: .zero) }
            guard let duration = asset.duration ?? (assets.count == 1 ? length(of: item) : nil) else {
                left = nil
                return ScheduledInterstitial.Part(asset: asset, plays: nil)
            }
            let plays = left.map { min($0, duration) } ?? duration
            left = left.map { $0 - plays }
            return ScheduledInterstitial.Part(asset: asset, plays: plays)
        }
    }
}
