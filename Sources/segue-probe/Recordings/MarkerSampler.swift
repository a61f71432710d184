/// Reads the cells of a marker at one place, in pictures of one layout.
struct MarkerSampler {
    /// What is seen at the place.
    enum Look {
        /// A marker's frames, with the levels of the 32 cells between black (0) and white (1).
        case marker(levels: [Float], white: Float, black: Float)
        /// No marker; the darkest and brightest cell.
        case other(darkest: Float, brightest: Float)
    }

    let shape: MarkerShape
    let layout: LumaPlane.Layout
    private let offsets: [Int]

    /// Points in each direction of a cell that are looked at, away from its borders.
    private static let places = [0.29, 0.43, 0.57, 0.71]
    /// White less black, of 255, that a marker must have.
    private static let leastContrast: Float = 8

    /// Prepares reading; `nil` where part of the black frame lies outside the picture.
    init?(_ shape: MarkerShape, layout: LumaPlane.Layout) {
        self.shape = shape
        self.layout = layout
        var offsets: [Int] = []
        offsets.reserveCapacity(MarkerShape.columns * MarkerShape.rows * Self.places.count * Self.places.count)
        for row in 0..<MarkerShape.rows {
            for column in 0..<MarkerShape.columns {
                let isOuter =
                    row == 0 || row == MarkerShape.rows - 1 || column == 0 || column == MarkerShape.columns - 1
                for down in Self.places {
                    for across in Self.places {
                        let point = shape.place(column: Double(column) + across, row: Double(row) + down)
                        guard point.x.magnitude < 1e6, point.y.magnitude < 1e6 else { return nil }
                        let (x, y) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
                        let inside = (0..<layout.width).contains(x) && (0..<layout.height).contains(y)
                        // A picture may be cut in the white frame; its rest stands for it.
                        guard inside || isOuter else { return nil }
                        let column = min(max(x, 0), layout.width - 1)
                        let row = min(max(y, 0), layout.height - 1)
                        offsets.append(row * layout.rowBytes + column * layout.step)
                    }
                }
            }
        }
        self.offsets = offsets
    }

    /// Looks at a picture, which has the layout that was prepared for.
    func look(at plane: LumaPlane) -> Look {
        let points = Self.places.count * Self.places.count
        var cells = [Float](repeating: 0, count: MarkerShape.columns * MarkerShape.rows)
        var next = 0
        for index in cells.indices {
            var sum = 0
            for _ in 0..<points {
                sum += plane.sample(at: offsets[next])
                next += 1
            }
            cells[index] = Float(sum) / Float(points)
        }
        return Self.look(at: cells)
    }

    /// Judges the mean brightness of all cells, row by row.
    static func look(at cells: [Float]) -> Look {
        let columns = MarkerShape.columns
        func cell(_ column: Int, _ row: Int) -> Float { cells[row * columns + column] }
        /// The mean of a frame above and below a column, and beside it where light is uneven.
        func frame(_ column: Int, _ upper: Int, _ lower: Int) -> Float {
            let near = max(2, column - 1)...min(columns - 3, column + 1)
            return near.reduce(0) { $0 + cell($1, upper) + cell($1, lower) } / Float(2 * near.count)
        }
        let inner = 2...(columns - 3)
        let whites = inner.map { frame($0, 0, 5) }
        let blacks = inner.map { frame($0, 1, 4) }
        let white = whites.reduce(0, +) / Float(whites.count)
        let black = blacks.reduce(0, +) / Float(blacks.count)
        let contrast = white - black
        let other = Look.other(darkest: cells.min() ?? 0, brightest: cells.max() ?? 0)
        guard contrast >= Self.leastContrast, zip(whites, blacks).allSatisfy({ $0 - $1 > contrast * 0.3 }) else {
            return other
        }
        func level(_ column: Int, _ row: Int) -> Float {
            let (white, black) = (whites[column - 2], blacks[column - 2])
            return (cell(column, row) - black) / (white - black)
        }
        // The frames at both ends, and the four reference cells.
        let ends = [2, 3].allSatisfy { row in
            cell(0, row) - cell(1, row) > contrast * 0.3 && cell(21, row) - cell(20, row) > contrast * 0.3
        }
        guard ends, level(2, 2) > 0.5, level(19, 2) > 0.5, level(2, 3) < 0.5, level(19, 3) > 0.5 else { return other }
        let levels = [2, 3].flatMap { row in (3...18).map { level($0, row) } }
        return .marker(levels: levels, white: white, black: black)
    }
}
