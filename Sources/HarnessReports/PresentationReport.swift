package import HLSPlaylists

/// What the playlists of a presentation say and what follows from it, ready to be written in any format.
package struct PresentationReport: Sendable {
    /// Who decides which breaks there are.
    package enum EventSource: Sendable, Hashable {
        /// The playlist.
        case playlist
        /// The application, which applies a plan of this name.
        case plan(String)
        /// The application, which sets events of its own.
        case client
    }

    /// The program that made it.
    package var tool: Tool
    /// The playlists.
    package var presentation: Presentation
    /// Who decides which breaks there are.
    package var eventSource: EventSource
    /// The breaks in force, with their assets where these were asked for, in the order of the events.
    package var breaks: [ResolvedInterstitial]
    /// IDs of breaks of the playlist that are not in force.
    package var replacedEvents: [String]
    /// What plays when.
    package var schedule: Schedule
    /// What could not be read, or is illegal, or was ignored.
    package var diagnostics: [Diagnostic]
    /// What in the schedule contradicts what its author probably meant.
    package var audit: [Diagnostic]
    /// Authoring rules that are broken.
    package var findings: [LocatedFinding]
    /// What seeks would meet that the user asked about, in the order asked.
    package var seeks: [SeekReport]
    /// What reading it all cost.
    package var usage: Usage
    /// Severity from which something found fails the inspection.
    package var failOn: Diagnostic.Severity

    /// Collects a report.
    package init(
        tool: Tool, presentation: Presentation, eventSource: EventSource, breaks: [ResolvedInterstitial],
        replacedEvents: [String], schedule: Schedule, diagnostics: [Diagnostic], audit: [Diagnostic],
        findings: [LocatedFinding], seeks: [SeekReport] = [], usage: Usage, failOn: Diagnostic.Severity
    ) {
        self.tool = tool
        self.presentation = presentation
        self.eventSource = eventSource
        self.breaks = breaks
        self.replacedEvents = replacedEvents
        self.schedule = schedule
        self.diagnostics = diagnostics
        self.audit = audit
        self.findings = findings
        self.seeks = seeks
        self.usage = usage
        self.failOn = failOn
    }
}

/// A broken rule with the document it stands in.
package struct LocatedFinding: Sendable, Hashable {
    /// The broken rule.
    package var finding: RuleFinding
    /// The document, printable (redacted); `nil` when it concerns no single one.
    package var uri: String?

    /// Places a finding.
    package init(_ finding: RuleFinding, uri: String?) {
        self.finding = finding
        self.uri = uri
    }
}

extension PresentationReport {
    /// The inspection's verdict for a CI job.
    package enum Outcome: Int32, Sendable {
        /// Everything could be read, and nothing reaches the limit.
        case clean = 0
        /// Something found reaches the limit.
        case findings = 1
        /// Nothing does, but a playlist, list or asset could not be read.
        case incomplete = 2
    }

    /// How the inspection ended. What could not be read is not a finding about what could.
    package var outcome: Outcome {
        let read = diagnostics.filter { !Self.unreadCodes.contains($0.code) }
        let severities = (read + audit).map(\.severity) + findings.map(\.finding.severity.asDiagnostic)
        if severities.contains(where: { $0.rank >= failOn.rank }) { return .findings }
        return read.count < diagnostics.count ? .incomplete : .clean
    }

    private static let unreadCodes: Set = ["presentation-playlist-unreadable", "interstitial-failed"]
}

extension Diagnostic.Severity {
    /// Its place among the severities, the worst highest.
    var rank: Int {
        switch self {
        case .lint: 0
        case .warning: 1
        case .error: 2
        }
    }
}

extension PlaylistRule.Severity {
    /// The severity of a diagnostic with the same weight: must counts as error, should as warning, advice as lint.
    var asDiagnostic: Diagnostic.Severity {
        switch self {
        case .must: .error
        case .should: .warning
        case .advice: .lint
        }
    }
}
