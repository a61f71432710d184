package import MediaFormats

/// What a movie header says of its tracks that libavformat does not hand on.
package struct MovieOutline: Sendable, Hashable {
    /// Whether samples stand in fragments behind the header.
    package private(set) var isFragmented = false
    /// Schemes by which samples are protected, by track identifier; clear tracks have none.
    package private(set) var schemes: [Int: ProtectionScheme] = [:]
    /// Whether an E-AC-3 track carries Atmos objects, by track identifier; `nil` for what says nothing of it.
    package private(set) var carriesObjects: [Int: Bool] = [:]

    /// Tracks that are looked at.
    private static let trackLimit = 1024

    /// No header seen.
    ///
    /// - Parameter fragmentsAlone: Whether there are fragments without one.
    package init(fragmentsAlone: Bool = false) { isFragmented = fragmentsAlone }

    /// Reads the content of a `moov` box, as far as it is here.
    package init(_ movie: ByteReader) {
        for box in movie.boxes.prefix(Self.trackLimit) {
            if box.type == "mvex" { isFragmented = true }
            if box.type == "trak" { add(MovieTrack(box.content)) }
        }
    }

    private mutating func add(_ track: MovieTrack) {
        guard var table = track.sampleTable?.first("stsd"), let version = table.fullBox()?.version,
            table.skip(4) != nil
        else { return }
        // A clear beginning has an entry of its own: what is behind it counts.
        for entry in table.boxes.prefix(SampleEntryReader.entryLimit)
        where ["encv", "enca", "ec-3"].contains(entry.type) {
            guard let content = SampleEntryReader.inside(entry, tableVersion: version) else { continue }
            if entry.type != "ec-3" { schemes[track.identifier] = ProtectionBoxes(content, entry: entry.type).scheme }
            if let record = content.first("dec3").flatMap({ EnhancedAC3Record($0.rest) }) {
                carriesObjects[track.identifier] = record.carriesObjects
            }
        }
    }
}
