import HLSPlaylists
import HarnessTestSupport
import Testing
import TransitionRisk

@Suite struct TransitionBuilderTests {
    private let film = SampleMedia.asset("film", SampleMedia.film, duration: .seconds(60))
    private let ad = PlayedAsset(profile: SampleMedia.asset("ad", SampleMedia.film), plays: .seconds(10))
    private let other = PlayedAsset(profile: SampleMedia.asset("other", SampleMedia.film), plays: .seconds(5))

    private func build(_ breaks: PlayedBreak...) -> [Transition] {
        let starts = (0..<10).map { Duration.seconds($0 * 6) }
        let grid = KeyframeGrid(segmentStarts: starts, interval: .seconds(2))
        return TransitionBuilder(primary: film, keyframes: grid).transitions(breaks)
    }

    @Test func oneBreakIsEnteredAndLeft() {
        let made = build(
            PlayedBreak(id: "a", at: .seconds(12), resume: .seconds(12), assets: [ad], usesAssetList: false))
        #expect(made.map(\.id) == ["a/enter", "a/resume"])
        #expect(made.map(\.kind) == [.enter, .resume])
        #expect(made.map(\.delivery.notice) == [.seconds(12), .seconds(10)])
        #expect(made[1].landing == .keyframe)
    }

    @Test func aPodHasATransitionBetweenItsAssets() {
        let made = build(
            PlayedBreak(id: "pod", at: .seconds(6), resume: .seconds(6), assets: [ad, other], usesAssetList: true))
        #expect(made.map(\.id) == ["pod/enter", "pod/1-2", "pod/resume"])
        #expect(made.map(\.kind) == [.enter, .between, .resume])
        #expect(made.map(\.delivery.usesAssetList) == [true, false, false])
        #expect(made[1].delivery.notice == .seconds(10))
    }

    @Test func aPreRollInterruptsNothing() {
        let made = build(PlayedBreak(id: "pre", at: .zero, resume: .zero, assets: [ad], usesAssetList: false))
        #expect(made.map(\.id) == ["pre/resume"])
    }

    @Test func breaksWithoutPrimaryBetweenThemAreJoined() {
        let made = build(
            PlayedBreak(id: "a", at: .seconds(12), resume: .seconds(12), assets: [ad], usesAssetList: false),
            PlayedBreak(id: "b", at: .seconds(12), resume: .seconds(12), assets: [other], usesAssetList: false))
        #expect(made.map(\.id) == ["a/enter", "b/enter", "b/resume"])
        #expect(made.map(\.kind) == [.enter, .between, .resume])
    }

    @Test func aPostRollHasNoReturn() {
        let made = build(PlayedBreak(id: "post", at: .seconds(60), resume: nil, assets: [ad], usesAssetList: false))
        #expect(made.map(\.id) == ["post/enter"])
    }

    @Test func aDiscontinuityBetweenUnlikeMediaIsATransitionOfItsOwn() {
        let later = SampleMedia.asset("stitched", SampleMedia.film { $0.video?.codec = .hevc })
        let builder = TransitionBuilder(
            primary: film,
            later: [
                PrimaryStretch(start: .milliseconds(12_500), profile: later),
                PrimaryStretch(start: .seconds(20), profile: film),
                PrimaryStretch(start: .seconds(40), profile: film),
            ], keyframes: KeyframeGrid(segmentStarts: [.zero], interval: .seconds(2)))
        let made = builder.discontinuities()
        #expect(made.map(\.id) == ["discontinuity@12.5", "discontinuity@20"])
        #expect(made.map(\.kind) == [.discontinuity, .discontinuity])
        #expect(made.map(\.to) == [later, film])
        // What is stitched in is held against what the stream begins with, on its way in and out.
        #expect(made.map(\.primary) == [film, film])
        // A break that replaces the stretch crosses neither of its edges.
        let pause = PlayedBreak(
            id: "a", at: .seconds(12), resume: .seconds(30), assets: [ad], usesAssetList: false)
        #expect(builder.discontinuities(without: [pause]).isEmpty)
    }

    /// An ad of 10 s, the programme for 50 s, the ad again, and the programme to 120 s.
    @Test func aStitchedStreamMayBeginWithAnAd() {
        let ad = SampleMedia.asset("stitched", SampleMedia.film { $0.video?.codec = .hevc })
        let builder = TransitionBuilder(
            primary: ad,
            later: [
                PrimaryStretch(start: .seconds(10), profile: film), PrimaryStretch(start: .seconds(60), profile: ad),
                PrimaryStretch(start: .seconds(70), profile: film),
            ],
            keyframes: KeyframeGrid(segmentStarts: (0..<12).map { .seconds($0 * 10) }, interval: .seconds(2)))
        #expect(builder.discontinuities().map(\.primary) == [film, film, film])
    }

    @Test func anAdIsLeftAsItEnds() {
        let end = SampleMedia.asset("end", SampleMedia.film { $0.video?.codec = .hevc })
        let asset = PlayedAsset(profile: ad.profile, plays: .seconds(10), ending: end)
        let made = build(
            PlayedBreak(id: "a", at: .seconds(12), resume: .seconds(12), assets: [asset], usesAssetList: false))
        #expect(made.map(\.from) == [film, end])
        #expect(made.map(\.to) == [ad.profile, film])
    }

    @Test func aBreakBehindADiscontinuityMeetsTheMediaThere() {
        let later = SampleMedia.asset("later", SampleMedia.film { $0.video?.codec = .hevc })
        let builder = TransitionBuilder(
            primary: film, later: [PrimaryStretch(start: .seconds(20), profile: later)],
            keyframes: KeyframeGrid(segmentStarts: [.zero], interval: .seconds(2)))
        let made = builder.transitions([
            PlayedBreak(id: "a", at: .seconds(10), resume: .seconds(30), assets: [ad], usesAssetList: false),
            PlayedBreak(id: "b", at: .seconds(20), resume: .seconds(20), assets: [ad], usesAssetList: false),
        ])
        #expect(made[0].from == film)
        #expect(made[1].id == "b/enter")
        let atTheEdge = builder.transitions([
            PlayedBreak(id: "b", at: .seconds(20), resume: .seconds(20), assets: [ad], usesAssetList: false)
        ])
        // What ends at the discontinuity is the first stretch, what begins there is the second.
        #expect(atTheEdge.map(\.from) == [film, ad.profile])
        #expect(atTheEdge.map(\.to) == [ad.profile, later])
    }

    @Test(
        "A resumption lands on a key frame or a known distance behind one",
        arguments: [
            (Duration.seconds(12), Landing.keyframe), (.milliseconds(12_020), .keyframe), (.seconds(14), .keyframe),
            (.seconds(13), .afterKeyframe(.seconds(1))), (.milliseconds(11_990), .keyframe),
        ])
    func landing(time: Duration, expected: Landing) {
        let grid = KeyframeGrid(segmentStarts: [.zero, .seconds(6), .seconds(12)], interval: .seconds(2))
        #expect(grid.landing(at: time) == expected)
    }

    @Test func withoutAnIntervalTheDistanceToTheSegmentIsTheMost() {
        let grid = KeyframeGrid(segmentStarts: [.zero, .seconds(6)], interval: nil)
        #expect(grid.landing(at: .seconds(8)) == .unknown(groupOfPictures: .seconds(2)))
        #expect(grid.landing(at: .seconds(6)) == .keyframe)
        #expect(
            KeyframeGrid(segmentStarts: [], interval: nil).landing(at: .seconds(8)) == .unknown(groupOfPictures: nil))
    }

    private static let liveLandings: [(Duration, Landing, Landing)] = [
        (.seconds(300), .unknown(groupOfPictures: .seconds(2)), .unknown(groupOfPictures: .seconds(6))),
        (.milliseconds(24_026), .unknown(groupOfPictures: .seconds(2)), .unknown(groupOfPictures: .seconds(6))),
        (.seconds(24), .keyframe, .keyframe), (.seconds(18), .keyframe, .keyframe),
        (.seconds(-4), .keyframe, .keyframe),
    ]

    /// Four segments of 6 s that a live playlist lists so far, key frames every 2 s or unknown.
    @Test(
        "Behind what a live playlist lists nothing is known but that a segment or a group of pictures is not longer",
        arguments: liveLandings)
    func live(time: Duration, measured: Landing, unmeasured: Landing) {
        let starts = [0, 6, 12, 18].map { Duration.seconds($0) }
        let grid = KeyframeGrid(segmentStarts: starts, interval: .seconds(2), listedEnd: .seconds(24))
        #expect(grid.landing(at: time) == measured)
        let bare = KeyframeGrid(segmentStarts: starts, interval: nil, listedEnd: .seconds(24))
        #expect(bare.landing(at: time) == unmeasured)
    }
}
