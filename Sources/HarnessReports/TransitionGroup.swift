import TransitionRisk

/// Transitions with the same verdicts for the same reasons, told once: an ad at many places of a programme, or ads that
/// are encoded alike. What variants are called and where values were read does not count.
struct TransitionGroup {
    /// The first of them.
    var lead: JudgedTransition
    /// The others, in playing order.
    var repeats: [Transition]

    /// Groups transitions, in the order of their first members.
    static func groups(_ transitions: [JudgedTransition]) -> [TransitionGroup] {
        struct Key: Hashable {
            let kind: Transition.Kind
            let delivery: Delivery
            let assessments: [RiskAssessment]
        }
        var places: [Key: Int] = [:]
        var groups: [TransitionGroup] = []
        for judged in transitions {
            let key = Key(
                kind: judged.transition.kind, delivery: judged.transition.delivery,
                assessments: judged.assessments.map(\.anonymous))
            if let place = places[key] {
                groups[place].repeats.append(judged.transition)
            } else {
                places[key] = groups.count
                groups.append(TransitionGroup(lead: judged, repeats: []))
            }
        }
        return groups
    }

    /// The worst verdict on the scale; `nil` when none is on it.
    var worst: Band? { lead.assessments.map(\.band).filter(\.isJudged).max() }

    /// The worst 95th percentile of the excess, for an order among equal bands.
    var worstMilliseconds: Double { lead.assessments.compactMap { $0.delay?.excess.p95Milliseconds }.max() ?? 0 }

    /// At most this many groups, the worst of all, in their own order, and how many were left out.
    static func worst(_ groups: [TransitionGroup], most: Int) -> (shown: [TransitionGroup], leftOut: Int) {
        guard groups.count > most else { return (groups, 0) }
        let order = groups.indices.sorted { a, b in
            let (left, right) = (groups[a], groups[b])
            if left.worst != right.worst { return left.worst ?? .none > right.worst ?? .none }
            if left.worstMilliseconds != right.worstMilliseconds {
                return left.worstMilliseconds > right.worstMilliseconds
            }
            return a < b
        }
        return (order.prefix(most).sorted().map { groups[$0] }, groups.count - most)
    }
}

extension RiskAssessment {
    /// The verdict without the names of variants and the places of values.
    fileprivate var anonymous: RiskAssessment {
        var result = self
        for index in result.pairs.indices {
            result.pairs[index].from = ""
            result.pairs[index].to = ""
            result.pairs[index].differences = result.pairs[index].differences.map(\.anonymous)
        }
        for index in result.reasons.indices {
            result.reasons[index].difference = result.reasons[index].difference?.anonymous
        }
        return result
    }
}

extension Difference {
    fileprivate var anonymous: Difference {
        var result = self
        result.fromProvenance = nil
        result.toProvenance = nil
        return result
    }
}
