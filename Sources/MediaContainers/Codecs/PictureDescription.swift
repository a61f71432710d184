import MediaFormats

/// What a sequence parameter set or sequence header says of the pictures.
struct PictureDescription: Hashable {
    var profile: String?
    var level: Int?
    var tier: String?
    var bitDepth: Int?
    var chroma: String?
    var codedSize: Resolution?
    var size: Resolution?
    var pixelAspect: PixelAspectRatio?
    var colour = ColourDescription()
    /// Pictures a second that the set states as fixed or as a bound.
    var statedRate: FrameRate?
    /// Whether that rate is fixed.
    var rateIsFixed = false
    /// `false` when the set allows frames only, `true` when it says fields; `nil` when pictures decide.
    var interlaced: Bool?
    /// Whether picture timing messages carry the structure of each picture.
    var statesPictureStructure = false
    /// Lengths of delays in picture timing messages, in front of the structure; HEVC has the structure in front.
    var pictureTimingDelayBits = 0

    /// Notes what is not known of a track yet.
    func apply(to facts: inout TrackFacts, from place: Provenance) {
        facts.set(\.profile, profile, .videoProfile, place)
        facts.set(\.level, level, .videoLevel, place)
        facts.set(\.tier, tier, .videoTier, place)
        facts.set(\VideoParameters.bitDepth, bitDepth, .videoBitDepth, place)
        facts.set(\.chroma, chroma, .videoChroma, place)
        facts.set(\.codedSize, codedSize, .videoCodedSize, place)
        facts.set(\.resolution, size, .videoResolution, place)
        facts.set(\.pixelAspect, pixelAspect, .videoAspectRatio, place)
        facts.set(\.interlaced, interlaced, .videoScan, place)
        facts.setColour(colour, from: place)
    }

    /// The name of `chroma_format_idc`.
    static func chroma(_ format: Int) -> String? {
        format >= 0 && format < 4 ? ["4:0:0", "4:2:0", "4:2:2", "4:4:4"][format] : nil
    }
}

extension TrackFacts {
    /// Notes code points of H.273; unspecified ones (2) and reserved ones (0, but for the identity matrix) are not told.
    mutating func setColour(_ stated: ColourDescription, from place: Provenance) {
        var colour = video?.colour ?? ColourDescription()
        func told(_ value: Int?) -> Int? { value == 2 || value == 0 ? nil : value }
        let news = ColourDescription(
            primaries: told(stated.primaries), transfer: told(stated.transfer), matrix: told(stated.matrix),
            fullRange: stated.fullRange)
        // Where a message names another transfer than the parameter sets, a box may repeat either.
        if provenance[.videoColour] != .preferredTransfer, let (known, stated) = colour.differences(from: news) {
            compare(.videoColour, known: known, stated: stated, at: place)
        }
        colour.primaries = colour.primaries ?? told(stated.primaries)
        colour.transfer = colour.transfer ?? told(stated.transfer)
        colour.matrix = colour.matrix ?? told(stated.matrix)
        colour.fullRange = colour.fullRange ?? stated.fullRange
        guard video != nil, colour != ColourDescription(), colour != video?.colour else { return }
        video?.colour = colour
        provenance.note(.videoColour, provenance[.videoColour] ?? place)
        set(\.dynamicRange, colour.dynamicRange, .videoDynamicRange, place)
    }
}

/// Video usability information that AVC and HEVC share (H.264 E.1.1, H.265 E.2.1).
enum VideoUsability {
    /// Shapes of a pixel by `aspect_ratio_idc`, from 1 on (H.273 table 6).
    private static let shapes = [
        (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33), (18, 11), (15, 11),
        (64, 33), (160, 99), (4, 3), (3, 2), (2, 1),
    ]

    /// Reads what comes first in both: pixel shape, overscan, colour and chroma position.
    static func read(_ bits: inout BitReader, into picture: inout PictureDescription) -> Void? {
        guard let hasShape = bits.flag() else { return nil }
        if hasShape {
            guard let index = bits.read(8) else { return nil }
            if index == 255 {
                guard let width = bits.read(16), let height = bits.read(16) else { return nil }
                picture.pixelAspect = PixelAspectRatio(horizontal: width, vertical: height)
            } else if (1...shapes.count).contains(index) {
                let (width, height) = shapes[index - 1]
                picture.pixelAspect = PixelAspectRatio(horizontal: width, vertical: height)
            }
        }
        guard let hasOverscan = bits.flag(), !hasOverscan || bits.skip(1) != nil else { return nil }
        guard let hasSignal = bits.flag() else { return nil }
        if hasSignal {
            guard bits.skip(3) != nil, let fullRange = bits.flag(), let hasColour = bits.flag() else { return nil }
            picture.colour.fullRange = fullRange
            if hasColour {
                guard let primaries = bits.read(8), let transfer = bits.read(8), let matrix = bits.read(8) else {
                    return nil
                }
                picture.colour.primaries = primaries
                picture.colour.transfer = transfer
                picture.colour.matrix = matrix
            }
        }
        guard let hasPosition = bits.flag() else { return nil }
        if hasPosition { guard bits.unsigned() != nil, bits.unsigned() != nil else { return nil } }
        return ()
    }

    /// Size after cropping; `nil` when nothing is left.
    static func crop(_ coded: Resolution, left: Int, right: Int, top: Int, bottom: Int) -> Resolution? {
        let (across, first) = left.addingReportingOverflow(right)
        let (down, second) = top.addingReportingOverflow(bottom)
        guard !first, !second, across < coded.width, down < coded.height else { return nil }
        return Resolution(width: coded.width - across, height: coded.height - down)
    }
}
