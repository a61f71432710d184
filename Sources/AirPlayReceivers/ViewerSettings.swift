/// Settings of a receiver that decide whether its output changes mode; `nil` where nobody said.
///
/// ```swift
/// var settings = ViewerSettings()
/// try settings.set("match-dynamic-range=off")
/// settings.assignments   // ["match-dynamic-range=off"]
/// ```
package struct ViewerSettings: Sendable, Hashable, Codable {
    /// Whether the display follows the content's dynamic range.
    package var matchDynamicRange: Bool?
    /// Whether the display follows the content's frame rate.
    package var matchFrameRate: Bool?
    /// What leaves the receiver as sound.
    package var audioFormat: AudioFormat?
    /// Whether source and panel change the rate alone without going dark (HDMI Quick Media Switching). Few chains do, so
    /// `nil` counts as no.
    package var quickMediaSwitching: Bool?

    /// Nothing known.
    package init() {}
}

/// What a receiver sends to its speakers or AV receiver.
package enum AudioFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// The receiver chooses by what the content is and what it is connected to.
    case auto
    /// Always two channels of PCM.
    case stereo
    /// Always re-encoded as Dolby Digital.
    case dolbyDigital = "dolby-digital"
    /// Dolby passed on as it is.
    case bitstream

    /// Whether what goes over the wire stays the same, whatever plays.
    package var isConstant: Bool { self == .stereo || self == .dolbyDigital }
}

/// The name of one viewer setting, as written on a command line.
package enum ViewerSetting: String, Sendable, Hashable, Codable, CaseIterable {
    /// ``ViewerSettings/matchDynamicRange``.
    case matchDynamicRange = "match-dynamic-range"
    /// ``ViewerSettings/matchFrameRate``.
    case matchFrameRate = "match-frame-rate"
    /// ``ViewerSettings/audioFormat``.
    case audioFormat = "audio-format"
    /// ``ViewerSettings/quickMediaSwitching``.
    case quickMediaSwitching = "quick-media-switching"

    /// The values that can be set.
    package var values: [String] {
        self == .audioFormat ? AudioFormat.allCases.map(\.rawValue) : ["on", "off"]
    }
}

/// Why a setting was refused, in words for a user.
package struct ViewerSettingError: Error, Hashable, CustomStringConvertible {
    /// What is wrong and what would be right.
    package let description: String
}

extension ViewerSettings {
    /// Sets one setting from `name=value`, such as `match-frame-rate=on` or `audio-format=stereo`.
    package mutating func set(_ assignment: String) throws(ViewerSettingError) {
        let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let names = ViewerSetting.allCases.map(\.rawValue).joined(separator: ", ")
        guard parts.count == 2 else {
            throw ViewerSettingError(description: "'\(assignment)' is not NAME=VALUE; the names are \(names)")
        }
        guard let setting = ViewerSetting(rawValue: parts[0]) else {
            throw ViewerSettingError(description: "'\(parts[0])' is no setting; the settings are \(names)")
        }
        guard setting.values.contains(parts[1]) else {
            throw ViewerSettingError(
                description:
                    "\(setting.rawValue) is one of \(setting.values.joined(separator: ", ")), not '\(parts[1])'")
        }
        self[setting] = parts[1]
    }

    /// A setting's value in words, `nil` where nobody said. A word that is no value of the setting clears it.
    package subscript(setting: ViewerSetting) -> String? {
        get {
            switch setting {
            case .matchDynamicRange: matchDynamicRange.map { $0 ? "on" : "off" }
            case .matchFrameRate: matchFrameRate.map { $0 ? "on" : "off" }
            case .audioFormat: audioFormat?.rawValue
            case .quickMediaSwitching: quickMediaSwitching.map { $0 ? "on" : "off" }
            }
        }
        set {
            let isOn: Bool? = newValue == "on" ? true : newValue == "off" ? false : nil
            switch setting {
            case .matchDynamicRange: matchDynamicRange = isOn
            case .matchFrameRate: matchFrameRate = isOn
            case .audioFormat: audioFormat = newValue.flatMap(AudioFormat.init)
            case .quickMediaSwitching: quickMediaSwitching = isOn
            }
        }
    }

    /// The known settings as `name=value`, in the order of ``ViewerSetting``.
    package var assignments: [String] {
        ViewerSetting.allCases.compactMap { setting in self[setting].map { "\(setting.rawValue)=\($0)" } }
    }

    /// These settings with every known one of another set in the place of the same setting here.
    package func overlaid(by stronger: ViewerSettings) -> ViewerSettings {
        var result = self
        for setting in ViewerSetting.allCases { if let value = stronger[setting] { result[setting] = value } }
        return result
    }
}
