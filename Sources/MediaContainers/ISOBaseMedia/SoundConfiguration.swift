package import MediaFormats

/// Decoder configuration records of audio sample entries.
enum SoundConfiguration {
    /// The fixed fields of an audio sample entry.
    struct Entry: Hashable {
        var channels: Int
        var bits: Int
        var rate: Int
        var version: Int

        /// Reads the rate in a box of its own (`srat`, ISO 14496-12 section 12.2.3), which counts in place of the field.
        mutating func readRate(_ box: ByteReader) {
            var box = box
            if box.fullBox() != nil, let stated = box.u32() { rate = stated }
        }
    }

    /// The family of a sample entry; `mp4a` is told by its descriptor.
    static func codec(of type: FourCC) -> AudioCodec? {
        switch type {
        case "mp4a": nil
        case "ac-3", "sac3": .ac3
        case "ec-3": .eac3
        case "ac-4": .ac4
        case "alac": .alac
        case "fLaC": .flac
        case "Opus": .opus
        case "apac": .apac
        case ".mp3": .mp3
        case "dtsc", "dtse", "dtsh", "dtsl", "dtsx": .dts
        case "mhm1", "mhm2", "mha1", "mha2": .mpegH
        case "iamf": .iamf
        case "lpcm", "ipcm", "fpcm", "twos", "sowt", "in24", "in32", "fl32", "fl64", "raw ": .pcm
        // The names that libavcodec has for them.
        case "mlpa": AudioCodec(rawValue: "truehd")
        case "samr": AudioCodec(rawValue: "amr_nb")
        case "sawb": AudioCodec(rawValue: "amr_wb")
        default: AudioCodec(rawValue: type.description)
        }
    }

    /// Reads the record in a box, if it is one.
    static func read(_ box: Box, into facts: inout TrackFacts) {
        switch box.type {
        case "esds": ElementaryStreamDescriptor.read(box.content, into: &facts)
        case "dac3": DolbyRecord.readAC3(box.content.rest, into: &facts)
        case "dec3": DolbyRecord.readEAC3(box.content.rest, into: &facts)
        case "alac": readAppleLossless(box.content, into: &facts)
        case "dfLa": readFLAC(box.content, into: &facts)
        case "dOps": readOpus(box.content, into: &facts)
        case "chnl": readChannelLayout(box.content, into: &facts)
        case "pcmC": readUncompressed(box.content, into: &facts)
        default: return
        }
    }

    /// `ALACSpecificConfig`, behind version and flags; QuickTime repeats the box inside `wave`.
    private static func readAppleLossless(_ box: ByteReader, into facts: inout TrackFacts) {
        var box = box
        guard box.skip(4 + 4 + 1) != nil, let bits = box.u8(), box.skip(3) != nil, let channels = box.u8(),
            box.skip(2 + 4 + 4) != nil, let rate = box.u32()
        else { return }
        let place = Provenance.box("alac")
        facts.set(\AudioParameters.bitDepth, bits > 0 ? bits : nil, .audioBitDepth, place)
        facts.set(\.sampleRate, rate > 0 ? rate : nil, .audioSampleRate, place)
        facts.setChannels(channels, layout: ChannelOrder.named(channels), from: place)
    }

    /// The first metadata block of a `dfLa` box, STREAMINFO (RFC 9639 section 8.2).
    private static func readFLAC(_ box: ByteReader, into facts: inout TrackFacts) {
        var box = box
        guard box.skip(4) != nil, let kind = box.u8(), kind & 0x7F == 0, box.skip(3) != nil else { return }
        FLACStreamInfo.read(box.rest, from: .box("dfLa"), into: &facts)
    }

    /// `OpusSpecificBox` (Encapsulation of Opus in ISO Base Media File Format 4.3.2). Opus is decoded at 48 kHz.
    private static func readOpus(_ box: ByteReader, into facts: inout TrackFacts) {
        var box = box
        guard box.skip(1) != nil, let channels = box.u8() else { return }
        facts.set(\.sampleRate, 48000, .audioSampleRate, .box("dOps"))
        facts.setChannels(channels, layout: ChannelOrder.named(channels), from: .box("dOps"))
    }

    /// `chnl` (ISO 14496-12 section 12.2.4) with a layout by number of ISO 23091-3; others stay untold.
    private static func readChannelLayout(_ box: ByteReader, into facts: inout TrackFacts) {
        var box = box
        guard let version = box.fullBox()?.version, version == 0, let structure = box.u8(), structure & 1 == 1,
            let layout = box.u8(), layout > 0
        else { return }
        facts.set(\.layout, ChannelOrder.codingIndependent(layout), .audioChannelLayout, .box("chnl"))
    }

    /// `PCMConfig` (ISO 23003-5 section 4.2): the fixed fields of the entry do not tell the depth.
    private static func readUncompressed(_ box: ByteReader, into facts: inout TrackFacts) {
        var box = box
        guard box.fullBox() != nil, box.skip(1) != nil, let depth = box.u8(), depth > 0 else { return }
        facts.set(\AudioParameters.bitDepth, depth, .audioBitDepth, .pcmConfiguration)
    }

    /// Takes from the fixed fields what no record told. Only of uncompressed sound do they say something reliable.
    static func fillIn(_ facts: inout TrackFacts, type: FourCC, entry: Entry) {
        let place = Provenance.box("stsd")
        if facts.audio?.codec == .mp3 {
            facts.set(\.sampleRate, entry.rate > 0 ? entry.rate : nil, .audioSampleRate, place)
        }
        guard facts.audio?.codec == .pcm, entry.version < 2 else { return }
        facts.set(\.sampleRate, entry.rate > 0 ? entry.rate : nil, .audioSampleRate, place)
        facts.setChannels(entry.channels, layout: ChannelOrder.named(entry.channels), from: place)
        // QuickTime writes 16 for every depth that has a name of its own.
        let depths: [FourCC: Int] = ["in24": 24, "in32": 32, "fl32": 32, "fl64": 64]
        let depth = depths[type] ?? entry.bits
        facts.set(\AudioParameters.bitDepth, depth > 0 ? depth : nil, .audioBitDepth, place)
    }
}

/// The description of a FLAC stream (RFC 9639 section 8.2).
enum FLACStreamInfo {
    /// Reads the block's content.
    static func read(_ bytes: ArraySlice<UInt8>, from place: Provenance, into facts: inout TrackFacts) {
        var bits = BitReader(bytes)
        guard bits.skip(80) != nil, let rate = bits.read(20), let channels = bits.read(3), let depth = bits.read(5)
        else {
            return
        }
        facts.set(\.sampleRate, rate > 0 ? rate : nil, .audioSampleRate, place)
        facts.set(\AudioParameters.bitDepth, depth + 1, .audioBitDepth, place)
        facts.setChannels(channels + 1, layout: ChannelOrder.named(channels + 1), from: place)
    }
}

extension Provenance {
    /// The configuration of uncompressed sound, which libavformat does not read.
    package static let pcmConfiguration = box("pcmC")
}
