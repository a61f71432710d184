package import HLSPlaylists

/// What a team streams (`catalogue.yaml`): primaries with their breaks, and ads to be inserted.
///
/// ```yaml
/// ads:
///   - {id: spring, uri: ads/spring/main.m3u8}
/// primaries:
///   - id: film
///     uri: https://example.com/film/main.m3u8
///     breaks:
///       - {id: spring-600, at: 600, ads: [spring]}
/// ```
package struct Catalogue: Sendable, Hashable {
    /// One primary.
    package struct Entry: Sendable, Hashable {
        /// Its stable name, which results and later runs are kept under.
        package var id: String
        /// What people call it.
        package var title: String
        /// Where it is.
        package var reference: AssetReference
        /// The address as it may be printed: a path as written, a URL without secrets.
        package var address: String
        /// Whether the breaks of its own playlists count.
        package var playlistBreaks: Bool
        /// Breaks beside those of the playlist.
        package var breaks: [InterstitialEvent]
        /// Names of service plans to test under; `nil` for all of the matrix.
        package var servicePlans: [String]?
        /// Words to select by.
        package var tags: [String]
        /// Whether it takes part.
        package var enabled: Bool
        /// Where it stands.
        package var line: Int?
    }

    /// The primaries, in the order of the file.
    package var entries: [Entry]

    /// Those that take part and have one of these tags; all that take part when there are no tags.
    package func enabled(tags: [String] = []) -> [Entry] {
        entries.filter { entry in entry.enabled && (tags.isEmpty || entry.tags.contains(where: tags.contains)) }
    }
}
