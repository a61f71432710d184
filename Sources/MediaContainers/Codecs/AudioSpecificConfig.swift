package import MediaFormats

/// The decoder configuration of AAC (ISO 14496-3 section 1.6.2.1), as far as it decides the output.
package struct AudioSpecificConfig: Sendable, Hashable {
    /// The object type of what is decoded, extensions included; `nil` for a number not known here.
    package private(set) var objectType: AACObjectType?
    /// Sampling frequency of the core in hertz; `nil` for a reserved index.
    package private(set) var coreRate: Int?
    /// Sampling frequency after the extension, where one is signalled.
    package private(set) var extensionRate: Int?
    /// Whether the configuration says if there is spectral band replication; if not, only decoding tells.
    package private(set) var statesExtension = false
    /// Number of channels; `nil` where a program configuration element is missing or reserved.
    package private(set) var channels: Int?
    /// Their arrangement.
    package private(set) var layout: ChannelLayout?

    /// Whether a frame may reveal high efficiency: a core of LC at a low rate, and no word about an extension.
    package var mayHideExtension: Bool { !statesExtension && objectType == .lowComplexity && (coreRate ?? 0) <= 24000 }

    /// Reads a configuration; `nil` when it ends too early.
    package init?(_ bytes: ArraySlice<UInt8>) {
        var bits = BitReader(bytes)
        guard var type = Self.objectType(&bits), let rate = Self.rate(&bits), let order = bits.read(4) else {
            return nil
        }
        coreRate = rate == 0 ? nil : rate
        var stated: Int?
        if type == 5 || type == 29 {
            stated = type
            guard let extended = Self.rate(&bits), let core = Self.objectType(&bits) else { return nil }
            extensionRate = extended == 0 ? nil : extended
            type = core
        }
        if let known = ChannelOrder.aac(order) { (channels, layout) = known }
        readBody(&bits, type: type, order: order)
        if stated == nil, type == 2, let backwards = Self.backwardCompatibleExtension(bytes) {
            stated = backwards.type
            extensionRate = backwards.rate
        }
        objectType = AACObjectType(number: stated ?? type)
        statesExtension = stated != nil
        // Parametric stereo makes two channels of one.
        if stated == 29, channels == 1 { (channels, layout) = (2, .stereo) }
    }

    /// `GASpecificConfig`: a configuration of 0 channels has a program configuration element instead.
    private mutating func readBody(_ bits: inout BitReader, type: Int, order: Int) {
        guard [1, 2, 3, 4].contains(type), order == 0, bits.skip(1) != nil, let dependsOnCore = bits.flag(),
            !dependsOnCore || bits.skip(14) != nil, bits.skip(1) != nil
        else { return }
        guard let program = Self.programChannels(&bits) else { return }
        (channels, layout) = program
    }

    /// States channels that were found outside of the configuration.
    mutating func setChannels(_ count: Int, layout: ChannelLayout?) {
        channels = count
        self.layout = layout
    }

    /// Channels of a `program_config_element` (ISO 14496-3 table 4.2), a pair element counting twice, with their
    /// arrangement where it has a name.
    static func programChannels(_ bits: inout BitReader) -> (count: Int, layout: ChannelLayout?)? {
        guard bits.skip(4 + 2 + 4) != nil, let front = bits.read(4), let side = bits.read(4), let back = bits.read(4),
            let low = bits.read(2), bits.skip(3 + 4) != nil
        else { return nil }
        for length in [4, 4, 3] {
            guard let isThere = bits.flag(), !isThere || bits.skip(length) != nil else { return nil }
        }
        /// One digit an element, the number of its channels.
        func elements(_ count: Int) -> String? {
            var text = ""
            for _ in 0..<count {
                guard let isPair = bits.flag(), bits.skip(4) != nil else { return nil }
                text += isPair ? "2" : "1"
            }
            return text
        }
        guard let first = elements(front), let middle = elements(side), let last = elements(back) else { return nil }
        let count = (first + middle + last).reduce(low) { $0 + ($1 == "2" ? 2 : 1) }
        guard count > 0 else { return nil }
        let name = low < 2 ? ChannelOrder.program(front: first, side: middle, back: last, hasLow: low == 1) : nil
        return (count, name.flatMap { ChannelLayout(libavName: $0, channels: count) })
    }

    /// The extension that may follow the configuration of a core, marked by 0x2B7: an old decoder ignores it.
    private static func backwardCompatibleExtension(_ bytes: ArraySlice<UInt8>) -> (type: Int, rate: Int?)? {
        for start in 16..<max(16, min(bytes.count * 8, 256)) {
            var bits = BitReader(bytes)
            guard bits.skip(start) != nil, bits.read(11) == 0x2B7, objectType(&bits) == 5, let isPresent = bits.flag()
            else { continue }
            guard isPresent, let rate = rate(&bits) else { return (2, nil) }
            if bits.read(11) == 0x548, bits.flag() == true { return (29, rate == 0 ? nil : rate) }
            return (5, rate == 0 ? nil : rate)
        }
        return nil
    }

    private static func objectType(_ bits: inout BitReader) -> Int? {
        guard let type = bits.read(5) else { return nil }
        return type == 31 ? bits.read(6).map { 32 + $0 } : type
    }

    private static let rates = [
        96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
    ]

    /// The rate in hertz of an index; `nil` for a reserved one.
    static func rate(_ index: Int) -> Int? { index >= 0 && index < rates.count ? rates[index] : nil }

    /// A rate in hertz, 0 for a reserved index; `nil` when the bytes end.
    private static func rate(_ bits: inout BitReader) -> Int? {
        guard let index = bits.read(4) else { return nil }
        return index == 15 ? bits.read(24) : rate(index) ?? 0
    }
}

extension TrackFacts {
    /// Notes what a configuration of AAC tells for certain. A plain core at a low rate may hide an extension that only
    /// decoding shows: then neither the kind nor the output is known.
    mutating func setAAC(_ config: AudioSpecificConfig, from place: Provenance) {
        set(\.coreSampleRate, config.coreRate, .audioSampleRate, place)
        if !config.mayHideExtension {
            set(\.objectType, config.objectType, .audioObjectType, place)
            set(\.sampleRate, config.extensionRate ?? config.coreRate, .audioSampleRate, place)
        }
        if let channels = config.channels, !(config.mayHideExtension && channels == 1) {
            setChannels(channels, layout: config.layout, from: place)
        }
    }
}
