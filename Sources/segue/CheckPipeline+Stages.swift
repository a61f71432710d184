import HLSPlaylists
import HarnessReports
import TransitionRisk

extension CheckPipeline {
    /// A primary and its breaks, loaded and measured, before anything is scheduled or judged.
    struct Gathered: Sendable {
        var presentation: Presentation
        var breaks: [ResolvedInterstitial]
        var assets: AssetProfiles
        var primary: AssetProfile
        var later: [PrimaryStretch]
        var remarks: [Diagnostic]
        var breaksLeftOut: Int

        /// The breaks with the lengths of their media.
        var lengthened: [ResolvedInterstitial] { breaks.map { assets.lengthened($0) } }
        var timeline: PrimaryTimeline { presentation.timeline(measuredDuration: primary.duration) }
    }

    /// What a primary and its breaks play, and what was noticed on the way; no receiver is looked at yet.
    struct Scheduled: Sendable {
        var spans: [TimelineSpan]
        var transitions: [Transition]
        var diagnostics: [Diagnostic]
    }
}
