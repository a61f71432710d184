package import HLSPlaylists
package import TransitionRisk

/// Everything a check found, ready to be written in any format.
package struct CheckReport: Sendable {
    /// The program that made it.
    package var tool: Tool
    /// The primaries, in the order in which they were given; at least one.
    package var primaries: [CheckedPrimary]
    /// The interstitial assets, each once, in order of appearance.
    package var interstitials: [AssetProfile]
    /// Transitions with their verdicts, by primary and in playing order.
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
    /// The limit on the whole delay; `nil` when nobody set one.
    package var failOnTotal: TotalLimit?
    /// The policies that assets were held against, by name.
    package var policies: [String] = []
    /// What to encode ads as.
    package var recommendations: [Recommendation] = []
    /// What is new since an earlier check; `nil` without one.
    package var baseline: BaselineComparison?

    /// Collects a report about one primary.
    package init(
        tool: Tool, primary: AssetProfile, interstitials: [AssetProfile], timeline: [TimelineSpan],
        transitions: [JudgedTransition], findings: [Finding], diagnostics: [Diagnostic], usage: Usage, failOn: Band,
        costsVersion: String, hadBreaks: Bool = true
    ) {
        self.tool = tool
        primaries = [CheckedPrimary(asset: primary, timeline: timeline)]
        self.interstitials = interstitials
        self.transitions = transitions
        self.findings = findings
        self.diagnostics = diagnostics
        self.usage = usage
        self.failOn = failOn
        self.costsVersion = costsVersion
        self.hadBreaks = hadBreaks
    }

    /// The first primary.
    package var primary: AssetProfile { primaries[0].asset }
}

/// One primary of a check.
package struct CheckedPrimary: Sendable, Hashable {
    /// What is known about it.
    package var asset: AssetProfile
    /// What plays when, from start to end.
    package var timeline: [TimelineSpan]
    /// What the names of its transitions begin with where several primaries were checked; empty for one.
    package var label = ""

    /// Describes a primary.
    package init(asset: AssetProfile, timeline: [TimelineSpan]) {
        self.asset = asset
        self.timeline = timeline
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
