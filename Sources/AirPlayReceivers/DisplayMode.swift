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

    /// The largest HDR picture by the key outside of any display (`4k30` on an Apple TV 4K); `nil` when it says nothing.
    ///
    /// It is about HDR as the output is now: it names no format, and limits nothing of SDR. Audio devices copy the key and
    /// mean nothing by it.
    package var statedPictureLimit: PictureLimit? { self["receiverHDRCapability"]?.text.flatMap { PictureLimit($0) } }
}
