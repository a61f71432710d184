import AirPlayReceivers
import MediaFormats

/// What decoding complains about, in words for somebody who writes YAML and not Swift.
enum PlainWords {
    /// What a value should have been.
    static func name(of type: any Any.Type) -> String {
        switch "\(type)" {
        case "String": "text"
        case "Bool": "true or false"
        case let name where name.hasPrefix("Int") || name.hasPrefix("UInt"): "a whole number"
        case "Double", "Float": "a number"
        case let name where name.hasPrefix("Array") || name == "Sequence": "a list"
        case "Scalar": "a single value"
        case let name where name.hasPrefix("Dictionary") || name.contains("Mapping"): "keys with values"
        default: "another kind of value"
        }
    }

    /// The words for a complaint. That of an enumeration names its Swift type and not what it takes.
    static func problem(_ description: String) -> String {
        let words = /Cannot initialize (?:\w+\.)*(\w+) from invalid \w+ value (.*)/
        guard let match = description.wholeMatch(of: words) else { return description }
        let value = match.2.prefix(60)
        guard let allowed = allowed[String(match.1)] else { return "'\(value)' is not one of the words for this" }
        return "'\(value)' is none of \(allowed.joined(separator: ", "))"
    }

    private static func words<Word: RawRepresentable & CaseIterable>(_ type: Word.Type) -> [String]
    where Word.RawValue == String {
        Word.allCases.map(\.rawValue)
    }

    private static let allowed: [String: [String]] = [
        "ReceiverClass": words(ReceiverClass.self),
        "DecodingTier": words(DecodingTier.self),
        "Switching": words(Switching.self),
        "OutputPath": words(OutputPath.self),
        "AudioFormat": words(AudioFormat.self),
        "Answer": words(SimulatedReceiver.Answer.self),
        "CatalogueTrait": words(CatalogueTrait.self),
        "ReceiverTrait": words(ReceiverTrait.self),
        "Ending": words(Expectation.Ending.self),
        "DynamicRange": ["SDR", "HLG", "PQ", "HDR10+", "Dolby Vision"],
    ]
}
