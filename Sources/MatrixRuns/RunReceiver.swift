package import AirPlayReceivers
package import TransitionRisk

/// One column of a run: a class of receivers in one tier, or one real receiver in the state it was in.
package struct RunReceiver: Sendable, Hashable, Codable {
    /// The receiver's id, or `class/tier`.
    package var id: String
    /// What people call it.
    package var title: String
    /// Its class.
    package var receiverClass: ReceiverClass
    /// Its tier.
    package var tier: DecodingTier
    /// The model it claims; `nil` for a class, or when it publishes none.
    package var model: String?
    /// Firmware or system version; `nil` as above.
    package var firmware: String?
    /// What counts for switching, without what only names the receiver, so that receivers alike are judged once.
    package var profile: ReceiverProfile

    /// A column for a class.
    ///
    /// - Parameter keepsIdentity: Whether costs may depend on the very receiver, because some were measured on it.
    package init(profile: ReceiverProfile, keepsIdentity: Bool = false) {
        id = profile.id
        title = profile.title
        receiverClass = profile.receiverClass
        tier = profile.tier
        self.profile = keepsIdentity ? profile : profile.nameless
        self.profile.title = ""
    }

    /// A column for a real receiver.
    ///
    /// - Parameters:
    ///   - defaults: The columns of the classes.
    ///   - settings: What is set on it.
    ///   - keepsIdentity: Whether costs may depend on the very receiver.
    /// - Returns: `nil` when there is no column for its class and none for unknown receivers.
    package init?(
        _ receiver: Receiver, defaults: [ReceiverProfile], settings: ViewerSettings = ViewerSettings(),
        keepsIdentity: Bool = false
    ) {
        guard let profile = ReceiverProfile(receiver, defaults: defaults, settings: settings) else { return nil }
        self.init(profile: profile, keepsIdentity: keepsIdentity)
        model = receiver.model?.neutralised
        firmware = receiver.firmware?.neutralised
    }

    /// A receiver that was never seen, by what the inventory says of it.
    package init?(unseen item: LabInventory.Item, defaults: [ReceiverProfile]) {
        let ofClass = defaults.filter { $0.receiverClass == item.receiverClass ?? .unknown }
        guard let profile = ofClass.first(where: { $0.tier == item.tier }) ?? ofClass.last ?? defaults.last else {
            return nil
        }
        self.init(profile: profile)
        id = item.id.neutralised
        title = (item.name ?? item.id).neutralised
        receiverClass = item.receiverClass ?? .unknown
        tier = item.tier ?? .unknown
        model = item.model?.neutralised
        firmware = item.firmware?.neutralised
    }
}

extension ReceiverProfile {
    fileprivate var nameless: ReceiverProfile {
        var result = self
        result.receiverID = nil
        result.model = nil
        return result
    }
}
