import HLSPlaylists
import HarnessReports
import TransitionRisk

extension Schedule {
    /// The breaks that play, with what was measured about their assets.
    func playedBreaks(_ profiles: AssetProfiles) -> [PlayedBreak] {
        breaks.map { item in
            // A break that resumes at the end of the primary, or behind it, ends the presentation (1 ms: EXTINF is rounded).
            let end = timeline.duration.map { $0 - .milliseconds(1) }
            let resume = item.resume.flatMap { resume in end.map { resume < $0 } == false ? nil : resume }
            return PlayedBreak(
                id: item.event.id, at: item.at, resume: resume,
                assets: item.parts.compactMap { part in
                    guard part.plays != .zero, part.asset.failure == nil, let measured = profiles[part.asset] else {
                        return nil
                    }
                    let plays = part.plays ?? .zero
                    // An asset that is cut off before its last stretch ends in another one.
                    let ending = measured.lastChange.map { $0 < plays } == true ? measured.ending : nil
                    return PlayedAsset(profile: measured.profile, plays: plays, ending: ending)
                }, usesAssetList: item.event.usesAssetList)
        }
    }

    /// What plays when, for drawing; stretches of unknown length are left out.
    func spans(primary: String, _ profiles: AssetProfiles) -> [TimelineSpan] {
        var spans: [TimelineSpan] = []
        var now = Duration.zero
        func add(_ title: String, _ isPrimary: Bool, _ length: Duration?) {
            guard let length, length > .zero else { return }
            spans.append(TimelineSpan(title: title, isPrimary: isPrimary, start: now, length: length))
            now += length
        }
        for item in items {
            switch item {
            case .primary(let span): add(primary, true, span.end.map { $0 - span.start })
            case .interstitial(let item):
                guard item.outcome == .plays else { continue }
                for part in item.parts where part.asset.failure == nil {
                    add(item.event.id, false, part.plays)
                }
            }
        }
        return spans
    }
}

extension InterstitialEvent {
    /// Whether the assets are named by a list that must be asked for first.
    var usesAssetList: Bool { if case .list = content { true } else { false } }
}

extension ResolvedInterstitial {
    /// The assets, if asking for them gave any.
    var assets: [InterstitialAsset] { if case .assets(let assets) = content { assets } else { [] } }
}

extension ResolvedInterstitial {
    /// What was found about the list, the assets and their playlists, each failure as an error of its own.
    var allDiagnostics: [Diagnostic] {
        func failed(_ why: String) -> Diagnostic {
            Diagnostic(
                .error, code: "interstitial-failed", message: "break '\(event.id)': \(why)", clause: "rfc8216bis D.5")
        }
        var failures = assets.compactMap(\.failure).map(failed)
        if case .failed(let why) = content, !diagnostics.contains(where: { $0.severity == .error }) {
            failures.append(failed(why))
        }
        return diagnostics + failures + assets.flatMap { $0.presentation?.diagnostics ?? [] }
    }
}

extension UnscheduledInterstitial {
    /// Why an event plays at no time, as a line for the report.
    var diagnostic: Diagnostic {
        let why =
            switch reason {
            case .noDateMapping: "the playlist states no EXT-X-PROGRAM-DATE-TIME, so its date has no time"
            case .dateInGap: "its date falls into a hole between two stated dates"
            case .beforePrimary: "it lies before the primary begins and is no pre-roll"
            case .afterPrimary: "it lies at or after the end of the primary"
            case .beforeStartPosition: "playback starts behind it"
            case .insideReplacedRange: "it lies in primary time that an earlier break replaces"
            case .noEnd: "the primary has no end"
            }
        // What a playlist has outside the primary plays nowhere, but who asks for a break there asked for something else. The
        // other cases are decided otherwise by some players, so that nothing is known about what their viewers see.
        let severity: Diagnostic.Severity =
            switch reason {
            case .beforePrimary, .afterPrimary, .beforeStartPosition: event.origin == .playlist ? .warning : .error
            case .noDateMapping, .dateInGap, .insideReplacedRange, .noEnd: .error
            }
        return Diagnostic(
            severity, code: "interstitial-not-scheduled", message: "'\(event.id)' does not play: \(why)",
            uri: event.origin == .playlist ? event.base?.description : nil,
            line: event.origin == .playlist ? event.line.number : nil, clause: "rfc8216bis D.2")
    }
}

extension Presentation {
    /// The primary timeline, with the measured length of a file that has no playlist.
    func timeline(measuredDuration: Duration?) -> PrimaryTimeline {
        var timeline = timeline()
        if case .file = kind { timeline.duration = measuredDuration }
        return timeline
    }

    /// Primary times of discontinuities and changes of initialization section, rising.
    var changeTimes: [Duration] {
        guard let media = variants.lazy.compactMap(\.media).first else { return [] }
        let boundaries = media.playlist.segments.boundaries
        return media.changePoints.map { boundaries[$0] }
    }

    /// Where its pictures can be decoded alone, by its segments and what was measured.
    func keyframes(_ profile: AssetProfile) -> KeyframeGrid {
        let boundaries = playingPlaylists().first?.segments.boundaries ?? []
        return KeyframeGrid(
            segmentStarts: Array(boundaries.dropLast()),
            interval: profile.variants.lazy.compactMap(\.timing?.keyframeInterval).first,
            listedEnd: isLive == true ? boundaries.last : nil)
    }
}

extension [Transition] {
    /// These transitions with those of discontinuities where they happen, which leaves the order of the others alone.
    func joined(by discontinuities: [Transition]) -> [Transition] {
        var result = self
        for discontinuity in discontinuities {
            let place = result.firstIndex { $0.at > discontinuity.at } ?? result.count
            result.insert(discontinuity, at: place)
        }
        return result
    }
}
