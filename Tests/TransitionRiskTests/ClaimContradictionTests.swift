import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import Testing
import TransitionRisk

/// Claims that are more than one value against another.
@Suite struct ClaimContradictionTests {
    private func told(_ variant: ProfiledVariant) -> [String] {
        AssetProfile(reference: AssetReference(path: "/a"), variants: [variant]).contradictions.map {
            "\($0.severity.rawValue): \($0.message)"
        }
    }

    private func told(
        claim: (inout OperatingParameters) -> Void, media: (inout OperatingParameters) -> Void = { _ in }
    ) -> [String] {
        told(ProfiledVariant(label: "v", declared: SampleMedia.film(claim), measured: SampleMedia.film(media)))
    }

    struct SizeCase: Sendable, CustomTestStringConvertible {
        var claim: String
        var size: String
        var pixel = (1, 1)
        var rotation: Int?
        var told: [String] = []
        var testDescription: String { "\(claim) over \(size), \(pixel.0):\(pixel.1)" }
    }

    /// 1440 x 4/3 = 1920, 1080 x 3/4 = 810; 720 x 16/11 = 1047.27, 720 x 8/9 = 640, 480 x 9/8 = 540.
    @Test(
        "RESOLUTION is a size at which pictures are shown",
        arguments: [
            SizeCase(claim: "1920x1080", size: "1440x1080", pixel: (4, 3)),
            SizeCase(claim: "1440x810", size: "1440x1080", pixel: (4, 3)),
            SizeCase(claim: "1046x576", size: "720x576", pixel: (16, 11)),
            SizeCase(claim: "640x480", size: "720x480", pixel: (8, 9)),
            SizeCase(claim: "720x540", size: "720x480", pixel: (8, 9)),
            SizeCase(
                claim: "1440x1080", size: "1440x1080", pixel: (4, 3),
                told: ["lint: video-resolution says 1440x1080, the media are 1440x1080, shown as 1920x1080"]),
            SizeCase(
                claim: "1280x720", size: "1440x1080", pixel: (4, 3),
                told: ["warning: video-resolution says 1280x720, the media are 1440x1080, shown as 1920x1080"]),
            // Nothing is rounded where pixels are square.
            SizeCase(
                claim: "1920x1082", size: "1920x1080",
                told: ["warning: video-resolution says 1920x1082, the media are 1920x1080"]),
            SizeCase(claim: "1080x1920", size: "1920x1080", rotation: 90),
            SizeCase(claim: "1920x1080", size: "1920x1080", rotation: 270),
            // No picture is 65536 wide or less than one high: such pixels count as square.
            SizeCase(claim: "1280x720", size: "1280x720", pixel: (60000, 1)),
        ])
    func size(_ expected: SizeCase) {
        let found = told {
            $0.video?.resolution = Resolution(expected.claim)
        } media: {
            $0.video?.resolution = Resolution(expected.size)
            $0.video?.pixelAspect = PixelAspectRatio(horizontal: expected.pixel.0, vertical: expected.pixel.1)
            $0.video?.rotation = expected.rotation
        }
        #expect(found == expected.told)
    }

    /// The entry is the first element of a codec string (RFC 6381 3.3); a transport stream has none.
    @Test(
        "Another sample entry of the same codec is told",
        arguments: [
            ("hvc1", "hev1", ["warning: video-sample-entry says hvc1, the media are hev1"]),
            ("hev1", "hvc1", ["lint: video-sample-entry says hev1, the media are hvc1"]),
            ("hvc1", "hvc1", []), ("hvc1", nil, []),
        ] as [(String, String?, [String])])
    func sampleEntry(_ claim: String, _ real: String?, _ expected: [String]) {
        let found = told {
            $0.video?.codec = .hevc
            $0.video?.sampleEntry = SampleEntry(rawValue: claim)
        } media: {
            $0.video?.codec = .hevc
            $0.video?.sampleEntry = real.map(SampleEntry.init)
        }
        #expect(found == expected)
    }

    @Test(
        "Objects are claimed of sound that has none",
        arguments: [
            (AudioCodec.eac3, false, ["warning: audio-atmos says Atmos, the media are no Atmos"]),
            (.aac, nil, ["warning: audio-atmos says Atmos, the media are AAC, which has none"]),
            (.eac3, true, []), (.eac3, nil, []), (.ac4, nil, []),
        ] as [(AudioCodec, Bool?, [String])])
    func atmos(_ codec: AudioCodec, _ atmos: Bool?, _ expected: [String]) {
        let found = told {
            $0.audio?.codec = codec
            $0.audio?.objectType = nil
            $0.audio?.layout = nil
            $0.audio?.atmos = true
        } media: {
            $0.audio?.codec = codec
            $0.audio?.objectType = nil
            $0.audio?.layout = .surround51
            $0.audio?.atmos = atmos
        }
        #expect(found == expected)
    }

    @Test(
        "LANGUAGE is told where both are stated and certainly differ",
        arguments: [
            ("fr", "en", ["lint: audio-language says fr, the media are en"]), ("en-GB", "en", []), ("EN", "en", []),
            ("eng", "en", []), ("no", "nb", []), ("iw", "he", []), ("en", nil, []), (nil, "en", []),
        ] as [(String?, String?, [String])])
    func language(_ claim: String?, _ real: String?, _ expected: [String]) {
        #expect(
            told {
                $0.audio?.language = claim
            } media: {
                $0.audio?.language = real
            } == expected)
    }

    struct TrackCase: Sendable, CustomTestStringConvertible {
        var claim: TrackPresence
        var media: TrackPresence
        var layout: TrackLayout? = .muxed
        var told: [String] = []
        var testDescription: String { "\(claim), \(media), \(layout?.rawValue ?? "alone")" }
    }

    @Test(
        "CODECS lists the kinds of track that are there",
        arguments: [
            TrackCase(
                claim: .absent, media: .present, layout: nil,
                told: ["warning: CODECS lists no format of sound, the media have sound in AAC (container moov)"]),
            TrackCase(
                claim: .present, media: .absent,
                told: ["warning: CODECS lists a format of sound, the media have no sound (container moov)"]),
            TrackCase(claim: .present, media: .absent, layout: .demuxed), TrackCase(claim: .present, media: .present),
            TrackCase(claim: .present, media: .unknown), TrackCase(claim: .unknown, media: .present),
        ])
    func tracks(_ expected: TrackCase) {
        var variant = ProfiledVariant(
            label: "v",
            declared: SampleMedia.film {
                $0.audioPresence = expected.claim
                $0.trackLayout = expected.layout
            }, measured: SampleMedia.film { $0.audioPresence = expected.media })
        variant.declaredProvenance[.audioTrack] = Provenance(.playlist, document: "m", line: 2, field: "CODECS")
        variant.measuredProvenance[.audioTrack] = Provenance(.container, field: "moov")
        let place = variant.measuredProvenance[.audioTrack].map { "\($0)" } ?? ""
        #expect(told(variant) == expected.told.map { $0.replacing("container moov", with: place) })
    }

    struct ProtectionCase: Sendable, CustomTestStringConvertible {
        var claim: ProtectionScheme
        var media: ProtectionScheme
        var container = ContainerFormat.fragmentedMP4
        var isOneClaim = true
        var told: String?
        var testDescription: String { "\(claim), \(media) in \(container)" }
    }

    @Test(
        "EXT-X-KEY is held against the headers where these prove something",
        arguments: [
            ProtectionCase(
                claim: .none, media: .cbcs,
                told: "warning: no EXT-X-KEY stands before the segment, but its picture is protected: cbcs"),
            ProtectionCase(
                claim: .none, media: .sampleAES, container: .transportStream,
                told: "warning: no EXT-X-KEY stands before the segment, but its picture is protected: SAMPLE-AES"),
            ProtectionCase(
                claim: .cbcs, media: .none,
                told: "warning: EXT-X-KEY says cbcs, the media are none: the picture is not protected"),
            ProtectionCase(claim: .none, media: .none), ProtectionCase(claim: .cbcs, media: .cbcs),
            // Segments encrypted as files say nothing of what is inside.
            ProtectionCase(claim: .aes128, media: .none), ProtectionCase(claim: .aes128, media: .cbcs),
            // SAMPLE-AES leaves headers of these in the clear.
            ProtectionCase(claim: .sampleAES, media: .none, container: .transportStream),
            ProtectionCase(claim: .sampleAES, media: .none, container: .packedAudio),
            // A clear lead shares its headers with what follows.
            ProtectionCase(claim: .none, media: .cbcs, isOneClaim: false),
        ])
    func protection(_ expected: ProtectionCase) {
        var variant = ProfiledVariant(
            label: "v",
            declared: SampleMedia.film {
                $0.video?.protection = expected.claim
                $0.audio?.protection = expected.claim
            },
            measured: SampleMedia.film {
                $0.container = expected.container
                $0.video?.sampleEntry = nil
                $0.video?.protection = expected.media
                $0.audio?.protection = expected.media
            })
        if expected.isOneClaim {
            let place = Provenance(.playlist, document: "v.m3u8", line: 5, field: "EXT-X-KEY")
            variant.declaredProvenance = [.videoProtection: place, .audioProtection: place]
        }
        #expect(told(variant) == [expected.told].compactMap(\.self))
    }

    @Test(
        "Clear sound alone under a key is told of MP4 only",
        arguments: [(ContainerFormat.fragmentedMP4, 1), (.packedAudio, 0)])
    func clearSound(_ container: ContainerFormat, _ count: Int) {
        var sound = OperatingParameters(
            audio: SampleMedia.film.audio, videoPresence: .absent, audioPresence: .present, container: container)
        let measured = sound
        sound.audio?.protection = .cbcs
        let variant = ProfiledVariant(
            label: "a", declared: sound, measured: measured,
            declaredProvenance: [
                .audioProtection: Provenance(.playlist, document: "a.m3u8", line: 5, field: "EXT-X-KEY")
            ])
        #expect(told(variant).count == count)
    }
}
