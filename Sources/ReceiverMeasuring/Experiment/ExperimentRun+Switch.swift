import Foundation

extension ExperimentRun {
    /// Has one asset follow another (or silence) and watches what the receiver says.
    func follow(_ pair: SwitchAssets.Pair, purpose: MeasuredSwitch.Purpose) throws(Stop) -> MeasuredSwitch {
        try checkBudget()
        let before = current
        var commanded = try command(pair.to)
        // The other way of writing a command, where nobody chose and none was taken yet.
        if !commanded.isTaken, form == nil {
            form = .plist
            commanded = try command(pair.to)
            if !commanded.isTaken { form = nil }
        }
        if commanded.isTaken, form == nil { form = .text }
        let start = commanded.sent
        var made = MeasuredSwitch(
            number: number, purpose: purpose, from: before == nil ? nil : pair.from, to: pair.to, changes: pair.changes,
            playedBefore: played.contains(pair.to), outcome: .refused(status: commanded.status), start: nil, waited: 0,
            resolution: settings.timing.poll / .seconds(1), positionStep: nil,
            answered: start.duration(to: commanded.arrived) / .seconds(1), ready: nil, firstRequest: nil,
            firstMedia: nil, requests: 0, events: [], measuredAt: Self.time(of: start))
        guard commanded.isTaken else { return made }
        let watched = try watch(from: start, hold: settings.timing.hold + jitter())
        made.waited = start.duration(to: .now) / .seconds(1)
        made.resolution = watched.reading.resolution
        made.positionStep = watched.reading.step
        made.ready =
            watched.samples.first { sample in
                guard sample.isReady != false, sample.duration != nil, let place = sample.position else { return false }
                return place <= 0 || sample.time - place > -TimeLineReading.before
            }?.time
        let asked = origin.entries(of: number)
        made.requests = asked.count
        made.firstRequest = (asked.first?.arrived).map { start.duration(to: $0) / .seconds(1) }
        made.firstMedia =
            asked.filter(\.isMedia).compactMap(\.firstByte).min().map { start.duration(to: $0) / .seconds(1) }
        made.events = (channel?.events(since: start) ?? []).map {
            MeasuredSwitch.Event(state: $0.state, time: start.duration(to: $0.arrived) / .seconds(1))
        }
        switch watched.reading.outcome {
        case .runs:
            made.outcome = .started
            made.start = watched.reading.start
            current = Current(name: pair.to, start: start + .seconds(watched.reading.start ?? 0))
            played.insert(pair.to)
        case .jumpedBack(let from, let to):
            made.outcome = .jumpedBack(from: from, to: to)
            current = Current(name: pair.to, start: start)
        case .nothing, .standsStill, .stillBefore:
            made.outcome = .neverStarted(requests: asked.count)
            // Whatever state it is in, the next switch begins from a clean one.
            try halt(for: min(settings.timing.pause, .seconds(1)))
        }
        return made
    }

    /// The time of day of a moment, to the millisecond, so that a recording of the screen can be put beside it.
    private static func time(of moment: ContinuousClock.Instant) -> String {
        (Date() - moment.duration(to: .now) / .seconds(1)).formatted(
            Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    private struct Commanded {
        var status: Int
        var sent: ContinuousClock.Instant
        var arrived: ContinuousClock.Instant

        var isTaken: Bool { (200..<300).contains(status) }
    }

    private func command(_ name: String) throws(Stop) -> Commanded {
        if isInterrupted() { throw .interrupted }
        number += 1
        let asset = settings.assets.assets[name]
        let file = (settings.usesPlaylists ? asset?.playlist : nil) ?? asset?.file ?? name
        let address = origin.address(of: file, visit: number, host: host)
        noteCommand()
        let answer: Conversation.Answer
        do throws(Conversation.Failure) {
            answer = try video.play(address, as: form ?? .text, within: settings.timing.command)
        } catch {
            throw .trouble(.stoppedAnswering(seconds: Int(settings.timing.command / .seconds(1))))
        }
        if [401, 403, 470].contains(answer.status) {
            throw .trouble(
                requirements.trouble(refusedWith: answer.status, password: settings.subject.password != nil))
        }
        return Commanded(status: answer.status, sent: answer.sent, arrived: answer.arrived)
    }

    /// Asks again and again where the receiver is, until the second asset's time line has run for long enough or no start
    /// is waited for any longer.
    private func watch(
        from start: ContinuousClock.Instant, hold: Duration
    ) throws(Stop) -> (samples: [PositionSample], reading: TimeLineReading) {
        let timing = settings.timing
        let window = timing.window / .seconds(1)
        var samples: [PositionSample] = []
        var strangers = 0
        var hasResumed = false
        var heard = start
        var next = start
        while true {
            if isInterrupted() { throw .interrupted }
            if let sample = try sample(since: start, heard: &heard) {
                samples.append(sample)
                strangers = isStrange(sample) ? strangers + 1 : 0
                if strangers >= 5 {
                    let state = PlaybackState(position: sample.position, duration: sample.duration)
                    throw .trouble(.usedByOthers("\(describe(state)) plays in the middle of the experiment"))
                }
            }
            let elapsed = start.duration(to: .now)
            if elapsed >= hold {
                let reading = TimeLineReading(samples, window: window)
                let ran = reading.start.map { elapsed / .seconds(1) - $0 >= window * 1.5 } ?? false
                if ran || elapsed >= timing.patience { return (samples, reading) }
            }
            if !hasResumed, elapsed >= hold / 2, isPaused(samples.suffix(10)) {
                hasResumed = true
                try? video.resume()
            }
            next = max(next + timing.poll, .now)
            sleep(until: next)
        }
    }

    /// One answer about the position; `nil` where there was none, which is an error only after a while.
    private func sample(
        since start: ContinuousClock.Instant, heard: inout ContinuousClock.Instant
    ) throws(Stop) -> PositionSample? {
        switch video.report() {
        case .refused(let status):
            throw .trouble(requirements.trouble(refusedWith: status, password: settings.subject.password != nil))
        case .failed:
            let silence = heard.duration(to: .now)
            guard silence < settings.timing.silence else {
                throw .trouble(.stoppedAnswering(seconds: Int((silence / .seconds(1)).rounded())))
            }
            return nil
        case .state(let state, let sent, let arrived):
            heard = arrived
            let way = sent.duration(to: arrived)
            return PositionSample(
                time: start.duration(to: sent + way / 2) / .seconds(1), roundTrip: way / .seconds(1),
                isReady: state.isReady, rate: state.rate, position: state.position, duration: state.duration)
        }
    }

    /// Whether an asset of another length plays than those of the experiment have.
    private func isStrange(_ sample: PositionSample) -> Bool {
        sample.duration.map { abs($0 - settings.assets.seconds) > 1 } ?? false
    }

    private func isPaused(_ samples: ArraySlice<PositionSample>) -> Bool {
        samples.count == 10
            && samples.allSatisfy { $0.rate == 0 && $0.duration != nil && $0.position == samples.first?.position }
    }

    /// Whether what plays is still what was told to.
    func isStillOurs() throws(Stop) -> Bool {
        guard let current else { return false }
        var heard = ContinuousClock.now
        guard let sample = try sample(since: current.start, heard: &heard) else { return true }
        let state = PlaybackState(position: sample.position, duration: sample.duration)
        guard state.hasItem else {
            self.current = nil
            return false
        }
        // A stalled asset is behind; one that is ahead was moved, or is another.
        if isStrange(sample) || (sample.position ?? 0) > sample.time + 2 {
            throw .trouble(.usedByOthers("\(describe(state)) plays in the middle of the experiment"))
        }
        return true
    }

    /// Whether the position follows when the asset is moved to its middle.
    func followsSeek() throws(Stop) -> Bool? {
        guard let current, try isStillOurs() else { return nil }
        let middle = Int(settings.assets.seconds / 2)
        let end = ContinuousClock.now + .seconds(3)
        var heard = ContinuousClock.now
        guard (try? video.seek(to: middle)) != nil else { return nil }
        defer { self.current = nil }
        while ContinuousClock.now < end {
            if isInterrupted() { throw .interrupted }
            if let place = try sample(since: current.start, heard: &heard)?.position,
                abs(place - Double(middle)) < 2, place >= Double(middle) - 0.5
            {
                return true
            }
            sleep(until: .now + settings.timing.poll)
        }
        return false
    }

    /// Stops the receiver and waits.
    func halt(for pause: Duration) throws(Stop) {
        current = nil
        if hasCommanded || settings.takesOver { _ = try? video.stop() }
        let end = ContinuousClock.now + (hasCommanded || settings.takesOver ? pause : .zero)
        while ContinuousClock.now < end {
            if isInterrupted() { throw .interrupted }
            sleep(until: min(end, .now + .milliseconds(50)))
        }
    }

    /// Stops the receiver at the end, and looks whether it did.
    func leaveStopped() -> Bool {
        current = nil
        let end = ContinuousClock.now + min(.seconds(6), settings.timing.silence)
        var isAsked = false
        repeat {
            if !isAsked { isAsked = (try? video.stop()) ?? false }
            if isAsked, case .state(let state, _, _) = video.report(), !state.hasItem { return true }
            sleep(until: .now + .milliseconds(100))
        } while ContinuousClock.now < end
        return false
    }

    private func sleep(until moment: ContinuousClock.Instant) {
        let left = ContinuousClock.now.duration(to: moment) / .seconds(1)
        if left > 0 { Thread.sleep(forTimeInterval: left) }
    }
}
