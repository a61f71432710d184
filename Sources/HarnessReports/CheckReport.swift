package import HLSPlaylists
package import TransitionRisk

/// Everything a check found, ready to be written in any format.
package struct CheckReport: Sendable {
    /// The program that made it.
    package var tool: Tool
    /// The primary asset.
    package var primary: AssetProfile
    /// The interstitial assets, in order of appearance.
    package var interstitials: [AssetProfile]
    /// What plays when, from start to end.
    package var timeline: [TimelineSpan]
    /// Transitions with their verdicts, in playing order.
    package var transitions: [JudgedTransition]
    /// What to act on, worst first.
    package var findings: [Finding]
    /// What could not be read, or was ignored.
    package var diagnostics: [Diagnostic]
    /// What reading it all cost.
    package var usage: Usage
    /// Severity from which a finding fails the check.
    package var failOn: Band
    /// The cost table and matrix behind the verdicts.
    package var costsVersion: String
    /// Whether breaks were named at all, by playlists or by the user.
    package var hadBreaks: Bool

    /// Collects a report.
    package init(
        tool: Tool, primary: AssetProfile, interstitials: [AssetProfile], timeline: [TimelineSpan],
        transitions: [JudgedTransition], findings: [Finding], diagnostics: [Diagnostic], usage: Usage, failOn: Band,
        costsVersion: String, hadBreaks: Bool = true
    ) {
        self.tool = tool
        self.primary = primary
        self.interstitials = interstitials
        self.timeline = timeline
        self.transitions = transitions
        self.findings = findings
        self.diagnostics = diagnostics
        self.usage = usage
        self.failOn = failOn
        self.costsVersion = costsVersion
        self.hadBreaks = hadBreaks
    }
}

/// The program that made a document.
package struct Tool: Sendable, Hashable, Codable {
    /// Its name.
    package var name: String
    /// Its version.
    package var version: String

    /// Names a program.
    package init(name: String, version: String) {
        self.name = name
        self.version = version
    }
}

/// A stretch of one asset as a viewer sees it.
package struct TimelineSpan: Sendable, Hashable {
    /// The asset's name.
    package var title: String
    /// Whether it is the primary asset.
    package var isPrimary: Bool
    /// Time since playback began.
    package var start: Duration
    /// How long it plays.
    package var length: Duration

    /// Describes a stretch.
    package init(title: String, isPrimary: Bool, start: Duration, length: Duration) {
        self.title = title
        self.isPrimary = isPrimary
        self.start = start
        self.length = length
    }
}

/// What reading the assets cost.
package struct Usage: Sendable, Hashable, Codable {
    /// HTTP requests sent.
    package var requests: Int
    /// Bytes received over HTTP or read from files.
    package var bytes: Int

    /// States a cost.
    package init(requests: Int, bytes: Int) {
        self.requests = requests
        self.bytes = bytes
    }
}

extension CheckReport {
    /// The check's verdict for a CI job.
    package enum Outcome: Int32, Sendable {
        /// Nothing at or above the limit, and everything could be judged.
        case clean = 0
        /// At least one finding at or above the limit.
        case findings = 1
        /// No such finding, but something could not be judged.
        case incomplete = 2
    }

    /// How the check ended. A verdict of `unknown` is never clean; one of `not-applicable` counts for nothing.
    package var outcome: Outcome {
        let judged = transitions.flatMap(\.assessments)
        if judged.contains(where: { $0.band.isJudged && $0.band >= failOn })
            || findings.contains(where: { $0.severity.isJudged && $0.severity >= failOn })
        {
            return .findings
        }
        let unreadable = diagnostics.contains { $0.severity == .error }
        // Breaks of which none was judged are not clean breaks.
        if hadBreaks, transitions.isEmpty { return .incomplete }
        return unreadable || judged.contains { $0.band == .unknown } ? .incomplete : .clean
    }

    /// Number of verdicts in each band.
    package var bandCounts: [Band: Int] {
        transitions.flatMap(\.assessments).reduce(into: [:]) { $0[$1.band, default: 0] += 1 }
    }
}
