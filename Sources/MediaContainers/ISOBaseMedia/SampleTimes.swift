import MediaFormats

/// Times of the samples of one track, as far as headers list them, in ticks of the media.
struct SampleTimes {
    /// One sample that is listed.
    struct Sample: Hashable {
        var decoding: Int
        var presentation: Int
        var duration: Int
        var isSync: Bool
    }

    /// Samples that are looked at.
    static let limit = 4096
    /// More than any encoder of sound needs before its first sample is right; what an edit list cuts off beyond it is content.
    private static let longestPriming = Duration.milliseconds(250)
    /// The first samples.
    private(set) var samples: [Sample] = []
    /// Whether every sample of the resource is among them or counted in ``lengthOfAll``.
    var listsAll = false
    /// Length of all samples of the resource together; `nil` when not all are listed.
    var lengthOfAll: Int?
    /// The shortest and longest duration over all samples that are listed but the last, whose length writers make up.
    private(set) var durations: (least: Int, most: Int, count: Int, sum: Int)?
    /// Duration of the last sample that is listed.
    private var last: Int?
    /// Place of the first sample in the resource.
    var firstSample: (offset: Int, size: Int)?

    /// Notes a sample, while there is room.
    mutating func add(_ sample: Sample) {
        if samples.count < Self.limit { samples.append(sample) }
        count(sample.duration, times: 1)
    }

    /// Notes samples, while there is room.
    mutating func add(_ more: [Sample]) {
        samples += more.prefix(Self.limit - samples.count)
        for sample in more { count(sample.duration, times: 1) }
    }

    /// Counts samples of one duration.
    mutating func count(_ duration: Int, times: Int) {
        guard times > 0, duration >= 0 else { return }
        if let last { include(last, times: 1) }
        include(duration, times: times - 1)
        last = duration
    }

    private mutating func include(_ duration: Int, times: Int) {
        let (sum, overflow) = duration.multipliedReportingOverflow(by: times)
        guard times > 0, !overflow else { return }
        guard var known = durations else {
            durations = (duration, duration, times, sum)
            return
        }
        known.least = min(known.least, duration)
        known.most = max(known.most, duration)
        known.count = known.count.addingReportingOverflow(times).partialValue
        known.sum = known.sum.addingReportingOverflow(sum).partialValue
        durations = known
    }

    /// Notes what the times show of a track.
    func apply(to facts: inout TrackFacts, track: MovieTrack, movieTimescale: Int, field: String) {
        let edits = track.edits
        let shift = edits.mediaTime ?? 0
        let delay = Duration(ticks: edits.emptyTicks, timescale: movieTimescale) ?? .zero
        func time(_ ticks: Int) -> Duration? {
            let (shifted, overflow) = ticks.subtractingReportingOverflow(shift)
            return overflow ? nil : Duration(ticks: shifted, timescale: track.timescale).map { delay + $0 }
        }
        facts.timing.samplesExamined = (durations?.count ?? 0) + (last == nil ? 0 : 1)
        facts.timing.startsWithSyncSample = samples.first?.isSync
        if edits.emptyTicks > 0 { facts.timing.emptyEdit = delay }
        if facts.audio != nil, shift > 0, let cut = Duration(ticks: shift, timescale: track.timescale),
            cut <= Self.longestPriming
        {
            facts.timing.priming = cut
        }
        // With several edits the timeline is not that of the samples.
        guard edits.shownEdits <= 1 else { return }
        // Nothing decoded after the last sample read can come before it.
        let horizon = listsAll || samples.count < Self.limit ? Int.max : samples.last?.decoding ?? .max
        if facts.audio != nil {
            // A sample that the edit list cuts in two is heard from the cut on.
            let first = samples.first {
                $0.presentation <= horizon
                    && $0.presentation.addingReportingOverflow($0.duration).partialValue > shift
            }
            facts.timing.start = first.flatMap { time(max($0.presentation, shift)) }
        } else {
            var first: Int?
            for sample in samples where shift <= sample.presentation && sample.presentation <= horizon {
                first = min(first ?? .max, sample.presentation)
            }
            facts.timing.start = first.flatMap(time)
        }
        // Writers make up the length of single samples; that of all together holds.
        if let lengthOfAll, let first = samples.min(by: { $0.presentation < $1.presentation }) {
            let (sum, overflow) = first.presentation.addingReportingOverflow(lengthOfAll)
            if !overflow { facts.timing.end = time(endOfLastShown(after: sum)) }
            endWithEdit(&facts, delay, Duration(ticks: edits.shownTicks, timescale: movieTimescale))
        }
        if let longest = durations?.most ?? last {
            facts.timing.sampleDuration = Duration(ticks: longest, timescale: track.timescale)
        }
        setFrameRate(of: &facts, timescale: track.timescale, field: field)
    }

    /// An edit shows media for a time of its own, which may be over before the media are (ISO 14496-12 8.6.6), and of one that
    /// begins behind their end nothing is shown. Up to 2 ms less is rounding to the clock of the movie.
    private func endWithEdit(_ facts: inout TrackFacts, _ delay: Duration, _ shown: Duration?) {
        guard let end = facts.timing.end else { return }
        if end <= delay {
            facts.timing.end = nil
        } else if let shown, shown > .zero, end - (delay + shown) > .milliseconds(2) {
            facts.timing.end = delay + shown
        }
    }

    /// Where durations in the order of decoding leave nothing for the sample that is shown last, its own counts.
    private func endOfLastShown(after sum: Int) -> Int {
        guard let last = samples.max(by: { $0.presentation < $1.presentation }), last.presentation >= sum else {
            return sum
        }
        let (end, overflow) = last.presentation.addingReportingOverflow(last.duration)
        return overflow ? sum : end
    }

    private func setFrameRate(of facts: inout TrackFacts, timescale: Int, field: String) {
        guard facts.video != nil, let durations, durations.count > 1 else { return }
        let estimate = PictureRate(
            least: durations.least, most: durations.most, count: durations.count, sum: durations.sum,
            timescale: timescale)
        facts.set(\.frameRate, estimate.rate, .videoFrameRate, .times(field))
        facts.rateIsConstant = estimate.isConstant
        guard let first = samples.firstIndex(where: { $0.isSync }),
            let second = samples[(first + 1)...].first(where: { $0.isSync })
        else { return }
        facts.keyframeInterval = Duration(
            ticks: second.presentation.subtractingReportingOverflow(samples[first].presentation).partialValue,
            timescale: timescale)
    }
}
