import HarnessReports
import Testing
import TransitionRisk

@Suite struct RuleLookupTests {
    @Test func aRuleIsFoundByItsName() {
        #expect(RuleCatalogue.rule(named: "video-codec")?.cause == .asset)
        #expect(RuleCatalogue.rule(named: "nothing") == nil)
    }

    @Test func namesAreUniqueAmongAllGroups() {
        let names = RuleCatalogue.all.map(\.id)
        #expect(Set(names).count == names.count)
    }
}
