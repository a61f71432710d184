import MediaFormats

/// The head of a frame of AC-3 or E-AC-3 (ETSI TS 102 366 sections 4.3 and E.1.2).
enum DolbyFrame {
    private static let rates = [48000, 44100, 32000]

    /// Reads the frame at the start of bytes.
    static func read(_ bytes: ArraySlice<UInt8>, into facts: inout TrackFacts) -> AudioCodec? {
        guard bytes.count >= 7 else { return nil }
        let identification = bytes[bytes.startIndex + 5] >> 3
        guard identification <= 16 else { return nil }
        return identification > 10 ? readEnhanced(bytes, into: &facts) : readPlain(bytes, into: &facts)
    }

    private static func readPlain(_ bytes: ArraySlice<UInt8>, into facts: inout TrackFacts) -> AudioCodec? {
        var bits = BitReader(bytes)
        guard bits.skip(32) != nil, let rate = bits.read(2), rate < 3, bits.skip(6 + 5 + 3) != nil,
            let mode = bits.read(3)
        else { return nil }
        if mode & 1 != 0, mode != 1 { bits.skip(2) }
        if mode & 4 != 0 { bits.skip(2) }
        if mode == 2 { bits.skip(2) }
        guard let low = bits.flag() else { return nil }
        note(.ac3, rate: rates[rate], mode: mode, low: low, into: &facts)
        return .ac3
    }

    private static func note(_ codec: AudioCodec, rate: Int, mode: Int, low: Bool, into facts: inout TrackFacts) {
        let place = Provenance.bitstream("syncinfo")
        facts.set(\.codec, codec, .audioCodec, place)
        facts.set(\.sampleRate, rate, .audioSampleRate, place)
        if let order = ChannelOrder.dolby(mode: mode, lowFrequency: low) {
            facts.setChannels(order.channels, layout: order.layout, from: place)
        }
    }

    private static func readEnhanced(_ bytes: ArraySlice<UInt8>, into facts: inout TrackFacts) -> AudioCodec? {
        var bits = BitReader(bytes)
        guard let head = EnhancedHead(&bits), head.streamType != 1 else { return nil }
        // A dependent substream behind this one adds channels, which the first frame alone cannot count.
        let hasDependent = followsDependent(bytes, length: head.length)
        if !hasDependent {
            note(.eac3, rate: head.rate, mode: head.mode, low: head.low, into: &facts)
        } else {
            facts.set(\.codec, .eac3, .audioCodec, .bitstream("syncinfo"))
            facts.set(\.sampleRate, head.rate, .audioSampleRate, .bitstream("syncinfo"))
        }
        guard let objects = objects(&bits, head) else { return .eac3 }
        let place = Provenance.bitstream("addbsi")
        facts.set(\.atmos, objects.isThere, .audioAtmos, place)
        if objects.isThere, objects.complexity > 0 {
            facts.set(\.atmosComplexity, objects.complexity, .audioAtmos, place)
        }
        return .eac3
    }

    private static func followsDependent(_ bytes: ArraySlice<UInt8>, length: Int) -> Bool {
        var bits = BitReader(bytes.dropFirst(length))
        return EnhancedHead(&bits)?.streamType == 1
    }

    /// The first fields of an E-AC-3 frame.
    private struct EnhancedHead {
        var streamType: Int
        var length: Int
        var rate: Int
        var isHalfRate: Bool
        var blocks: Int
        var mode: Int
        var low: Bool

        init?(_ bits: inout BitReader) {
            guard bits.read(16) == 0x0B77, let type = bits.read(2), bits.skip(3) != nil, let size = bits.read(11),
                let rate = bits.read(2), let second = bits.read(2), rate < 3 || second < 3, let mode = bits.read(3),
                let low = bits.flag(), let identification = bits.read(5), (11...16).contains(identification)
            else { return nil }
            streamType = type
            length = (size + 1) * 2
            isHalfRate = rate == 3
            self.rate = isHalfRate ? rates[second] / 2 : rates[rate]
            blocks = isHalfRate ? 6 : [1, 2, 3, 6][second]
            self.mode = mode
            self.low = low
        }
    }

    /// Bytes of the frame at the start of bytes and samples in it.
    static func length(_ bytes: ArraySlice<UInt8>) -> (bytes: Int, samples: Int, rate: Int)? {
        guard bytes.count >= 7 else { return nil }
        var bits = BitReader(bytes)
        if bytes[bytes.startIndex + 5] >> 3 > 10 {
            return EnhancedHead(&bits).map { ($0.length, $0.streamType == 1 ? 0 : $0.blocks * 256, $0.rate) }
        }
        let kilo = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
        guard bits.skip(32) != nil, let rate = bits.read(2), rate < 3, let code = bits.read(6), code / 2 < kilo.count
        else { return nil }
        // Words of two bytes in 1536 samples; at 44.1 kHz every other frame is one word longer.
        let words = kilo[code / 2] * 96_000 / rates[rate] + (rate == 1 ? code & 1 : 0)
        return (words * 2, 1536, rates[rate])
    }

    /// Whether additional information of the bit stream announces joint object coding (ETSI TS 103 420 section 8.3);
    /// `nil` when the frame ends before it.
    private static func objects(_ bits: inout BitReader, _ head: EnhancedHead) -> (isThere: Bool, complexity: Int)? {
        guard skipToAdditional(&bits, head) != nil, let isThere = bits.flag() else { return nil }
        guard isThere else { return (false, 0) }
        guard let length = bits.read(6) else { return nil }
        guard length >= 1 else { return (false, 0) }
        guard bits.skip(7) != nil, let flag = bits.flag(), let complexity = bits.read(8) else { return nil }
        return (flag, complexity)
    }

    /// Reads over `bsi` up to `addbsie` (table E.1.2).
    private static func skipToAdditional(_ bits: inout BitReader, _ head: EnhancedHead) -> Void? {
        func optional(_ length: Int, _ bits: inout BitReader) -> Void? {
            guard let isThere = bits.flag() else { return nil }
            return isThere ? bits.skip(length) : ()
        }
        let mode = head.mode
        guard bits.skip(5) != nil, optional(8, &bits) != nil else { return nil }
        if mode == 0 { guard bits.skip(5) != nil, optional(8, &bits) != nil else { return nil } }
        guard let hasMixing = bits.flag() else { return nil }
        if hasMixing {
            if mode > 2 { bits.skip(2) }
            if mode & 1 != 0, mode > 2 { bits.skip(6) }
            if mode & 4 != 0 { bits.skip(6) }
            if head.low { guard optional(5, &bits) != nil else { return nil } }
            if head.streamType == 0 { guard skipMixing(&bits, head, optional) != nil else { return nil } }
        }
        guard let hasInformation = bits.flag() else { return nil }
        if hasInformation {
            guard bits.skip(5) != nil else { return nil }
            if mode == 2 { bits.skip(4) }
            if mode >= 6 { bits.skip(2) }
            guard optional(8, &bits) != nil else { return nil }
            if mode == 0 { guard optional(8, &bits) != nil else { return nil } }
            if !head.isHalfRate { bits.skip(1) }
        }
        if head.streamType == 0, head.blocks != 6 { bits.skip(1) }
        if head.streamType == 2 {
            var hasSize = head.blocks == 6
            if !hasSize { hasSize = bits.flag() ?? false }
            if hasSize { bits.skip(6) }
        }
        return ()
    }

    private static func skipMixing(
        _ bits: inout BitReader, _ head: EnhancedHead, _ optional: (Int, inout BitReader) -> Void?
    ) -> Void? {
        guard optional(6, &bits) != nil else { return nil }
        if head.mode == 0 { guard optional(6, &bits) != nil else { return nil } }
        guard optional(6, &bits) != nil, let definition = bits.read(2) else { return nil }
        switch definition {
        case 1: bits.skip(5)
        case 2: bits.skip(12)
        case 3: guard let length = bits.read(5), bits.skip(8 * (length + 2)) != nil else { return nil }
        default: break
        }
        if head.mode < 2 {
            guard optional(14, &bits) != nil else { return nil }
            if head.mode == 0 { guard optional(14, &bits) != nil else { return nil } }
        }
        guard let hasConfiguration = bits.flag() else { return nil }
        guard hasConfiguration else { return () }
        if head.blocks == 1 { return bits.skip(5) }
        for _ in 0..<head.blocks { guard optional(5, &bits) != nil else { return nil } }
        return ()
    }
}
