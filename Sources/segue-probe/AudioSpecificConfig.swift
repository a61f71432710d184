import MediaFormats

/// The decoder configuration of AAC (AudioSpecificConfig, ISO 14496-3 section 1.6.2.1), as far as it decides the output.
struct AudioSpecificConfig: Hashable {
    /// The object type of what is decoded, extensions included.
    let objectType: AACObjectType?
    /// Sampling frequency of the core in hertz; `nil` for a reserved index.
    let coreSampleRate: Int?
    /// Sampling frequency after the extension, where one is signalled.
    let extensionSampleRate: Int?
    /// Whether the configuration says if there is spectral band replication; if not, only decoding tells.
    let statesExtension: Bool

    /// Whether a frame may reveal high efficiency: a core of LC at a low rate, and no word about an extension.
    var mayHideExtension: Bool { !statesExtension && objectType == .lowComplexity && (coreSampleRate ?? 0) <= 24000 }

    /// Reads a configuration; `nil` when it ends too early.
    init?(_ bytes: [UInt8]) {
        var bits = BitReader(bytes)
        guard var type = Self.objectType(&bits), let rate = Self.sampleRate(&bits), bits.read(4) != nil else {
            return nil
        }
        coreSampleRate = rate == 0 ? nil : rate
        var stated: Int?
        var extended: Int?
        if type == 5 || type == 29 {
            stated = type
            extended = Self.sampleRate(&bits)
            guard let core = Self.objectType(&bits) else { return nil }
            type = core
        } else if type == 2, let backwards = Self.backwardCompatibleExtension(bytes) {
            stated = backwards.type
            extended = backwards.sampleRate
        }
        objectType = AACObjectType(number: stated ?? type)
        extensionSampleRate = extended == 0 ? nil : extended
        statesExtension = stated != nil
    }

    /// The extension that may follow the configuration of a core, marked by 0x2B7: an old decoder ignores it.
    private static func backwardCompatibleExtension(_ bytes: [UInt8]) -> (type: Int, sampleRate: Int?)? {
        for start in 16..<max(16, min(bytes.count * 8, 64)) {
            var bits = BitReader(bytes, from: start)
            guard bits.read(11) == 0x2B7, objectType(&bits) == 5, let present = bits.read(1) else { continue }
            guard present == 1, let rate = sampleRate(&bits) else { return (2, nil) }
            if bits.read(11) == 0x548, bits.read(1) == 1 { return (29, rate) }
            return (5, rate)
        }
        return nil
    }

    private static func objectType(_ bits: inout BitReader) -> Int? {
        guard let type = bits.read(5) else { return nil }
        return type == 31 ? bits.read(6).map { 32 + $0 } : type
    }

    /// A rate in hertz, 0 for a reserved index; `nil` when the bytes end.
    private static func sampleRate(_ bits: inout BitReader) -> Int? {
        guard let index = bits.read(4) else { return nil }
        if index == 15 { return bits.read(24) }
        let rates = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350]
        return index < rates.count ? rates[index] : 0
    }
}
