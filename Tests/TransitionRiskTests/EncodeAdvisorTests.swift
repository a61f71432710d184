import DeviceMatrix
import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import Testing
import TransitionRisk

private let shipped = try! DeviceMatrix.load()
private let advisorJudge = TransitionAssessor(model: DelayModel(costs: shipped.costs))

@Suite struct EncodeAdvisorTests {
    private func recommendations(_ film: AssetProfile, _ ad: AssetProfile) -> [Recommendation] {
        let builder = TransitionBuilder(
            primary: film, keyframes: KeyframeGrid(segmentStarts: [.zero, .seconds(300)], interval: .seconds(2)))
        let transitions = builder.transitions([
            PlayedBreak(
                id: "ad", at: .seconds(300), resume: .seconds(300),
                assets: [PlayedAsset(profile: ad, plays: .seconds(30))], usesAssetList: false)
        ]).map { transition in
            JudgedTransition(
                transition: transition, assessments: shipped.profiles.map { advisorJudge.assess(transition, on: $0) })
        }
        return EncodeAdvisor(receivers: shipped.profiles) { advisorJudge.assess($0, on: $1) }
            .recommendations(for: transitions)
    }

    @Test func anAdLikeThePrimaryNeedsNoOtherEncode() {
        let found = recommendations(
            SampleMedia.asset("film", SampleMedia.film),
            SampleMedia.asset("ad", SampleMedia.film { $0.video?.configurationDigest = "ad" }))
        #expect(found.isEmpty)
    }

    @Test func anAdInAnotherCodecIsToBeEncodedAsThePrimary() throws {
        let found = recommendations(
            SampleMedia.asset("film", SampleMedia.film),
            SampleMedia.asset("ad", SampleMedia.film { $0.video?.codec = .hevc }))
        let recommendation = try #require(found.first)
        #expect(found.count == 1)
        #expect(recommendation.encodes.count == 1)
        #expect(recommendation.encodes[0].target.parameters.video?.codec == .avc)
        #expect(recommendation.promise <= .low)
        #expect(recommendation.covered > recommendation.coveredNow)
    }

    @Test func whatOnlyTheOwnerCanAddIsLeftOut() throws {
        let film = SampleMedia.film {
            $0.video?.protection = .cbcs
            $0.audio?.objectType = .highEfficiency
        }
        let found = recommendations(
            SampleMedia.asset("film", film), SampleMedia.asset("ad", SampleMedia.film { $0.video?.codec = .hevc }))
        for encode in found.flatMap(\.encodes) {
            #expect(encode.target.parameters.video?.protection == ProtectionScheme.none)
            #expect(encode.target.parameters.audio?.objectType == .lowComplexity)
        }
    }

    @Test func aPrimaryOfWhichNothingIsKnownGivesNoAdvice() {
        let unknown = AssetProfile(reference: AssetReference(path: "/film"), variants: [])
        let found = recommendations(unknown, SampleMedia.asset("ad", SampleMedia.film))
        #expect(found.isEmpty)
    }
}
