/// A row of the model table covers the published model or manufacturer.
///
/// A model is a claim: one that the row names in full counts as strong only where the feature bits are those of its class too.
/// Rows of Apple's own products say nothing here: their models are borrowed by programs, see ``AppleClaimRule``.
struct ModelTableRule: ClassificationRule {
    static let id = "model-table"

    func evidence(in facts: ReceiverFacts, model: ModelIndex.Row?) -> [Evidence] {
        guard let model, model.entry.maker != "Apple" else { return [] }
        let says = [model.entry.maker, model.entry.product].compactMap { $0 }.joined(separator: " ")
        let supported = model.entry.receiverClass
        guard supported != .unknown else { return [] }
        switch model.by {
        case .exact:
            guard let fact = facts.model else { return [] }
            return facts.bearOut(supported)
                ? [saw(fact, says, for: supported, .strong)]
                : [saw(fact, "\(says), which no feature bits bear out", for: supported, .fair)]
        case .pattern:
            guard let fact = facts.model else { return [] }
            return [saw(fact, "looks like: \(says)", for: supported, .fair)]
        case .manufacturer:
            guard let fact = facts.manufacturer else { return [] }
            return [saw(fact, "most likely: \(says)", for: supported, .fair)]
        }
    }
}

extension ReceiverFacts {
    /// Whether the feature bits are those of a class, as third parties set them.
    fileprivate func bearOut(_ receiverClass: ReceiverClass) -> Bool {
        switch receiverClass {
        // Whoever says that it is a program gains nothing by it.
        case .software: true
        case .smartTV, .setTopBox, .mediaStick: features?.value.has(4, 47, 51) == true
        case .soundBar, .smartSpeaker, .avReceiver: isSoundOnly
        case .appleTV, .mac, .unknown: false
        }
    }
}
