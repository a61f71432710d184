import MediaFormats
import Testing

@testable import segue_probe

@Suite struct MarkerReaderTests {
    /// A picture drawn cell by cell, by the description in `make-assets.sh`.
    private struct Drawing {
        var width = 400
        var height = 224
        var left = 46
        var top = 26
        var cell = (width: 14, height: 11)
        var samples: [UInt8]

        init(asset: Int, frame: Int, white: UInt8 = 235, black: UInt8 = 16, ground: UInt8 = 40) {
            samples = [UInt8](repeating: ground, count: 400 * 224)
            let word = MarkerCode.word(asset: asset, frame: frame)
            for row in 0..<6 {
                for column in 0..<22 {
                    let isWhite: Bool =
                        switch (column, row) {
                        case (0, _), (21, _), (_, 0), (_, 5): true
                        case (1, _), (20, _), (_, 1), (_, 4): false
                        case (2, 2), (19, 2), (19, 3): true
                        case (2, 3): false
                        default: word >> UInt32(31 - (row - 2) * 16 - (column - 3)) & 1 == 1
                        }
                    for y in 0..<cell.height {
                        for x in 0..<cell.width {
                            let place = (top + row * cell.height + y) * width + left + column * cell.width + x
                            samples[place] = isWhite ? white : black
                        }
                    }
                }
            }
        }

        func read(_ reader: inout MarkerReader) -> RecordedPicture {
            samples.withUnsafeBytes { bytes in
                reader.read(
                    LumaPlane(
                        bytes.baseAddress!,
                        layout: .init(width: width, height: height, rowBytes: width, step: 1, excessBits: nil)))
            }
        }
    }

    @Test func aMarkerIsFoundAndFollowed() {
        var reader = MarkerReader()
        for frame in [0, 1, 2, 700, 2047] {
            #expect(
                Drawing(asset: 7, frame: frame).read(&reader) == .marked(asset: 7, frame: frame, isBlended: false))
        }
        let sight = reader.sight
        #expect(sight?.relocations == 0 && sight?.contrast == 219)
        // The black frame begins one cell in: 46 + 14, 26 + 11; and is 20 by 4 cells.
        let corners = [60.0, 37, 340, 37, 340, 81, 60, 81]
        #expect(sight.map { zip($0.corners, corners).allSatisfy { abs($0 - $1) < 1 } } == true)
    }

    @Test("However dim, it is read", arguments: [(UInt8(60), UInt8(10)), (130, 100), (255, 0), (40, 20)])
    func dim(white: UInt8, black: UInt8) {
        var reader = MarkerReader()
        let drawing = Drawing(asset: 2, frame: 99, white: white, black: black, ground: black + 5)
        #expect(drawing.read(&reader) == .marked(asset: 2, frame: 99, isBlended: false))
    }

    @Test func darknessIsToldFromOtherThingsOnceAMarkerWasSeen() {
        var reader = MarkerReader()
        var dark = Drawing(asset: 0, frame: 0)
        dark.samples = [UInt8](repeating: 18, count: dark.samples.count)
        #expect(dark.read(&reader) == .unreadable)
        _ = Drawing(asset: 0, frame: 0).read(&reader)
        #expect(dark.read(&reader) == .black)
        dark.samples = [UInt8](repeating: 120, count: dark.samples.count)
        #expect(dark.read(&reader) == .unreadable)
    }

    @Test func aCoveredCellIsRefused() {
        var reader = MarkerReader()
        _ = Drawing(asset: 0, frame: 0).read(&reader)
        var drawing = Drawing(asset: 0, frame: 1)
        // A white bar over three cells of the upper row.
        for y in 48..<59 { for x in 130..<172 { drawing.samples[y * drawing.width + x] = 235 } }
        #expect(drawing.read(&reader) == .unreadable)
    }

    @Test func aMarkerThatMovesIsFoundAgain() {
        var reader = MarkerReader()
        var drawing = Drawing(asset: 1, frame: 5)
        _ = drawing.read(&reader)
        drawing.samples =
            Array(drawing.samples.dropFirst(30 * drawing.width + 20)) + Array(repeating: 40, count: 30 * 400 + 20)
        #expect(drawing.read(&reader) == .marked(asset: 1, frame: 5, isBlended: false))
        #expect(reader.sight?.relocations == 1)
    }

    @Test func noiseAndTinyPicturesShowNothing() {
        var reader = MarkerReader()
        var generator = SystemRandomNumberGenerator()
        var drawing = Drawing(asset: 0, frame: 0)
        drawing.samples = drawing.samples.map { _ in UInt8.random(in: 0...255, using: &generator) }
        #expect(drawing.read(&reader) == .unreadable)
        for (width, height) in [(1, 1), (63, 400), (400, 3), (64, 36)] {
            (drawing.width, drawing.height) = (width, height)
            #expect(drawing.read(&reader) == .unreadable)
        }
    }

    @Test func figuresThatAreNoneAreNoShape() {
        #expect(MarkerShape(corners: []) == nil)
        #expect(MarkerShape(corners: [Point](repeating: Point(x: 3, y: 3), count: 4)) == nil)
        // The wrong way round.
        let corners = [(0.0, 0.0), (0, 40), (200, 40), (200, 0)].map { Point(x: $0.0, y: $0.1) }
        #expect(MarkerShape(corners: corners) == nil)
        let shape = MarkerShape(corners: [0, 3, 2, 1].map { corners[$0] })
        #expect(shape?.place(column: 11, row: 3) == Point(x: 100, y: 20))
    }
}
