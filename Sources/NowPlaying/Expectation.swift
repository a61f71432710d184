/// What has to be published about one property at one moment.
package struct PropertyExpectation: Sendable, Hashable {
    /// The property.
    package var property: NowPlayingProperty
    /// Whether it has to be there.
    package var presence: Presence
    /// Whether this moment has to set it anew, rather than leave it as it was.
    package var isUpdated: Bool
    /// The value, or in words what it follows from; `nil` for what must not be there.
    package var value: String?
    /// Why.
    package var reason: String
    /// The document that says so.
    package var source: String
}

/// What has to be published at one moment.
package struct MomentExpectation: Sendable, Hashable {
    /// What happens.
    package var event: PlaybackEvent
    /// Where the programme stands on the primary timeline; `nil` for what may happen anywhere.
    package var position: Duration?
    /// The breaks concerned.
    package var breaks: [String]
    /// Every property, in the order of the matrix. Empty when everything has to go.
    package var properties: [PropertyExpectation]
    /// What holds for remote commands, one sentence each.
    package var commands: [String]
    /// Commands that must be disabled from then on.
    package var disabled: [RemoteCommand]
    /// Where the expectation of the event comes from.
    package var source: String
}
