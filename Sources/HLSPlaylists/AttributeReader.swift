/// Reads typed values out of an attribute list, noting what is missing or has the wrong type.
struct AttributeReader {
    let tag: String
    let attributes: AttributeList
    let line: SourceLine
    let clause: String
    /// How bad a broken value is for this tag.
    var severity: Diagnostic.Severity = .error
    private(set) var findings: [Diagnostic] = []
    /// Whether a value was met that makes the whole tag illegal.
    private(set) var isIllegal = false

    init(
        tag: String, _ attributes: AttributeList, line: SourceLine, clause: String,
        severity: Diagnostic.Severity = .error
    ) {
        self.tag = tag
        self.attributes = attributes
        self.line = line
        self.clause = clause
        self.severity = severity
    }

    /// Moves what was found into a log.
    func report(to log: inout DiagnosticLog) {
        for finding in findings {
            log.add(finding.severity, finding.code, finding.message, line: line, clause: clause)
        }
    }

    mutating func reject(_ code: String, _ message: String) {
        isIllegal = true
        findings.append(Diagnostic(severity, code: code, message: "\(tag): \(message)"))
    }

    mutating func note(_ severity: Diagnostic.Severity, _ code: String, _ message: String) {
        findings.append(Diagnostic(severity, code: code, message: "\(tag): \(message)"))
    }

    /// A quoted-string.
    mutating func string(_ name: String, allowsEmpty: Bool = false) -> String? {
        guard let attribute = attributes[name] else { return nil }
        guard attribute.isQuoted else {
            reject("playlist-attribute-type", "\(name) must be a quoted string")
            return nil
        }
        guard allowsEmpty || !attribute.value.isEmpty else {
            reject("playlist-attribute-empty", "\(name) is empty")
            return nil
        }
        return attribute.value
    }

    /// A quoted-string without which the tag means nothing.
    mutating func requiredString(_ name: String) -> String? {
        if attributes[name] == nil { reject("playlist-attribute-missing", "\(name) is missing") }
        return string(name)
    }

    /// An unquoted word.
    mutating func word(_ name: String) -> String? {
        guard let attribute = attributes[name] else { return nil }
        guard !attribute.isQuoted, !attribute.value.isEmpty else {
            reject("playlist-attribute-type", "\(name) must not be quoted or empty")
            return nil
        }
        return attribute.value
    }

    /// An enumerated-string that is one of the known ones; another one makes the tag to be ignored.
    mutating func enumeration(_ name: String, _ known: [String]) -> String? {
        guard let value = word(name) else { return nil }
        guard known.contains(value) else {
            isIllegal = true
            note(.warning, "playlist-attribute-value", "\(name)=\(value) is not known; the tag is ignored")
            return nil
        }
        return value
    }

    /// `YES` or `NO`; absent is `false`.
    mutating func flag(_ name: String) -> Bool { enumeration(name, ["YES", "NO"]) == "YES" }

    /// The largest integer that is read. Sums of two stay in range.
    static let largestInteger = 1 << 62

    /// A decimal-integer.
    mutating func integer(_ name: String) -> Int? {
        guard let value = word(name) else { return nil }
        guard value.utf8.count <= 20, value.utf8.allSatisfy({ $0 &- 48 < 10 }), let number = Int(value),
            number <= Self.largestInteger
        else {
            reject("playlist-attribute-type", "\(name)=\(value.prefix(40)) is not a decimal integer in range")
            return nil
        }
        return number
    }

    /// A decimal number of seconds.
    mutating func seconds(_ name: String, signed: Bool = false) -> Duration? {
        guard let value = word(name) else { return nil }
        guard let duration = Duration(decimalSeconds: value, signed: signed) else {
            reject("playlist-attribute-type", "\(name)=\(value.prefix(40)) is not a number of seconds in range")
            return nil
        }
        return duration
    }

    /// The members of a quoted enumerated-string-list. Blanks and repetitions are noted and read over.
    mutating func list(_ name: String) -> [String]? {
        guard let text = string(name) else { return nil }
        var members: [String] = []
        for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let member = Substring(part.trimmingBlanks)
            if member.utf8.count != part.count || member.isEmpty {
                note(.warning, "playlist-attribute-blank", "\(name) has blanks or empty members")
            }
            guard !member.isEmpty else { continue }
            let word = String(member)
            if members.contains(word) {
                note(.warning, "playlist-attribute-repeated", "\(name) lists \(word) twice")
            } else if members.count < 64 {
                members.append(word)
            }
        }
        return members
    }
}

extension Substring.UTF8View {
    /// The text without blanks around it.
    fileprivate var trimmingBlanks: Substring.UTF8View {
        var rest = self
        while rest.first == 0x20 { rest.removeFirst() }
        while rest.last == 0x20 { rest.removeLast() }
        return rest
    }
}
