import MediaFormats

/// Frames of sound that only transport streams carry bare: AAC in LATM, and DTS.
enum TransportAudioFrame {
    /// Reads an AudioSyncStream (LOAS, ISO 14496-3 section 1.7.2) with the configuration inside its first element.
    static func readLATM(_ bytes: ArraySlice<UInt8>, into facts: inout TrackFacts) {
        var bits = BitReader(bytes)
        // The sync word, the length, and whether the configuration of an earlier element holds on.
        guard bits.read(11) == 0x2B7, bits.skip(13) != nil, bits.flag() == false, let version = bits.flag() else {
            return
        }
        if version {
            // The second part of the version, and how full the buffer is.
            guard bits.flag() == false, value(&bits) != nil else { return }
        }
        // Same timing, further frames, programs, layers.
        guard bits.skip(1 + 6) != nil, bits.read(4) == 0, bits.read(3) == 0 else { return }
        var length = 56
        if version {
            guard let stated = value(&bits) else { return }
            length = min(stated, 512)
        }
        guard let config = AudioSpecificConfig(bits.bytes(ofNext: length)[...]) else { return }
        facts.setAAC(config, from: .bitstream("LATM"))
    }

    /// `LatmGetValue`: up to four bytes, behind how many there are.
    private static func value(_ bits: inout BitReader) -> Int? {
        bits.read(2).flatMap { bits.read(8 * ($0 + 1)) }
    }

    private static let rates = [
        1: 8000, 2: 16000, 3: 32000, 6: 11025, 7: 22050, 8: 44100, 11: 12000, 12: 24000, 13: 48000,
    ]

    /// Whether a frame of DTS begins with these bytes.
    static func isDTS(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.starts(with: [0x7F, 0xFE, 0x80, 0x01]) }

    /// Reads the core of a frame of DTS (ETSI TS 102 114 section 5.3).
    ///
    /// - Returns: `nil` when none begins here.
    static func readDTS(_ bytes: ArraySlice<UInt8>, into facts: inout TrackFacts) -> Void? {
        var bits = BitReader(bytes)
        guard isDTS(bytes), bits.skip(32 + 1 + 5 + 1 + 7 + 14) != nil, let order = bits.read(6),
            let rate = bits.read(4), bits.skip(5 + 5 + 3 + 1 + 1) != nil, let low = bits.read(2)
        else { return nil }
        let place = Provenance.bitstream("DTS core")
        facts.set(\.codec, .dts, .audioCodec, place)
        facts.set(\.sampleRate, rates[rate], .audioSampleRate, place)
        // The orders that AC-3 has too; the other ones are not in use.
        let modes = [0: 1, 2: 2, 3: 2, 4: 2, 5: 3, 6: 4, 7: 5, 8: 6, 9: 7]
        if let mode = modes[order], let known = ChannelOrder.dolby(mode: mode, lowFrequency: low == 1 || low == 2) {
            facts.setChannels(known.channels, layout: known.layout, from: place)
        }
        return ()
    }

    /// Bytes of a frame of DTS, samples in it, and their rate.
    static func lengthOfDTS(_ bytes: ArraySlice<UInt8>) -> (bytes: Int, samples: Int, rate: Int)? {
        var bits = BitReader(bytes)
        guard isDTS(bytes), bits.skip(32 + 1 + 5 + 1) != nil, let blocks = bits.read(7), let size = bits.read(14),
            bits.skip(6) != nil, let rate = bits.read(4).flatMap({ rates[$0] }), size >= 95
        else { return nil }
        return (size + 1, (blocks + 1) * 32, rate)
    }
}
