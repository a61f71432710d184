/// Where a marker lies in a picture: the four corners of its black frame, in the order in which a reader meets them.
struct MarkerShape: Hashable {
    /// Top left, top right, bottom right, bottom left.
    let corners: [Point]
    // x = (a u + b v + c) / (g u + h v + 1), y likewise, with u and v from 0 to 1 across the black frame.
    private let a, b, c, d, e, f, g, h: Double

    /// Cells across, with the white frame.
    static let columns = 22
    /// Cells down, with the white frame.
    static let rows = 6

    /// Lays a marker between four corners; `nil` where they are no convex figure.
    init?(corners: [Point]) {
        guard corners.count == 4 else { return nil }
        let signs = (0..<4).map { index in
            let (one, two) = (corners[(index + 1) % 4] - corners[index], corners[(index + 2) % 4] - corners[index])
            return one.x * two.y - one.y * two.x
        }
        guard signs.allSatisfy({ $0 > 1 }) else { return nil }
        let (p, q, r, s) = (corners[0], corners[1], corners[2], corners[3])
        let (one, two, three) = (q - r, s - r, p - q + r - s)
        let divisor = one.x * two.y - two.x * one.y
        guard abs(divisor) > 1e-9 else { return nil }
        g = (three.x * two.y - two.x * three.y) / divisor
        h = (one.x * three.y - three.x * one.y) / divisor
        (a, b, c) = (q.x - p.x + g * q.x, s.x - p.x + h * s.x, p.x)
        (d, e, f) = (q.y - p.y + g * q.y, s.y - p.y + h * s.y, p.y)
        self.corners = corners
    }

    /// Where a place in cells, counted from the outer corner of the white frame, lies in the picture.
    func place(column: Double, row: Double) -> Point {
        let (u, v) = ((column - 1) / Double(Self.columns - 2), (row - 1) / Double(Self.rows - 2))
        let divisor = g * u + h * v + 1
        guard divisor > 1e-6 else { return Point(x: -1, y: -1) }
        return Point(x: (a * u + b * v + c) / divisor, y: (d * u + e * v + f) / divisor)
    }

    /// Width of a cell in the middle of the upper side.
    var cellWidth: Double { (place(column: 11.5, row: 1) - place(column: 10.5, row: 1)).length }

    /// The marker read upside down.
    var turned: MarkerShape? { MarkerShape(corners: [corners[2], corners[3], corners[0], corners[1]]) }
}
