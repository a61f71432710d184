/// What a receiver says of its state (`flags`, `sf`, `statusFlags`). These bits change while it runs, so they never
/// identify a receiver. Unknown bits are kept.
package struct StatusFlags: OptionSet, Sendable, Hashable, Codable {
    /// The bits.
    package let rawValue: UInt64

    /// Takes bits as they are.
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Reads hex such as `0x18644`; `nil` for anything else, however long.
    package init?(_ text: String) {
        guard let value = HexNumber.read(text) else { return nil }
        self.init(rawValue: value)
    }

    /// A problem was found.
    package static let problemDetected = StatusFlags(rawValue: 1 << 0)
    /// Not set up yet.
    package static let notConfigured = StatusFlags(rawValue: 1 << 1)
    /// A cable or link is there.
    package static let linkPresent = StatusFlags(rawValue: 1 << 2)
    /// A PIN is required.
    package static let pinRequired = StatusFlags(rawValue: 1 << 3)
    /// Takes AirPlay from the cloud.
    package static let fromCloud = StatusFlags(rawValue: 1 << 6)
    /// A password is required.
    package static let passwordRequired = StatusFlags(rawValue: 1 << 7)
    /// A code on the screen is required once.
    package static let oneTimePairing = StatusFlags(rawValue: 1 << 9)
    /// Set up for HomeKit access control.
    package static let homeKitAccessControl = StatusFlags(rawValue: 1 << 10)
    /// Playing something for somebody.
    package static let relay = StatusFlags(rawValue: 1 << 11)
    /// A primary without sound; no more than the name is known.
    package static let silentPrimary = StatusFlags(rawValue: 1 << 12)
    /// Leads a stereo pair.
    package static let tightSyncLeader = StatusFlags(rawValue: 1 << 13)
    /// The other of a stereo pair cannot be reached.
    package static let tightSyncBuddyMissing = StatusFlags(rawValue: 1 << 14)
    /// Its user has Apple Music.
    package static let musicSubscriber = StatusFlags(rawValue: 1 << 15)
    /// Its user has a library in iCloud.
    package static let cloudLibrary = StatusFlags(rawValue: 1 << 16)
    /// A session is active.
    package static let sessionActive = StatusFlags(rawValue: 1 << 17)
}
