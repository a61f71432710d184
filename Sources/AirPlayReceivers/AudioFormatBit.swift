package import MediaFormats

/// One of the formats in the bit masks by which `/info` describes AirPlay audio streaming (`supportedFormats`).
///
/// They say nothing of the audio in an HLS stream. The meanings have one origin, people who took senders apart; bits
/// without a meaning here are known to nobody in public.
package struct AudioFormatBit: Sendable, Hashable {
    /// The bit.
    package var number: Int
    /// Codec family.
    package var codec: AudioCodec
    /// Samples a second.
    package var sampleRate: Int
    /// Bits a sample; `nil` for a lossy codec.
    package var bitDepth: Int?
    /// Channels.
    package var channels: Int

    /// The format of a bit; `nil` where its meaning is unknown.
    package init?(number: Int) {
        let row: (AudioCodec, Int, Int?, Int)
        switch number {
        case 2...17:
            // Pulse code: six rates at 16 bits, the two highest at 24 as well, each in one and in two channels.
            let shapes = [
                (8000, 16), (16000, 16), (24000, 16), (32000, 16), (44100, 16), (44100, 24), (48000, 16), (48000, 24),
            ]
            let shape = shapes[(number - 2) / 2]
            row = (.pcm, shape.0, shape.1, number.isMultiple(of: 2) ? 1 : 2)
        case 18: row = (.alac, 44100, 16, 2)
        case 19: row = (.alac, 44100, 24, 2)
        case 20: row = (.alac, 48000, 16, 2)
        case 21: row = (.alac, 48000, 24, 2)
        case 22, 24: row = (.aac, 44100, nil, 2)
        case 23, 25: row = (.aac, 48000, nil, 2)
        case 26: row = (.aac, 16000, nil, 1)
        case 27: row = (.aac, 24000, nil, 1)
        case 28: row = (.opus, 16000, nil, 1)
        case 29: row = (.opus, 24000, nil, 1)
        case 30: row = (.opus, 48000, nil, 1)
        case 31: row = (.aac, 44100, nil, 1)
        case 32: row = (.aac, 48000, nil, 1)
        case 39: row = (.aac, 48000, nil, 6)
        case 40: row = (.aac, 48000, nil, 8)
        default: return nil
        }
        self.number = number
        (codec, sampleRate, bitDepth, channels) = row
    }

    /// The set bits of a mask, ascending, each with its format where that is known.
    package static func formats(in mask: UInt64) -> [(number: Int, format: AudioFormatBit?)] {
        (0..<64).filter { mask >> $0 & 1 == 1 }.map { ($0, AudioFormatBit(number: $0)) }
    }
}

extension ReceiverInfo {
    /// The mask of an AirPlay audio stream (`audioStream`, `bufferStream`, `screenStream`, `lowLatencyAudioStream`);
    /// `nil` when it is not stated.
    package func audioFormats(of stream: String) -> UInt64? { self["supportedFormats"]?[stream]?.mask }
}
