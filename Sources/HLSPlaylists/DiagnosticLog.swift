/// Collects the diagnostics of one document, up to a bound that hostile input cannot raise.
struct DiagnosticLog {
    /// Most diagnostics kept of one document.
    static let most = 1000

    let uri: String?
    private(set) var entries: [Diagnostic] = []

    init(uri: String?) { self.uri = uri }

    mutating func add(
        _ severity: Diagnostic.Severity, _ code: String, _ message: String, line: SourceLine? = nil,
        clause: String? = nil
    ) {
        guard entries.count <= Self.most else { return }
        guard entries.count < Self.most else {
            entries.append(
                Diagnostic(
                    severity, code: "playlist-too-many-diagnostics",
                    message: "further diagnostics of this document are not listed", uri: uri))
            return
        }
        entries.append(
            Diagnostic(
                severity, code: code, message: message, uri: uri, line: line?.number,
                clause: clause.map { "rfc8216bis \($0)" }))
    }
}
