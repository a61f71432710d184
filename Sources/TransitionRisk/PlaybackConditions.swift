/// What is assumed about the playback in which a transition happens.
package struct PlaybackConditions: Sendable, Hashable, Codable {
    /// Bits per second that reach the receiver: variants above are not played while a lower one is there. `nil` for as
    /// much as any variant needs.
    package var bandwidth: Int?
    /// How long before its start a break is known at the earliest; `nil` for as early as the schedule allows. The
    /// receiver's own buffer bounds it further.
    package var lead: Duration?

    /// Conditions.
    package init(bandwidth: Int? = nil, lead: Duration? = nil) {
        self.bandwidth = bandwidth
        self.lead = lead
    }
}
