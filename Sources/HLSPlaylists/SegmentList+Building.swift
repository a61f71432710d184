extension SegmentList {
    /// Segments one after the other: those of a slice, then those of another list.
    init(_ first: Slice<SegmentList>, followedBy second: SegmentList) {
        self.init()
        append(first.base, first.startIndex..<first.endIndex)
        let inherited = rows.last
        let count = rows.count
        append(second, second.startIndex..<second.endIndex)
        // A delta update need not repeat what applies since before the skipped segments.
        guard let inherited else { return }
        for index in count..<rows.count {
            if second.maps.isEmpty { rows[index].map = inherited.map }
            if second.keySets.isEmpty { rows[index].keys = inherited.keys }
        }
    }

    private mutating func append(_ other: SegmentList, _ range: Range<Int>) {
        let base = (
            ranges: Int32(byteRanges.count), dates: Int32(dates.count), maps: Int32(maps.count),
            keys: Int32(keySets.count), rare: Int32(rare.count)
        )
        byteRanges += other.byteRanges
        dates += other.dates
        maps += other.maps
        keySets += other.keySets
        rare += other.rare
        for row in other.rows[range] {
            var row = row
            let uri = other.text[Int(row.uriStart)..<Int(row.uriStart + row.uriLength)]
            row.uriStart = UInt32(truncatingIfNeeded: text.count)
            text += uri
            if row.byteRange >= 0 { row.byteRange += base.ranges }
            if row.date >= 0 { row.date += base.dates }
            if row.map >= 0 { row.map += base.maps }
            if row.keys >= 0 { row.keys += base.keys }
            if row.rare >= 0 { row.rare += base.rare }
            rows.append(row)
            totalDuration += row.duration
        }
    }
}
