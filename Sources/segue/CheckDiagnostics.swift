import HLSPlaylists
import TransitionRisk

/// What could not be read, was ignored or contradicts itself in one check, each matter once.
struct CheckDiagnostics {
    let presentation: Presentation
    let breaks: [ResolvedInterstitial]
    let schedule: Schedule
    let primary: AssetProfile
    let assets: AssetProfiles
    /// Breaks beyond the most that are judged.
    let breaksLeftOut: Int
    /// Stretches of the primary beyond the most that are measured.
    let stretchesLeftOut: Int
    /// What was found on the way to the breaks.
    let remarks: [Diagnostic]

    /// Errors and warnings; lint is for `segue inspect`.
    var all: [Diagnostic] {
        var seen: Set<Diagnostic> = []
        var found = presentation.diagnostics + remarks
        found += breaks.flatMap(\.allDiagnostics)
        found += notOnDemand
        let profiles = [primary] + assets.inOrder
        found += profiles.flatMap(\.problems)
        found += profiles.flatMap(\.contradictions)
        found += listedLengths
        found += schedule.notScheduled.map(\.diagnostic)
        found += leftOut + empty
        return found.filter { $0.severity != .lint && seen.insert($0).inserted }
    }

    /// Asset lists that give another length than the media have.
    private var listedLengths: [Diagnostic] {
        breaks.flatMap { resolved in
            resolved.assets.compactMap { asset in
                guard let stated = asset.declaredDuration else { return nil }
                return assets[asset]?.profile.contradiction(ofListedDuration: stated, list: nil)
            }
        }
    }

    /// Breaks whose list was answered with nothing, which is legal and leaves nothing to judge.
    private var empty: [Diagnostic] {
        breaks.filter { resolved in
            guard case .assets(let assets) = resolved.content else { return false }
            return assets.isEmpty
        }.map { resolved in
            Diagnostic(
                .warning, code: "interstitial-empty",
                message: "break '\(resolved.event.id)' plays nothing: its list has no assets",
                uri: presentation.reference.description, clause: "rfc8216bis D.2")
        }
    }

    private var notOnDemand: [Diagnostic] {
        breaks.flatMap(\.assets).compactMap(\.presentation).filter { asset in
            // A playlist that was cut off, as its own errors say, is not live.
            asset.isLive == true && !asset.diagnostics.contains { $0.severity == .error }
        }.map { asset in
            Diagnostic(
                .error, code: "interstitial-not-vod",
                message:
                    "an interstitial asset must be on demand, but its playlist has no EXT-X-ENDLIST: live, or cut off",
                uri: asset.reference.description, clause: "rfc8216bis D.1")
        }
    }

    private var leftOut: [Diagnostic] {
        func error(_ code: String, _ message: String) -> Diagnostic {
            Diagnostic(.error, code: code, message: message, uri: presentation.reference.description)
        }
        var found: [Diagnostic] = []
        if breaksLeftOut > 0 {
            found.append(
                error("too-many-breaks", "\(breaksLeftOut) breaks beyond the first \(breaks.count) were not judged"))
        }
        if stretchesLeftOut > 0 {
            found.append(
                error("too-many-discontinuities", "\(stretchesLeftOut) discontinuities at the end were not judged"))
        }
        return found
    }
}
