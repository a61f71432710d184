package import AirPlayReceivers

/// What is published of one simulated receiver, every name and port decided.
package struct Publication: Sendable, Hashable {
    /// An address and the link on which it is told.
    package struct Address: Sendable, Hashable {
        /// Number of the interface; `nil` for every one.
        package var interface: Int32?
        /// The numeric address.
        package var text: String
    }

    /// One service.
    package struct Service: Sendable, Hashable {
        /// The service type.
        package var type: ServiceType
        /// The instance name, at most 63 bytes.
        package var instanceName: String
        /// The port.
        package var port: UInt16
        /// The TXT record.
        package var txt: TXTRecord
        /// How the port answers.
        package var answer: SimulatedReceiver.Answer
    }

    /// The name people see.
    package var name: String
    /// Its host name, unique among the publications.
    package var hostName: String
    /// Its addresses.
    package var addresses: [Address]
    /// Its services.
    package var services: [Service]
}

/// What becomes of publications.
package enum PublicationEvent: Sendable, Hashable {
    /// The link knows it: nobody else uses its names.
    case established(name: String)
    /// Somebody on the link has one of its names already.
    case collided(name: String)
    /// The daemon refused it; why, for people.
    case failed(name: String, reason: String)
    /// The daemon went away; all is published anew when it is back.
    case interrupted(reason: String)
}
