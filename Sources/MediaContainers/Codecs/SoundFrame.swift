import MediaFormats

/// The head of the first frame of sound in a stream without records: ADTS, AC-3, E-AC-3, MPEG audio.
enum SoundFrame {
    /// Reads a frame at the start of bytes, whatever kind it is.
    ///
    /// - Returns: The kind; `nil` when no frame begins here.
    @discardableResult
    static func read(_ bytes: ArraySlice<UInt8>, into facts: inout TrackFacts) -> AudioCodec? {
        guard bytes.count >= 7 else { return nil }
        let first = Int(bytes[bytes.startIndex]) << 8 | Int(bytes[bytes.startIndex + 1])
        let codec: AudioCodec? =
            if first == 0x0B77 {
                DolbyFrame.read(bytes, into: &facts)
            } else if TransportAudioFrame.isDTS(bytes) {
                TransportAudioFrame.readDTS(bytes, into: &facts).map { .dts }
            } else if first & 0xFFF6 == 0xFFF0 {
                readADTS(bytes, into: &facts)
            } else if first & 0xFFE0 == 0xFFE0 {
                readMPEG(bytes, into: &facts)
            } else {
                nil
            }
        return codec
    }

    /// `adts_fixed_header` (ISO 14496-3 1.A.2.2.1).
    private static func readADTS(_ bytes: ArraySlice<UInt8>, into facts: inout TrackFacts) -> AudioCodec? {
        var bits = BitReader(bytes)
        guard bits.skip(15) != nil, let isPlain = bits.flag(), let profile = bits.read(2), let rate = bits.read(4),
            bits.skip(1) != nil, let order = bits.read(3), AudioSpecificConfig.rate(rate) != nil
        else { return nil }
        let place = Provenance.bitstream("ADTS")
        // The two bytes that a container would store: type, rate, channels.
        let word = (profile + 1) << 11 | rate << 7 | order << 3
        let stored = [UInt8(word >> 8), UInt8(word & 0xFF)]
        guard var config = AudioSpecificConfig(stored[...]) else { return nil }
        if order == 0 {
            // The element stands at the start of the first block then, behind three bits of its name.
            let block = bytes.dropFirst(isPlain ? 7 : 9)
            config.setChannels(ofFirstBlock: block)
        }
        facts.set(\.codec, .aac, .audioCodec, place)
        facts.setAAC(config, from: place)
        return .aac
    }

    /// Bit rates of layer III in kbit/s: of MPEG-1, and of MPEG-2.
    private static let kiloBits = [
        [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]

    /// The header of MPEG-1 and MPEG-2 audio (ISO 11172-3 2.4.1.3).
    private static func readMPEG(_ bytes: ArraySlice<UInt8>, into facts: inout TrackFacts) -> AudioCodec? {
        var bits = BitReader(bytes)
        guard bits.skip(11) != nil, let version = bits.read(2), version != 1, let layer = bits.read(2), layer != 0,
            bits.skip(1) != nil, let bitRate = bits.read(4), bitRate != 15, let rate = bits.read(2), rate < 3,
            bits.skip(2) != nil, let mode = bits.read(2)
        else { return nil }
        let place = Provenance.bitstream("frame header")
        let codec = layer == 1 ? AudioCodec.mp3 : AudioCodec(rawValue: layer == 2 ? "mp2" : "mp1")
        facts.set(\.codec, codec, .audioCodec, place)
        facts.set(
            \.sampleRate, [44100, 48000, 32000][rate] >> (version == 3 ? 0 : version == 2 ? 1 : 2), .audioSampleRate,
            place)
        facts.setChannels(mode == 3 ? 1 : 2, layout: mode == 3 ? .mono : .stereo, from: place)
        return codec
    }

    /// Bytes of the frame at the start of bytes and samples in it; `nil` when none begins there.
    static func length(_ bytes: ArraySlice<UInt8>) -> (bytes: Int, samples: Int, rate: Int)? {
        guard bytes.count >= 7 else { return nil }
        var bits = BitReader(bytes)
        guard let first = bits.read(16) else { return nil }
        if first == 0x0B77 { return DolbyFrame.length(bytes) }
        if first == 0x7FFE { return TransportAudioFrame.lengthOfDTS(bytes) }
        if first & 0xFFF6 == 0xFFF0 {
            guard bits.skip(2) != nil, let rate = bits.read(4).flatMap(AudioSpecificConfig.rate), bits.skip(8) != nil,
                let length = bits.read(13), bits.skip(11) != nil, let blocks = bits.read(2), length >= 7
            else { return nil }
            return (length, (blocks + 1) * 1024, rate)
        }
        var head = BitReader(bytes)
        guard head.read(11) == 0x7FF, let version = head.read(2), version != 1, let layer = head.read(2), layer == 1,
            head.skip(1) != nil, let index = head.read(4), (1...14).contains(index), let rateIndex = head.read(2),
            rateIndex < 3, let padding = head.read(1)
        else { return nil }
        let isFirst = version == 3
        let rate = [44100, 48000, 32000][rateIndex] >> (isFirst ? 0 : version == 2 ? 1 : 2)
        let kilo = kiloBits[isFirst ? 0 : 1][index - 1]
        let samples = isFirst ? 1152 : 576
        return (samples / 8 * kilo * 1000 / rate + padding, samples, rate)
    }
}

extension AudioSpecificConfig {
    /// Takes the channels from a program configuration element at the start of a block.
    mutating func setChannels(ofFirstBlock block: ArraySlice<UInt8>) {
        var bits = BitReader(block)
        guard bits.read(3) == 5, let program = Self.programChannels(&bits) else { return }
        setChannels(program.count, layout: program.layout)
    }
}
