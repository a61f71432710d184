/// Which facets each receiver covers, and the search for the fewest receivers that cover all.
package struct CoverProblem: Sendable, Hashable {
    /// How many facets there are.
    package var facetCount: Int
    /// For each receiver the facets that it covers, by number; in order of preference.
    package var sets: [[Int]]

    /// Poses a problem. Facet numbers outside the range count for nothing.
    package init(facetCount: Int, sets: [[Int]]) {
        self.facetCount = facetCount
        self.sets = sets.map { set in set.filter { (0..<facetCount).contains($0) } }
    }

    /// The answer.
    package struct Cover: Sendable, Hashable {
        /// The receivers chosen, by number, rising.
        package var chosen: [Int]
        /// No cover has fewer receivers than this.
        package var lowerBound: Int
        /// Facets that no receiver covers.
        package var uncoverable: [Int]
        /// Nodes of the search tree that were looked at; 0 when reductions alone settled it.
        package var nodes: Int

        /// Whether no smaller cover exists.
        package var isOptimal: Bool { chosen.count == lowerBound }
    }

    /// The node limit: with it no instance of 60 receivers and 200 facets that was tried goes on for long, and the answer
    /// is the same on every machine.
    package static let nodeLimit = 1_000_000

    /// The smallest cover of all facets that can be covered: exact up to 64 receivers and 256 facets after reduction, if the
    /// node limit suffices; else greedy with a bound.
    package func smallestCover(nodeLimit: Int = nodeLimit) -> Cover {
        let covered = Set(sets.joined())
        let uncoverable = (0..<facetCount).filter { !covered.contains($0) }
        var forced: [Int] = []
        let (rows, columns) = reduced(forced: &forced)
        guard !rows.isEmpty else {
            return Cover(chosen: forced.sorted(), lowerBound: forced.count, uncoverable: uncoverable, nodes: 0)
        }
        let number = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1, $0) })
        let small = columns.map { column in sets[column].compactMap { number[$0] } }
        let known = Self.greedy(small, rows.count)
        guard columns.count <= 64, rows.count <= RowSet.capacity else {
            let bound = Self.bound(small, rows.count)
            return Cover(
                chosen: (forced + known.map { columns[$0] }).sorted(), lowerBound: forced.count + bound,
                uncoverable: uncoverable, nodes: 0)
        }
        var search = CoverSearch(
            columns: small.map { RowSet($0) }, rowCount: rows.count, known: known, nodeLimit: nodeLimit)
        search.run()
        let best = columns.indices.filter { search.best >> UInt64($0) & 1 == 1 }.map { columns[$0] }
        return Cover(
            chosen: (forced + best).sorted(),
            lowerBound: forced.count + min(search.bestCount, search.openBound), uncoverable: uncoverable,
            nodes: search.nodes)
    }

    /// Facets and receivers that remain to be decided: forced receivers taken, facets implied by others and receivers
    /// inside others dropped, until nothing changes.
    private func reduced(forced: inout [Int]) -> (rows: [Int], columns: [Int]) {
        var rows: [Int: Set<Int>] = [:]
        var columns: [Int: Set<Int>] = [:]
        for (index, set) in sets.enumerated() where !set.isEmpty {
            columns[index] = Set(set)
            for row in set { rows[row, default: []].insert(index) }
        }
        while true {
            var changed = false
            for (row, options) in rows.sorted(by: { $0.key < $1.key }) where rows[row] != nil && options.count == 1 {
                guard let only = rows[row]?.first else { continue }
                forced.append(only)
                for covered in columns.removeValue(forKey: only) ?? [] {
                    for column in rows.removeValue(forKey: covered) ?? [] { columns[column]?.remove(covered) }
                }
                changed = true
            }
            let order = columns.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
            var kept: [(Int, Set<Int>)] = []
            for (column, covered) in order {
                if covered.isEmpty || kept.contains(where: { covered.isSubset(of: $0.1) }) {
                    columns.removeValue(forKey: column)
                    for row in covered { rows[row]?.remove(column) }
                    changed = true
                } else {
                    kept.append((column, covered))
                }
            }
            let rising = rows.sorted { ($0.value.count, $0.key) < ($1.value.count, $1.key) }
            var hardest: [Set<Int>] = []
            for (row, options) in rising {
                if hardest.contains(where: { $0.isSubset(of: options) }) {
                    rows.removeValue(forKey: row)
                    for column in options { columns[column]?.remove(row) }
                    changed = true
                } else {
                    hardest.append(options)
                }
            }
            if !changed { return (rows.keys.sorted(), columns.keys.sorted()) }
        }
    }

    /// A cover by taking what covers most, again and again; then without what has become superfluous.
    private static func greedy(_ columns: [[Int]], _ rowCount: Int) -> [Int] {
        var times = [Int](repeating: 0, count: rowCount)
        var chosen: [Int] = []
        var open = rowCount
        while open > 0 {
            let gains = columns.map { $0.count { times[$0] == 0 } }
            guard let most = gains.max(), most > 0, let best = gains.firstIndex(of: most) else { break }
            chosen.append(best)
            for row in columns[best] { times[row] += 1 }
            open -= most
        }
        for column in chosen.reversed() where columns[column].allSatisfy({ times[$0] > 1 }) {
            chosen.removeAll { $0 == column }
            for row in columns[column] { times[row] -= 1 }
        }
        return chosen
    }

    /// No cover has fewer sets: facets share the weight of the largest set they are in.
    private static func bound(_ columns: [[Int]], _ rowCount: Int) -> Int {
        var largest = [Int](repeating: 1, count: rowCount)
        for column in columns { for row in column { largest[row] = max(largest[row], column.count) } }
        let weight = largest.reduce(0.0) { $0 + 1 / Double($1) }
        return max(1, Int(weight - 1e-6) + 1)
    }
}
