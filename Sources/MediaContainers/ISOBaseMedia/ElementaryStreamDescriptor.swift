import MediaFormats

/// The `esds` box (ISO 14496-14 section 5.6): descriptors of MPEG-4 systems.
enum ElementaryStreamDescriptor {
    /// Reads the decoder configuration.
    static func read(_ box: ByteReader, into facts: inout TrackFacts) {
        var box = box
        guard box.fullBox() != nil, let stream = descriptor(&box), stream.tag == 3 else { return }
        var reader = stream.content
        guard reader.skip(2) != nil, let flags = reader.u8() else { return }
        if flags & 0x80 != 0 { reader.skip(2) }
        if flags & 0x40 != 0, let length = reader.u8() { reader.skip(length) }
        if flags & 0x20 != 0 { reader.skip(2) }
        guard let decoder = descriptor(&reader), decoder.tag == 4 else { return }
        var config = decoder.content
        guard let type = config.u8(), config.skip(4) != nil else { return }
        BitRateBox.readRates(&config, into: &facts)
        let place = Provenance.box("esds")
        if facts.video != nil {
            let codec = videoCodec(type)
            facts.set(\.codec, codec, .videoCodec, place)
            if codec == .mpeg2, let specific = descriptor(&config), specific.tag == 5 {
                MPEG2Sequence.read(specific.content.rest, from: place, into: &facts)
            }
            return
        }
        let codec = codec(type)
        facts.set(\.codec, codec, .audioCodec, place)
        guard codec == .aac, let specific = descriptor(&config), specific.tag == 5 else { return }
        if let aac = AudioSpecificConfig(specific.content.rest) { facts.setAAC(aac, from: place) }
    }

    /// A descriptor: a tag, a length in groups of seven bits, content.
    private static func descriptor(_ reader: inout ByteReader) -> (tag: Int, content: ByteReader)? {
        guard let tag = reader.u8() else { return nil }
        var length = 0
        for _ in 0..<4 {
            guard let byte = reader.u8() else { return nil }
            length = length << 7 | byte & 0x7F
            if byte & 0x80 == 0 { break }
        }
        return reader.take(min(length, reader.count)).map { (tag, $0) }
    }

    /// The family of an `objectTypeIndication`.
    private static func codec(_ type: Int) -> AudioCodec? {
        switch type {
        case 0x40, 0x66, 0x67, 0x68: .aac
        case 0x69, 0x6B: .mp3
        case 0xA5: .ac3
        case 0xA6: .eac3
        case 0xA9, 0xAA, 0xAB, 0xAC: .dts
        case 0xAD: .opus
        default: nil
        }
    }

    private static func videoCodec(_ type: Int) -> VideoCodec? {
        switch type {
        case 0x20: .mpeg4
        case 0x60...0x65: .mpeg2
        case 0x21: .avc
        case 0x23: .hevc
        case 0x6C: .mjpeg
        default: nil
        }
    }
}
