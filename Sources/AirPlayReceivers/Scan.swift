/// What a look at the network gave: the records, and how complete they are.
package struct Scan: Sendable, Hashable {
    /// The service records, sorted.
    package var records: [ServiceRecord]
    /// What was asked and who answered; `nil` when a recording does not say.
    package var statement: ScanStatement?

    /// Keeps the outcome of a look.
    package init(records: [ServiceRecord], statement: ScanStatement?) {
        self.records = records
        self.statement = statement
    }
}

/// Where service records come from: the network, or a recording.
package protocol ReceiverSource: Sendable {
    /// Looks once. Cancelling the task ends the look at once.
    func scan() async throws -> Scan
}

/// How complete a scan is: what was asked, for how long, who answered when, and who did not.
package struct ScanStatement: Sendable, Hashable, Codable {
    /// One announcement on one interface over one address family.
    package struct Instance: Sendable, Hashable, Codable, Comparable {
        /// The service type.
        package var serviceType: ServiceType
        /// The instance name.
        package var instanceName: String
        /// Name of the network interface.
        package var interface: String
        /// `ipv4` or `ipv6`.
        package var family: String

        /// Names an announcement.
        package init(serviceType: ServiceType, instanceName: String, interface: String, family: String) {
            self.serviceType = serviceType
            self.instanceName = instanceName
            self.interface = interface
            self.family = family
        }

        /// Orders by type, name, interface and family.
        package static func < (a: Instance, b: Instance) -> Bool {
            (a.serviceType, a.instanceName, a.interface, a.family) < (
                b.serviceType, b.instanceName, b.interface, b.family
            )
        }
    }

    /// An announcement that was resolved.
    package struct Answer: Sendable, Hashable, Codable {
        /// Which.
        package var instance: Instance
        /// Seconds from the start of the scan to the answer.
        package var afterSeconds: Double
        /// Whether the announcement was known from the daemon's cache, which does not prove that the receiver is there now.
        package var fromCache: Bool

        /// Records an answer.
        package init(instance: Instance, afterSeconds: Double, fromCache: Bool) {
            self.instance = instance
            self.afterSeconds = afterSeconds
            self.fromCache = fromCache
        }
    }

    /// An announcement that could not be resolved.
    package struct Failure: Sendable, Hashable, Codable {
        /// Which.
        package var instance: Instance
        /// Why, for people.
        package var reason: String

        /// Records a failure.
        package init(instance: Instance, reason: String) {
            self.instance = instance
            self.reason = reason
        }
    }

    /// The service types asked for.
    package var asked: [ServiceType]
    /// How long the scan was to take.
    package var timeoutSeconds: Double
    /// How long it took.
    package var durationSeconds: Double
    /// Types for which the daemon said that all that it knows for now was told. It is no promise of completeness.
    package var settled: [ServiceType]
    /// Who answered, sorted.
    package var answered: [Answer]
    /// Who was announced and failed to resolve, sorted.
    package var failed: [Failure]
    /// Who was there and went away again, sorted.
    package var vanished: [Instance]

    /// Makes a statement.
    package init(
        asked: [ServiceType], timeoutSeconds: Double, durationSeconds: Double, settled: [ServiceType],
        answered: [Answer], failed: [Failure], vanished: [Instance]
    ) {
        self.asked = asked
        self.timeoutSeconds = timeoutSeconds
        self.durationSeconds = durationSeconds
        self.settled = settled
        self.answered = answered
        self.failed = failed
        self.vanished = vanished
    }
}
