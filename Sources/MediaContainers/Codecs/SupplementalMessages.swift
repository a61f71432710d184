package import MediaFormats

/// What supplemental enhancement information says that matters for a switch (H.264 annex D, H.265 annex D).
struct SupplementalMessages: Hashable {
    var masteringDisplay: MasteringDisplay?
    var contentLight: ContentLight?
    /// Transfer characteristics that take the place of those in the sequence parameter set (HLG made backward compatible).
    var preferredTransfer: Int?
    /// Whether there is dynamic metadata of SMPTE ST 2094-40.
    var hasDynamicMetadata = false
    /// Whether captions of CEA-608 are carried, as ATSC A/53 packs them.
    var hasLineCaptions = false
    /// Whether captions of CEA-708 are carried.
    var hasServiceCaptions = false
    /// `pic_struct` of the first picture timing message (H.264 table D-1, H.265 table D.2).
    var pictureStructure: Int?

    /// Reads a unit with its header; `nil` when it holds no messages.
    static func read(_ unit: ArraySlice<UInt8>, isHEVC: Bool, sequence: PictureDescription?) -> SupplementalMessages? {
        guard let head = unit.first else { return nil }
        let isMessages = isHEVC ? [39, 40].contains(head >> 1 & 0x3F) : head & 0x1F == 6
        guard isMessages else { return nil }
        let bytes = ParameterSets.removingEmulationPrevention(unit.dropFirst(isHEVC ? 2 : 1).prefix(8192))
        var reader = ByteReader(bytes)
        var messages = SupplementalMessages()
        for _ in 0..<64 {
            guard let type = number(&reader), let size = number(&reader), let content = reader.take(size) else { break }
            messages.read(type, content, sequence: sequence)
        }
        return messages
    }

    /// A number in bytes of which all but the last are 255.
    private static func number(_ reader: inout ByteReader) -> Int? {
        var value = 0
        while let byte = reader.u8() {
            value += byte
            if byte < 255 { return value }
        }
        return nil
    }

    private mutating func read(_ type: Int, _ content: ByteReader, sequence: PictureDescription?) {
        var content = content
        switch type {
        case 1: readPictureTiming(content, sequence: sequence)
        case 4: readRegistered(content)
        case 137: masteringDisplay = MasteringDisplay(message: content)
        case 144:
            if let most = content.u16(), let average = content.u16() {
                contentLight = ContentLight(maximum: most, frameAverage: average)
            }
        case 147: preferredTransfer = content.u8()
        default: return
        }
    }

    private mutating func readPictureTiming(_ content: ByteReader, sequence: PictureDescription?) {
        guard let sequence, sequence.statesPictureStructure else { return }
        var bits = BitReader(content.rest)
        guard bits.skip(sequence.pictureTimingDelayBits) != nil else { return }
        pictureStructure = bits.read(4)
    }

    /// User data registered by Recommendation T.35, for a country and a provider.
    private mutating func readRegistered(_ content: ByteReader) {
        var content = content
        guard content.u8() == 0xB5, let provider = content.u16() else { return }
        if provider == 0x003C {
            hasDynamicMetadata = content.u16() == 1 && content.u8() == 4
        } else if provider == 0x0031 {
            readCaptions(content)
        }
    }

    /// Captions as ATSC A/53 part 4 section 6.2.3 packs them.
    private mutating func readCaptions(_ content: ByteReader) {
        var content = content
        guard content.fourCC() == "GA94", content.u8() == 3, let flags = content.u8(), flags & 0x40 != 0,
            content.skip(1) != nil
        else { return }
        for _ in 0..<(flags & 0x1F) {
            guard let kind = content.u8(), let first = content.u8(), let second = content.u8() else { return }
            guard kind & 4 != 0 else { continue }
            // Field 1 and 2 of line 21; the other two types are packets of the digital captions.
            if kind & 2 == 0 { hasLineCaptions = true } else if first | second != 0 { hasServiceCaptions = true }
        }
    }

    /// The captions in the user data of an MPEG-2 picture.
    static func captions(_ userData: ByteReader) -> SupplementalMessages {
        var messages = SupplementalMessages()
        messages.readCaptions(userData)
        return messages
    }

    /// Notes what is not known of a track yet.
    func apply(to facts: inout TrackFacts, from place: Provenance) {
        facts.setDisplay(masteringDisplay, from: place)
        facts.setLight(contentLight, from: place)
        if let preferredTransfer, [16, 18].contains(preferredTransfer), facts.video != nil {
            var colour = facts.video?.colour ?? ColourDescription()
            colour.transfer = preferredTransfer
            facts.video?.colour = colour
            facts.provenance.note(.videoColour, .preferredTransfer)
            if facts.video?.dynamicRange != .dolbyVision {
                facts.video?.dynamicRange = colour.dynamicRange
                facts.provenance.note(.videoDynamicRange, .preferredTransfer)
            }
        }
        if hasDynamicMetadata, facts.video?.dynamicRange == .pq {
            facts.video?.dynamicRange = .hdr10Plus
            facts.provenance.note(.videoDynamicRange, .bitstream("ST 2094-40"))
        }
        for (isThere, format) in [(hasLineCaptions, "cea-608"), (hasServiceCaptions, "cea-708")] {
            guard isThere, !facts.subtitles.contains(where: { $0.format == format }) else { continue }
            facts.subtitles.append(SubtitleParameters(format: format))
            facts.provenance.note(.subtitleTracks, .bitstream("A/53 user data"))
        }
        switch pictureStructure {
        // 7 and 8 show a frame two or three times.
        case 0, 7, 8: facts.set(\.interlaced, false, .videoScan, .bitstream("pic_struct"))
        // 9 to 12 pair fields of HEVC with those of the picture before or behind.
        case 1, 3, 5, 10, 11:
            facts.set(\.interlaced, true, .videoScan, .bitstream("pic_struct"))
            facts.set(\.fieldOrder, .topFirst, .videoScan, .bitstream("pic_struct"))
        case 2, 4, 6, 9, 12:
            facts.set(\.interlaced, true, .videoScan, .bitstream("pic_struct"))
            facts.set(\.fieldOrder, .bottomFirst, .videoScan, .bitstream("pic_struct"))
        default: return
        }
    }
}

extension Provenance {
    /// The message that puts another transfer in the place of that of the parameter set, for pictures that older
    /// decoders show as SDR (H.264 D.1.34, H.265 D.2.38). Decoders that know it follow it.
    package static let preferredTransfer = bitstream("alternative_transfer_characteristics")
}

extension MasteringDisplay {
    /// Reads the message of H.265 D.2.28, whose order is green, blue, red; also the content of an `mdcv` box.
    init?(message: ByteReader) {
        var reader = message
        var points: [Chromaticity] = []
        for _ in 0..<4 {
            guard let x = reader.u16(), let y = reader.u16() else { return nil }
            points.append(Chromaticity(x: x, y: y))
        }
        guard let most = reader.u32(), let least = reader.u32() else { return nil }
        self.init(
            primaries: [points[2], points[0], points[1]], whitePoint: points[3], maximumLuminance: most,
            minimumLuminance: least)
    }
}
