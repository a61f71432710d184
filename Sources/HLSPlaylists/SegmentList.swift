/// The segments of a media playlist, stored in a compact form: about as much memory as the text they were read from.
public struct SegmentList: Sendable {
    /// What is stored for every segment; rare matters live in side tables, named by index or -1.
    struct Row: Sendable {
        var duration: Duration
        var uriStart: UInt32
        var uriLength: UInt32
        var byteRange: Int32 = -1
        var date: Int32 = -1
        var map: Int32 = -1
        var keys: Int32 = -1
        var rare: Int32 = -1
        var bitrate: Int32 = -1
        var isDiscontinuous = false
        var isGap = false
        var line: SourceLine
    }

    /// What few segments have.
    struct Rare: Sendable, Hashable {
        var title: String?
        var parts: [PartialSegment] = []
    }

    var rows: [Row] = []
    var text: [UInt8] = []
    var byteRanges: [ByteRange] = []
    var dates: [ProgramDate] = []
    var maps: [InitializationSection] = []
    var keySets: [[EncryptionKey]] = []
    var rare: [Rare] = []
    /// The sum of all durations.
    public internal(set) var totalDuration: Duration = .zero

    /// No segments.
    public init() {}

    /// The stated length of one segment, without building the rest of it.
    public func duration(at index: Int) -> Duration { rows[index].duration }

    /// The stated date of one segment, without building the rest of it.
    public func programDate(at index: Int) -> ProgramDate? {
        rows[index].date < 0 ? nil : dates[Int(rows[index].date)]
    }

    /// Whether any segment states a date.
    public var hasProgramDate: Bool { !dates.isEmpty }

    /// Start times on the playlist's own clock, followed by the end of the last segment.
    public var boundaries: [Duration] {
        var result: [Duration] = []
        result.reserveCapacity(rows.count + 1)
        var time = Duration.zero
        for row in rows {
            result.append(time)
            time += row.duration
        }
        result.append(time)
        return result
    }

    func uri(at index: Int) -> String {
        let row = rows[index]
        return String(decoding: text[Int(row.uriStart)..<Int(row.uriStart + row.uriLength)], as: UTF8.self)
    }
}

extension SegmentList: RandomAccessCollection {
    /// Always 0.
    public var startIndex: Int { 0 }
    /// The number of segments.
    public var endIndex: Int { rows.count }

    /// One segment with everything that applies to it.
    public subscript(position: Int) -> MediaSegment {
        let row = rows[position]
        var segment = MediaSegment(uri: uri(at: position), duration: row.duration, line: row.line)
        segment.isDiscontinuous = row.isDiscontinuous
        segment.isGap = row.isGap
        if row.byteRange >= 0 { segment.byteRange = byteRanges[Int(row.byteRange)] }
        if row.date >= 0 { segment.programDate = dates[Int(row.date)] }
        if row.map >= 0 { segment.map = maps[Int(row.map)] }
        if row.keys >= 0 { segment.keys = keySets[Int(row.keys)] }
        if row.bitrate >= 0 { segment.bitrate = Int(row.bitrate) }
        if row.rare >= 0 {
            segment.title = rare[Int(row.rare)].title
            segment.parts = rare[Int(row.rare)].parts
        }
        return segment
    }
}

extension SegmentList: Hashable {
    /// Whether both list the same segments; how they are stored does not count.
    public static func == (a: SegmentList, b: SegmentList) -> Bool {
        guard a.rows.count == b.rows.count, a.text == b.text else { return false }
        return a.rows.indices.allSatisfy { a.segment(at: $0, equals: b) }
    }

    /// Hashes what is cheap and tells lists apart: URIs and the total length.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(totalDuration)
    }

    private func segment(at index: Int, equals other: SegmentList) -> Bool {
        let (row, that) = (rows[index], other.rows[index])
        func same<Value: Equatable>(_ i: Int32, _ list: [Value], _ j: Int32, _ others: [Value]) -> Bool {
            guard i >= 0, j >= 0 else { return i < 0 && j < 0 }
            return list[Int(i)] == others[Int(j)]
        }
        return row.duration == that.duration && row.uriLength == that.uriLength && row.bitrate == that.bitrate
            && row.isDiscontinuous == that.isDiscontinuous && row.isGap == that.isGap
            && same(row.byteRange, byteRanges, that.byteRange, other.byteRanges)
            && same(row.date, dates, that.date, other.dates) && same(row.map, maps, that.map, other.maps)
            && same(row.keys, keySets, that.keys, other.keySets) && same(row.rare, rare, that.rare, other.rare)
    }
}
