import Foundation

/// The answer to an X-ASSET-LIST request (rfc8216bis D.2, D.3).
public struct AssetList: Sendable, Hashable {
    /// Most bytes that a list may have.
    public static let mostBytes = 1 << 20
    /// Most assets that are taken from one list.
    public static let mostAssets = 500

    /// One asset of the list.
    public struct Entry: Sendable, Hashable {
        /// URI as written.
        public var uri: String
        /// DURATION; `nil` when it is missing or unreadable, which is illegal.
        public var duration: Duration?
        /// Names and values of `X-` keys, sorted by name; values as JSON text.
        public var customAttributes: [String: String]
    }

    /// The assets in playing order. Empty is legal: nothing plays.
    public var assets: [Entry]
    /// SKIP-CONTROL: what it states replaces what the tag states.
    public var skipControl: SkipControlOverride?

    /// SKIP-CONTROL of a list; each stated member replaces that of the tag.
    public struct SkipControlOverride: Sendable, Hashable {
        /// OFFSET, if stated.
        public var offset: Duration?
        /// DURATION, if stated.
        public var duration: Duration?
        /// LABEL-ID, if stated.
        public var labelID: String?

        /// States nothing.
        public init() {}

        /// The button after this override; `nil` when neither side states an offset.
        public func applied(to stated: SkipControl?) -> SkipControl? {
            guard let offset = offset ?? stated?.offset else { return nil }
            return SkipControl(
                offset: offset, duration: duration ?? stated?.duration, labelID: labelID ?? stated?.labelID)
        }
    }

    /// Reads a list.
    ///
    /// - Parameters:
    ///   - bytes: The whole body.
    ///   - reference: Where it came from, for diagnostics.
    /// - Returns: The list with what was found about single entries; no list when the body must be treated like a
    ///   failed request, with an error that says why.
    public static func parse(
        _ bytes: [UInt8], reference: AssetReference? = nil
    ) -> (list: AssetList?, diagnostics: [Diagnostic]) {
        var log = DiagnosticLog(uri: reference?.description)
        let list = read(bytes, &log)
        return (list, log.entries)
    }

    private static func read(_ bytes: [UInt8], _ log: inout DiagnosticLog) -> AssetList? {
        let clause = "D.2"
        guard !bytes.isEmpty else {
            log.add(.error, "asset-list-empty-body", "the asset list has an empty body", clause: clause)
            return nil
        }
        guard bytes.count <= mostBytes else {
            log.add(.error, "asset-list-too-large", "the asset list has more than \(mostBytes) bytes")
            return nil
        }
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else {
            let head = String(decoding: bytes.prefix(20), as: UTF8.self)
            log.add(
                .error, "asset-list-not-json",
                head.hasPrefix("#EXTM3U")
                    ? "the asset list is a playlist, not JSON; X-ASSET-URI is the attribute for that"
                    : "the asset list is not JSON", clause: clause)
            return nil
        }
        guard case .object(let members) = value else {
            log.add(.error, "asset-list-not-an-object", "the asset list is not a JSON object", clause: clause)
            return nil
        }
        guard case .array(let elements)? = members["ASSETS"] else {
            let hint = members.keys.contains { $0.uppercased() == "ASSETS" } ? "; keys are case-sensitive" : ""
            log.add(
                .error, "asset-list-no-assets",
                members["ASSETS"] == nil
                    ? "the asset list has no ASSETS\(hint)" : "ASSETS of the asset list is not an array",
                clause: clause)
            return nil
        }
        if elements.count > mostAssets {
            log.add(
                .warning, "asset-list-too-long", "only the first \(mostAssets) of \(elements.count) assets are taken")
        }
        var list = AssetList(assets: [], skipControl: nil)
        for (index, element) in elements.prefix(mostAssets).enumerated() {
            if let entry = entry(element, index, &log) { list.assets.append(entry) }
        }
        if let control = members["SKIP-CONTROL"] { list.skipControl = skipControl(control, &log) }
        return list
    }

    private static func entry(_ value: JSONValue, _ index: Int, _ log: inout DiagnosticLog) -> Entry? {
        let place = "asset \(index + 1) of the list"
        guard case .object(let members) = value, case .string(let uri)? = members["URI"], !uri.isEmpty else {
            log.add(.warning, "asset-list-no-uri", "\(place) has no URI; it is left out", clause: "D.2")
            return nil
        }
        if !InterstitialEvent.isAbsolute(uri) {
            log.add(
                .warning, "asset-list-relative-uri",
                "\(place) has the relative URI '\(uri.withoutQuery)'; players resolve it against the list or fail",
                clause: "D.2")
        }
        let duration = members["DURATION"].flatMap { seconds($0, "DURATION of \(place)", &log) }
        if members["DURATION"] == nil {
            log.add(.warning, "asset-list-no-duration", "\(place) has no DURATION", clause: "D.2")
        }
        let custom = members.filter { $0.key.hasPrefix("X-") }.mapValues(\.text)
        return Entry(uri: uri, duration: duration, customAttributes: custom)
    }

    private static func skipControl(_ value: JSONValue, _ log: inout DiagnosticLog) -> SkipControlOverride? {
        guard case .object(let members) = value else {
            log.add(.warning, "asset-list-skip-control", "SKIP-CONTROL is not an object", clause: "D.3")
            return nil
        }
        var control = SkipControlOverride()
        control.offset = members["OFFSET"].flatMap { seconds($0, "OFFSET of SKIP-CONTROL", &log) }
        control.duration = members["DURATION"].flatMap { seconds($0, "DURATION of SKIP-CONTROL", &log) }
        if case .string(let label)? = members["LABEL-ID"] { control.labelID = label }
        return control
    }

    private static func seconds(_ value: JSONValue, _ name: String, _ log: inout DiagnosticLog) -> Duration? {
        switch value {
        case .number(let number):
            if let duration = Duration(decimalSeconds: number.description) { return duration }
            log.add(.warning, "asset-list-value", "\(name) is out of range: \(number)", clause: "D.2")
        case .string(let text):
            log.add(.warning, "asset-list-type", "\(name) is a string, not a number", clause: "D.2")
            return Duration(decimalSeconds: text)
        default:
            log.add(.warning, "asset-list-type", "\(name) is not a number", clause: "D.2")
        }
        return nil
    }
}
