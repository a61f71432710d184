package import MediaFormats

/// A largest picture with the highest rate at that size, such as `4k60` or `1080p30`.
package struct PictureLimit: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The largest picture.
    package var resolution: Resolution
    /// The highest frame rate at that size.
    package var frameRate: Int

    /// Reads what `receiverHDRCapability` holds; `nil` for anything else.
    package init?(_ text: String) {
        guard let match = text.lowercased().wholeMatch(of: /(4k|8k|2160p?|1080p?|720p?)(\d{2,3})/),
            let rate = Int(match.2)
        else { return nil }
        let size: (Int, Int) =
            switch match.1.prefix(4) {
            case "8k": (7680, 4320)
            case "4k", "2160": (3840, 2160)
            case "1080": (1920, 1080)
            default: (1280, 720)
            }
        guard let resolution = Resolution(width: size.0, height: size.1) else { return nil }
        self.resolution = resolution
        frameRate = rate
    }

    /// `3840x2160 at 60 fps`.
    package var description: String { "\(resolution) at \(frameRate) fps" }
}
