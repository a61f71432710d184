import MediaFormats

/// Reads the marker of one picture after another. Where it was is looked at first; it is looked for in the whole picture
/// when it is not there.
struct MarkerReader {
    /// How the marker is seen; `nil` until one was read.
    private(set) var sight: MarkerSight?
    /// Places where it was, the latest first.
    private var places: [MarkerSampler] = []
    /// White and black of the marker when it was last read.
    private var levels: (white: Float, black: Float)?

    /// Places that are remembered: assets of another shape lie elsewhere, and come again.
    private static let mostPlaces = 4

    /// What a picture shows.
    mutating func read(_ plane: LumaPlane) -> RecordedPicture {
        if places.first?.layout != plane.layout { places = [] }
        var isDark = !places.isEmpty
        for (index, place) in places.enumerated() {
            switch place.look(at: plane) {
            case .marker(let cells, let white, let black):
                isDark = false
                guard let reading = MarkerCode.reading(levels: cells) else { continue }
                if index > 0 { places.insert(places.remove(at: index), at: 0) }
                return note(reading, white, black)
            case .other(_, let brightest):
                if let levels, brightest > levels.black + 0.25 * (levels.white - levels.black) { isDark = false }
            }
        }
        if isDark { return .black }
        return search(plane) ?? .unreadable
    }

    private mutating func search(_ plane: LumaPlane) -> RecordedPicture? {
        guard plane.width >= 64, plane.height >= 36 else { return nil }
        let finder = MarkerFinder(in: plane)
        for share in [0.85, 0.95] {
            for shape in finder.shapes(darkerThan: share) {
                guard let place = MarkerSampler(shape, layout: plane.layout),
                    case .marker(let cells, let white, let black) = place.look(at: plane),
                    let reading = MarkerCode.reading(levels: cells)
                else { continue }
                places = [place] + places.prefix(Self.mostPlaces - 1)
                sight = MarkerSight(
                    corners: shape.corners.flatMap { [$0.x, $0.y] }, cellPixels: shape.cellWidth, contrast: 0,
                    relocations: sight.map { $0.relocations + 1 } ?? 0)
                return note(reading, white, black)
            }
        }
        return nil
    }

    private mutating func note(_ reading: MarkerCode.Reading, _ white: Float, _ black: Float) -> RecordedPicture {
        levels = (white, black)
        sight?.contrast = Int(white - black)
        return .marked(asset: reading.asset, frame: reading.frame, isBlended: reading.isBlended)
    }
}
