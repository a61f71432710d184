/// A row of the model table covers the published model or manufacturer.
///
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
            return [saw(fact, says, for: supported, .strong)]
        case .pattern:
            guard let fact = facts.model else { return [] }
            return [saw(fact, "looks like: \(says)", for: supported, .fair)]
        case .manufacturer:
            guard let fact = facts.manufacturer else { return [] }
            return [saw(fact, "most likely: \(says)", for: supported, .fair)]
        }
    }
}
