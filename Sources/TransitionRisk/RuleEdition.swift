/// Which rules judge, for telling whether a verdict from another day was made by the same ones.
package enum RuleEdition {
    /// Everything that the rules say of themselves, in the order of the catalogue.
    package static var texts: [String] {
        RuleCatalogue.entries.flatMap { entry in
            [entry.id.rawValue, entry.title, entry.looksAt, entry.rationale, entry.source, entry.cause?.rawValue ?? ""]
        }
    }
}
