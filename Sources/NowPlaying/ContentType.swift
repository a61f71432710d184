package import HLSPlaylists

/// What kind of programme an app publishes; it decides which properties belong to it.
package enum ContentType: String, Sendable, Hashable, Codable, CaseIterable {
    /// A film or an episode.
    case vod
    /// One event, served as a stream of its own (an event-based stream).
    case event
    /// A channel.
    case live

    /// The kind that a playlist suggests: complete ones are on demand, those that only grow are events.
    package init(of playlist: MediaPlaylist) {
        self = !playlist.isLive ? .vod : playlist.playlistType == .event ? .event : .live
    }

    /// The kind for people.
    package var title: String {
        switch self {
        case .vod: "video on demand"
        case .event: "event-based stream"
        case .live: "live channel"
        }
    }

    /// The kind with its article.
    package var article: String { self == .event ? "an \(title)" : self == .vod ? title : "a \(title)" }
}
