extension DelayModel {
    /// One value for each draw, in milliseconds.
    typealias Draws = [Double]

    /// The delay of each draw, in milliseconds.
    func evaluate(
        _ changes: Set<TriggeredChange>, under conditions: DelayConditions
    )
        -> (total: Draws, picture: Draws, sound: Draws)
    {
        let byStage = Dictionary(grouping: changes) { costs.changes[$0.id]?.stage }
        func stage(_ stages: Stage..., make: ([TriggeredChange], DelayConditions) -> Draws) -> Draws? {
            let found = stages.flatMap { byStage[$0] ?? [] }
            guard !found.isEmpty else { return nil }
            return kept(stages[0], found, conditions, make: make)
        }
        func strictest(_ which: Stage) -> Draws? {
            stage(which) { self.strictest($0, under: $1, stream: which.rawValue) }
        }
        var common = kept(.pipeline, (byStage[.pipeline] ?? []) + (byStage[.demux] ?? []), conditions, make: pipeline)
        if let alignment = strictest(.alignment) { common.add(alignment) }
        if let exposed = stage(.data, make: exposedData) { common.add(exposed) }

        let video = stage(.videoDecoder, make: videoDecoder)
        let display = strictest(.display)
        let audio = strictest(.audioDecoder)
        var output = strictest(.audioOutput)
        if conditions.output == .hdmi, let display { output = output.map { $0.adding(display) } ?? display }
        let picture = common.adding(overlapped(video, display, overlap: conditions.videoOverlap))
        // An output can only be opened once its decoder knows the format: strictly one after the other.
        let sound = common.adding(overlapped(audio, output, overlap: 1))
        var total = picture
        for index in total.indices { total[index] = max(picture[index], sound[index]) }
        return (total, picture, sound)
    }

    /// What a change of item costs with all data ready, draw by draw.
    func floor(under conditions: DelayConditions) -> Draws { kept(.pipeline, [], conditions, make: pipeline) }

    /// The draws of one stage, made once for each set of changes and what of the conditions the stage looks at.
    private func kept(
        _ stage: Stage, _ changes: [TriggeredChange], _ conditions: DelayConditions,
        make: ([TriggeredChange], DelayConditions) -> Draws
    )
        -> Draws
    {
        let key = StageDraws.Key(stage: stage, changes: Set(changes), conditions: conditions.relevant(to: stage))
        return stages.draws(key) { make(changes, key.conditions) }
    }

    private func pipeline(_ changes: [TriggeredChange], under conditions: DelayConditions) -> Draws {
        strictest(
            (conditions.changesItem ? [TriggeredChange(.itemSwitch)] : []) + changes, under: conditions,
            stream: Stage.pipeline.rawValue)
    }

    /// `max(a, b) + k·min(a, b)`; `nil` is a stage in which nothing happens.
    private func overlapped(_ a: Draws?, _ b: Draws?, overlap: Double) -> Draws? {
        guard var result = a, let b else { return a ?? b }
        for index in result.indices {
            let (x, y) = (result[index], b[index])
            result[index] = max(x, y) + overlap * min(x, y)
        }
        return result
    }

    /// The data stages in series, less the lead.
    private func exposedData(_ changes: [TriggeredChange], under conditions: DelayConditions) -> Draws {
        var sum = Draws(repeating: 0, count: draws.count)
        var parallel: Draws?
        for change in changes.sorted() {
            let size = size(of: change, under: conditions, stream: change.id.rawValue)
            if ["data.first_segment", "data.key"].contains(change.id) {
                parallel = overlapped(parallel, size, overlap: 0)
            } else {
                sum.add(size)
            }
        }
        if let parallel { sum.add(parallel) }
        for index in sum.indices { sum[index] = max(0, sum[index] - conditions.leadMilliseconds) }
        return sum
    }

    /// Decoder work and refill; nothing of it is seen where a second decoder runs already.
    private func videoDecoder(_ changes: [TriggeredChange], under conditions: DelayConditions) -> Draws {
        var work = strictest(changes, under: conditions, stream: Stage.videoDecoder.rawValue)
        let strong = changes.filter { costs.changes[$0.id]?.action != "reconfigure" }
        if !strong.isEmpty, let refill = cost(of: .firstFrame, under: conditions) {
            let restarted = triggered(strong, under: conditions)
            let size = size(of: TriggeredChange(.firstFrame), under: conditions, stream: Stage.videoFirstFrame.rawValue)
            let happens = draws.uniform("trigger/\(ChangeID.firstFrame.rawValue)")
            for index in work.indices where restarted[index] && happens[index] < refill.trigger {
                work[index] += size[index]
            }
        }
        let dual = draws.uniform("dual-decoder")
        for index in work.indices where dual[index] < conditions.dualDecoderProbability { work[index] = 0 }
        return work
    }

    /// The comonotone maximum over the triggered changes of one stage.
    private func strictest(
        _ changes: [TriggeredChange], under conditions: DelayConditions, stream: String
    )
        -> Draws
    {
        var result = Draws(repeating: 0, count: draws.count)
        for change in changes {
            let size = size(of: change, under: conditions, stream: stream)
            let trigger = cost(of: change.id, under: conditions)?.trigger ?? 0
            if trigger >= 1 {
                for index in result.indices { result[index] = max(result[index], size[index]) }
            } else {
                let happens = draws.uniform("trigger/\(change.id.rawValue)")
                for index in result.indices where happens[index] < trigger {
                    result[index] = max(result[index], size[index])
                }
            }
        }
        return result
    }

    /// Whether at least one of the changes acts, draw by draw, by the same streams as ``strictest(_:under:stream:)``.
    private func triggered(_ changes: [TriggeredChange], under conditions: DelayConditions) -> [Bool] {
        var result = [Bool](repeating: false, count: draws.count)
        for change in changes {
            let trigger = cost(of: change.id, under: conditions)?.trigger ?? 0
            let happens = draws.uniform("trigger/\(change.id.rawValue)")
            for index in result.indices where happens[index] < trigger { result[index] = true }
        }
        return result
    }

    private func size(of change: TriggeredChange, under conditions: DelayConditions, stream: String) -> Draws {
        switch change.size {
        case .content(let from, let to):
            guard let cost = costs.changes[change.id] else { return Draws(repeating: 0, count: draws.count) }
            let factor = cost.contentFactor[conditions.switching]
            let detection = cost.detectionMilliseconds[conditions.switching]
            let (low, span) = (Double(from), Double(to) - Double(from))
            return draws.uniform("size/\(stream)").map { (low + span * $0) * factor + detection * $0 }
        case .fromCosts:
            guard let cost = cost(of: change.id, under: conditions), cost.p50Milliseconds > 0 else {
                return Draws(repeating: 0, count: draws.count)
            }
            return draws.logNormal("size/\(stream)", p50: cost.p50Milliseconds, p95: cost.p95Milliseconds)
        }
    }
}

extension [Double] {
    fileprivate mutating func add(_ other: [Double]) {
        for index in indices { self[index] += other[index] }
    }

    fileprivate func adding(_ other: [Double]?) -> [Double] {
        guard let other else { return self }
        var sum = self
        sum.add(other)
        return sum
    }
}
