import AirPlayReceivers
import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import TransitionRisk

/// Media with parameters drawn at random, the same for the same seed.
struct RandomMedia {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1 }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[Int(next() % UInt64(values.count))] }

    /// A setting in a third of the cases each: unknown, one value, another.
    mutating func settings() -> ViewerSettings {
        var settings = ViewerSettings()
        settings.matchDynamicRange = pick([nil, true, false])
        settings.matchFrameRate = pick([nil, true, false])
        settings.audioFormat = pick([nil, .auto, .stereo, .bitstream])
        settings.quickMediaSwitching = pick([nil, nil, true])
        return settings
    }

    mutating func parameters() -> OperatingParameters {
        var media = SampleMedia.film
        let isHEVC = pick([false, false, true])
        media.video?.codec = isHEVC ? .hevc : .avc
        media.video?.sampleEntry = SampleEntry(rawValue: isHEVC ? pick(["hvc1", "hev1"]) : pick(["avc1", "avc3"]))
        media.video?.profile = isHEVC ? "Main" : pick(["High", "Main"])
        media.video?.frameRate = pick([
            FrameRate(24000, 1001), FrameRate(25), FrameRate(50), FrameRate(30000, 1001), nil,
        ])
        media.video?.resolution = pick([
            Resolution(width: 1280, height: 720), Resolution(width: 1920, height: 1080),
            Resolution(width: 720, height: 576),
        ])
        media.video?.interlaced = pick([false, false, false, true])
        media.video?.protection = pick([ProtectionScheme.none, .none, .cbcs, .aes128])
        media.video?.configurationDigest = pick(["a", "b"])
        if isHEVC, pick([true, false]) {
            media.video?.bitDepth = 10
            media.video?.profile = "Main 10"
            media.video?.dynamicRange = pick([.sdr, .hlg, .pq, .hdr10Plus])
        }
        media.audio?.codec = pick([.aac, .aac, .ac3, .eac3])
        if media.audio?.codec != .aac { media.audio?.objectType = nil }
        media.audio?.layout = pick([.stereo, .stereo, .surround51, nil])
        media.audio?.sampleRate = pick([48000, 48000, 44100])
        media.container = pick([.fragmentedMP4, .fragmentedMP4, .transportStream])
        media.trackLayout = pick([.demuxed, .muxed])
        return media
    }

    mutating func asset(_ name: String) -> AssetProfile {
        var asset = SampleMedia.asset(name, parameters(), parameters())
        for index in asset.variants.indices {
            var timing = MediaTiming()
            timing.videoStart = .zero
            timing.audioStart = .milliseconds(pick([0, 0, 10, 120]))
            timing.startsWithKeyframe = pick([true, true, false])
            timing.keyframeInterval = pick([nil, .seconds(2)])
            asset.variants[index].timing = timing
        }
        return asset
    }

    static func transition(
        from: AssetProfile = SampleMedia.asset("film", SampleMedia.film), to: AssetProfile
    )
        -> Transition
    {
        Transition(
            id: "ad/enter", kind: .enter, at: .seconds(60), from: from, to: to, primary: from,
            delivery: Delivery(usesAssetList: false, usesNewHost: false, usesPlaylists: true, notice: .seconds(60)))
    }
}
