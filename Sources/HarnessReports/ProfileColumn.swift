import HLSPlaylists
import MediaFormats
import TransitionRisk

/// What a table shows of one value.
struct ProfileCell {
    var text: String
    var isMeasured: Bool
    var isContradicted = false

    static let unknown = ProfileCell(text: "?", isMeasured: true)

    /// Claims that nobody checked stand in brackets; a claim that the media contradict has a `!`.
    var marked: String { (isMeasured ? text : "(\(text))") + (isContradicted ? " !" : "") }
}

/// The values of one rendition.
struct ProfileColumn {
    private let rendition: RenditionProfile
    private let shown: ParameterComparison
    private let claimed: ParameterComparison
    private let both: ParameterComparison

    init(_ rendition: RenditionProfile) {
        self.rendition = rendition
        let (shown, claimed) = (rendition.shown, rendition.claimed)
        self.shown = ParameterComparison(from: shown, to: shown)
        self.claimed = ParameterComparison(from: claimed, to: claimed)
        both = ParameterComparison(from: claimed, to: shown)
    }

    /// The value of a parameter; `nil` where there can be none.
    func cell(_ parameter: ParameterName) -> ProfileCell? {
        let sound = shown[.audioCodec]?.from ?? claimed[.audioCodec]?.from
        if parameter == .audioAtmos, sound ?? "E-AC-3" != "E-AC-3" { return nil }
        // What is coded with loss has no sample size.
        if parameter == .audioBitDepth, let codec = rendition.shown.values.audio?.codec, !codec.isLossless {
            return ProfileCell(text: "not defined", isMeasured: true)
        }
        if parameter == .videoSampleEntry, let container = rendition.measured?.parameters.container,
            container != .mp4, container != .fragmentedMP4
        {
            return nil
        }
        // Where only the number of channels is known, that is better than nothing.
        let isChannels = parameter == .audioChannelLayout
        if let value = isChannels ? rendition.shown.values.audio?.channelText : shown[parameter]?.from {
            let claim = isChannels ? rendition.claimed.values.audio?.channelText : claimed[parameter]?.from
            let isContradicted =
                claim != nil
                && rendition.contradictions.contains {
                    $0.message.contains(" says \(claim ?? ""), the media are \(value)")
                }
            return ProfileCell(text: value, isMeasured: true, isContradicted: isContradicted)
        }
        if let value = isChannels ? rendition.claimed.values.audio?.channelText : claimed[parameter]?.from {
            return ProfileCell(text: value, isMeasured: false)
        }
        return shown[parameter]?.outcome == .unknown && both[parameter]?.outcome != .notApplicable
            && rendition.measured != nil ? .unknown : nil
    }

    static let timingRows: [(String, @Sendable (ProfileColumn) -> ProfileCell?)] = [
        ("bandwidth", { $0.rendition.bandwidth.map { ProfileCell(text: "\($0 / 1000) kbit/s", isMeasured: false) } }),
        ("first picture", { seconds($0.rendition.measured?.timing.videoStart) }),
        ("first sound", { seconds($0.rendition.measured?.timing.audioStart) }),
        ("steady rate", { $0.steadyRate }),
        ("key frames every", { seconds($0.rendition.measured?.timing.keyframeInterval) }),
        ("length read", { seconds($0.rendition.measured?.timing.duration) }),
    ]

    /// Whether pictures come evenly, and how many were looked at.
    private var steadyRate: ProfileCell? {
        guard let timing = rendition.measured?.timing, let isConstant = timing.frameRateIsConstant else { return nil }
        let read = timing.picturesExamined.map { " (\($0) pictures)" } ?? ""
        return ProfileCell(text: (isConstant ? "yes" : "no") + read, isMeasured: true)
    }

    private static func seconds(_ time: Duration?) -> ProfileCell? {
        time.map { ProfileCell(text: "\(plainSeconds($0)) s", isMeasured: true) }
    }
}
