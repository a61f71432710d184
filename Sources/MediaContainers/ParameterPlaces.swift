package import MediaFormats

/// Where each parameter of a track was read.
///
/// A list and no dictionary: a track has some twenty parameters, which are noted one after the other and rarely looked up.
package struct ParameterPlaces: Sendable, Hashable {
    private struct Entry: Hashable {
        var name: ParameterName
        var place: Provenance
    }

    // In the order in which they were noted.
    private var entries: [Entry] = []

    /// Nothing read yet.
    init() { entries.reserveCapacity(24) }

    /// The place of a parameter, if it was noted.
    package subscript(name: ParameterName) -> Provenance? { entries.last { $0.name == name }?.place }

    /// Notes the place of a parameter; it takes that of one noted before.
    mutating func note(_ name: ParameterName, _ place: Provenance) {
        entries.append(Entry(name: name, place: place))
    }

    /// All places of some tracks; those of an earlier track come first.
    static func merged(_ tracks: [TrackFacts]) -> [ParameterName: Provenance] {
        var places = Dictionary<ParameterName, Provenance>(
            minimumCapacity: tracks.reduce(4) { $0 + $1.provenance.entries.count })
        for track in tracks.reversed() {
            for entry in track.provenance.entries { places[entry.name] = entry.place }
        }
        return places
    }
}
