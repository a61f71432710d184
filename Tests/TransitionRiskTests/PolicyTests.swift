import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import Testing
import TransitionRisk

@Suite struct PolicyTests {
    private static let codec = PolicyParameter(named: "video-codec")!
    private static let level = PolicyParameter(named: "video-level")!
    private static let size = PolicyParameter(named: "video-resolution")!
    private static let channels = PolicyParameter(named: "audio-channels")!

    private func findings(_ rules: Policy.Rule..., about assets: AssetProfile...) -> [Finding] {
        PolicyCheck(Policy(name: "test", summary: "", rules: rules, source: "test")).findings(
            primaries: [], interstitials: assets, transitions: [])
    }

    private func must(_ limit: Limit, when conditions: [Limit] = [], _ scope: Policy.Scope = .all) -> Policy.Rule {
        Policy.Rule(
            id: "video-limit", level: .must, scope: scope, conditions: conditions, demand: .limit(limit), source: "test"
        )
    }

    @Test func aBreachOfAMustIsHighAndNamesValueAndLimit() throws {
        let ad = SampleMedia.asset("ad", SampleMedia.film { $0.video?.codec = .av1 })
        let found = findings(must(Limit(Self.codec, .oneOf([.word("avc"), .word("hevc")]))), about: ad)
        #expect(found.map(\.severity) == [.high])
        #expect(found.first?.message == "video-codec is av1; asked for: one of avc, hevc")
        #expect(found.first?.subject == "ad")
    }

    @Test func aValueThatNobodyKnowsNeverKeepsAMust() {
        let ad = SampleMedia.asset("ad", SampleMedia.film { $0.video?.level = nil })
        #expect(
            findings(must(Limit(Self.level, .range(least: nil, most: .number(4.2)))), about: ad).map(\.severity) == [
                .unknown
            ])
        var should = must(Limit(Self.level, .range(least: nil, most: .number(4.2))))
        should.level = .should
        #expect(findings(should, about: ad).isEmpty, "a should says nothing about what nobody knows")
    }

    @Test func aConditionThatNobodyKnowsLeavesAMustUndecided() {
        let ad = SampleMedia.asset("ad", SampleMedia.film { $0.video?.codec = nil })
        let rule = must(
            Limit(Self.level, .range(least: nil, most: .number(4.2))), when: [Limit(Self.codec, .oneOf([.word("avc")]))]
        )
        #expect(findings(rule, about: ad).map(\.severity) == [.unknown])
    }

    @Test("Limits hold at their ends", arguments: [(41, 0), (42, 0), (50, 1)])
    func level(level: Int, count: Int) {
        let ad = SampleMedia.asset("ad", SampleMedia.film { $0.video?.level = level })
        #expect(findings(must(Limit(Self.level, .range(least: nil, most: .number(4.2)))), about: ad).count == count)
    }

    @Test func aSizeFitsInside() {
        let ad = SampleMedia.asset(
            "ad", SampleMedia.film { $0.video?.resolution = Resolution(width: 1080, height: 1920) })
        let limit = Limit(Self.size, .range(least: nil, most: .size(Resolution(width: 1920, height: 1080)!)))
        #expect(findings(must(limit), about: ad).count == 1, "a portrait picture does not fit into a landscape one")
    }

    @Test func anOfferNeedsOneVariantOnly() {
        let stereo = SampleMedia.film
        let surround = SampleMedia.film { $0.audio?.layout = .surround51 }
        let rule = Policy.Rule(
            id: "audio-offer", level: .must,
            demand: .offers([Limit(Self.channels, .range(least: nil, most: .number(2)))]),
            source: "test")
        #expect(findings(rule, about: SampleMedia.asset("ad", stereo, surround)).isEmpty)
        #expect(findings(rule, about: SampleMedia.asset("ad", surround)).map(\.severity) == [.high])
        let unknown = SampleMedia.film {
            $0.audio?.layout = nil
            $0.audio?.channels = nil
        }
        #expect(findings(rule, about: SampleMedia.asset("ad", unknown)).map(\.severity) == [.unknown])
    }

    @Test func aRuleForThePrimaryLeavesAdsAlone() {
        let ad = SampleMedia.asset("ad", SampleMedia.film { $0.video?.codec = .av1 })
        #expect(findings(must(Limit(Self.codec, .oneOf([.word("avc")])), .primary), about: ad).isEmpty)
    }

    @Test func anAssetKeepsThePolicyThatWasMadeFromIt() throws {
        let film = SampleMedia.asset("film", SampleMedia.film, SampleMedia.film { $0.video?.level = 40 })
        let policy = try #require(Policy(from: film, name: "own"))
        #expect(
            PolicyCheck(policy).findings(primaries: [film], interstitials: [film], transitions: []).isEmpty)
        let other = SampleMedia.asset("other", SampleMedia.film { $0.video?.codec = .hevc })
        let found = PolicyCheck(policy).findings(primaries: [], interstitials: [other], transitions: [])
        #expect(found.map(\.rule) == ["video-codec-limit"])
    }

    @Test func nothingMakesNoPolicy() {
        #expect(Policy(from: AssetProfile(reference: AssetReference(path: "x"), variants: []), name: "x") == nil)
    }
}
