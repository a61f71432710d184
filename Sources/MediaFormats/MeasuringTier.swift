/// How deep an asset is looked into.
public enum MeasuringTier: String, Sendable, Hashable, Codable, CaseIterable {
    /// Only what playlists claim; no media are read.
    case declared
    /// What container and codec headers say, from few small reads.
    case headers
    /// What libavformat finds, with what only headers say beside it.
    case full
}
