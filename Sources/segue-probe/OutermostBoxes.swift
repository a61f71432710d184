import MediaContainers

/// The place of one box of the outermost level of an ISO base media file (ISO 14496-12 section 4.2).
struct OutermostBox: Hashable {
    /// First byte of the box.
    let offset: Int
    /// First byte after its head.
    let content: Int
    /// First byte after the box.
    let end: Int
    /// The four-character code.
    let type: FourCC
}

extension MediaInput {
    /// The longest movie header that is read.
    private static let movieLimit = 64 << 20

    /// The boxes of the outermost level, as far as their heads are here; at most 1024, and none after a size that cannot be.
    ///
    /// Each is looked up when it is asked for: of a file of fragments the header comes first, and thousands of boxes follow.
    func outermostBoxes(to limit: Int) -> some Sequence<OutermostBox> {
        sequence(state: 0) { [self] offset -> OutermostBox? in
            guard offset < limit, let head = BoxHead(ByteReader(peek(at: offset, count: BoxHead.longest))) else {
                return nil
            }
            let (end, overflow) = offset.addingReportingOverflow(head.size ?? limit - offset)
            guard !overflow else { return nil }
            defer { offset = end }
            return OutermostBox(offset: offset, content: offset + head.length, end: end, type: head.type)
        }.prefix(1024)
    }

    /// What the movie header says; a file of fragments alone is fragmented all the same.
    var movieOutline: MovieOutline {
        var sawFragment = false
        for box in outermostBoxes(to: .max) {
            if box.type == "moov" {
                let length = min(box.end - box.content, Self.movieLimit)
                return MovieOutline(ByteReader(peek(at: box.content, count: length)))
            }
            sawFragment = sawFragment || box.type == "moof" || box.type == "styp"
        }
        return MovieOutline(fragmentsAlone: sawFragment)
    }
}
