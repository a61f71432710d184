package import MediaFormats

/// One mode of a receiver's display, as `/info` lists them under `displays[].HDRSupportedModes`.
package struct DisplayMode: Sendable, Hashable {
    /// The mode's name as stated: `SDR`, `HDR`, `HDR10`, `HLG`.
    package var name: String
    /// Codec strings (RFC 6381) that can be shown in this mode.
    package var codecs: [CodecString]
    /// Largest picture, of `receiverHDRCapability`; `nil` when it does not say.
    package var maxResolution: Resolution?
    /// Highest frame rate at that size; `nil` when it does not say.
    package var maxFrameRate: Int?

    /// The range that the mode stands for; `nil` for one that names none: a bare `HDR` is no format.
    package var dynamicRange: DynamicRange? {
        let name = name.lowercased()
        if codecs.contains(where: { $0.code.hasPrefix("dv") || $0.code.hasPrefix("da") }) || name.contains("dolby") {
            return .dolbyVision
        }
        return switch name {
        case "sdr": .sdr
        case "hdr10": .pq
        case "hdr10+", "hdr10plus": .hdr10Plus
        case "hlg": .hlg
        default: nil
        }
    }
}

extension ReceiverInfo {
    /// Most displays, modes and codec strings that are read of each.
    private static let most = 32

    /// All modes of all displays, in the order stated; empty when none is stated, which says nothing of the panel.
    package var displayModes: [DisplayMode] {
        let displays = self["displays"]?.list ?? []
        return displays.prefix(ReceiverInfo.most).flatMap { display in
            (display["HDRSupportedModes"]?.list ?? []).prefix(ReceiverInfo.most).compactMap { mode in
                guard let name = mode["HDRMode"]?.text else { return nil }
                let limit = mode["receiverHDRCapability"]?.text.flatMap { PictureLimit($0) }
                let strings = (mode["codecStrings"]?.list ?? []).prefix(ReceiverInfo.most).compactMap(\.text)
                return DisplayMode(
                    name: name, codecs: strings.map { CodecString($0) },
                    maxResolution: limit?.resolution ?? ReceiverInfo.largestPicture(of: display),
                    maxFrameRate: limit?.frameRate ?? display["maxFPS"]?.integer)
            }
        }
    }

    /// The panel by `widthPixelsMax`; the plain `widthPixels` is the canvas for mirroring, 1080 lines on 4K panels.
    private static func largestPicture(of display: InfoValue) -> Resolution? {
        guard let height = display["heightPixelsMax"]?.integer else { return nil }
        // One maker states the height only, of panels that are all 16:9.
        let width = display["widthPixelsMax"]?.integer ?? (height == 2160 ? 3840 : nil)
        return width.flatMap { Resolution(width: $0, height: height) }
    }

    /// The panel's or the output's largest HDR picture as stated outside of any display (`4k30` on an Apple TV 4K).
    package var statedPictureLimit: (resolution: Resolution, frameRate: Int)? {
        self["receiverHDRCapability"]?.text.flatMap { PictureLimit($0) }.map { ($0.resolution, $0.frameRate) }
    }
}

/// A limit such as `4k60` or `1080p30`.
private struct PictureLimit {
    var resolution: Resolution
    var frameRate: Int

    init?(_ text: String) {
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
}
