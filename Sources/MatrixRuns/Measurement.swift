/// A delay that was measured on a receiver, not predicted.
package struct Measurement: Sendable, Hashable, Codable {
    /// Where it was measured.
    package var cell: CellName
    /// The delay over the receiver's own floor, in milliseconds.
    package var milliseconds: Int
    /// Who measured, and how: `camera, 240 fps`.
    package var source: String
    /// The run it was recorded after; `nil` before it is stored.
    package var run: Int?

    /// States a measured delay.
    package init(cell: CellName, milliseconds: Int, source: String, run: Int? = nil) {
        self.cell = cell
        self.milliseconds = milliseconds
        self.source = source
        self.run = run
    }
}
