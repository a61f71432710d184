package import HLSPlaylists
import MediaFormats

/// Which segments of a media playlist are looked at, and what must be fetched for each.
struct SegmentChoice: Sendable {
    /// One segment.
    struct Order: Sendable {
        var segment: ReadSegment
        var input: ProbeInput
    }

    /// The segments, in playlist order.
    private(set) var orders: [Order] = []

    /// Chooses the first segment, the last one, and others evenly between.
    ///
    /// - Parameters:
    ///   - count: How many; all when there are no more.
    ///   - areIndependent: Whether the multivariant playlist says that segments can be decoded alone.
    init(_ media: LoadedMediaPlaylist, count: Int, areIndependent: Bool) {
        let segments = media.playlist.segments
        let present = segments.indices.filter { !segments[$0].isGap }
        let wanted = min(count, present.count)
        guard wanted > 0 else { return }
        // With at least as many places as steps no two steps meet.
        let steps = (0..<wanted).map { wanted == 1 ? 0 : $0 * (present.count - 1) / (wanted - 1) }
        let boundaries = segments.boundaries
        var discontinuity = media.playlist.discontinuitySequence
        var counted = 0
        for index in steps.map({ present[$0] }) {
            while counted <= index {
                if segments[counted].isDiscontinuous { discontinuity += 1 }
                counted += 1
            }
            guard let entry = try? media.entryPoint(from: index), entry.index == index else { continue }
            orders.append(
                Order(
                    segment: ReadSegment(
                        index: index,
                        declared: DeclaredSegment(
                            duration: entry.duration, targetDuration: media.playlist.targetDuration,
                            document: media.reference.description, line: segments[index].line.number),
                        position: boundaries[index], discontinuity: discontinuity,
                        isIndependent: areIndependent || media.playlist.hasIndependentSegments),
                    input: ProbeInput(entry)))
        }
    }
}

extension ProbeInput {
    /// The segment at a place of a playlist with the initialization section that it needs.
    package init(_ entry: MediaEntryPoint) {
        self.init(
            initialization: entry.initialization.map { Piece($0.reference, range: $0.range) },
            media: Piece(entry.segment.reference, range: entry.segment.range), protection: entry.protection)
    }
}
