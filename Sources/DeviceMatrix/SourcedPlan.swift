package import HLSPlaylists

/// A service plan of `DeviceMatrix/service-plans/` with its backing.
package struct SourcedPlan: Sendable, Hashable {
    /// What the application does.
    package var plan: ServicePlan
    /// The second name by which it can be asked for: that of its file, `skip-after-first`.
    package var alias: String
    /// Where it comes from, in words.
    package var source: String
    /// How sure that is.
    package var confidence: String
}

extension DeviceMatrix {
    /// The plan of a name, or of a file's name; letter case does not count. `nil` when there is none.
    package func servicePlan(named name: String) -> SourcedPlan? {
        servicePlans.first { [$0.plan.name.lowercased(), $0.alias].contains(name.lowercased()) }
    }
}
