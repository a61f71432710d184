package import TransitionRisk

extension CalibrationFit {
    /// The corrections as a calibration that verdicts can use.
    ///
    /// Platforms are left out: a verdict knows classes, models and receivers. Figures of three devices or more are graded as
    /// published measurements of several devices are, others as those of one or two.
    ///
    /// - Parameters:
    ///   - name: What verdicts call it.
    ///   - source: What was measured, when and how, in one sentence.
    package func overlay(name: String, source: String) -> Calibration {
        var entries: [Calibration.Entry] = []
        for cost in costs {
            guard let scope = cost.scope.calibrated else { continue }
            let replacement = CostReplacement(
                trigger: (cost.trigger * 1000).rounded() / 1000, p50Milliseconds: cost.size?.p50Milliseconds.rounded(),
                p95Milliseconds: cost.size?.p95Milliseconds.rounded(), grade: cost.devices >= 3 ? .a : .a1,
                runs: cost.runs)
            if let index = entries.firstIndex(where: { $0.scope == scope }) {
                entries[index].changes[cost.change] = replacement
            } else {
                entries.append(Calibration.Entry(scope: scope, changes: [cost.change: replacement]))
            }
        }
        return Calibration(name: name, source: source, entries: entries)
    }
}

extension CalibratedCost.Scope {
    fileprivate var calibrated: Calibration.Scope? {
        switch self {
        case .tier(let receiverClass, let tier): .receiverClass(receiverClass, tier)
        case .platform: nil
        case .model(let name): .model(name)
        case .device(let id): .receiver(id)
        }
    }
}
