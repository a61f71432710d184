import AirPlayReceivers
import DeviceMatrix
import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import Testing
import TransitionRisk

/// The shipped matrix, read once for all tests.
let matrix = try! DeviceMatrix.load()
private let assessor = TransitionAssessor(model: DelayModel(costs: matrix.costs))

@Suite struct TransitionAssessorTests {

    private func assess(
        _ from: AssetProfile, _ to: AssetProfile, kind: Transition.Kind = .enter, on column: String
    ) throws -> RiskAssessment {
        let receiver = try #require(matrix.profiles.first { $0.id == column })
        let delivery = Delivery(usesAssetList: false, usesNewHost: false, usesPlaylists: true, notice: .seconds(60))
        let transition = Transition(
            id: "t", kind: kind, at: .seconds(60), from: from, to: to, primary: kind == .resume ? to : from,
            delivery: delivery,
            landing: kind == .resume ? .keyframe : nil)
        return assessor.assess(transition, on: receiver)
    }

    static let videoColumns = [
        "apple-tv/high", "apple-tv/low", "mac/high", "smart-tv/high", "smart-tv/low", "set-top-box/high",
        "set-top-box/low", "media-stick/high", "media-stick/low", "software/unknown", "unknown/unknown",
    ]

    @Test("An ad encoded separately with the same parameters is not noticed anywhere", arguments: videoColumns)
    func matchedAd(column: String) throws {
        let ad = SampleMedia.asset("ad", SampleMedia.film { $0.video?.configurationDigest = "ad" })
        let result = try assess(SampleMedia.asset("film", SampleMedia.film), ad, on: column)
        #expect(result.band == .none)
        #expect(result.reasons.isEmpty)
        #expect(result.delay?.excess.p95Milliseconds ?? 999 < 1)
    }

    @Test(
        "AirPlay video does not reach what plays sound only",
        arguments: ["sound-bar/high", "smart-speaker/low", "av-receiver/high"])
    func soundOnly(column: String) throws {
        let result = try assess(
            SampleMedia.asset("film", SampleMedia.film), SampleMedia.asset("ad", SampleMedia.film), on: column)
        #expect(result.band == .notApplicable)
    }

    /// The stereo variant is HEVC at a higher bit rate, which a player that could show it would prefer.
    @Test("Stereo variants are for headsets: no receiver's likely pair has one", arguments: videoColumns)
    func stereoVariant(column: String) throws {
        var film = SampleMedia.asset("film", SampleMedia.film)
        var stereo = film.variants[0]
        stereo.label = "stereo"
        stereo.bandwidth = (stereo.bandwidth ?? 0) + 9_000_000
        stereo.measured?.video?.codec = .hevc
        stereo.spatialLayout = "CH-STEREO/PROJ-HEQU"
        film.variants.append(stereo)
        let result = try assess(film, SampleMedia.asset("ad", SampleMedia.film), on: column)
        #expect(result.band == .none)
        #expect(!result.pairs.contains { $0.from == "stereo" })
    }

    @Test func anHEVCAdIsSevereOnALowEndTelevision() throws {
        let ad = SampleMedia.asset("ad", SampleMedia.film { $0.video?.codec = .hevc })
        let result = try assess(SampleMedia.asset("film", SampleMedia.film), ad, on: "smart-tv/low")
        #expect(result.band == .severe)
        #expect(result.reasons.map(\.rule) == ["video-codec"])
        #expect(result.fixPath.map(\.rule) == ["video-codec"])
        #expect(result.fixPath.last?.band == Band.none)
        #expect(result.reasons[0].fix == "encode the ad's video as AVC, as in the primary (High, 8 bit)")
    }

    @Test func aStitchedAdIsToBeMadeLikeTheProgrammeAroundIt() throws {
        let film = SampleMedia.asset("film", SampleMedia.film)
        let ad = SampleMedia.asset("ad", SampleMedia.film { $0.video?.codec = .hevc })
        let builder = TransitionBuilder(
            primary: film,
            later: [
                PrimaryStretch(start: .seconds(6), profile: ad), PrimaryStretch(start: .seconds(12), profile: film),
            ],
            keyframes: KeyframeGrid(segmentStarts: [.zero], interval: .seconds(2)))
        let receiver = try #require(matrix.profiles.first { $0.id == "smart-tv/low" })
        let fixes = builder.discontinuities().compactMap { assessor.assess($0, on: receiver).reasons.first?.fix }
        #expect(
            fixes == [
                "encode the ad's video as AVC, as before the discontinuity (High, 8 bit)",
                "encode the ad's video as AVC, as behind the discontinuity (High, 8 bit)",
            ])
    }

    @Test func anAC3AdCannotPlayWhereOnlyStereoAACIsTaken() throws {
        let ad = SampleMedia.asset(
            "ad",
            SampleMedia.film {
                $0.audio?.codec = .ac3
                $0.audio?.objectType = nil
                $0.audio?.layout = .surround51
            })
        let result = try assess(SampleMedia.asset("film", SampleMedia.film), ad, on: "smart-tv/low")
        #expect(result.band == .blocking)
        #expect(result.blocking.map(\.rule) == ["receiver-audio-codec", "receiver-audio-channels"])
        #expect(result.delay == nil)
    }

    @Test func anotherRenditionSavesALowEndReceiver() throws {
        let surround = SampleMedia.film {
            $0.audio?.codec = .ac3
            $0.audio?.objectType = nil
            $0.audio?.layout = .surround51
        }
        let film = SampleMedia.asset("film", SampleMedia.film)
        let low = try assess(film, SampleMedia.asset("ad", SampleMedia.film, surround), on: "smart-tv/low")
        #expect(low.band == .none)
        #expect(low.pairs.first?.to == "ad variant 0")
        let high = try assess(film, SampleMedia.asset("ad", SampleMedia.film, surround), on: "apple-tv/high")
        #expect(high.pairs.first?.to == "ad variant 1")
    }

    @Test("HEVC in a transport stream plays nowhere", arguments: ["apple-tv/high", "smart-tv/high", "smart-tv/low"])
    func hevcInTransportStream(column: String) throws {
        let ad = SampleMedia.asset(
            "ad",
            SampleMedia.film {
                $0.video?.codec = .hevc
                $0.container = .transportStream
            })
        let result = try assess(SampleMedia.asset("film", SampleMedia.film), ad, on: column)
        #expect(result.band == .blocking)
        #expect(result.blocking.map(\.rule) == ["video-hevc-transport-stream"])
    }

    @Test(
        "An unknown value that could matter never passes",
        arguments: ["apple-tv/high", "smart-tv/low", "unknown/unknown"])
    func unknownNeverPasses(column: String) throws {
        let ad = SampleMedia.asset("ad", SampleMedia.film { $0.video?.frameRate = nil })
        let result = try assess(SampleMedia.asset("film", SampleMedia.film), ad, on: column)
        #expect(result.band == .unknown)
        #expect(result.doubt == "not known: video-frame-rate")
    }

    @Test func anUnreadableAssetIsUnknown() throws {
        let nothing = AssetProfile(reference: AssetReference(path: "/gone.m3u8"), variants: [])
        let result = try assess(SampleMedia.asset("film", SampleMedia.film), nothing, on: "apple-tv/high")
        #expect(result.band == .unknown)
    }

    @Test func theOrderOfVariantsChangesNothing() throws {
        let small = SampleMedia.film { $0.video?.resolution = Resolution(width: 640, height: 360) }
        let one = SampleMedia.asset("film", small, SampleMedia.film)
        var other = one
        other.variants.reverse()
        let ad = SampleMedia.asset("ad", small)
        for column in Self.videoColumns {
            #expect(try assess(one, ad, on: column) == assess(other, ad, on: column))
        }
    }

    @Test("A change of frame-rate family counts by its own size", arguments: ["apple-tv/high", "set-top-box/high"])
    func frameRate(column: String) throws {
        let ad = SampleMedia.asset("ad", SampleMedia.film { $0.video?.frameRate = FrameRate(30000, 1001) })
        let result = try assess(SampleMedia.asset("film", SampleMedia.film), ad, on: column)
        #expect(result.reasons.map(\.rule) == ["video-frame-rate"])
        #expect(result.band == .severe)
    }

    @Test func aSetTopBoxWithoutAClaimForHEVCIsInDoubt() throws {
        let ad = SampleMedia.asset("ad", SampleMedia.film { $0.video?.codec = .hevc })
        let result = try assess(SampleMedia.asset("film", SampleMedia.film), ad, on: "unknown/unknown")
        #expect(result.blocking.map(\.rule) == ["receiver-video-codec"])
        #expect(result.doubt == "HEVC video, but no decoder is known")
    }

    @Test func removingEveryStepOfTheFixPathReachesTheFloor() throws {
        let ad = SampleMedia.asset(
            "ad",
            SampleMedia.film {
                $0.video?.codec = .hevc
                $0.video?.frameRate = FrameRate(30000, 1001)
                $0.audio?.sampleRate = 44100
            })
        for column in Self.videoColumns {
            let result = try assess(SampleMedia.asset("film", SampleMedia.film), ad, on: column)
            #expect(result.fixPath.last?.band == Band.none, "\(column)")
        }
    }
}
