import Testing

@testable import SuitePlanning

/// Random numbers that are the same in every run (SplitMix64).
struct Numbers {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

@Suite struct CoverProblemTests {
    /// The size of the smallest cover, by trying every set of sets.
    private func smallestByTrying(_ problem: CoverProblem) -> Int {
        let all = problem.sets.reduce(into: Set<Int>()) { $0.formUnion($1) }
        var best = problem.sets.count
        for subset in 0..<(1 << problem.sets.count) where subset.nonzeroBitCount < best {
            let covered = problem.sets.indices.reduce(into: Set<Int>()) {
                if subset >> $1 & 1 == 1 { $0.formUnion(problem.sets[$1]) }
            }
            if covered == all { best = subset.nonzeroBitCount }
        }
        return best
    }

    private func random(_ numbers: inout Numbers, sets: Int, facets: Int, percent: Int) -> CoverProblem {
        CoverProblem(
            facetCount: facets,
            sets: (0..<sets).map { _ in (0..<facets).filter { _ in numbers.below(100) < percent } })
    }

    @Test("No smaller cover exists", arguments: [10, 20, 30, 50])
    func agreesWithTryingEverything(percent: Int) {
        var numbers = Numbers(state: UInt64(percent))
        for _ in 0..<100 {
            let problem = random(
                &numbers, sets: 1 + numbers.below(11), facets: numbers.below(25), percent: percent)
            let cover = problem.smallestCover()
            let covered = cover.chosen.reduce(into: Set<Int>()) { $0.formUnion(problem.sets[$1]) }
            #expect(covered.union(cover.uncoverable) == Set(0..<problem.facetCount), "\(problem)")
            #expect(covered.isDisjoint(with: cover.uncoverable))
            #expect(cover.chosen.count == smallestByTrying(problem), "\(problem)")
            #expect(cover.isOptimal)
        }
    }

    /// The lines of the projective plane of order 7 through each point: any cover of its 57 lines by points needs 8, those
    /// of one line (a blocking set that contains a line).
    @Test func aProjectivePlaneNeedsOnePointMoreThanItsOrder() {
        let differences = [0, 1, 3, 13, 32, 36, 43, 52]
        let problem = CoverProblem(
            facetCount: 57, sets: (0..<57).map { point in differences.map { (point + $0) % 57 } })
        let cover = problem.smallestCover()
        #expect(cover.chosen.count == 8)
        #expect(cover.isOptimal)
    }

    @Test func whatNothingCoversIsSaid() {
        let cover = CoverProblem(facetCount: 3, sets: [[0], [0, 2]]).smallestCover()
        #expect(cover == CoverProblem.Cover(chosen: [1], lowerBound: 1, uncoverable: [1], nodes: 0))
    }

    @Test func nothingToCoverNeedsNothing() {
        #expect(CoverProblem(facetCount: 0, sets: [[], [5]]).smallestCover().chosen.isEmpty)
        #expect(CoverProblem(facetCount: 2, sets: []).smallestCover().uncoverable == [0, 1])
    }

    @Test func ofEqualSetsTheFirstIsTaken() {
        #expect(CoverProblem(facetCount: 2, sets: [[0], [0, 1], [1, 0]]).smallestCover().chosen == [1])
    }

    /// Where the node limit ends the search, the best cover so far stands with a bound that holds.
    @Test func aSearchThatIsCutShortKeepsABound() {
        var numbers = Numbers(state: 3)
        let problem = CoverProblem(
            facetCount: 150, sets: (0..<50).map { _ in (0..<150).filter { _ in numbers.below(100) < 12 } })
        let whole = problem.smallestCover()
        let short = problem.smallestCover(nodeLimit: 2)
        #expect(whole.isOptimal)
        #expect(!short.isOptimal)
        #expect(short.lowerBound <= whole.chosen.count)
        #expect(short.chosen.count >= whole.chosen.count)
        #expect(short == problem.smallestCover(nodeLimit: 2), "the same on every run")
    }

    /// Beyond the exact search: a cover by taking what covers most, with a bound. 70 sets of three consecutive of 210
    /// facets and 70 that straddle them; 70 sets are needed at least, because each covers three facets.
    @Test func beyondTheLimitsTheBoundStillHolds() {
        let sets =
            (0..<70).map { [3 * $0, 3 * $0 + 1, 3 * $0 + 2] }
            + (0..<70).map { [3 * $0 + 1, 3 * $0 + 2, (3 * $0 + 3) % 210] }
        let cover = CoverProblem(facetCount: 210, sets: sets).smallestCover()
        #expect(cover.lowerBound == 70)
        #expect(cover.chosen.count >= 70)
        #expect(Set(cover.chosen.flatMap { sets[$0] }).count == 210)
    }
}
