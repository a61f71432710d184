package import MediaFormats

/// What a recording shows: first whether its markers can be trusted, then each switch from one asset to another.
///
/// ```swift
/// let analysis = try RecordingAnalysis(recording.content, assets: assets)
/// analysis.transitions.first?.freeze   // 208333 microseconds
/// ```
package struct RecordingAnalysis: Sendable, Hashable {
    /// How well the markers were read.
    package struct Calibration: Sendable, Hashable {
        /// Pictures of the recording.
        package var pictures: Int
        /// Pictures that show a marker.
        package var marked: Int
        /// Those of them that hold two neighbouring frames.
        package var blended: Int
        /// Pictures between the first and the last marker that show neither a marker nor darkness.
        package var unreadable: Int
        /// Pictures whose marker was refused because it contradicts the ones around it.
        package var misread: Int
        /// The usual time from one picture to the next, in microseconds.
        package var interval: Int
        /// Whether the recording keeps that time.
        package var isSteady: Bool
    }

    /// How well the markers were read.
    package private(set) var calibration: Calibration
    /// The switches in the order of time.
    package private(set) var transitions: [RecordedTransition] = []
    /// Times within assets without a new picture, the first thousand.
    package private(set) var interruptions: [RecordedInterruption] = []
    /// When the first picture begins, in microseconds of the recording's own time.
    package private(set) var firstPictureAt: Int
    /// When the last picture ends.
    package private(set) var end: Int

    private let pictures: PictureTrack
    private let sound: SoundTrack
    /// Frames a second of each asset that was seen.
    private let rates: [Int: Double]
    private let assets: MarkedAssets

    private static let mostInterruptions = 1000
    private static let second = 1_000_000

    /// Analyses what was read of a recording.
    ///
    /// - Throws: ``RecordingDoubt`` where its markers cannot be trusted.
    package init(_ part: RecordingPart, assets: MarkedAssets) throws(RecordingDoubt) {
        let pictures = PictureTrack(part)
        self.pictures = pictures
        self.assets = assets
        sound = SoundTrack(part)
        calibration = Calibration(
            pictures: part.pictureCount, marked: pictures.marked, blended: pictures.blended,
            unreadable: pictures.unreadable, misread: pictures.misread, interval: pictures.interval,
            isSteady: pictures.isSteady)
        firstPictureAt = pictures.showings.first?.start ?? 0
        end = pictures.showings.last?.end ?? 0
        rates = try RecordingTrust(pictures: pictures, count: part.pictureCount, assets: assets).rates()
        for (before, after) in zip(pictures.stays, pictures.stays.dropFirst()) where before.asset != after.asset {
            if let transition = transition(from: before, to: after) { transitions.append(transition) }
        }
        for stay in pictures.stays { collectInterruptions(in: stay) }
    }

    /// Adds what another part of the same recording shows, which nothing of this one leads over to.
    package mutating func append(_ other: RecordingAnalysis) {
        transitions += other.transitions
        interruptions += other.interruptions
        firstPictureAt = min(firstPictureAt, other.firstPictureAt)
        end = max(end, other.end)
        calibration.pictures += other.calibration.pictures
        calibration.marked += other.calibration.marked
        calibration.blended += other.calibration.blended
        calibration.unreadable += other.calibration.unreadable
        calibration.misread += other.calibration.misread
    }

    private func duration(of asset: Int) -> Int { Int(1e6 / (rates[asset] ?? 25)) }

    private func transition(from before: PictureTrack.Stay, to after: PictureTrack.Stay) -> RecordedTransition? {
        guard let from = assets.assets[before.asset], let to = assets.assets[after.asset],
            let last = before.frames.last, let first = after.frames.first
        else { return nil }
        let (lengthBefore, lengthAfter) = (duration(of: from.id), duration(of: to.id))
        let boundary = last.start + lengthBefore
        let settled = first.start + 2 * Self.second
        let beginning = after.frames.prefix { $0.start <= settled }
        var waits = [first.start - boundary]
        waits += zip(beginning, beginning.dropFirst()).map { $1.start - $0.start - lengthAfter }
        var transition = RecordedTransition(
            from: from, to: to, lastFrame: last.number, lastFrameAt: last.start, boundary: boundary,
            firstFrame: first.number, firstFrameAt: first.start, freeze: max(0, last.end - boundary),
            black: pictures.time(of: .black, from: last.start, to: first.start),
            unreadable: pictures.time(of: .unreadable, from: last.start, to: first.start),
            longestWait: max(0, waits.max() ?? 0), timeLineStart: timeLineStart(of: after),
            unplayedFrames: from.frames.map { max(0, $0 - 1 - last.number) },
            pictureResolution: max(pictures.resolution(at: last.start), pictures.resolution(at: first.start)))
        if pictures.interval < min(lengthBefore, lengthAfter) * 19 / 20 {
            let ending = before.frames.drop { $0.start < last.start - 2 * Self.second }
            let one = tally(ending, duration: lengthBefore)
            let other = tally(beginning, duration: lengthAfter)
            transition.missingFrames = one.missing + other.missing
            transition.repeatedFrames = one.repeated + other.repeated
        }
        addSound(to: &transition, before, after)
        return transition
    }

    /// Frames that were left out or shown too long, of frames shown one after the other. The last one only ends the count,
    /// and what may be hidden in pictures that nobody can read is not counted.
    private func tally(_ frames: some Collection<PictureTrack.Shown>, duration: Int) -> (missing: Int, repeated: Int) {
        var (missing, repeated) = (0, 0)
        for (one, next) in zip(frames, frames.dropFirst()) {
            if pictures.time(of: .unreadable, from: one.start, to: next.start) == 0 {
                missing += max(0, next.number - one.number - 1)
            }
            if one.end - one.start >= duration * 7 / 4 {
                repeated += (one.end - one.start + duration / 2) / duration - 1
            }
        }
        return (missing, repeated)
    }

    /// When the first frame would have been shown, by the frames from a second after the first one on, or by all where the
    /// asset did not run that long.
    private func timeLineStart(of stay: PictureTrack.Stay) -> Int? {
        guard let rate = rates[stay.asset] else { return nil }
        let settled = stay.frames.filter {
            (Self.second...(3 * Self.second)).contains($0.start - stay.start)
        }
        let frames = settled.count >= 10 ? settled : stay.frames
        guard frames.count >= 5 else { return nil }
        let starts = frames.map { $0.start - Int((Double($0.number) * 1e6 / rate).rounded()) }.sorted()
        return starts[starts.count / 2]
    }

    private func addSound(
        to transition: inout RecordedTransition, _ before: PictureTrack.Stay, _ after: PictureTrack.Stay
    ) {
        let around = (transition.lastFrameAt - 3 * Self.second)...(transition.firstFrameAt + 5 * Self.second)
        let lastOfAfter = max(transition.firstFrameAt, (after.frames.last?.end ?? 0))
        let ownBefore = max(before.start, around.lowerBound)...max(transition.lastFrameAt, before.start)
        let ownAfter = transition.firstFrameAt...max(transition.firstFrameAt, min(lastOfAfter, around.upperBound))
        // A tone of an asset that came before or comes after these two may be near: look no further than their own times.
        let reach =
            max(before.start, around.lowerBound)...min(max(lastOfAfter, transition.firstFrameAt), around.upperBound)
        if let level = sound.level(of: transition.from.tone, in: ownBefore) {
            transition.soundEnd = sound.end(of: transition.from.tone, at: level, in: reach)
        }
        if let level = sound.level(of: transition.to.tone, in: ownAfter) {
            transition.soundStart = sound.start(of: transition.to.tone, at: level, in: reach)
        }
        let late = max(before.start, transition.lastFrameAt - 6 * Self.second)
        transition.soundLatenessBefore = lateness(
            of: before, tone: transition.from.tone, in: late...max(late, transition.boundary))
        let early = min(lastOfAfter, transition.firstFrameAt + 6 * Self.second)
        transition.soundLatenessAfter = lateness(
            of: after, tone: transition.to.tone, in: transition.firstFrameAt...max(early, transition.firstFrameAt))
    }

    /// The median time from a full second's frame to its tick.
    private func lateness(of stay: PictureTrack.Stay, tone: Int, in time: ClosedRange<Int>) -> Int? {
        guard let rate = rates[stay.asset] else { return nil }
        var values: [Int] = []
        for tick in sound.ticks(with: tone, in: time) {
            // The frame whose number is that of a full second and that was shown nearest to the tick.
            let near = stay.frames.min { abs($0.start - tick) < abs($1.start - tick) }
            guard let near else { continue }
            let seconds = (Double(near.number) / rate + Double(tick - near.start) / 1e6).rounded()
            let wanted = seconds * rate
            guard
                let frame = stay.frames.min(by: { abs(Double($0.number) - wanted) < abs(Double($1.number) - wanted) }),
                abs(Double(frame.number) - wanted) <= 2
            else { continue }
            let shown = frame.start + Int((wanted - Double(frame.number)) * 1e6 / rate)
            if abs(tick - shown) < Self.second / 2 { values.append(tick - shown) }
        }
        values.sort()
        return values.isEmpty ? nil : values[values.count / 2]
    }

    private mutating func collectInterruptions(in stay: PictureTrack.Stay) {
        guard let asset = assets.assets[stay.asset] else { return }
        let length = duration(of: stay.asset)
        let limit = max(80_000, length + 2 * pictures.interval)
        for (one, next) in zip(stay.frames, stay.frames.dropFirst()) {
            let due = one.start + length
            guard next.start - due > limit, interruptions.count < Self.mostInterruptions else { continue }
            // New pictures may have come where none can be read.
            let wait = next.start - due - pictures.time(of: .unreadable, from: one.start, to: next.start)
            guard wait > limit else { continue }
            interruptions.append(
                RecordedInterruption(
                    asset: asset, frame: one.number, at: due, wait: wait,
                    black: pictures.time(of: .black, from: one.start, to: next.start)))
        }
    }
}
