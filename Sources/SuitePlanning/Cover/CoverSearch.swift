/// Branch and bound for the smallest cover, on at most 64 sets and 256 facets.
///
/// At each node: facets that only one set has force it; sets whose rest lies inside another's are dropped, as are facets that
/// any cover of another facet covers too; the node is left when what is chosen plus a lower bound reaches the best cover
/// known. Then the facet with the fewest sets is branched on, each branch without the sets of those before it.
struct CoverSearch {
    private let columns: [RowSet]
    private let rowColumns: [UInt64]
    private let nodeLimit: Int

    /// The best cover known, as bits of sets.
    private(set) var best: UInt64
    private(set) var bestCount: Int
    /// Nodes looked at.
    private(set) var nodes = 0
    /// Whether the whole tree was looked at.
    private(set) var isComplete = true
    /// Smallest bound among the subtrees that were not looked at; the best count when there are none.
    private(set) var openBound = Int.max

    private var weights = [Double](repeating: 0, count: RowSet.capacity)
    private var heaviest = [Double](repeating: 0, count: RowSet.capacity)

    /// Prepares a search that starts from a known cover.
    init(columns: [RowSet], rowCount: Int, known: [Int], nodeLimit: Int) {
        self.columns = columns
        self.nodeLimit = nodeLimit
        var rows = [UInt64](repeating: 0, count: rowCount)
        for (index, column) in columns.enumerated() { column.forEach { rows[$0] |= 1 << UInt64(index) } }
        rowColumns = rows
        best = known.reduce(0) { $0 | 1 << UInt64($1) }
        bestCount = known.count
    }

    /// Searches the whole tree, or as much of it as the limit allows.
    mutating func run() {
        visit(
            rows: RowSet(rowColumns.indices), allowed: columns.count == 64 ? ~0 : (1 << UInt64(columns.count)) - 1,
            chosen: 0)
    }

    private mutating func visit(rows start: RowSet, allowed: UInt64, chosen: UInt64) {
        nodes += 1
        var (rows, allowed, chosen) = (start, allowed, chosen)
        var bound: Int
        repeat {
            guard reduce(&rows, &allowed, &chosen) else { return }
            let count = chosen.nonzeroBitCount
            if rows.isEmpty {
                if count < bestCount { (best, bestCount) = (chosen, count) }
                return
            }
            let weight = raiseWeights(rows, allowed, enough: bestCount - count)
            bound = count + Self.whole(weight)
            if bound >= bestCount { return }
            let useless = unaffordable(rows, allowed, weight: weight, room: bestCount - count)
            allowed &= ~useless
            if useless == 0 { break }
        } while true
        guard nodes < nodeLimit else {
            isComplete = false
            openBound = min(openBound, bound)
            return
        }
        var branch = (row: -1, options: UInt64(0), count: Int.max, cover: -1)
        rows.forEach { row in
            let options = rowColumns[row] & allowed
            let number = options.nonzeroBitCount
            if number < branch.count { branch = (row, options, number, 0) }
        }
        var options: [(index: Int, size: Int)] = []
        forEachBit(branch.options) { options.append(($0, columns[$0].intersection(rows).count)) }
        options.sort { ($1.size, $0.index) < ($0.size, $1.index) }
        for option in options {
            let bit = UInt64(1) << UInt64(option.index)
            visit(rows: rows.subtracting(columns[option.index]), allowed: allowed & ~bit, chosen: chosen | bit)
            allowed &= ~bit
        }
    }

    /// Takes what is forced and drops what is dominated, until nothing changes. `false` when no cover is left here.
    private func reduce(_ rows: inout RowSet, _ allowed: inout UInt64, _ chosen: inout UInt64) -> Bool {
        while true {
            var forced: UInt64 = 0
            var impossible = false
            rows.forEach { row in
                let options = rowColumns[row] & allowed
                if options == 0 { impossible = true } else if options & (options - 1) == 0 { forced |= options }
            }
            if impossible { return false }
            if forced != 0 {
                chosen |= forced
                allowed &= ~forced
                forEachBit(forced) { rows = rows.subtracting(columns[$0]) }
                if chosen.nonzeroBitCount >= bestCount { return false }
                if rows.isEmpty { return true }
                continue
            }
            let before = allowed
            dropDominatedSets(rows, &allowed)
            let rest = dropImpliedRows(rows, allowed)
            if allowed == before, rest == rows { return true }
            rows = rest
        }
    }

    private func dropDominatedSets(_ rows: RowSet, _ allowed: inout UInt64) {
        var rest: [(index: Int, rows: RowSet)] = []
        forEachBit(allowed) { rest.append(($0, columns[$0].intersection(rows))) }
        for (place, one) in rest.enumerated() {
            let isDominated = rest.enumerated().contains { other, two in
                other != place && allowed >> UInt64(two.index) & 1 == 1 && one.rows.isSubset(of: two.rows)
                    && (one.rows != two.rows || two.index < one.index)
            }
            if isDominated { allowed &= ~(1 << UInt64(one.index)) }
        }
    }

    /// A facet whose sets include all sets of another one is covered whenever that one is.
    private func dropImpliedRows(_ rows: RowSet, _ allowed: UInt64) -> RowSet {
        var list: [(row: Int, options: UInt64)] = []
        rows.forEach { list.append(($0, rowColumns[$0] & allowed)) }
        list.sort { ($0.options.nonzeroBitCount, $0.row) < ($1.options.nonzeroBitCount, $1.row) }
        var kept: [UInt64] = []
        var result = rows
        for (row, options) in list {
            if kept.contains(where: { $0 & ~options == 0 }) { result.remove(row) } else { kept.append(options) }
        }
        return result
    }

    /// Puts weights on facets such that no set weighs more than 1: their sum, which is returned, is a bound on every cover
    /// (the dual of the linear relaxation).
    private mutating func raiseWeights(_ rows: RowSet, _ allowed: UInt64, enough: Int) -> Double {
        rows.forEach { weights[$0] = 1 }
        var best = 0.0
        // After each step every facet weighs what its heaviest set allows, so that those in light sets only grow.
        for _ in 0..<Self.steps {
            rows.forEach { heaviest[$0] = 0 }
            forEachBit(allowed) { index in
                let column = columns[index].intersection(rows)
                var sum = 0.0
                column.forEach { sum += weights[$0] }
                column.forEach { if sum > heaviest[$0] { heaviest[$0] = sum } }
            }
            var sum = 0.0
            rows.forEach { row in
                weights[row] /= heaviest[row]
                sum += weights[row]
            }
            best = sum
            if Self.whole(best) >= enough { break }
        }
        return best
    }

    /// Sets so light that a cover with any of them would be no better than the best one known.
    private func unaffordable(_ rows: RowSet, _ allowed: UInt64, weight: Double, room: Int) -> UInt64 {
        var result: UInt64 = 0
        forEachBit(allowed) { index in
            var sum = 0.0
            columns[index].intersection(rows).forEach { sum += weights[$0] }
            if Self.whole(weight + 1 - sum) >= room { result |= 1 << UInt64(index) }
        }
        return result
    }

    /// A cover's size is a whole number, so its bound is rounded up; a margin keeps rounding errors out.
    private static func whole(_ bound: Double) -> Int { bound <= 1e-6 ? 0 : Int(bound - 1e-6) + 1 }

    private static let steps = 8
}

/// Calls a closure with the number of every set bit, rising.
@inline(__always)
private func forEachBit(_ bits: UInt64, _ body: (Int) -> Void) {
    var rest = bits
    while rest != 0 {
        body(rest.trailingZeroBitCount)
        rest &= rest - 1
    }
}
