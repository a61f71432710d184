/// A cost after the receiver's circumstances are taken into account.
package struct EffectiveCost: Sendable, Hashable {
    /// Chance of the action.
    package var trigger: Double
    /// Median size in milliseconds.
    package var p50Milliseconds: Double
    /// 95th percentile in milliseconds.
    package var p95Milliseconds: Double
    /// Grade of these numbers.
    package var grade: Grade
    /// The calibration these numbers were taken from; `nil` for the shipped ones.
    package var calibration: String?
}
