import MediaFormats

/// Decoder configuration records of video sample entries.
enum VideoConfiguration {
    /// Reads the record in a box, if it is one.
    static func read(_ box: Box, into facts: inout TrackFacts) {
        switch box.type {
        case "avcC": readAVC(box, into: &facts)
        case "hvcC": readHEVC(box, into: &facts)
        case "av1C": readAV1(box.content, into: &facts)
        case "vpcC": readVP(box.content, into: &facts)
        case "esds": ElementaryStreamDescriptor.read(box.content, into: &facts)
        case "dvcC", "dvvC", "dvwC": readDolbyVision(box, into: &facts)
        default: return
        }
    }

    private static func readAVC(_ box: Box, into facts: inout TrackFacts) {
        let place = Provenance.box("avcC")
        let units = ParameterSets.avcRecord(box.content)
        for unit in units {
            guard let picture = AVCSequence.read(unit) else { continue }
            picture.apply(to: &facts, from: place)
            facts.sequence = picture
            break
        }
        var record = box.content
        guard record.skip(1) != nil, let profile = record.u8(), let flags = record.u8(), let level = record.u8(),
            let length = record.u8()
        else { return }
        facts.lengthBytes = length & 3 + 1
        // Without parameter sets in the record (avc3), the record itself names profile and level.
        if units.isEmpty {
            let head = AVCSequence.read([0x67, UInt8(profile), UInt8(flags), UInt8(level)])
            head?.apply(to: &facts, from: place)
        }
        if box.isComplete {
            facts.set(\.configurationDigest, ParameterSets.digest(units, isHEVC: false), .videoParameterSets, place)
        }
    }

    private static func readHEVC(_ box: Box, into facts: inout TrackFacts) {
        let place = Provenance.box("hvcC")
        let units = ParameterSets.hevcRecord(box.content)
        for unit in units {
            guard let picture = HEVCSequence.read(unit) else { continue }
            picture.apply(to: &facts, from: place)
            facts.sequence = picture
            break
        }
        for unit in units {
            SupplementalMessages.read(unit, isHEVC: true, sequence: nil)?.apply(to: &facts, from: place)
        }
        var record = BitReader(box.content.rest)
        guard record.skip(10) != nil, let tier = record.flag(), let profile = record.read(5), record.skip(80) != nil,
            let level = record.read(8), record.skip(30) != nil, let chroma = record.read(2), record.skip(5) != nil,
            let depth = record.read(3), record.skip(24 + 6) != nil, let length = record.read(2)
        else { return }
        facts.lengthBytes = length + 1
        // Without parameter sets in the record (hev1), the record itself repeats what they say.
        if units.isEmpty, profile > 0 {
            var head = PictureDescription()
            head.profile = HEVCSequence.name(ofProfile: profile)
            head.tier = tier ? "High" : "Main"
            head.level = level > 0 ? level / 3 : nil
            head.chroma = PictureDescription.chroma(chroma)
            head.bitDepth = depth + 8
            head.apply(to: &facts, from: place)
        }
        if box.isComplete {
            facts.set(\.configurationDigest, ParameterSets.digest(units, isHEVC: true), .videoParameterSets, place)
        }
    }

    /// AV1 codec configuration (AV1-ISOBMFF 2.3).
    private static func readAV1(_ record: ByteReader, into facts: inout TrackFacts) {
        let place = Provenance.box("av1C")
        var bits = BitReader(record.rest)
        guard bits.read(8) == 0x81, let profile = bits.read(3), let level = bits.read(5), let tier = bits.flag(),
            let isDeep = bits.flag(), let isTwelve = bits.flag(), let isMonochrome = bits.flag(),
            let across = bits.flag(), let down = bits.flag(), bits.skip(2 + 8) != nil
        else { return }
        var picture = PictureDescription()
        picture.profile = AV1Sequence.name(ofProfile: profile)
        picture.level = AV1Sequence.level(level)
        picture.tier = tier ? "High" : "Main"
        picture.bitDepth = isDeep ? isTwelve ? 12 : 10 : 8
        picture.chroma = isMonochrome ? "4:0:0" : across ? down ? "4:2:0" : "4:2:2" : "4:4:4"
        picture.interlaced = false
        var units = record
        units.skip(4)
        let sequence = AV1Sequence.read(units: units)
        picture.codedSize = sequence?.codedSize
        picture.colour = sequence?.colour ?? ColourDescription()
        picture.apply(to: &facts, from: place)
        facts.set(\.configurationDigest, ParameterSets.digest([record.rest]), .videoParameterSets, place)
    }

    /// VP codec configuration (VP Codec ISO Media File Format Binding 2.2).
    private static func readVP(_ record: ByteReader, into facts: inout TrackFacts) {
        var record = record
        guard record.fullBox()?.version == 1, let profile = record.u8(), let level = record.u8(),
            let packed = record.u8(), let primaries = record.u8(), let transfer = record.u8(), let matrix = record.u8()
        else { return }
        var picture = PictureDescription()
        picture.profile = (0...3).contains(profile) ? "Profile \(profile)" : nil
        picture.level = level > 0 ? level : nil
        picture.bitDepth = packed >> 4
        picture.chroma = packed >> 1 & 7 < 4 ? ["4:2:0", "4:2:0", "4:2:2", "4:4:4"][packed >> 1 & 7] : nil
        picture.colour = ColourDescription(
            primaries: primaries, transfer: transfer, matrix: matrix, fullRange: packed & 1 == 1)
        picture.apply(to: &facts, from: .box("vpcC"))
    }

    /// Dolby Vision configuration (Dolby Vision Streams Within the ISO Base Media File Format 3.2).
    private static func readDolbyVision(_ box: Box, into facts: inout TrackFacts) {
        let place = Provenance.box(box.type.description)
        guard let vision = DolbyVisionRecord.read(box.content.rest) else { return }
        facts.setDolbyVision(vision, from: place)
    }
}

/// The 24 bytes that announce Dolby Vision in a box, or their beginning in a descriptor.
enum DolbyVisionRecord {
    /// Reads a record; `nil` when it ends before its flags.
    static func read(_ bytes: ArraySlice<UInt8>, isDescriptor: Bool = false) -> DolbyVisionConfiguration? {
        var bits = BitReader(bytes)
        guard bits.skip(16) != nil, let profile = bits.read(7), let level = bits.read(6), bits.skip(2) != nil,
            let hasBase = bits.flag()
        else { return nil }
        // A descriptor of an enhancement layer names the stream it depends on first (ETSI TS 101 154 annex L).
        if isDescriptor, !hasBase { bits.skip(16) }
        return DolbyVisionConfiguration(
            profile: profile, level: level > 0 ? level : nil, baseCompatibility: bits.read(4))
    }
}

extension TrackFacts {
    /// Notes Dolby Vision, which decides the dynamic range whatever else was said.
    mutating func setDolbyVision(_ vision: DolbyVisionConfiguration, from place: Provenance) {
        guard video != nil else { return }
        set(\.dolbyVision, vision, .videoDolbyVisionProfile, place)
        video?.dynamicRange = .dolbyVision
        provenance.note(.videoDynamicRange, place)
    }
}
