/// Something worth telling about an input that could still be read, with its place and the rule it breaks.
public struct Diagnostic: Error, Sendable, Hashable, Codable {
    /// How bad it is, in the order of the specification's words.
    public enum Severity: String, Sendable, Hashable, Codable {
        /// The document MUST be refused, or could not be read at all.
        case error
        /// The tag or value SHOULD be ignored.
        case warning
        /// Legal, but clients are known to trip over it.
        case lint
    }

    /// How bad it is.
    public var severity: Severity
    /// A stable identifier in kebab case: `playlist-attribute-duplicate`.
    public var code: String
    /// One sentence with the value in question.
    public var message: String
    /// The document, printable (redacted).
    public var uri: String?
    /// 1-based line in the document.
    public var line: Int?
    /// The section that says so: `rfc8216bis 4.4.5.1`.
    public var clause: String?

    /// Describes a matter.
    public init(
        _ severity: Severity, code: String, message: String, uri: String? = nil, line: Int? = nil, clause: String? = nil
    ) {
        self.severity = severity
        self.code = code
        self.message = message
        self.uri = uri
        self.line = line
        self.clause = clause
    }
}

extension Diagnostic: CustomStringConvertible {
    /// `uri:line: severity: message [code, clause]`, the form that editors and CI logs link.
    public var description: String {
        let place = [uri, line.map(String.init)].compactMap(\.self).joined(separator: ":")
        let rule = [code, clause].compactMap(\.self).joined(separator: ", ")
        return "\(place.isEmpty ? "" : place + ": ")\(severity): \(message) [\(rule)]"
    }
}
