/// What a look at the network gave: the records, and how complete they are.
package struct Scan: Sendable, Hashable {
    /// The service records, sorted.
    package var records: [ServiceRecord]
    /// What was asked and who answered; `nil` when a recording does not say.
    package var statement: ScanStatement?
    /// What a recording holds and was left out, for people; empty when all of it was taken.
    package var omissions: [String] = []

    /// Keeps the outcome of a look.
    package init(records: [ServiceRecord], statement: ScanStatement?, omissions: [String] = []) {
        self.records = records
        self.statement = statement
        self.omissions = omissions
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

    /// One attempt to get `/info`.
    package struct InfoAttempt: Sendable, Hashable, Codable {
        /// How an attempt ended.
        package enum Outcome: String, Sendable, Hashable, Codable {
            /// With a property list.
            case answered
            /// The receiver keeps it shut: a password or pairing is wanted.
            case notAllowed = "not-allowed"
            /// The receiver has no such thing, or answers without content.
            case notOffered = "not-offered"
            /// The answer is no property list, or breaks the bounds.
            case unreadable
            /// Nobody listens there.
            case refused
            /// No whole answer in time.
            case timedOut = "timed-out"
            /// The connection was closed in mid-answer, or could not be made.
            case closed
        }

        /// The numeric address asked.
        package var address: String
        /// The port asked.
        package var port: UInt16
        /// `rtsp` or `http`.
        package var dialect: String
        /// What was asked for: `/info` or `/server-info`; `nil` in old recordings, which asked for `/info` only.
        package var path: String?
        /// How it ended.
        package var outcome: Outcome
        /// More on it, for people: the status line, the size, the error.
        package var detail: String

        /// Records an attempt.
        package init(
            address: String, port: UInt16, dialect: String, path: String?, outcome: Outcome, detail: String
        ) {
            self.address = address
            self.port = port
            self.dialect = dialect
            self.path = path
            self.outcome = outcome
            self.detail = detail
        }
    }

    /// When the scan began, as ISO 8601 in UTC; `nil` when the recording does not say.
    package var startedAt: String?
    /// The day on which it began; `nil` as above.
    package var day: CalendarDate? { startedAt.flatMap { CalendarDate($0.prefix(10)) } }
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
    /// Why the scan was without a daemon for a while; empty when it never was. What was found before is kept.
    package var interruptions: [String]
    /// Every attempt to get `/info`, by address and port; `nil` when none was asked.
    package var infoAttempts: [InfoAttempt]?
    /// Hosts that were asked directly and did not answer, sorted; `nil` when none was asked directly.
    package var unanswered: [String]?

    /// Makes a statement.
    package init(
        asked: [ServiceType], timeoutSeconds: Double, durationSeconds: Double, settled: [ServiceType],
        answered: [Answer], failed: [Failure], vanished: [Instance],
        interruptions: [String] = [], infoAttempts: [InfoAttempt]? = nil
    ) {
        self.asked = asked
        self.timeoutSeconds = timeoutSeconds
        self.durationSeconds = durationSeconds
        self.settled = settled
        self.answered = answered
        self.failed = failed
        self.vanished = vanished
        self.interruptions = interruptions
        self.infoAttempts = infoAttempts
    }
}
