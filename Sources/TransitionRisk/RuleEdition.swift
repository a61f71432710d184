/// Which rules judge, for telling whether a verdict from another day was made by the same ones.
package enum RuleEdition {
    /// Everything that the rules say of themselves, in the order of the book.
    package static var texts: [String] {
        RuleBook.rules.flatMap { rule in
            [
                rule.id.rawValue, rule.documentation.title, rule.documentation.rationale, rule.documentation.source,
                rule.cause.rawValue, rule.parameters.map(\.rawValue).joined(separator: " "),
            ]
        }
    }
}
