import HLSPlaylists
import MediaFormats

extension ProfiledVariant {
    /// Where RESOLUTION is not a size at which the pictures are shown.
    ///
    /// RESOLUTION is the size at which to *display* (rfc8216bis 4.4.6.2): after cropping, and with pixels that are not
    /// square stretched in either direction. The bare size of such pictures, which many packagers write, chooses nearly
    /// the same variants and is a lint.
    var sizeContradictions: [Diagnostic] {
        guard let claim = declared.video?.resolution, let truth = measured?.plausible.parameters.video,
            let size = truth.resolution
        else { return [] }
        let stretched = truth.stretchedSizes
        guard let shown = stretched.first else {
            return truth.plainSizes.contains(claim) ? [] : [contradiction(.videoResolution, "\(claim)", "\(size)")]
        }
        guard !stretched.contains(where: { $0.isNearly(claim) }) else { return [] }
        return [
            contradiction(
                .videoResolution, "\(claim)", "\(size), shown as \(shown)",
                truth.plainSizes.contains(claim) ? .lint : .warning)
        ]
    }
}

extension VideoParameters {
    /// The size of the pictures without and with a clean aperture, for a turned picture both ways round: few players of
    /// playlists turn it.
    fileprivate var plainSizes: [Resolution] { turnedToo([resolution, cleanAperture].compactMap(\.self)) }

    /// The same with square pixels, the usual one first; empty where pixels are square, or of a shape that none can have.
    fileprivate var stretchedSizes: [Resolution] {
        guard let pixelAspect, pixelAspect != .square else { return [] }
        return turnedToo([resolution, cleanAperture].compactMap(\.self).flatMap { $0.stretched(by: pixelAspect) })
    }

    private func turnedToo(_ sizes: [Resolution]) -> [Resolution] {
        guard rotation == 90 || rotation == 270 else { return sizes }
        return sizes + sizes.compactMap { Resolution(width: $0.height, height: $0.width) }
    }
}

extension Resolution {
    /// The picture with square pixels, as high as it is coded, or as wide.
    fileprivate func stretched(by pixel: PixelAspectRatio) -> [Resolution] {
        func scaled(_ side: Int, _ factor: Int, _ divisor: Int) -> Int? {
            Int(exactly: (Double(side) * Double(factor) / Double(divisor)).rounded())
        }
        return [
            scaled(width, pixel.horizontal, pixel.vertical).flatMap { Resolution(width: $0, height: height) },
            scaled(height, pixel.vertical, pixel.horizontal).flatMap { Resolution(width: width, height: $0) },
        ].compactMap(\.self)
    }

    /// Whether both are one size but for rounding, which packagers do to even numbers.
    fileprivate func isNearly(_ other: Resolution) -> Bool {
        abs(width - other.width) <= 2 && abs(height - other.height) <= 2
    }
}
