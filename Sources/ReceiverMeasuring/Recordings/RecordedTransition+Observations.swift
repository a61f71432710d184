package import TransitionRisk

/// What the user says about the switches of a recording, which its pictures do not show.
package struct RecordingContext: Sendable, Hashable {
    /// The receiver that was recorded.
    package var receiver: SwitchObservation.Receiver
    /// How each asset was made to follow the one before.
    package var switchKind: SwitchKind
    /// How the recording was made.
    package var method: ObservationMethod
    /// Settings in force.
    package var circumstances: [Circumstance]
    /// What differs between the assets, where no list says so.
    package var changes: [ChangeID]?

    /// Collects what is known.
    package init(
        receiver: SwitchObservation.Receiver, switchKind: SwitchKind, method: ObservationMethod,
        circumstances: [Circumstance] = [], changes: [ChangeID]? = nil
    ) {
        self.receiver = receiver
        self.switchKind = switchKind
        self.method = method
        self.circumstances = circumstances
        self.changes = changes
    }
}

extension RecordedTransition {
    /// The switch as calibration reads it: the gap in the picture, that in the sound, and the start of the second time line
    /// where that is known; empty where nobody says what differs.
    ///
    /// The gap in the picture is left out where much of it shows something that cannot be read: new pictures may hide there.
    /// The start counts from the moment at which the first asset's next frame was due. After a play command the first asset
    /// may run on for any time, so that its start is known only from the command's own time.
    ///
    /// - Parameter command: When the play command was given, in microseconds of the recording.
    package func observations(
        _ context: RecordingContext, assets: MarkedAssets, clock: RecordingClock?, command: Int? = nil
    ) -> [SwitchObservation] {
        let pair = MarkedAssets.Pair(from: from.name, to: to.name)
        guard let changes = assets.changes[pair] ?? context.changes else { return [] }
        let start: Int? =
            switch context.switchKind {
            case .newPlayCommand: command.flatMap { command in timeLineStart.map { $0 - command } }
            case .queuedItem, .interstitial, .stitchedDiscontinuity: self.start
            }
        let values: [(SwitchQuantity, Int?, Int)] = [
            (.start, start, pictureResolution),
            (.picture, unreadable > 2 * pictureResolution ? nil : longestWait, pictureResolution),
            (.sound, silence, Self.soundResolution),
        ]
        return values.compactMap { quantity, value, resolution in
            guard let value else { return nil }
            return SwitchObservation(
                receiver: context.receiver, switchKind: context.switchKind, changes: changes, from: from.name,
                to: to.name, quantity: quantity, milliseconds: max(0, value).milliseconds,
                resolutionMilliseconds: resolution.milliseconds, method: context.method,
                circumstances: context.circumstances, measuredAt: clock?.text(boundary))
        }
    }
}
