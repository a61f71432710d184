import MediaFormats

/// Boxes behind the fixed fields of a visual sample entry that describe the picture whatever its codec.
struct VisualExtensions {
    private var colour: ColourDescription?
    private var pixelAspect: PixelAspectRatio?
    private var display: MasteringDisplay?
    private var light: ContentLight?
    private var aperture: Resolution?
    private var fields: (interlaced: Bool, order: FieldOrder?)?

    /// Reads one box, if it is one of these.
    mutating func read(_ box: Box) {
        var content = box.content
        switch box.type {
        case "colr":
            guard let kind = content.fourCC(), kind == "nclx" || kind == "nclc", let primaries = content.u16(),
                let transfer = content.u16(), let matrix = content.u16()
            else { return }
            // QuickTime's older form has no range.
            let range = kind == "nclx" ? content.u8().map { $0 & 0x80 != 0 } : nil
            colour = ColourDescription(primaries: primaries, transfer: transfer, matrix: matrix, fullRange: range)
        case "pasp":
            guard let width = content.u32(), let height = content.u32() else { return }
            pixelAspect = PixelAspectRatio(horizontal: width, vertical: height)
        case "clap": aperture = Self.aperture(content)
        case "mdcv": display = MasteringDisplay(message: content)
        case "clli":
            guard let most = content.u16(), let average = content.u16() else { return }
            light = ContentLight(maximum: most, frameAverage: average)
        case "fiel":
            guard let count = content.u8(), let order = content.u8() else { return }
            fields = (
                count == 2, count == 2 ? [1: .topFirst, 9: .topFirst, 6: .bottomFirst, 14: .bottomFirst][order] : nil
            )
        default: return
        }
    }

    /// Width and height of a `clap` box (ISO 14496-12 section 12.1.4), each a fraction, in whole pixels.
    private static func aperture(_ content: ByteReader) -> Resolution? {
        var content = content
        guard let width = content.u32(), let perWidth = content.u32(), let height = content.u32(),
            let perHeight = content.u32(), perWidth > 0, perHeight > 0
        else { return nil }
        return Resolution(width: width / perWidth, height: height / perHeight)
    }

    /// Notes what is not known of a track yet; the bitstream's own words come first, but a pixel shape in a box counts
    /// for the player.
    func apply(to facts: inout TrackFacts) {
        if let pixelAspect, facts.video != nil {
            facts.video?.pixelAspect = pixelAspect
            facts.provenance.note(.videoAspectRatio, .box("pasp"))
        }
        if let colour { facts.setColour(colour, from: .box("colr")) }
        facts.set(\.cleanAperture, aperture, .videoCleanAperture, .box("clap"))
        facts.setDisplay(display, from: .box("mdcv"))
        facts.setLight(light, from: .box("clli"))
        facts.set(\.interlaced, fields?.interlaced, .videoScan, .box("fiel"))
        facts.set(\.fieldOrder, fields?.order, .videoScan, .box("fiel"))
    }
}
