/// A command of `MPRemoteCommandCenter`, by the name of its property without `Command`.
package enum RemoteCommand: String, Sendable, Hashable, Codable, CaseIterable {
    /// Start or go on.
    case play
    /// Stop for a while.
    case pause
    /// Stop.
    case stop
    /// Play or pause.
    case togglePlayPause
    /// Move forward by an interval.
    case skipForward
    /// Move back by an interval.
    case skipBackward
    /// Begin or end moving forward fast.
    case seekForward
    /// Begin or end moving back fast.
    case seekBackward
    /// Move to a position.
    case changePlaybackPosition
    /// Change the speed.
    case changePlaybackRate
    /// The next item.
    case nextTrack
    /// The item before.
    case previousTrack

    /// Commands that move forward, which a break may forbid. Moving back stays allowed.
    package static let forward: [RemoteCommand] = [.skipForward, .seekForward, .changePlaybackPosition]
}
