import HLSPlaylists
import TransitionRisk

extension CheckReport {
    /// One report about several primaries: the names of transitions begin with that of their primary, and what several
    /// primaries share is told once.
    ///
    /// - Parameter reports: At least one, each about one primary.
    /// - Returns: `nil` for no report.
    package static func combined(_ reports: [CheckReport]) -> CheckReport? {
        guard var result = reports.first else { return nil }
        guard reports.count > 1 else { return result }
        let labels = labels(reports.map(\.primary.reference))
        result.primaries = []
        (result.transitions, result.findings, result.diagnostics, result.interstitials) = ([], [], [], [])
        result.hadBreaks = false
        result.usage = Usage(requests: 0, bytes: 0)
        var seenAssets: Set<AssetReference> = []
        var seenDiagnostics: Set<Diagnostic> = []
        for (report, label) in zip(reports, labels) {
            result.primaries += report.primaries.map { primary in
                var primary = primary
                primary.label = label
                return primary
            }
            let names = Set(report.transitions.map(\.transition.id))
            result.transitions += report.transitions.map { judged in
                var judged = judged
                judged.transition.id = "\(label):\(judged.transition.id)"
                return judged
            }
            result.findings += report.findings.map { finding in
                var finding = finding
                if finding.subject == Finding.primary || names.contains(finding.subject) {
                    finding.subject = "\(label):\(finding.subject)"
                }
                return finding
            }
            result.interstitials += report.interstitials.filter { seenAssets.insert($0.reference).inserted }
            result.diagnostics += report.diagnostics.filter { seenDiagnostics.insert($0).inserted }
            result.hadBreaks = result.hadBreaks || report.hadBreaks
            // All read through one source, which counts for all.
            result.usage.requests = max(result.usage.requests, report.usage.requests)
            result.usage.bytes = max(result.usage.bytes, report.usage.bytes)
        }
        result.findings = result.findings.worstFirst
        return result
    }

    /// The shortest ends of paths that tell the primaries apart; where two are the same, a number does.
    static func labels(_ references: [AssetReference]) -> [String] {
        let paths = references.map { reference in
            reference.description.prefix { $0 != "?" }.split(separator: "/").map(String.init)
        }
        for length in 1...max(1, paths.map(\.count).max() ?? 1) {
            let ends = paths.map { $0.suffix(length).joined(separator: "/") }
            if Set(ends).count == ends.count { return ends }
        }
        return paths.enumerated().map { "\($0 + 1)-\($1.last ?? "")" }
    }
}
