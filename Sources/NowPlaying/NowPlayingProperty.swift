/// A property of the Now Playing dictionary that belongs to playback, by the name of Apple's constant.
package enum NowPlayingProperty: String, Sendable, Hashable, Codable, CaseIterable {
    /// What plays, as the availability feed names it.
    case contentIdentifier = "MPNowPlayingInfoPropertyExternalContentIdentifier"
    /// The channel, as the availability feed names it.
    case serviceIdentifier = "MPNowPlayingInfoPropertyServiceIdentifier"
    /// The length without advertising, in seconds.
    case duration = "MPMediaItemPropertyPlaybackDuration"
    /// The position without advertising, in seconds.
    case elapsedTime = "MPNowPlayingInfoPropertyElapsedPlaybackTime"
    /// 0 while it stands, 1 while it plays.
    case rate = "MPNowPlayingInfoPropertyPlaybackRate"
    /// The date at the position.
    case date = "MPNowPlayingInfoPropertyCurrentPlaybackDate"
    /// Whether it is a live stream, 0 or 1.
    case isLive = "MPNowPlayingInfoPropertyIsLiveStream"
    /// How much was watched, from 0.0 to 1.0 where the credits begin.
    case progress = "MPNowPlayingInfoPropertyPlaybackProgress"

    /// The name for people.
    package var title: String {
        switch self {
        case .contentIdentifier: "external content identifier"
        case .serviceIdentifier: "service identifier"
        case .duration: "duration"
        case .elapsedTime: "elapsed time"
        case .rate: "playback rate"
        case .date: "current playback date"
        case .isLive: "live flag"
        case .progress: "playback progress"
        }
    }

    /// Its place in a table of all properties.
    var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// The property of a key: the name of the constant, or the text that the constant stands for at run time where that
    /// is another one.
    package init?(key: String) {
        if let property = NowPlayingProperty(rawValue: key) {
            self = property
        } else if key == "playbackDuration" {
            self = .duration
        } else {
            return nil
        }
    }

    /// Further keys of `MPNowPlayingInfoCenter` and `MPMediaItem` that a dictionary may hold. They say nothing about
    /// time and are not judged.
    static let otherKeys: Set<String> = [
        "MPNowPlayingInfoCollectionIdentifier", "MPNowPlayingInfoPropertyAdTimeRanges",
        "MPNowPlayingInfoPropertyAssetURL", "MPNowPlayingInfoPropertyAvailableLanguageOptions",
        "MPNowPlayingInfoPropertyChapterCount", "MPNowPlayingInfoPropertyChapterNumber",
        "MPNowPlayingInfoPropertyCreditsStartTime", "MPNowPlayingInfoPropertyCurrentLanguageOptions",
        "MPNowPlayingInfoPropertyDefaultPlaybackRate", "MPNowPlayingInfoPropertyExcludeFromSuggestions",
        "MPNowPlayingInfoPropertyExternalUserProfileIdentifier",
        "MPNowPlayingInfoPropertyInternationalStandardRecordingCode", "MPNowPlayingInfoPropertyMediaType",
        "MPNowPlayingInfoPropertyPlaybackQueueCount", "MPNowPlayingInfoPropertyPlaybackQueueIndex",
        "MPMediaItemPropertyAlbumArtist", "MPMediaItemPropertyAlbumTitle", "MPMediaItemPropertyAlbumTrackCount",
        "MPMediaItemPropertyAlbumTrackNumber", "MPMediaItemPropertyArtist", "MPMediaItemPropertyArtwork",
        "MPMediaItemPropertyComments", "MPMediaItemPropertyComposer", "MPMediaItemPropertyDiscCount",
        "MPMediaItemPropertyDiscNumber", "MPMediaItemPropertyGenre", "MPMediaItemPropertyIsExplicit",
        "MPMediaItemPropertyMediaType", "MPMediaItemPropertyPersistentID", "MPMediaItemPropertyPodcastTitle",
        "MPMediaItemPropertyReleaseDate", "MPMediaItemPropertyTitle", "MPMediaItemPropertyUserGrouping",
    ]
}
