import AirPlayReceivers
package import HLSPlaylists
import MediaFormats

extension Policy {
    /// The limits that a good asset keeps: its codecs, rates, ranges and layouts as what is allowed, its largest picture,
    /// level, bit rate and number of channels as the most.
    ///
    /// - Returns: `nil` when nothing is known about the asset.
    package init?(from asset: AssetProfile, name: String) {
        var rules: [Rule] = []
        for parameter in PolicyParameter.all {
            let values = asset.variants.compactMap { variant -> PolicyValue? in
                if case .value(let value) = parameter.reading(of: variant) { value } else { nil }
            }
            guard let first = values.first else { continue }
            var distinct: [PolicyValue] = []
            for value in values where !distinct.contains(where: value.matches) { distinct.append(value) }
            let bound: Limit.Bound
            switch parameter.name {
            case "video-level", "video-resolution", "audio-channels", "bandwidth", "video-bit-depth",
                "keyframe-interval":
                bound = .range(least: nil, most: distinct.dropFirst().reduce(first) { Self.larger($0, $1) })
            default: bound = .oneOf(distinct.sorted { $0.description < $1.description })
            }
            rules.append(
                Rule(
                    id: RuleID(rawValue: Self.ruleName(parameter)), level: parameter.policyLevel,
                    demand: .limit(Limit(parameter, bound)), source: "asset"))
        }
        guard !rules.isEmpty else { return nil }
        self.init(
            name: name, summary: "What \(asset.reference.title.neutralised) keeps.", rules: rules, source: "asset")
    }

    /// What a policy made from an asset would demand and cannot, since nothing is known about it: names of parameters.
    package static func unknownDemands(of asset: AssetProfile) -> [String] {
        PolicyParameter.all.filter { parameter in
            guard parameter.policyLevel == .must else { return false }
            let readings = asset.variants.map(parameter.reading)
            let isKnown = readings.contains { if case .value = $0 { true } else { false } }
            return !isKnown && readings.contains(.unknown)
        }.map(\.name)
    }

    /// The larger of two values of one parameter; of two sizes the one that holds both.
    private static func larger(_ a: PolicyValue, _ b: PolicyValue) -> PolicyValue {
        if case .size(let one) = a, case .size(let other) = b,
            let both = Resolution(width: max(one.width, other.width), height: max(one.height, other.height))
        {
            return .size(both)
        }
        return a.isAtMost(b) ? b : a
    }

    private static func ruleName(_ parameter: PolicyParameter) -> String {
        let grouped = ["video-", "audio-"].contains { parameter.name.hasPrefix($0) }
        return (grouped ? "" : "playlist-") + parameter.name + "-limit"
    }

    /// The policy as a file of `policies/`.
    ///
    /// - Parameter sources: What each source key stands for.
    package func yaml(sources: [String: String]) -> String {
        var lines = [
            "name: \(Self.quoted(name))", "summary: \(Self.quoted(summary))", "source: \(source)",
            "confidence: confirmed", "rules:",
        ]
        for rule in rules {
            guard case .limit(let limit) = rule.demand else { continue }
            let bound =
                switch limit.bound {
                case .oneOf(let values):
                    "oneOf: [\(values.map { Self.quoted($0.description) }.joined(separator: ", "))]"
                case .noneOf(let values):
                    "noneOf: [\(values.map { Self.quoted($0.description) }.joined(separator: ", "))]"
                case .range(let least, let most):
                    [
                        least.map { "least: \(Self.quoted($0.description))" },
                        most.map { "most: \(Self.quoted($0.description))" },
                    ]
                    .compactMap(\.self).joined(separator: ", ")
                }
            lines.append(
                "  - {id: \(rule.id), level: \(rule.level.rawValue), parameter: \(limit.parameter.name), \(bound), "
                    + "source: \(rule.source)}")
        }
        lines.append("sources:")
        for (key, text) in sources.sorted(by: { $0.key < $1.key }) { lines.append("  \(key): \(Self.quoted(text))") }
        return lines.map { $0 + "\n" }.joined()
    }

    /// A YAML double-quoted scalar; what could break out of it is escaped.
    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

extension PolicyParameter {
    /// How strongly a limit read off an asset is meant: what a decoder, a display or an audio output must be set up for
    /// is a must.
    fileprivate var policyLevel: Policy.Level {
        switch name {
        case "video-codec", "video-resolution", "video-aspect-ratio", "video-frame-rate", "video-scan",
            "video-dynamic-range", "video-bit-depth", "video-protection", "audio-codec", "audio-sample-rate",
            "audio-channels", "audio-channel-layout", "container":
            .must
        default: .should
        }
    }
}
