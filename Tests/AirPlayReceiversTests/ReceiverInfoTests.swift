import AirPlayReceivers
import Foundation
import MediaFormats
import Testing

@Suite struct ReceiverInfoTests {
    private func info(_ json: String) throws -> ReceiverInfo {
        try JSONDecoder().decode(ReceiverInfo.self, from: Data(json.utf8))
    }

    /// The display of a Samsung LS03F as it answers, shortened to what matters.
    private let samsung = """
        {"displays": [{"widthPixels": 1920, "heightPixels": 1080, "widthPixelsMax": 3840, "heightPixelsMax": 2160, "maxFPS": 60,
          "HDRSupportedModes": [
            {"HDRMode": "SDR", "type": 0, "receiverHDRCapability": "4k60", "codecStrings": ["avc1.64002a", "hvc1.2.4.L153.B0"]},
            {"HDRMode": "HDR", "type": 1, "receiverHDRCapability": "4k60", "codecStrings": ["hvc1.2.4.L153.B0"]},
            {"HDRMode": "HDR10", "type": 2, "receiverHDRCapability": "4k60", "codecStrings": ["hvc1.2.4.L153.B0"]},
            {"HDRMode": "HLG", "type": 4, "receiverHDRCapability": "4k60", "codecStrings": ["hvc1.2.4.L153.B0"]}]}]}
        """

    private func capabilities(_ info: ReceiverInfo, txt: [String] = []) -> Capabilities? {
        let record = ServiceRecord(
            serviceType: .airPlay, instanceName: "N", hostName: "h.local", txt: TXTRecord(txt), info: info)
        return ReceiverClassifier(models: shippedModels).receivers(from: [record]).first?.capabilities
    }

    @Test func aTelevisionStatesItsRangesAndDecoders() throws {
        let capabilities = try #require(capabilities(try info(samsung)))
        #expect(capabilities.dynamicRanges?.value == [.sdr, .pq, .hlg])
        #expect(capabilities.dynamicRanges?.origin == .deviceStated)
        #expect(capabilities.dolbyVisionProfiles == nil)
        // avc1.64002a is High 4.2, 8 bits; hvc1.2.4.L153 is Main 10 level 5.1.
        let resolution = Resolution(width: 3840, height: 2160)
        #expect(
            capabilities.videoDecoders.map(\.value) == [
                VideoDecoder(codec: .avc, maxLevel: 42, maxResolution: resolution, maxFrameRate: 60, maxBitDepth: 8),
                VideoDecoder(codec: .hevc, maxLevel: 51, maxResolution: resolution, maxFrameRate: 60, maxBitDepth: 10),
            ])
    }

    @Test func itsOwnWordGoesBeforeTheTable() throws {
        let txt = ["manufacturer=LG Electronics", "model=OLED55CX9LA", "features=0x7F8AD0,0x38BCB46"]
        let table = try #require(capabilities(ReceiverInfo(values: [:]), txt: txt))
        #expect(table.dynamicRanges?.value.contains(.dolbyVision) == true)
        #expect(table.dynamicRanges?.origin == .modelTable)
        let stated = try #require(capabilities(try info(samsung), txt: txt))
        #expect(stated.dynamicRanges?.value == [.sdr, .pq, .hlg])
    }

    @Test func dolbyVisionIsReadFromItsCodecStrings() throws {
        let text = samsung.replacing(
            #"{"HDRMode": "HDR","#, with: #"{"HDRMode": "HDR", "codecStrings": ["dvh1.05.06"]}, {"HDRMode": "HDR","#)
        let capabilities = try #require(capabilities(try info(text)))
        #expect(capabilities.dolbyVisionProfiles?.value == [5])
        #expect(capabilities.dynamicRanges?.value == [.sdr, .dolbyVision, .pq, .hlg])
        #expect(capabilities.dynamicRanges?.confidence == "guess")
    }

    @Test func theMirroringCanvasIsNoPanel() throws {
        let plain = try info(#"{"displays": [{"widthPixels": 1920, "heightPixels": 1080, "maxFPS": 30}]}"#)
        #expect(plain.displayModes.isEmpty)
        #expect(capabilities(plain)?.videoDecoders == [])
    }

    @Test(arguments: [("4k30", 3840, 30), ("4k60", 3840, 60), ("1080p60", 1920, 60), ("720p30", 1280, 30)])
    func pictureLimitsAreRead(text: String, width: Int, rate: Int) throws {
        let limit = try #require(try info(#"{"receiverHDRCapability": "\#(text)"}"#).statedPictureLimit)
        #expect(limit.resolution.width == width)
        #expect(limit.frameRate == rate)
    }

    // `4k30` is what an Apple TV 4K of 2017 answers.
    @Test func theLargestHDRPictureIsItsOwnWordOnVideoReceiversAndNothingOnSpeakers() throws {
        func limit(_ features: String) throws -> Claim<PictureLimit>? {
            let record = ServiceRecord(
                serviceType: .airPlay, instanceName: "N", hostName: "h.local",
                txt: TXTRecord(["model=AppleTV6,2", "features=\(features)", "srcvers=550.10"]),
                info: try info(#"{"receiverHDRCapability": "4k30"}"#))
            let receivers = ReceiverClassifier(models: shippedModels).receivers(
                from: [record], statedOn: CalendarDate("2026-11-21"))
            return try #require(receivers.first).capabilities.hdrPictureLimit
        }
        let claim = try #require(try limit("0x4A7FDFD5,0x3C155FDE"))
        #expect(claim.value.description == "3840x2160 at 30 fps")
        #expect(claim.origin == .deviceStated)
        #expect(claim.asOf?.description == "2026-11-21")
        #expect(try limit("0x445F8A00,0x1C340") == nil)
    }

    @Test("Other limits are not guessed at", arguments: ["", "4k", "k60", "9999999999k60", "4k6000"])
    func noLimit(text: String) throws {
        #expect(try info(#"{"receiverHDRCapability": "\#(text)"}"#).statedPictureLimit == nil)
    }

    @Test func audioMasksAreReadAsBits() throws {
        // An Apple TV's audioStream: PCM 44.1/16/2, ALAC 44.1/16/2, AAC-LC 44.1, AAC-ELD 44.1.
        #expect(AudioFormatBit.formats(in: 21_235_712).map(\.number) == [11, 18, 22, 24])
        #expect(AudioFormatBit.formats(in: 21_235_712).map { $0.format?.codec } == [.pcm, .alac, .aac, .aac])
        let pcm = AudioFormatBit(number: 11)
        #expect(pcm?.sampleRate == 44100 && pcm?.bitDepth == 16 && pcm?.channels == 2)
        // Bits 15 and 16 from the table: PCM 48/16/2 and PCM 48/24/1.
        #expect(AudioFormatBit(number: 15).map { [$0.sampleRate, $0.bitDepth ?? 0, $0.channels] } == [48000, 16, 2])
        #expect(AudioFormatBit(number: 16).map { [$0.sampleRate, $0.bitDepth ?? 0, $0.channels] } == [48000, 24, 1])
    }

    @Test func signedMasksAreTwosComplement() throws {
        // A HomePod mini's bufferStream comes as a negative number.
        let mini = try info(#"{"supportedFormats": {"bufferStream": -577021992844656640}}"#)
        let mask = try #require(mini.audioFormats(of: "bufferStream"))
        #expect(mask == 0xF7FE_018E_00E8_0000)
        #expect(
            AudioFormatBit.formats(in: mask).map(\.number)
                == [19, 21, 22, 23, 33, 34, 35, 39, 40] + Array(49...58) + [60, 61, 62, 63])
        #expect(AudioFormatBit.formats(in: mask).filter { $0.format == nil }.count == 17)
    }

    @Test func falseWhereZeroIsMeantIsRead() throws {
        let uxPlay = try info(
            #"{"statusFlags": 68, "features": 1518337766, "displays": [{"rotation": false}], "vv": false}"#)
        #expect(uxPlay.status?.rawValue == 68)
        #expect(uxPlay.features?.rawValue == 0x5A7F_FEE6)
        #expect(uxPlay["vv"]?.mask == 0)
    }
}
