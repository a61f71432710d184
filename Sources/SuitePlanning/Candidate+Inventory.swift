package import AirPlayReceivers
package import TransitionRisk

extension Candidate {
    /// The receivers of an inventory: what it says of them, by the model table, or else what a scan found of them. Those of
    /// which nothing is known are left out and said.
    ///
    /// - Parameter found: What a scan found; empty when there is none.
    package static func inventory(
        _ inventory: LabInventory, found: [Receiver] = [], models: [ModelEntry], defaults: [ReceiverProfile]
    ) -> (candidates: [Candidate], problems: [String]) {
        let index = ModelIndex(models)
        let scan = Dictionary(found.map { ($0.id.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        var candidates: [Candidate] = []
        var problems: [String] = []
        var nameless: [String] = []
        var ids: Set<String> = []
        for item in inventory.receivers {
            let name = item.name ?? item.id
            guard ids.insert(item.id.lowercased()).inserted else {
                problems.append("the inventory lists '\(item.id)' twice; the second entry is left out")
                continue
            }
            let row = item.model.flatMap { index.row(model: $0, manufacturer: item.manufacturer)?.entry }
            problems += item.contradictions(to: row)
            if let row, var profile = ReceiverProfile(model: row, id: item.id, title: name, defaults: defaults) {
                profile.model = item.model?.neutralised
                profile.settings = item.settings
                candidates.append(Candidate(profile: profile, model: item.model))
            } else if let receiverClass = item.receiverClass,
                var profile = ReceiverProfile(
                    receiverClass: receiverClass, tier: item.tier ?? .unknown, id: item.id, title: name,
                    defaults: defaults)
            {
                profile.settings = item.settings
                candidates.append(Candidate(profile: profile, model: item.model))
            } else if item.model == nil, let receiver = scan[item.id.lowercased()],
                var profile = ReceiverProfile(receiver, defaults: defaults)
            {
                profile.title = name.neutralised
                profile.settings = item.settings
                candidates.append(Candidate(profile: profile, model: receiver.model))
            } else if item.model == nil {
                nameless.append(name)
            }
        }
        if !nameless.isEmpty { problems.append(Self.leftOut(nameless, isScanGiven: !found.isEmpty)) }
        return (candidates, problems)
    }

    /// That nobody says what some receivers are, and what to do about it.
    private static func leftOut(_ names: [String], isScanGiven: Bool) -> String {
        let first = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
        let rest = names.count > 5 ? " and \(names.count - 5) more" : ""
        let whose =
            names.count == 1
            ? "receiver \(first): the inventory gives neither its model nor its class"
            : "receivers \(first)\(rest): the inventory gives neither model nor class of these \(names.count)"
        let what = names.count == 1 ? "so it is left out" : "so they are left out"
        return isScanGiven
            ? "\(whose), and the scan does not show \(names.count == 1 ? "it" : "them"), \(what); write 'model:' into it"
            : "\(whose), \(what); write 'model:' into it, or say with --scan FILE what 'segue discover --save FILE' found"
    }
}

extension LabInventory.Item {
    /// Where the inventory and the model table do not agree, a sentence each.
    ///
    /// - Parameter row: What the table says of its model; `nil` when it does not know it.
    fileprivate func contradictions(to row: ModelEntry?) -> [String] {
        guard let model else { return [] }
        let name = name ?? id
        guard let row else {
            let rest = receiverClass == nil ? "it is left out" : "only its class counts"
            return [
                "receiver '\(name)': no row of the model table covers the model '\(model)', so \(rest); "
                    + "check the spelling with 'segue discover', or add a row to models/"
            ]
        }
        var found: [String] = []
        if let receiverClass, receiverClass != row.receiverClass {
            found.append(
                "receiver '\(name)': the inventory says \(receiverClass.rawValue), and its model '\(model)' is "
                    + "of class \(row.receiverClass.rawValue) by the model table, which counts; correct one of the two")
        }
        if let tier, row.tier != .unknown, tier != row.tier {
            found.append(
                "receiver '\(name)': the inventory says tier \(tier.rawValue), and its model '\(model)' has "
                    + "tier \(row.tier.rawValue) by the model table, which counts; correct one of the two")
        }
        return found
    }
}
