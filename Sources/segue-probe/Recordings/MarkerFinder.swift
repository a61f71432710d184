/// Looks for markers in a whole picture: dark figures of four corners and the right proportions.
struct MarkerFinder {
    private let picture: ReducedPicture

    /// A picture is reduced to at most this width and height.
    private static let longestSide = 640
    /// Figures that are looked at more closely, the largest first.
    private static let mostFigures = 12

    /// Prepares a search.
    init(in plane: LumaPlane) {
        let scale = max(1, (max(plane.width, plane.height) + Self.longestSide - 1) / Self.longestSide)
        picture = plane.reduced(by: scale)
    }

    /// Where markers may lie, each in both directions of reading, in coordinates of the whole picture.
    ///
    /// - Parameter share: Dark is what has less than this share of the brightness around it.
    func shapes(darkerThan share: Double) -> [MarkerShape] {
        let figures = DarkFigures(in: picture, share: share).figures.prefix(Self.mostFigures)
        return figures.flatMap { figure -> [MarkerShape] in
            guard let rough = Self.lengthwise(figure.corners) else { return [] }
            let corners = MarkerOutline(of: rough, in: picture).corners ?? rough
            let scale = Double(picture.scale)
            guard let shape = MarkerShape(corners: corners.map { $0 * scale }) else { return [] }
            return [shape] + (shape.turned.map { [$0] } ?? [])
        }
    }

    /// The corners such that the first side is a long one; `nil` where the figure is too square or too thin for a marker.
    private static func lengthwise(_ corners: [Point]) -> [Point]? {
        let sides = (0..<4).map { (corners[($0 + 1) % 4] - corners[$0]).length }
        let (one, other) = (sides[0] + sides[2], sides[1] + sides[3])
        // 6.1 in a square view of a picture of its own shape, 4.6 where it is squeezed to 4:3.
        guard min(one, other) > 8, (2.2...14).contains(max(one, other) / min(one, other)) else { return nil }
        return one >= other ? corners : Array(corners[1...]) + [corners[0]]
    }
}

/// Connected dark areas of a picture.
struct DarkFigures {
    /// One area.
    struct Figure {
        /// Samples in it.
        var area: Int
        /// Top left, top right, bottom right, bottom left, as far as they can be told from the extremes.
        var corners: [Point]
    }

    /// Areas that may be markers, the largest first.
    private(set) var figures: [Figure] = []

    private static let leastArea = 60

    /// Divides a picture; `share` of the brightness around it is the limit of what is dark.
    init(in picture: ReducedPicture, share: Double) {
        let (width, height) = (picture.width, picture.height)
        guard width >= 16, height >= 16 else { return }
        var dark = Self.darkSamples(of: picture, share: share)
        var waiting: [Int] = []
        for start in dark.indices where dark[start] {
            dark[start] = false
            waiting.append(start)
            var area = 0
            // The smallest and largest sums and differences of coordinates mark the corners.
            var (leastSum, mostSum) = (Int.max, Int.min)
            var (leastDifference, mostDifference) = (Int.max, Int.min)
            var corners = [Point](repeating: Point(x: 0, y: 0), count: 4)
            while let index = waiting.popLast() {
                area += 1
                let (x, y) = (index % width, index / width)
                if x + y < leastSum { (leastSum, corners[0]) = (x + y, Point(x: Double(x), y: Double(y))) }
                if x - y > mostDifference {
                    (mostDifference, corners[1]) = (x - y, Point(x: Double(x + 1), y: Double(y)))
                }
                if x + y > mostSum { (mostSum, corners[2]) = (x + y, Point(x: Double(x + 1), y: Double(y + 1))) }
                if x - y < leastDifference {
                    (leastDifference, corners[3]) = (x - y, Point(x: Double(x), y: Double(y + 1)))
                }
                func visit(_ neighbour: Int) {
                    guard dark[neighbour] else { return }
                    dark[neighbour] = false
                    waiting.append(neighbour)
                }
                if x > 0 { visit(index - 1) }
                if x < width - 1 { visit(index + 1) }
                if y > 0 { visit(index - width) }
                if y < height - 1 { visit(index + width) }
            }
            if area >= Self.leastArea { figures.append(Figure(area: area, corners: corners)) }
        }
        figures.sort { $0.area > $1.area }
    }

    /// Which samples are darker than a share of the mean of the square around them (Bradley and Roth, 2007).
    private static func darkSamples(of picture: ReducedPicture, share: Double) -> [Bool] {
        let (width, height) = (picture.width, picture.height)
        let reach = max(width, height) / 16
        let stride = width + 1
        var sums = [UInt32](repeating: 0, count: stride * (height + 1))
        sums.withUnsafeMutableBufferPointer { sums in
            picture.samples.withUnsafeBufferPointer { samples in
                for y in 0..<height {
                    var row: UInt32 = 0
                    for x in 0..<width {
                        row += UInt32(samples[y * width + x])
                        sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1] + row
                    }
                }
            }
        }
        let limit = UInt32(share * 1024)
        return [Bool](unsafeUninitializedCapacity: width * height) { dark, count in
            sums.withUnsafeBufferPointer { sums in
                picture.samples.withUnsafeBufferPointer { samples in
                    for y in 0..<height {
                        let (top, bottom) = (max(0, y - reach), min(height, y + reach + 1))
                        for x in 0..<width {
                            let (left, right) = (max(0, x - reach), min(width, x + reach + 1))
                            let sum =
                                sums[bottom * stride + right] &+ sums[top * stride + left]
                                &- sums[bottom * stride + left] &- sums[top * stride + right]
                            let area = UInt32((bottom - top) * (right - left))
                            dark[y * width + x] =
                                UInt64(samples[y * width + x]) * UInt64(area) << 10 < UInt64(sum) * UInt64(limit)
                        }
                    }
                }
            }
            count = width * height
        }
    }
}
