import DeviceMatrix

/// Chooses the fewest receivers that can show all must facets; among equally small sets one that shows more should facets.
struct ReceiverChooser {
    let candidates: [Candidate]
    let facets: [Facet]
    /// Models to name where no candidate will do.
    let models: [Candidate]

    /// What was chosen.
    struct Choice {
        /// Positions among the candidates, rising.
        var chosen: [Int]
        /// No set with fewer does as much.
        var lowerBound: Int
        /// Must facets that no candidate can show.
        var missing: [Facet]
    }

    func choice() -> Choice {
        let musts = facets.filter { $0.isMust && $0.needsReceiver }
        let shoulds = facets.filter { !$0.isMust && $0.needsReceiver }
        let sets = candidates.map { candidate in musts.indices.filter { musts[$0].isShown(by: candidate.traits) } }
        let extras = candidates.map { candidate in shoulds.indices.filter { shoulds[$0].isShown(by: candidate.traits) }
        }
        // Ties go to what comes first, so what shows more of the rest comes first.
        let order = candidates.indices.sorted { (extras[$1].count, $0) < (extras[$0].count, $1) }
        let cover = CoverProblem(facetCount: musts.count, sets: order.map { sets[$0] }).smallestCover()
        var chosen = cover.chosen.map { order[$0] }
        improve(&chosen, order: order, sets: sets, extras: extras)
        return Choice(
            chosen: chosen.sorted(), lowerBound: cover.lowerBound, missing: cover.uncoverable.map { musts[$0] })
    }

    /// Replaces one receiver by another as long as that shows more should facets and loses no must facet.
    private func improve(_ chosen: inout [Int], order: [Int], sets: [[Int]], extras: [[Int]]) {
        let needed = Set(chosen.flatMap { sets[$0] })
        var goesOn = true
        while goesOn {
            goesOn = false
            for place in chosen.indices {
                let others = chosen.enumerated().filter { $0.offset != place }.map(\.element)
                let covered = Set(others.flatMap { sets[$0] })
                let extra = Set(others.flatMap { extras[$0] })
                let missing = needed.subtracting(covered)
                var best = (index: chosen[place], gain: extra.union(extras[chosen[place]]).count)
                for index in order where !chosen.contains(index) && missing.isSubset(of: sets[index]) {
                    let gain = extra.union(extras[index]).count
                    if gain > best.gain { best = (index, gain) }
                }
                if best.index != chosen[place] {
                    chosen[place] = best.index
                    goesOn = true
                }
            }
        }
    }

    /// Models that show a facet, or the nearest ones with what they lack; at most three.
    func nearest(to facet: Facet) -> [String] {
        let able = models.filter { facet.isShown(by: $0.traits) }
        if !able.isEmpty { return able.prefix(3).map(\.label) }
        let ranked = models.enumerated().map { index, model in
            (index: index, lacking: facet.receiver.filter { !model.traits.contains($0) })
        }
        guard let fewest = ranked.map(\.lacking.count).min(), fewest < facet.receiver.count else { return [] }
        return ranked.filter { $0.lacking.count == fewest }.prefix(3).map { entry in
            "\(models[entry.index].label), of which '\(entry.lacking.joined(separator: "', '"))' is not known"
        }
    }
}

extension Candidate {
    /// The title with the model.
    var label: String { model.map { "\(profile.title) (\($0))" } ?? profile.title }
}
