/// Finds the corners of a marker's black frame between the samples, from lines laid through its four edges.
///
/// The corners of a dark area itself are off where noise or a neighbour touches it.
struct MarkerOutline {
    private let corners4: [Point]
    private let picture: ReducedPicture

    /// Places along an edge that are looked at.
    private static let places = 24

    init(of corners: [Point], in picture: ReducedPicture) {
        corners4 = corners
        self.picture = picture
    }

    /// The better corners; `nil` where an edge cannot be seen well.
    var corners: [Point]? {
        let lines = (0..<4).compactMap { line(from: corners4[$0], to: corners4[($0 + 1) % 4]) }
        guard lines.count == 4 else { return nil }
        let better = (0..<4).compactMap { lines[($0 + 3) % 4].crossing(with: lines[$0]) }
        let reach = (corners4[3] - corners4[0]).length / 2
        guard better.count == 4, zip(better, corners4).allSatisfy({ ($0 - $1).length < reach }) else { return nil }
        return better
    }

    private struct Line {
        var point: Point
        var direction: Point

        func crossing(with other: Line) -> Point? {
            let divisor = direction.x * other.direction.y - direction.y * other.direction.x
            guard abs(divisor) > 1e-6 else { return nil }
            let way = other.point - point
            return point + direction * ((way.x * other.direction.y - way.y * other.direction.x) / divisor)
        }

        func distance(of place: Point) -> Double {
            abs((place.x - point.x) * direction.y - (place.y - point.y) * direction.x)
        }

        /// The line with the least squares of distances; `nil` for fewer than six points.
        init?(through points: [Point]) {
            guard points.count >= 6 else { return nil }
            let count = Double(points.count)
            point = points.reduce(Point(x: 0, y: 0), +) * (1 / count)
            var (xx, xy, yy) = (0.0, 0.0, 0.0)
            for place in points {
                let way = place - point
                (xx, xy, yy) = (xx + way.x * way.x, xy + way.x * way.y, yy + way.y * way.y)
            }
            // The direction of the larger eigenvector of the scatter.
            let root = ((xx - yy) * (xx - yy) + 4 * xy * xy).squareRoot()
            let axis = xx >= yy ? Point(x: xx - yy + root, y: 2 * xy) : Point(x: 2 * xy, y: yy - xx + root)
            guard axis.length > 1e-9 else { return nil }
            direction = axis * (1 / axis.length)
        }
    }

    /// The line along which dark turns to bright near an edge, seen from inside.
    private func line(from start: Point, to end: Point) -> Line? {
        let way = end - start
        guard way.length > 4 else { return nil }
        // Corners run clockwise on the screen, so outside is on the left hand.
        let outward = Point(x: way.y, y: -way.x) * (1 / way.length)
        let cell = (corners4[3] - corners4[0]).length / 4
        var points: [Point] = []
        for place in 0..<Self.places {
            let middle = start + way * (0.04 + 0.92 * Double(place) / Double(Self.places - 1))
            let inside = picture.level(middle + outward * (-cell * 0.5))
            let outside = picture.level(middle + outward * (cell * 0.5))
            guard outside - inside > 6 else { continue }
            let half = (inside + outside) / 2
            var before = (way: -cell * 0.7, level: picture.level(middle + outward * (-cell * 0.7)))
            for step in 1...28 {
                let distance = -cell * 0.7 + cell * 0.05 * Double(step)
                let level = picture.level(middle + outward * distance)
                if before.level < half, level >= half {
                    let share = (half - before.level) / (level - before.level)
                    points.append(middle + outward * (before.way + (distance - before.way) * share))
                    break
                }
                before = (distance, level)
            }
        }
        guard let first = Line(through: points) else { return nil }
        // Once more without what lies off.
        let distances = points.map(first.distance(of:)).sorted()
        let limit = max(0.3, distances[distances.count / 2] * 2.5)
        return Line(through: points.filter { first.distance(of: $0) <= limit }) ?? first
    }
}
