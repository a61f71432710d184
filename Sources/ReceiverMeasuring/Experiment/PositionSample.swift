/// One answer of a receiver about where it is, in seconds after the command of the switch.
package struct PositionSample: Sendable, Hashable {
    /// When: half-way between question and answer.
    package var time: Double
    /// From question to answer.
    package var roundTrip: Double
    /// Whether it called itself ready; `nil` when it did not say.
    package var isReady: Bool?
    /// 0 for a pause; `nil` when it did not say.
    package var rate: Double?
    /// The place in the asset; `nil` without an asset.
    package var position: Double?
    /// Length of the asset; `nil` when it did not say, or said 0.
    package var duration: Double?

    /// States a sample.
    package init(
        time: Double, roundTrip: Double = 0, isReady: Bool? = nil, rate: Double? = nil, position: Double?,
        duration: Double? = nil
    ) {
        self.time = time
        self.roundTrip = roundTrip
        self.isReady = isReady
        self.rate = rate
        self.position = position
        self.duration = duration
    }
}
