import HLSPlaylists
import MediaFormats

/// Finds the few encodes of an ad that fit most primaries and receivers, by judging each candidate as if it were there.
package struct EncodeAdvisor: Sendable {
    /// The verdict on a transition for one column.
    package typealias Judge = @Sendable (Transition, ReceiverProfile) -> RiskAssessment

    private let receivers: [ReceiverProfile]
    private let judge: Judge

    /// More encodes than this are a ladder, not a recommendation.
    private static let mostEncodes = 3
    /// Candidates that are tried: the distinct variants of the primaries, best first.
    private static let mostCandidates = 16
    /// Transitions of one ad that are tried; more repeat what these say.
    private static let mostTransitions = 24
    /// What is worth encoding for: at most one short freeze.
    private static let aim = Band.low

    /// - Parameters:
    ///   - receivers: The columns of the verdict.
    ///   - judge: How to judge; the same as the check's own verdicts.
    package init(receivers: [ReceiverProfile], judge: @escaping Judge) {
        self.receivers = receivers
        self.judge = judge
    }

    /// What to encode each ad as; ads that fit already, or that nothing helps, have no recommendation.
    package func recommendations(for transitions: [JudgedTransition]) -> [Recommendation] {
        var order: [AssetReference] = []
        var concerned: [AssetReference: [JudgedTransition]] = [:]
        for judged in transitions {
            guard let ad = judged.transition.ad else { continue }
            if concerned[ad.reference] == nil { order.append(ad.reference) }
            concerned[ad.reference, default: []].append(judged)
        }
        return order.compactMap { reference in recommendation(reference, concerned[reference] ?? []) }
    }

    private func recommendation(_ reference: AssetReference, _ judged: [JudgedTransition]) -> Recommendation? {
        guard let ad = judged.first?.transition.ad else { return nil }
        let asked = judged.flatMap(\.assessments).filter { $0.band != .notApplicable && $0.blockedSide != .primary }
        // What no encode can change is no reason to encode again.
        guard asked.contains(where: { $0.band > Self.aim && $0.isAboutTheAsset }) else { return nil }
        let transitions = distinct(judged.map(\.transition))
        let candidates = candidates(judged.map(\.transition.primary))
        var chosen: [EncodeTarget] = []
        var encodes: [Recommendation.Encode] = []
        var best = Score()
        while chosen.count < Self.mostEncodes {
            let scored = candidates.filter { !chosen.contains($0) }.map { candidate in
                (candidate, score(transitions, with: chosen + [candidate], insteadOf: ad))
            }
            guard let next = scored.max(by: { $0.1 < $1.1 }), next.1.fits > best.fits else { break }
            encodes.append(Recommendation.Encode(target: next.0, gains: next.1.fits - best.fits))
            chosen.append(next.0)
            best = next.1
        }
        let now = score(transitions, with: nil, insteadOf: ad)
        guard !encodes.isEmpty, best.fits > now.fits else { return nil }
        let effective = ad.variants.first?.effective.values
        return Recommendation(
            asset: reference, hasSound: effective?.audioPresence != .absent,
            range: effective?.video?.dynamicRange?.rawValue, isInterlaced: effective?.video?.interlaced ?? false,
            encodes: encodes, promise: best.worstFitting, covered: best.fits, all: best.all, coveredNow: now.fits,
            uncovered: receivers.map(\.id).filter(best.unfit.contains))
    }

    /// Boundaries between ads say nothing: the other ad may change, too. Of boundaries alike one is enough.
    private func distinct(_ transitions: [Transition]) -> [Transition] {
        var seen: Set<Transition> = []
        var result: [Transition] = []
        for transition in transitions where transition.kind != .between {
            var anonymous = transition
            anonymous.id = ""
            anonymous.at = .zero
            if seen.insert(anonymous).inserted { result.append(transition) }
            if result.count == Self.mostTransitions { break }
        }
        return result
    }

    private func candidates(_ primaries: [AssetProfile]) -> [EncodeTarget] {
        var seen: Set<AssetReference> = []
        var targets: [EncodeTarget] = []
        for primary in primaries where seen.insert(primary.reference).inserted {
            let sorted = primary.variants.sorted { ($0.bandwidth ?? 0, $0.label) > ($1.bandwidth ?? 0, $1.label) }
            for variant in sorted {
                let effective = variant.effective.values
                guard
                    let target = EncodeTarget(
                        following: ProfiledParameters(parameters: effective, bandwidth: variant.bandwidth)),
                    !targets.contains(where: { $0.parameters == target.parameters })
                else { continue }
                targets.append(target)
            }
        }
        return Array(targets.prefix(Self.mostCandidates))
    }

    /// How well a set of encodes does.
    private struct Score: Comparable {
        var fits = 0
        var all = 0
        /// The sum of the 95th percentiles of all verdicts, so that of equal coverage the gentler one wins.
        var milliseconds = 0.0
        var worstFitting = Band.none
        var unfit: Set<String> = []

        static func < (a: Score, b: Score) -> Bool {
            a.fits == b.fits ? a.milliseconds > b.milliseconds : a.fits < b.fits
        }
    }

    private func score(_ transitions: [Transition], with targets: [EncodeTarget]?, insteadOf ad: AssetProfile) -> Score
    {
        let encoded = targets.map { ad.encoded(as: $0) }
        var score = Score()
        for transition in transitions {
            var transition = transition
            if let encoded {
                if transition.to.reference == ad.reference { transition.to = encoded }
                if transition.from.reference == ad.reference { transition.from = encoded }
            }
            for receiver in receivers {
                let verdict = judge(transition, receiver)
                guard verdict.band != .notApplicable, verdict.blockedSide != .primary else { continue }
                score.all += 1
                score.milliseconds += verdict.delay?.excess.p95Milliseconds ?? 60_000
                if verdict.band <= Self.aim {
                    score.fits += 1
                    score.worstFitting = max(score.worstFitting, verdict.band)
                } else {
                    score.unfit.insert(receiver.id)
                }
            }
        }
        return score
    }
}

extension Transition {
    /// The ad of a boundary between a primary and an ad; `nil` for other boundaries.
    fileprivate var ad: AssetProfile? {
        switch kind {
        case .enter: to
        case .resume: from
        default: nil
        }
    }
}

extension RiskAssessment {
    /// Whether the encode of an asset has a part in the verdict.
    fileprivate var isAboutTheAsset: Bool { band == .blocking || reasons.contains { $0.cause == .asset } }
}

extension AssetProfile {
    /// The same asset as if it were encoded like this: sound and picture begin together, with a key frame, and again
    /// every two seconds.
    fileprivate func encoded(as targets: [EncodeTarget]) -> AssetProfile {
        var result = self
        var timing = MediaTiming()
        timing.videoStart = .zero
        timing.audioStart = .zero
        timing.startsWithKeyframe = true
        timing.keyframeInterval = .seconds(2)
        timing.frameRateIsConstant = true
        result.variants = targets.enumerated().map { index, target in
            ProfiledVariant(
                label: "encode \(index + 1)", bandwidth: target.bandwidth, position: index,
                measured: target.parameters, timing: timing)
        }
        return result
    }
}
