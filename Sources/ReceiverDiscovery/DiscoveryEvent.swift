package import AirPlayReceivers

/// What happens on the links while they are watched.
package enum DiscoveryEvent: Sendable, Hashable {
    /// An announcement was seen; its record follows, or a failure.
    case announced(ScanStatement.Instance, fromCache: Bool)
    /// An announcement was resolved to this record, which holds the addresses of one family.
    case resolved(ScanStatement.Instance, ServiceRecord)
    /// An announcement could not be resolved.
    case failed(ScanStatement.Instance, reason: String)
    /// An announcement was withdrawn or has expired.
    case vanished(ScanStatement.Instance)
    /// The daemon has told all that it knows for now of a type.
    case settled(ServiceType)
    /// The daemon went away; the browser goes on as soon as it is back.
    case interrupted(reason: String)
}
