import HLSPlaylists
import HarnessReports
import MediaFormats
import MediaProbing
import NowPlaying

/// From an asset to its timed metadata: load → schedule → read every segment → place cues.
struct MetadataPipeline {
    /// How playlists are read and breaks applied.
    var inspection: InspectPipeline
    /// Whether only the first variant is read.
    var readsFirstVariantOnly = false
    /// Whether assets of breaks are read too.
    var readsInterstitials = true
    /// Severity from which a finding counts.
    var failOn = Diagnostic.Severity.error

    private let pool = ProbeWorkerPool()

    init(inspection: InspectPipeline) { self.inspection = inspection }

    /// Segments that are read at a time.
    private static let width = 4

    /// Segments of one track that may fail before the rest is not asked for any more.
    private static let mostFailures = 8

    /// What one track is made of.
    private struct Plan: Sendable {
        var name: String
        var role: MetadataTrack.Role
        var media: LoadedMediaPlaylist
        var isSoundOnly = false
    }

    /// Cues of one segment, or why there are none.
    private struct Part: Sendable {
        var cues: [MetadataCue] = []
        var bytesRead = 0
        var isComplete = true
        /// Whether the segment is encrypted as a whole, so that nothing in it can be read.
        var isEncrypted = false
        var diagnostic: Diagnostic?
    }

    /// Reads an asset.
    ///
    /// - Throws: When not even the first document can be read.
    func report(on reference: AssetReference) async throws(PresentationError) -> MetadataReport {
        let presentation = try await PresentationLoader(source: inspection.source).load(reference)
        pool.start()
        let report: MetadataReport
        if case .file = presentation.kind {
            report = await file(presentation)
        } else {
            report = await playlists(presentation)
        }
        await pool.shutdown()
        return report
    }

    private func file(_ presentation: Presentation) async -> MetadataReport {
        let reference = presentation.reference
        let part = await read(ProbeInput(reference), at: .zero, segment: nil)
        var track = MetadataTrack(name: reference.title, uri: reference.description, role: .file, cues: part.cues)
        track.bytesRead = part.bytesRead
        track.isComplete = part.isComplete
        return MetadataReport(
            tool: .segue, uri: reference.description, tracks: [track], markers: [], schedule: nil,
            diagnostics: [part.diagnostic].compactMap(\.self), failOn: failOn)
    }

    private func playlists(_ presentation: Presentation) async -> MetadataReport {
        let timeline = presentation.timeline()
        let breaks = inspection.breaks(in: presentation)
        let resolved = await inspection.resolve(breaks.events, timeline, base: presentation.reference)
        var plans = plans(of: presentation)
        if readsInterstitials {
            var seen: Set<AssetReference> = []
            for asset in resolved.flatMap(\.assets).compactMap(\.presentation) {
                guard let media = asset.variants.lazy.compactMap(\.media).first, seen.insert(media.reference).inserted
                else { continue }
                plans.append(Plan(name: "interstitial \(asset.reference.title)", role: .interstitial, media: media))
            }
        }
        var tracks: [MetadataTrack] = []
        var diagnostics = (presentation.diagnostics + resolved.flatMap(\.allDiagnostics)).filter {
            $0.severity == .error
        }
        for plan in plans {
            let (track, problems) = await read(plan)
            tracks.append(track)
            diagnostics += problems
        }
        var seen: Set<Diagnostic> = []
        return MetadataReport(
            tool: .segue, uri: presentation.reference.description, tracks: tracks,
            markers: MetadataMarker.markers(in: presentation.dateRanges, mapping: timeline.mapping),
            schedule: Schedule(timeline, resolved), diagnostics: diagnostics.filter { seen.insert($0).inserted },
            failOn: failOn)
    }

    private func plans(of presentation: Presentation) -> [Plan] {
        var plans: [Plan] = []
        var seen: Set<AssetReference> = []
        for variant in presentation.variants {
            guard let media = variant.media, seen.insert(media.reference).inserted else { continue }
            plans.append(Plan(name: variant.label, role: plans.isEmpty ? .primary : .rendition, media: media))
            if readsFirstVariantOnly { return plans }
        }
        for rendition in presentation.variants.flatMap(\.audio) {
            guard let media = rendition.media, seen.insert(media.reference).inserted else { continue }
            plans.append(
                Plan(
                    name: "audio '\(rendition.name)' of \(rendition.groupID)", role: .rendition, media: media,
                    isSoundOnly: true))
        }
        return plans
    }

    private func read(_ plan: Plan) async -> (MetadataTrack, [Diagnostic]) {
        let segments = plan.media.playlist.segments
        let starts = segments.boundaries
        var parts: [Int: Part] = [:]
        var failures = 0
        await withTaskGroup(of: (Int, Part).self) { group in
            var next = 0
            func addNext() {
                guard next < segments.count else { return }
                let index = next
                next += 1
                group.addTask { (index, await readSegment(index, at: starts[index], of: plan.media)) }
            }
            for _ in 0..<Self.width { addNext() }
            while let (index, part) = await group.next() {
                parts[index] = part
                failures += part.diagnostic == nil ? 0 : 1
                if failures < Self.mostFailures { addNext() }
            }
        }
        let ordered = segments.indices.compactMap { parts[$0] }
        var track = MetadataTrack(
            name: plan.name, uri: plan.media.reference.description, role: plan.role, cues: ordered.flatMap(\.cues))
        track.bytesRead = ordered.reduce(0) { $0 + $1.bytesRead }
        track.isComplete = ordered.allSatisfy(\.isComplete)
        track.isSoundOnly = plan.isSoundOnly
        track.unread = segments.indices.filter { parts[$0]?.isComplete != true }.map { index in
            starts[index]..<max(starts[index], starts[index + 1])
        }
        var diagnostics = ordered.compactMap(\.diagnostic)
        let encrypted = ordered.count(where: \.isEncrypted)
        if encrypted > 0 {
            diagnostics.append(
                unread(
                    "\(encrypted) of \(segments.count) segments are encrypted as a whole (AES-128), so their metadata cannot be "
                        + "read; give a copy in the clear", plan.media.reference))
        }
        if ordered.count < segments.count {
            track.isComplete = false
            diagnostics.append(
                unread(
                    "\(segments.count - ordered.count) segments were not asked for after \(failures) had failed",
                    plan.media.reference))
        }
        return (track, diagnostics)
    }

    private func readSegment(_ index: Int, at start: Duration, of media: LoadedMediaPlaylist) async -> Part {
        do throws(AssetReferenceError) {
            guard let entry = try media.entryPoint(from: index), entry.index == index else { return Part() }
            if entry.protection == .aes128 { return Part(isComplete: false, isEncrypted: true) }
            return await read(ProbeInput(entry), at: start, segment: media.playlist.segments[index].uri)
        } catch {
            return Part(isComplete: false, diagnostic: unread("\(error)", media.reference))
        }
    }

    private func read(_ input: ProbeInput, at start: Duration, segment: String?) async -> Part {
        do throws(ProbeError) {
            let harvest = try await TimedTagReader(source: inspection.source, pool: pool).harvest(input)
            let cues = harvest.tags.map { tag in
                var time: Duration?
                if let own = tag.time, let begin = harvest.startTime { time = start + (own - begin) }
                return MetadataCue(tag, time: time, segment: segment)
            }
            return Part(cues: cues, bytesRead: harvest.bytesRead, isComplete: harvest.isComplete)
        } catch {
            return Part(isComplete: false, diagnostic: unread(error.description, input.media.reference))
        }
    }

    private func unread(_ message: String, _ reference: AssetReference) -> Diagnostic {
        Diagnostic(.error, code: "metadata-unread", message: message, uri: reference.description)
    }
}
