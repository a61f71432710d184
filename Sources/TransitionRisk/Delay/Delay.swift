/// The delay of one transition on one receiver.
package struct Delay: Sendable, Hashable, Codable {
    /// Everything.
    package var total: DelayEstimate
    /// What the mismatch, the delivery and the schedule add to the floor.
    package var excess: DelayEstimate
    /// What this receiver costs at any change of item.
    package var floor: DelayEstimate
    /// Until the picture is back.
    package var picture: DelayEstimate
    /// Until the sound is back.
    package var sound: DelayEstimate
}
