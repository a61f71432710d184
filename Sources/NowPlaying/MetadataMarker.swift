package import HLSPlaylists

/// A date range with SCTE-35 data, to be read beside the cues.
package struct MetadataMarker: Sendable, Hashable {
    /// ID.
    package var id: String
    /// CLASS; `nil` when it has none.
    package var rangeClass: String?
    /// Where it begins on the primary timeline; `nil` when its date maps to no time.
    package var time: Duration?
    /// How long it is; `nil` when that is not known.
    package var duration: Duration?
    /// Its SCTE-35 attributes as written, by name.
    package var attributes: [String: String]
    /// Line of the playlist.
    package var line: Int?

    /// The markers among date ranges, in the order of the playlist.
    package static func markers(in ranges: [DateRange], mapping: DateMapping?) -> [MetadataMarker] {
        ranges.compactMap { range in
            let written = range.attributes.attributes.filter { $0.name.hasPrefix("SCTE35-") }
            guard !written.isEmpty else { return nil }
            var time: Duration?
            if case .time(let mapped)? = mapping?.place(of: range.startDate) { time = mapped }
            return MetadataMarker(
                id: range.id, rangeClass: range.rangeClass, time: time, duration: range.knownDuration,
                attributes: Dictionary(written.map { ($0.name, $0.value) }) { first, _ in first },
                line: range.line.number > 0 ? range.line.number : nil)
        }
    }
}
