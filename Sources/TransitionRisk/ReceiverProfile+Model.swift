package import AirPlayReceivers

extension ReceiverProfile {
    /// The column of a receiver of one model: what the model is known for, and for the rest the default of its class and
    /// tier.
    ///
    /// - Parameters:
    ///   - model: A row of the model table.
    ///   - id: The identifier of the column.
    ///   - title: What people call the receiver.
    ///   - defaults: The columns of the classes. A tier that is not known counts as the lowest the class has.
    /// - Returns: `nil` only when there is no column for the class and none for unknown receivers.
    package init?(model: ModelEntry, id: String, title: String, defaults: [ReceiverProfile]) {
        self.init(receiverClass: model.receiverClass, tier: model.tier, id: id, title: title, defaults: defaults)
        self.model = model.match.exact?.first
        if let switching = model.switching { self.switching = switching }
        if let output = model.outputPath { self.output = output }
        if let claims = model.capabilities?.claims(asOf: model.checked) { capabilities = capabilities.overlaid(by: claims) }
    }

    /// The column of a receiver of which only the class, and perhaps the tier, is known.
    ///
    /// - Returns: `nil` only when there is no column for the class and none for unknown receivers.
    package init?(
        receiverClass: ReceiverClass, tier: DecodingTier, id: String, title: String, defaults: [ReceiverProfile]
    ) {
        let ofClass = defaults.filter { $0.receiverClass == receiverClass }
        guard
            let base = ofClass.first(where: { $0.tier == tier }) ?? ofClass.last
                ?? defaults.first(where: { $0.receiverClass == .unknown })
        else { return nil }
        self = base
        self.receiverClass = receiverClass
        self.tier = tier
        receiverID = id.neutralised
        self.title = title.neutralised
    }
}
