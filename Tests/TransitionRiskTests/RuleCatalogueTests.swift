import Testing
import TransitionRisk

@Suite struct RuleCatalogueTests {
    @Test func namesAreUnique() {
        let names = RuleCatalogue.entries.map(\.id)
        #expect(Set(names).count == names.count)
    }

    @Test("Every rule says what it looks at, why somebody minds, on whose word, with an example")
    func documentation() {
        for entry in RuleCatalogue.entries + RuleCatalogue.readingEntries {
            for text in [entry.title, entry.looksAt, entry.rationale, entry.example, entry.source] {
                #expect(text.count > 3, "\(entry.id)")
            }
            #expect(entry.looksAt.hasSuffix("."), "\(entry.id): \(entry.looksAt)")
            #expect(entry.rationale.hasSuffix("."), "\(entry.id): \(entry.rationale)")
        }
        #expect(RuleCatalogue.entries.count > 100)
    }
}
