extension Scheduler {
    /// The earliest of the boundaries nearest to a time, one for each playing playlist.
    mutating func snappedOut(_ time: Duration, _ event: InterstitialEvent) -> Duration {
        guard let (nearest, tied) = nearestBoundaries(time), let chosen = nearest.min() else {
            noteUnlisted(time, event)
            return time
        }
        noteTie(tied, chosen, event)
        if !behaviour.countsOffsetFromSnappedPoint, chosen != time {
            choices.append(
                ScheduleChoice(
                    topic: "snap-out-offset", eventID: event.id,
                    chosen: "the resumption offset counts from the scheduled \(time.decimalSeconds)",
                    alternatives: ["it counts from the boundary at \(chosen.decimalSeconds) (hls.js, media3)"]))
        }
        return chosen
    }

    /// The latest of the boundaries nearest to a time, one for each playing playlist.
    mutating func snappedIn(_ time: Duration, _ placed: Placed) -> Duration {
        if behaviour.snapsOnlyInsidePlaylist, let end = timeline.boundaries.first?.last, time > end { return time }
        guard let (nearest, tied) = nearestBoundaries(time), let chosen = nearest.max() else {
            noteUnlisted(time, placed.item.event)
            return time
        }
        noteTie(tied, chosen, placed.item.event)
        return chosen
    }

    private mutating func noteTie(_ tied: Duration?, _ chosen: Duration, _ event: InterstitialEvent) {
        guard let tied else { return }
        choices.append(
            ScheduleChoice(
                topic: "snap-tie", eventID: event.id, chosen: "boundary \(chosen.decimalSeconds)",
                alternatives: ["the equally near boundary \(tied.decimalSeconds)"]))
    }

    private mutating func noteUnlisted(_ time: Duration, _ event: InterstitialEvent) {
        guard behaviour.snaps, timeline.duration == nil, let last = timeline.boundaries.first?.last, time > last else {
            return
        }
        choices.append(
            ScheduleChoice(
                topic: "snap-not-listed", eventID: event.id,
                chosen: "the segments around \(time.decimalSeconds) are not listed yet; the time stands until they are",
                alternatives: ["the last boundary listed so far, \(last.decimalSeconds) (media3)"]))
    }

    /// For each playing playlist the nearest boundary, the later of two equally near; and an earlier one left aside.
    ///
    /// A live playlist goes on behind the last boundary it lists, nobody knows where: nothing is near a time behind it.
    private func nearestBoundaries(_ time: Duration) -> (nearest: [Duration], tied: Duration?)? {
        guard behaviour.snaps else { return nil }
        let lists = behaviour.snapsToFirstPlaylistOnly ? Array(timeline.boundaries.prefix(1)) : timeline.boundaries
        var nearest: [Duration] = []
        var tied: Duration?
        for list in lists where !list.isEmpty {
            var low = 0
            var high = list.count
            while low < high {
                let middle = (low + high) / 2
                if list[middle] <= time { low = middle + 1 } else { high = middle }
            }
            let before = low > 0 ? list[low - 1] : nil
            let after = low < list.count ? list[low] : nil
            switch (before, after) {
            case (let before?, let after?):
                if time - before == after - time { tied = before }
                nearest.append(time - before < after - time ? before : after)
            case (let last?, nil):
                let mayGoOn = timeline.duration == nil && !behaviour.snapsToPlaylistEnds
                if !mayGoOn || time - last <= .milliseconds(25) { nearest.append(last) }
            case (nil, let first?): nearest.append(first)
            case (nil, nil): continue
            }
        }
        return nearest.isEmpty ? nil : (nearest, tied)
    }
}
