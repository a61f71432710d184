import MediaFormats

/// Sequence header, its extensions and the head of the first picture of MPEG-2 video (H.262 section 6.2.2 and 6.2.3).
enum MPEG2Sequence {
    /// Reads what stands at the start of a stream, from its first start code on.
    static func read(_ bytes: ArraySlice<UInt8>, from place: Provenance, into facts: inout TrackFacts) {
        var head = Head()
        for unit in StartCodeUnits(bytes) {
            guard let code = unit.first else { continue }
            // Zeros at the end of a unit were taken for those in front of the next start code.
            var bits = BitReader(unit.dropFirst().prefix(64) + [UInt8](repeating: 0, count: 16))
            switch code {
            case 0xB3: head.readSequence(&bits)
            case 0xB5: head.readExtension(&bits)
            case 0x00: head.readPicture(&bits)
            case 0xB2: SupplementalMessages.captions(ByteReader(Array(unit.dropFirst()))).apply(to: &facts, from: place)
            default: continue
            }
            if head.isDone { break }
        }
        guard let picture = head.description else { return }
        picture.apply(to: &facts, from: place)
        facts.sequence = facts.sequence ?? picture
        if let field = head.fieldOrder { facts.set(\.fieldOrder, field, .videoScan, place) }
        facts.timing.startsWithSyncSample = facts.timing.startsWithSyncSample ?? head.startsWithKeyPicture
        if let set = headerBytes(bytes) {
            facts.set(\.configurationDigest, ParameterSets.digest([set]), .videoParameterSets, place)
        }
    }

    /// Everything up to the first start code behind the sequence header that is no extension; `nil` when that is not here.
    private static func headerBytes(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var state: UInt32 = .max
        var hasBegun = false
        for index in bytes.indices {
            state = state << 8 | UInt32(bytes[index])
            guard state & 0xFFFF_FF00 == 0x100 else { continue }
            if state == 0x1B3 { hasBegun = true } else if hasBegun, state != 0x1B5 { return bytes[..<(index - 3)] }
        }
        return nil
    }

    /// What was read so far.
    private struct Head {
        private var width = 0
        private var height = 0
        private var shape = 0
        private var rate = 0
        private var chroma = 1
        private var profile: Int?
        private var isProgressive: Bool?
        private var rateFactors = (1, 1)
        private var colour = ColourDescription(fullRange: false)
        private var topFieldFirst: Bool?
        private var isProgressiveFrame: Bool?
        private var sawPicture = false
        private(set) var startsWithKeyPicture: Bool?

        /// Whether the first picture has told its structure.
        var isDone: Bool { sawPicture && (isProgressiveFrame != nil || isProgressive == nil) }

        mutating func readSequence(_ bits: inout BitReader) {
            guard width == 0, let width = bits.read(12), let height = bits.read(12), let shape = bits.read(4),
                let rate = bits.read(4)
            else { return }
            (self.width, self.height, self.shape, self.rate) = (width, height, shape, rate)
        }

        mutating func readExtension(_ bits: inout BitReader) {
            switch bits.read(4) {
            case 1: readSequenceExtension(&bits)
            case 2: readDisplay(&bits)
            case 8: readPictureCoding(&bits)
            default: return
            }
        }

        private mutating func readSequenceExtension(_ bits: inout BitReader) {
            guard let profile = bits.read(8), let progressive = bits.flag(), let chroma = bits.read(2),
                let across = bits.read(2), let down = bits.read(2), bits.skip(12 + 1 + 8 + 1) != nil,
                let more = bits.read(2), let less = bits.read(5)
            else { return }
            self.profile = profile >> 4 & 7
            isProgressive = progressive
            self.chroma = chroma
            width |= across << 12
            height |= down << 12
            rateFactors = (more + 1, less + 1)
        }

        private mutating func readDisplay(_ bits: inout BitReader) {
            guard bits.skip(3) != nil, bits.flag() == true, let primaries = bits.read(8), let transfer = bits.read(8),
                let matrix = bits.read(8)
            else { return }
            (colour.primaries, colour.transfer, colour.matrix) = (primaries, transfer, matrix)
        }

        private mutating func readPictureCoding(_ bits: inout BitReader) {
            guard sawPicture, isProgressiveFrame == nil, bits.skip(16 + 2) != nil, let structure = bits.read(2),
                let top = bits.flag(), bits.skip(5 + 1) != nil, bits.skip(1) != nil, let progressive = bits.flag()
            else { return }
            isProgressiveFrame = progressive
            // A field that is a picture of its own (1 the top one, 2 the bottom one) is shown before the one that follows; its
            // `top_field_first` is always 0 (section 6.3.10).
            topFieldFirst = structure == 3 ? top : structure == 0 ? nil : structure == 1
        }

        mutating func readPicture(_ bits: inout BitReader) {
            guard !sawPicture, bits.skip(10) != nil, let kind = bits.read(3) else { return }
            sawPicture = true
            startsWithKeyPicture = kind == 1
        }

        /// Which field comes first, where pictures are interlaced.
        var fieldOrder: FieldOrder? {
            guard isInterlaced == true, let topFieldFirst else { return nil }
            return topFieldFirst ? .topFirst : .bottomFirst
        }

        /// Without the extension this is MPEG-1, which has no fields.
        private var isInterlaced: Bool? {
            guard let isProgressive else { return false }
            return isProgressive ? false : isProgressiveFrame.map { !$0 }
        }

        private static let rates = [
            (24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1), (50, 1), (60000, 1001), (60, 1),
        ]

        var description: PictureDescription? {
            guard let size = Resolution(width: width, height: height) else { return nil }
            var picture = PictureDescription()
            picture.profile = profile.flatMap {
                [0: "4:2:2", 1: "High", 2: "Spatially Scalable", 3: "SNR Scalable", 4: "Main", 5: "Simple"][$0]
            }
            picture.bitDepth = 8
            picture.chroma = PictureDescription.chroma(chroma)
            picture.size = size
            picture.codedSize = Resolution(width: (width + 15) / 16 * 16, height: (height + 15) / 16 * 16)
            picture.interlaced = isInterlaced
            picture.colour = colour
            // Shapes of the whole picture, but for the first.
            let shapes = [2: (4, 3), 3: (16, 9), 4: (221, 100)]
            if shape == 1 { picture.pixelAspect = .square }
            if profile != nil, let (across, down) = shapes[shape] {
                picture.pixelAspect = PixelAspectRatio(horizontal: across * height, vertical: down * width)
            }
            if (1...Self.rates.count).contains(rate) {
                let (frames, seconds) = Self.rates[rate - 1]
                picture.statedRate = FrameRate(frames * rateFactors.0, seconds * rateFactors.1)
                picture.rateIsFixed = true
            }
            return picture
        }
    }
}
