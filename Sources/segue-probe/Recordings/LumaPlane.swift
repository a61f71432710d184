/// The brightness of one picture, lent for as long as the picture lives.
struct LumaPlane {
    /// How the samples lie in memory.
    struct Layout: Hashable {
        var width: Int
        var height: Int
        /// Bytes from a row to the next; negative where the last row comes first.
        var rowBytes: Int
        /// Bytes from a sample to the next.
        var step: Int
        /// Bits of a sample beyond the upper eight; `nil` where a sample is one byte.
        var excessBits: Int?
    }

    let layout: Layout
    private let base: UnsafeRawPointer

    /// Lends the samples that begin at an address.
    init(_ base: UnsafeRawPointer, layout: Layout) {
        self.base = base
        self.layout = layout
    }

    var width: Int { layout.width }
    var height: Int { layout.height }

    /// Where a sample lies.
    func offset(x: Int, y: Int) -> Int { y * layout.rowBytes + x * layout.step }

    /// A sample's upper eight bits.
    func sample(at offset: Int) -> Int {
        guard let excess = layout.excessBits else { return Int(base.load(fromByteOffset: offset, as: UInt8.self)) }
        return Int(base.loadUnaligned(fromByteOffset: offset, as: UInt16.self)) >> excess & 0xFF
    }

    /// The picture in a size in which a marker is looked for: each sample the mean of a square of `scale` samples, of nine
    /// of them where it is larger than three by three.
    func reduced(by scale: Int) -> ReducedPicture {
        let (columns, rows) = (width / scale, height / scale)
        let points = min(scale, 3)
        let places = (0..<points).map { $0 * scale / points + scale / points / 2 }
        var samples = [UInt8](repeating: 0, count: columns * rows)
        samples.withUnsafeMutableBufferPointer { samples in
            for row in 0..<rows {
                for column in 0..<columns {
                    var sum = 0
                    for y in places {
                        let line = offset(x: column * scale, y: row * scale + y)
                        for x in places { sum += sample(at: line + x * layout.step) }
                    }
                    samples[row * columns + column] = UInt8(sum / (points * points))
                }
            }
        }
        return ReducedPicture(width: columns, height: rows, scale: scale, samples: samples)
    }
}

/// A small copy of a picture's brightness. Coordinates are continuous: the first sample reaches from 0 to 1.
struct ReducedPicture {
    let width: Int
    let height: Int
    /// Samples of the whole picture in one of this one, in each direction.
    let scale: Int
    let samples: [UInt8]

    /// The brightness at a place, between samples; outside that of the edge.
    func level(_ point: Point) -> Double {
        let x = min(max(point.x - 0.5, 0), Double(width - 1))
        let y = min(max(point.y - 0.5, 0), Double(height - 1))
        let (column, row) = (Int(x), Int(y))
        let (right, below) = (min(column + 1, width - 1), min(row + 1, height - 1))
        let (fx, fy) = (x - Double(column), y - Double(row))
        func at(_ column: Int, _ row: Int) -> Double { Double(samples[row * width + column]) }
        let upper = at(column, row) * (1 - fx) + at(right, row) * fx
        let lower = at(column, below) * (1 - fx) + at(right, below) * fx
        return upper * (1 - fy) + lower * fy
    }
}

/// A place in a picture.
struct Point: Hashable {
    var x: Double
    var y: Double

    static func + (one: Point, other: Point) -> Point { Point(x: one.x + other.x, y: one.y + other.y) }
    static func - (one: Point, other: Point) -> Point { Point(x: one.x - other.x, y: one.y - other.y) }
    static func * (point: Point, factor: Double) -> Point { Point(x: point.x * factor, y: point.y * factor) }

    /// Distance from the origin.
    var length: Double { (x * x + y * y).squareRoot() }
}
