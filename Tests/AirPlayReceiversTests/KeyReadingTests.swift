import AirPlayReceivers
import Foundation
import Testing

@Suite struct KeyReadingTests {
    // Every key that public sources or captures name.
    private static let keys = """
        model am manufacturer integrator fv srcvers vs osvers ov protovers vv deviceid btaddr pi psi pk gid gcgl igl gpn pgid
        pgcgl tsid hgid hmid hkid psgid psgsz psgtp pgm pgmid acl act at rsf pw serialNumber cn et md ch sr ss tp vn txtvers
        sv sm da ek rmodel rhd rrv rsv rast rastx ramach raver raAudioFormats seed sd c features ft fex flags sf
        """.split { $0.isWhitespace }.map(String.init)

    @Test("Every known key of a TXT record has a reading", arguments: keys)
    func txt(key: String) {
        #expect(KeyMeaning.txt(TXTKey(rawValue: key)) != nil)
    }

    private static let infoKeys = """
        model name deviceID macAddress features featuresEx statusFlags sourceVersion protocolVersion pi psi pk vv manufacturer
        integrator firmwareRevision firmwareBuildDate hardwareRevision serialNumber nameIsFactoryDefault sdk build PTPInfo OSInfo
        operatingSystem txtAirPlay txtRAOP displays.widthPixels displays.heightPixels displays.widthPixelsMax
        displays.heightPixelsMax displays.maxFPS displays.refreshRate displays.overscanned displays.rotation
        displays.widthPhysical displays.heightPhysical displays.uuid displays.primaryInputDevice displays.features displays.edid
        displays.HDRSupportedModes.HDRMode displays.HDRSupportedModes.type displays.HDRSupportedModes.receiverHDRCapability
        displays.HDRSupportedModes.codecStrings displays.HDRInfo.highestPlayablePeakBitRate
        displays.HDRInfo.highestPlayableAverageBitRate receiverHDRCapability playbackCapabilities.supportsInterstitials
        playbackCapabilities.supportsIntegratedTimeline playbackCapabilities.supportsStopAtEndOfQueue
        playbackCapabilities.supportsOfflineHLS playbackCapabilities.supportsV2ArtworkMetadata
        playbackCapabilities.supportsAirPlayVideoWithSharePlay playbackCapabilities.supportsFPSSecureStop
        playbackCapabilities.supportsUIForAudioOnlyContent playbackCapabilities.hlsJSVersion playbackCapabilities.webAppVersion
        playbackCapabilities.webEngineName playbackCapabilities.webEngineVersion playbackCapabilities.fairPlayLibVersion
        playbackCapabilities.fairPlayCDMPluginVersion supportedFormats.audioStream supportedFormats.screenStream
        supportedFormats.bufferStream supportedFormats.lowLatencyAudioStream supportedAudioFormatsExtended.bufferStream
        audioFormats.type audioFormats.audioInputFormats audioFormats.audioOutputFormats audioLatencies.type
        audioLatencies.audioType audioLatencies.inputLatencyMicros audioLatencies.outputLatencyMicros initialVolume
        volumeControlType keepAliveLowPower keepAliveSendStatsAsBody hasUDPMirroringSupport canRecordScreenStream screenDemoMode
        activeInterfaceType forwardFrameUserData deviceEnclosureColor senderAddress
        """.split { $0.isWhitespace }.map(String.init)

    @Test("Every known key of /info has a reading", arguments: infoKeys)
    func info(key: String) {
        #expect(KeyMeaning.info(key) != nil)
    }

    @Test func codesAreSpelledOutAndUnknownKeysKept() throws {
        let record = ServiceRecord(
            serviceType: .raop, instanceName: "A@B",
            txt: TXTRecord(["cn=0,1,9", "et=0,3,5", "pw=true", "sf=0x80204", "novel=1", "md=0,1,2", "at=0x3", "bare"]))
        let readings = KeyReading.all(of: record)
        #expect(readings.map(\.key) == ["cn", "et", "pw", "sf", "novel", "md", "at", "bare"])
        #expect(
            readings.map(\.decoded) == [
                "PCM, ALAC, unknown 9", "none, FairPlay, FairPlay 2.5", "yes",
                "link present, code on the screen wanted once, bit 19", nil, "text, artwork, progress", nil, nil,
            ])
        #expect(readings[4].meaning == nil)
        #expect(readings[6].meaning != nil && readings[6].meaning?.text == nil)
    }

    @Test func answersAreReadToTheirLeavesAndBounded() throws {
        let modes = InfoValue.list([
            .dictionary([
                "HDRMode": .text("SDR"), "codecStrings": .list([.text("avc1.64002a"), .text("hvc1.2.4.L153.B0")]),
            ])
        ])
        let info = ReceiverInfo(values: [
            "displays": .list([.dictionary(["HDRSupportedModes": modes, "edid": .data(.init([1, 2, 3]))])]),
            "statusFlags": .integer(68), "supportedFormats": .dictionary(["audioStream": .integer(21_235_712)]),
        ])
        let record = ServiceRecord(serviceType: .airPlay, instanceName: "N", info: info)
        let readings = KeyReading.all(of: record)
        #expect(
            readings.map(\.key) == [
                "displays.HDRSupportedModes.HDRMode", "displays.HDRSupportedModes.codecStrings", "displays.edid",
                "statusFlags", "supportedFormats.audioStream",
            ])
        #expect(readings.map(\.value) == ["SDR", "avc1.64002a hvc1.2.4.L153.B0", "3 bytes", "68", "21235712"])
        #expect(readings[3].decoded == "link present, AirPlay from the cloud")
        #expect(readings[4].decoded == "pcm 44100/2, alac 44100/2, aac 44100/2, aac 44100/2")

        let many = ReceiverInfo(values: Dictionary(uniqueKeysWithValues: (0..<5000).map { ("key\($0)", .bool(true)) }))
        #expect(KeyReading.all(of: ServiceRecord(serviceType: .airPlay, instanceName: "N", info: many)).count == 300)
    }
}
