/// What is believed of the chance that a change makes a receiver act at all: a beta distribution.
package struct TriggerBelief: Sendable, Hashable {
    /// Weight of runs in which it acted.
    var acted: Double
    /// Weight of runs in which it did not.
    var idle: Double

    /// A chance that counts as this many runs.
    init(chance: Double, worth runs: Double) {
        acted = chance * runs
        idle = (1 - chance) * runs
    }

    /// The belief after runs.
    func updated(acted more: Double, idle less: Double) -> TriggerBelief {
        var belief = self
        belief.acted += more
        belief.idle += less
        return belief
    }

    /// The expected chance, 0…1.
    package var chance: Double { acted / (acted + idle) }
}
