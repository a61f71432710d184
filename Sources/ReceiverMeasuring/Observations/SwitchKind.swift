/// How one asset was made to follow another when a switch was timed.
///
/// A receiver does different work for each kind, so observations of different kinds are never put together.
package enum SwitchKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A second play command while the first asset played.
    case newPlayCommand = "new-play-command"
    /// The next item of a queue that the receiver held beforehand.
    case queuedItem = "queued-item"
    /// An interstitial asset within a presentation, or the return from one.
    case interstitial
    /// A discontinuity inside one media playlist.
    case stitchedDiscontinuity = "stitched-discontinuity"
}

/// What of a switch was timed.
package enum SwitchQuantity: String, Sendable, Hashable, Codable, CaseIterable {
    /// From the command or the boundary to the moment at which the second asset's time line starts.
    case start
    /// The longest time without a new picture.
    case picture
    /// The time without sound.
    case sound
}

/// Whether the receiver had played anything just before.
package enum SwitchTemperature: String, Sendable, Hashable, Codable, CaseIterable {
    /// The first play after a stop or a long pause.
    case cold
    /// From one playing asset to the next.
    case warm
}

/// How a time was obtained.
package enum ObservationMethod: String, Sendable, Hashable, Codable, CaseIterable {
    /// From what the receiver answers over the network.
    case `protocol`
    /// From a capture of the receiver's own picture or of its HDMI output.
    case screen
    /// From a camera in front of the panel.
    case camera
    /// From events or logs of the player.
    case log
    /// By a person with a stop watch or by eye.
    case manual
}
