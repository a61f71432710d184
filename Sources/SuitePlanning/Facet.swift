import DeviceMatrix

/// One thing that the suite must or should show, for this catalogue.
struct Facet: Sendable, Hashable {
    /// Its stable name.
    var id: String
    /// The line of `facets.yaml` behind it.
    var rule: FacetRule
    /// What it is, for people.
    var title: String
    /// What a test has to use of the catalogue.
    var uses: Set<String>
    /// What a receiver must have.
    var receiver: [String]

    /// Whether receivers differ in showing it.
    var needsReceiver: Bool { !receiver.isEmpty }

    /// Whether the suite is not complete without it.
    var isMust: Bool { rule.level == .must }

    /// Whether a receiver can show it.
    func isShown(by traits: Set<String>) -> Bool { receiver.allSatisfy(traits.contains) }

    /// Whether a test shows it.
    func isShown(receiver traits: Set<String>, using visit: Set<String>) -> Bool {
        isShown(by: traits) && uses.isSubset(of: visit)
    }
}

extension FacetTable {
    /// The facets of a catalogue that uses these traits, in the order of the file and then of the values.
    func facets(for used: Set<String>) -> [Facet] {
        rules.flatMap { rule -> [Facet] in
            let conditions = rule.when.map(\.text)
            guard conditions.allSatisfy(used.contains) else { return [] }
            var values: [String?] = [nil]
            if let each = rule.each {
                let prefix = each.rawValue + "="
                values = used.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }.sorted()
                    .filter { !rule.except.contains($0) }
            }
            let words: [String?] = rule.over.isEmpty ? [nil] : rule.over
            return values.flatMap { value in
                words.map { word in
                    func filled(_ text: String) -> String {
                        text.replacing("{used}", with: value ?? "").replacing("{over}", with: word ?? "")
                    }
                    var uses = Set(conditions)
                    if let each = rule.each, let value { uses.insert("\(each.rawValue)=\(value)") }
                    return Facet(
                        id: filled(rule.id), rule: rule, title: filled(rule.title), uses: uses,
                        receiver: rule.receiver.map(filled))
                }
            }
        }
    }
}
