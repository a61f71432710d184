import ArgumentParser
import Foundation
import HLSPlaylists
import HarnessReports
import ReceiverDiscovery

/// `segue inspect --watch`: reloads a live playlist by the draft's rules and prints breaks as they appear and go.
struct PlaylistWatch {
    var pipeline: InspectPipeline
    /// One JSON object a line instead of text.
    var json: Bool
    /// Whether every reload is told.
    var verbose: Bool

    /// After so many failed reloads in a row the playlist counts as gone.
    private static let patience = 5
    /// No playlist is asked for more often, whatever target duration it states.
    private static let shortestWait = Duration.milliseconds(500)

    /// Watches until the playlist ends or the program is interrupted.
    ///
    /// - Throws: `PresentationError` when the playlist cannot be read at first, `ExitCode` for an interruption and for a
    ///   playlist that cannot be read any more.
    func run(_ reference: AssetReference) async throws {
        Interrupt.listen()
        var began = ContinuousClock.now
        let presentation = try await first(reference)
        for diagnostic in presentation.diagnostics where diagnostic.severity == .error { tell(diagnostic) }
        guard let media = presentation.variants.lazy.compactMap(\.media).first else {
            throw Failure(message: "\(reference): no media playlist to watch", code: 2)
        }
        let live = LivePlaylist(media.playlist)
        var session = LiveSession(
            live, start: pipeline.start ?? presentation.usualStart, behaviour: pipeline.behaviour)
        try say(.joined(session.live, start: session.start, distance: session.distanceAtStart, uri: media.reference))
        let breaks = pipeline.breaks(in: presentation)
        try await take(breaks.events, &session, base: media.reference)

        var interval = session.live.reloadInterval(after: nil)
        var failures = 0
        while let wait = interval {
            try await rest(until: began + max(wait, Self.shortestWait))
            began = .now
            guard let playlist = try await load(media.reference, imports: presentation.variables) else {
                failures += 1
                guard failures < Self.patience else { throw ExitCode(2) }
                interval = (session.live.playlist.targetDuration ?? .zero) / 2
                continue
            }
            failures = 0
            let update = session.reload(with: playlist)
            for diagnostic in update.diagnostics {
                var diagnostic = diagnostic
                diagnostic.uri = media.reference.description
                tell(diagnostic)
            }
            if verbose { try say(.reloaded(session.live, update)) }
            try await take(inForce(playlist, media.reference, breaks), &session, base: media.reference)
            interval = session.live.reloadInterval(after: update)
        }
        try say(.ended(session.live))
    }

    private func first(_ reference: AssetReference) async throws -> Presentation {
        let answer = await unlessInterrupted { () async -> Result<Presentation, PresentationError> in
            do throws(PresentationError) {
                return .success(try await PresentationLoader(source: pipeline.source).load(reference))
            } catch {
                return .failure(error)
            }
        }
        guard let answer else { throw ExitCode(130) }
        return try answer.get()
    }

    /// The breaks in force after a reload. Who has set a list of their own does not notice what the playlist adds.
    private func inForce(
        _ playlist: MediaPlaylist, _ reference: AssetReference, _ first: InspectPipeline.Breaks
    ) -> [InterstitialEvent] {
        let ownsTheList = pipeline.plan?.changes?.isEmpty == false
        if pipeline.clientEvents != nil || ownsTheList { return first.events }
        let own = playlist.interstitials(as: pipeline.behaviour, base: reference).events
        return pipeline.plan?.apply(to: own).events ?? own
    }

    private func take(
        _ events: [InterstitialEvent], _ session: inout LiveSession, base: AssetReference
    ) async throws {
        let news = session.unresolved(in: events)
        let resolved = news.isEmpty ? [] : await pipeline.resolve(news, session.timeline, base: base)
        for diagnostic in resolved.flatMap(\.allDiagnostics) where diagnostic.severity == .error { tell(diagnostic) }
        let changes = session.take(events, resolved: resolved)
        guard !changes.isEmpty else { return }
        let outlook = session.outlook
        for change in changes {
            switch change {
            case .appeared(let entry): try say(line("appeared", entry, outlook))
            case .changed(let entry): try say(line("changed", entry, outlook))
            case .passed(let event): try say(.gone(event, "its date left the window"))
            case .withdrawn(let event): try say(.gone(event, "it was withdrawn"))
            }
        }
    }

    private func line(_ what: String, _ entry: ResolvedInterstitial, _ outlook: LiveSession.Outlook) -> WatchLine {
        let id = entry.event.id
        return .present(
            what, entry, scheduled: outlook.scheduled[id], reason: outlook.reasons[id], delay: outlook.delays[id])
    }

    /// The playlist as it is now; `nil`, with a word on standard error, when it cannot be had.
    private func load(_ reference: AssetReference, imports: [String: String]) async throws -> MediaPlaylist? {
        let answer = await unlessInterrupted { () async -> Result<AssetBytes, AssetReadError> in
            do throws(AssetReadError) {
                let bytes = try await pipeline.source.read(
                    reference, range: nil, limit: PresentationLoader.mostBytes)
                return .success(bytes)
            } catch {
                return .failure(error)
            }
        }
        switch answer {
        case nil: throw ExitCode(130)
        case .failure(let error)?:
            printError("segue: \(error)".printable)
            return nil
        case .success(let bytes)?:
            let document = PlaylistParser.parse(bytes.bytes, reference: bytes.reference, imports: imports)
            for diagnostic in document.diagnostics where diagnostic.severity == .error { tell(diagnostic) }
            return document.playlist?.media
        }
    }

    /// Waits; the user's wish to end is noticed within a twentieth of a second.
    private func rest(until deadline: ContinuousClock.Instant) async throws {
        while ContinuousClock.now < deadline {
            if Interrupt.hasCome { throw ExitCode(130) }
            let left = ContinuousClock.now.duration(to: deadline)
            try await Task.sleep(for: min(left, .milliseconds(50)))
        }
        if Interrupt.hasCome { throw ExitCode(130) }
    }

    /// The answer of an operation, or `nil` as soon as the user wishes to end.
    private func unlessInterrupted<Answer: Sendable>(
        _ operation: @escaping @Sendable () async -> Answer
    ) async -> Answer? {
        await withTaskGroup(of: Answer?.self) { group in
            group.addTask { await operation() }
            group.addTask {
                while !Interrupt.hasCome, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(50)) }
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }

    private func tell(_ diagnostic: Diagnostic) { printError(diagnostic.description.printable) }

    private func say(_ line: WatchLine) throws {
        print(json ? try line.json().escapedForTerminal : line.text)
        // A pipe is fully buffered; whoever reads it waits for this line.
        fflush(nil)
    }
}

extension Presentation {
    /// The variables that media playlists may import.
    fileprivate var variables: [String: String] {
        if case .multivariant(let playlist) = kind { playlist.variableValues } else { [:] }
    }
}
