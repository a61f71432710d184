import AirPlayReceivers
import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import Testing
import TransitionRisk

@Suite struct CapabilityTests {
    /// An ad that breaks one limit of a class, and the rule that says so.
    struct Beyond: Sendable, CustomTestStringConvertible {
        var column: String
        var rule: String
        var change: @Sendable (inout OperatingParameters) -> Void
        var testDescription: String { "\(rule) on \(column)" }
    }

    static let limits = [
        Beyond(column: "smart-tv/low", rule: "receiver-video-level") { $0.video?.level = 51 },
        Beyond(column: "apple-tv/low", rule: "receiver-video-resolution") {
            $0.video?.resolution = Resolution(width: 3840, height: 2160)
        },
        Beyond(column: "apple-tv/high", rule: "receiver-video-frame-rate") { $0.video?.frameRate = FrameRate(120) },
        Beyond(column: "apple-tv/high", rule: "receiver-video-bit-depth") { $0.video?.bitDepth = 10 },
        Beyond(column: "smart-tv/low", rule: "receiver-dynamic-range") { $0.video?.dynamicRange = .pq },
        Beyond(column: "smart-tv/low", rule: "receiver-audio-codec") {
            $0.audio?.codec = .flac
            $0.audio?.objectType = nil
        },
        Beyond(column: "smart-tv/low", rule: "receiver-audio-channels") { $0.audio?.layout = .surround51 },
        Beyond(column: "apple-tv/high", rule: "receiver-video-codec") { $0.video?.codec = .av1 },
    ]

    private func assess(_ ad: OperatingParameters, on column: String) throws -> RiskAssessment {
        let film = SampleMedia.asset("film", SampleMedia.film)
        let transition = Transition(
            id: "t", kind: .enter, at: .seconds(60), from: film, to: SampleMedia.asset("ad", ad), primary: film,
            delivery: Delivery(usesAssetList: false, usesNewHost: false, usesPlaylists: true, notice: .seconds(60)))
        let receiver = try #require(matrix.profiles.first { $0.id == column })
        return TransitionAssessor(model: DelayModel(costs: matrix.costs)).assess(transition, on: receiver)
    }

    @Test("What a class cannot decode is blocking, never a number", arguments: limits)
    func blocking(beyond: Beyond) throws {
        let result = try assess(SampleMedia.film(beyond.change), on: beyond.column)
        #expect(result.band == .blocking)
        #expect(result.blocking.map(\.rule.rawValue) == [beyond.rule])
        #expect(result.delay == nil)
    }

    @Test("Dolby Vision with an HDR10 base plays where HDR10 does", arguments: [(8, 1, false), (5, 0, true)])
    func dolbyVision(profile: Int, base: Int, blocked: Bool) throws {
        let ad = SampleMedia.film {
            $0.video?.codec = .hevc
            $0.video?.bitDepth = 10
            $0.video?.dynamicRange = .dolbyVision
            $0.video?.dolbyVision = DolbyVisionConfiguration(profile: profile, level: 6, baseCompatibility: base)
        }
        // The class of high-end televisions shows HDR10; some of them show Dolby Vision.
        let result = try assess(ad, on: "smart-tv/high")
        #expect(result.blocking.isEmpty == !blocked)
        #expect(result.band != .blocking)
        // Low-end televisions show SDR only.
        #expect(try assess(ad, on: "smart-tv/low").band == .blocking)
    }
}
