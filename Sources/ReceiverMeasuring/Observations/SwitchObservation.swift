package import AirPlayReceivers
package import TransitionRisk

/// One timed switch on one receiver.
///
/// A line of an observations file (`segue.observations/1`, JSON lines):
///
/// ```json
/// {"receiver":{"id":"aa:bb:cc:dd:ee:ff","class":"smart-tv","tier":"low","firmware":"2.1"},"switchKind":"interstitial",
///  "changes":["video.codec_family"],"quantity":"start","milliseconds":1340,"resolutionMilliseconds":8,
///  "method":"camera","temperature":"warm"}
/// ```
package struct SwitchObservation: Sendable, Hashable, Codable {
    /// The receiver on which it was seen.
    package struct Receiver: Sendable, Hashable, Codable {
        /// Stable identifier; runs with the same one are runs on one device.
        package var id: String
        /// What people call it.
        package var name: String?
        /// The model identifier.
        package var model: String?
        /// The vendor's platform that models share, such as `webos` or `tizen`.
        package var platform: String?
        /// The firmware or system version.
        package var firmware: String?
        /// The class.
        package var receiverClass: ReceiverClass
        /// The decoding tier.
        package var tier: DecodingTier

        enum CodingKeys: String, CodingKey {
            case id, name, model, platform, firmware, tier
            case receiverClass = "class"
        }

        /// Describes a receiver.
        package init(
            id: String, name: String? = nil, model: String? = nil, platform: String? = nil, firmware: String? = nil,
            receiverClass: ReceiverClass, tier: DecodingTier
        ) {
            self.id = id
            self.name = name
            self.model = model
            self.platform = platform
            self.firmware = firmware
            self.receiverClass = receiverClass
            self.tier = tier
        }
    }

    /// The receiver.
    package var receiver: Receiver
    /// How the second asset was made to follow.
    package var switchKind: SwitchKind
    /// The kinds of change between the assets, by their names in the cost table; empty for the matched pair that gives the
    /// receiver's floor.
    package var changes: [ChangeID]
    /// Name of the asset before.
    package var from: String?
    /// Name of the asset after.
    package var to: String?
    /// What was timed.
    package var quantity: SwitchQuantity
    /// The time; `nil` where the second asset did not come within ``beyondMilliseconds``, or playback failed.
    package var milliseconds: Double?
    /// Set where the measurement ended before the second asset came: it took longer than this.
    package var beyondMilliseconds: Double?
    /// Whether playback failed instead of going on.
    package var failed: Bool
    /// The finest difference that this measurement can tell.
    package var resolutionMilliseconds: Double
    /// How it was measured.
    package var method: ObservationMethod
    /// Whether the receiver was already playing.
    package var temperature: SwitchTemperature
    /// Viewer settings and output path in force, such as `matching_on`; empty where unknown.
    package var circumstances: [Circumstance]
    /// When, as an ISO 8601 time; `nil` where nobody noted it.
    package var measuredAt: String?

    /// Describes an observation.
    package init(
        receiver: Receiver, switchKind: SwitchKind, changes: [ChangeID], from: String? = nil, to: String? = nil,
        quantity: SwitchQuantity = .start, milliseconds: Double?, beyondMilliseconds: Double? = nil,
        failed: Bool = false, resolutionMilliseconds: Double, method: ObservationMethod,
        temperature: SwitchTemperature = .warm, circumstances: [Circumstance] = [], measuredAt: String? = nil
    ) {
        self.receiver = receiver
        self.switchKind = switchKind
        self.changes = changes
        self.from = from
        self.to = to
        self.quantity = quantity
        self.milliseconds = milliseconds
        self.beyondMilliseconds = beyondMilliseconds
        self.failed = failed
        self.resolutionMilliseconds = resolutionMilliseconds
        self.method = method
        self.temperature = temperature
        self.circumstances = circumstances
        self.measuredAt = measuredAt
    }

    /// Reads one record; `quantity`, `temperature`, `failed` and `circumstances` may be left out.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        receiver = try fields.decode(Receiver.self, forKey: .receiver)
        switchKind = try fields.decode(SwitchKind.self, forKey: .switchKind)
        changes = try fields.decode([ChangeID].self, forKey: .changes)
        from = try fields.decodeIfPresent(String.self, forKey: .from)
        to = try fields.decodeIfPresent(String.self, forKey: .to)
        quantity = try fields.decodeIfPresent(SwitchQuantity.self, forKey: .quantity) ?? .start
        milliseconds = try fields.decodeIfPresent(Double.self, forKey: .milliseconds)
        beyondMilliseconds = try fields.decodeIfPresent(Double.self, forKey: .beyondMilliseconds)
        failed = try fields.decodeIfPresent(Bool.self, forKey: .failed) ?? false
        resolutionMilliseconds = try fields.decode(Double.self, forKey: .resolutionMilliseconds)
        method = try fields.decode(ObservationMethod.self, forKey: .method)
        temperature = try fields.decodeIfPresent(SwitchTemperature.self, forKey: .temperature) ?? .warm
        circumstances = try fields.decodeIfPresent([Circumstance].self, forKey: .circumstances) ?? []
        measuredAt = try fields.decodeIfPresent(String.self, forKey: .measuredAt)
    }
}

extension SwitchObservation {
    /// What is impossible about the record, in words; `nil` for a sound one.
    var defect: String? {
        let outcomes = [milliseconds != nil, beyondMilliseconds != nil, failed].count { $0 }
        guard outcomes == 1 else {
            return "give one of 'milliseconds', 'beyondMilliseconds' (it took longer) and 'failed'"
        }
        if let time = milliseconds ?? beyondMilliseconds, !(time >= 0 && time <= 3_600_000) {
            return "a time is between 0 and 3600000 milliseconds"
        }
        guard resolutionMilliseconds > 0, resolutionMilliseconds <= 10_000 else {
            return "'resolutionMilliseconds' is above 0 and at most 10000"
        }
        guard !receiver.id.isEmpty else { return "the receiver has no 'id'" }
        if let measuredAt, RecordingClock.seconds(measuredAt) == nil {
            return "'measuredAt' is a time such as 2026-11-20T09:00:00Z, or left out"
        }
        return Set(changes).count == changes.count ? nil : "a change is named twice"
    }
}
