/// A DNS-SD service type, such as `_airplay._tcp`.
package struct ServiceType: RawRepresentable, Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    /// The type in its two-label form.
    package let rawValue: String

    /// Names a type.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// AirPlay video, mirroring and AirPlay 2 audio.
    package static let airPlay = ServiceType(rawValue: "_airplay._tcp")
    /// AirPlay 1 audio, whose instance name begins with the device id and `@`.
    package static let raop = ServiceType(rawValue: "_raop._tcp")

    /// The types a receiver publishes.
    package static let receiverTypes: [ServiceType] = [.airPlay, .raop]

    /// Orders by name.
    package static func < (a: ServiceType, b: ServiceType) -> Bool { a.rawValue < b.rawValue }

    /// The type itself.
    package var description: String { rawValue }
}
