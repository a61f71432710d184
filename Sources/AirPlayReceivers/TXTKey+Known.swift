/// The keys that the project reads. Names in `_raop` differ from those in `_airplay`.
extension TXTKey {
    /// Model, `_airplay`.
    package static let model: TXTKey = "model"
    /// Model, `_raop`.
    package static let raopModel: TXTKey = "am"
    /// Maker; every licensed third-party AirPlay 2 receiver publishes it.
    package static let manufacturer: TXTKey = "manufacturer"
    /// Device id, shaped like a MAC address.
    package static let deviceID: TXTKey = "deviceid"
    /// Feature bits, `_airplay`.
    package static let features: TXTKey = "features"
    /// Feature bits, `_raop`.
    package static let raopFeatures: TXTKey = "ft"
    /// Feature bits in base64, with those beyond 63.
    package static let extendedFeatures: TXTKey = "fex"
    /// Status bits, `_airplay`.
    package static let flags: TXTKey = "flags"
    /// Status bits, `_raop`.
    package static let raopFlags: TXTKey = "sf"
    /// AirPlay version, `_airplay`.
    package static let sourceVersion: TXTKey = "srcvers"
    /// AirPlay version, `_raop`.
    package static let raopSourceVersion: TXTKey = "vs"
    /// Version of an Apple operating system, `_airplay`.
    package static let systemVersion: TXTKey = "osvers"
    /// Version of an Apple operating system, `_raop`.
    package static let raopSystemVersion: TXTKey = "ov"
    /// Firmware of a third-party receiver.
    package static let firmware: TXTKey = "fv"
    /// Encryption types of RAOP.
    package static let encryptionTypes: TXTKey = "et"
    /// Holds the private RSA key: AirPort Express, or software.
    package static let hasPrivateKey: TXTKey = "ek"
    /// Name of the group the receiver plays in.
    package static let groupName: TXTKey = "gpn"
    /// Id of the group the receiver plays in.
    package static let groupID: TXTKey = "gid"
    /// Id of the stereo pair the receiver belongs to.
    package static let tightSyncID: TXTKey = "tsid"
}
