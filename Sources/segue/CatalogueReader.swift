import DeviceMatrix
import Foundation
import HLSPlaylists
import HarnessReports
import MatrixRuns
import MediaFormats
import TransitionRisk

/// Reads the primaries of a catalogue for a run: the network side of ``EntryReader``.
struct CatalogueReader: EntryReader {
    /// One primary under one service plan.
    struct Item: Sendable {
        /// Its name in reports: that of the catalogue, with the plan where one is applied.
        let name: String
        let entry: Catalogue.Entry
        /// What the application does with its breaks; `nil` leaves them as they are.
        let plan: ServicePlan?

        /// What is asked of a check of it.
        ///
        /// - Parameters:
        ///   - lists: Whether asset lists are asked for.
        ///   - folder: Where their answers are kept; `nil` for the usual place.
        func request(lists: AssetListStore.Mode, folder: String?) -> CheckRequest {
            var request = CheckRequest()
            request.servicePlan = plan
            if !entry.playlistBreaks { request.clientEvents = [] }
            request.inserted = entry.breaks
            request.assetLists = lists
            request.assetListFolder = folder
            return request
        }
    }

    let items: [Item]
    let pipeline: CheckPipeline
    /// How long one primary may take.
    let deadline: Duration
    /// Whether asset lists are asked for, or taken from what was kept.
    let assetLists: AssetListStore.Mode
    /// Where answers of asset lists are kept; `nil` for the usual place.
    let assetListFolder: String?
    let isInterrupted: @Sendable () -> Bool

    /// The primaries of a catalogue; those that name service plans once for each.
    ///
    /// - Throws: When a plan is named that the matrix does not have.
    static func items(of catalogue: Catalogue, tags: [String], matrix: DeviceMatrix) throws(Failure) -> [Item] {
        var items: [Item] = []
        for entry in catalogue.enabled(tags: tags) {
            guard let names = entry.servicePlans, !names.isEmpty else {
                items.append(Item(name: entry.id.printable, entry: entry, plan: nil))
                continue
            }
            for name in names {
                guard let plan = matrix.servicePlan(named: name) else {
                    let known = matrix.servicePlans.map(\.plan.name).joined(separator: ", ")
                    throw Failure(
                        message: "catalogue: '\(entry.id)' names the service plan '\(name)'; there are \(known)",
                        code: 2)
                }
                items.append(Item(name: "\(entry.id) (\(plan.plan.name))".printable, entry: entry, plan: plan.plan))
            }
        }
        return items
    }

    func revision(of place: Int) async -> EntryReading<EntryRevision> {
        let item = items[place]
        return await within { await self.readRevision(item) }
    }

    func check(_ place: Int, revision: EntryRevision) async -> EntryReading<CheckedEntry> {
        let item = items[place]
        return await within { await self.readEntry(item, revision) }
    }

    private func readEntry(_ item: Item, _ revision: EntryRevision) async -> EntryReading<CheckedEntry> {
        do throws(PresentationError) {
            // Lists were asked for when the edition was looked at; asking twice would burn another decision.
            let request = item.request(lists: .recorded, folder: assetListFolder)
            let gathered = try await pipeline.gather(item.entry.reference, for: request)
            let scheduled = pipeline.scheduled(gathered, title: item.entry.reference.title)
            var problems = scheduled.diagnostics.filter { $0.severity == .error }.map(\.description.printable)
            if !gathered.breaks.isEmpty, scheduled.transitions.isEmpty, problems.isEmpty {
                problems = ["breaks are named, and none of them plays"]
            }
            return .read(
                CheckedEntry(
                    transitions: scheduled.transitions, spans: scheduled.spans.map(\.stored), problems: problems,
                    revision: { revision.assets[$0] ?? "" }))
        } catch {
            return failed(error)
        }
    }

    private func readRevision(_ item: Item) async -> EntryReading<EntryRevision> {
        let source = RevisionSource(pipeline.source)
        let presentation: Presentation
        do throws(PresentationError) {
            presentation = try await PresentationLoader(source: source).load(item.entry.reference)
        } catch {
            return failed(error)
        }
        let request = item.request(lists: assetLists, folder: assetListFolder)
        var (events, remarks) = request.breaks(in: presentation, length: presentation.duration)
        events = Array(events.prefix(CheckPipeline.mostBreaks))
        let breaks = await pipeline.resolve(
            events, base: item.entry.reference, for: request, through: source, remarks: &remarks)
        let assets =
            [(item.entry.reference, presentation)]
            + breaks.flatMap(\.assets).compactMap { asset in
                asset.presentation.flatMap { presentation in asset.reference.map { ($0, presentation) } }
            }
        var editions: [String: String] = [:]
        for (reference, asset) in assets where editions[reference.description] == nil {
            let resources = asset.entryPoints
            await withTaskGroup(of: Void.self) { group in
                for resource in resources { group.addTask { await source.look(at: resource) } }
            }
            let edition = source.edition(of: asset.references + resources.map(\.reference))
            for name in [reference, asset.reference, asset.reference.withoutPrimaryID ?? reference] {
                editions[name.description] = edition
            }
        }
        let local = Set(assets.flatMap { $0.1.localStamps }).sorted()
        return .read(
            EntryRevision(
                name: SHA256.name(
                    of: [item.name, "\(item.entry.breaks)", "\(item.plan as Any)"] + source.lines + local),
                assets: editions))
    }

    private func failed<Value>(_ error: PresentationError) -> EntryReading<Value> {
        if case .unreadable(let reading) = error, case .timedOut = reading.reason {
            return .timedOut("\(error)".printable)
        }
        return .failed("\(error)".printable)
    }

    /// Gives a reading up when its time is over, or when the user wants to end.
    private func within<Value: Sendable>(
        _ body: @escaping @Sendable () async -> EntryReading<Value>
    ) async -> EntryReading<Value> {
        let (deadline, isInterrupted) = (deadline, isInterrupted)
        return await withTaskGroup(of: EntryReading<Value>.self) { group in
            group.addTask(operation: body)
            group.addTask {
                let start = ContinuousClock.now
                while !Task.isCancelled, !isInterrupted() {
                    let left = deadline - start.duration(to: .now)
                    if left <= .zero {
                        return .timedOut("no verdict within \(deadline.formattedSeconds); raise --entry-timeout")
                    }
                    try? await Task.sleep(for: min(left, .milliseconds(100)))
                }
                return .interrupted
            }
            let first = await group.next() ?? .interrupted
            group.cancelAll()
            return first
        }
    }
}

extension TimelineSpan {
    fileprivate var stored: CheckedEntry.Span {
        func seconds(_ duration: Duration) -> Double {
            Double(duration.components.seconds) + Double(duration.components.attoseconds / 1_000_000_000_000_000) / 1000
        }
        return CheckedEntry.Span(
            title: title.printable, isPrimary: isPrimary, startSeconds: seconds(start), lengthSeconds: seconds(length))
    }
}

extension Presentation {
    /// The media playlists that were read.
    private var media: [LoadedMediaPlaylist] {
        variants.compactMap(\.media) + variants.flatMap(\.audio).compactMap(\.media)
    }

    /// The documents that it is made of.
    fileprivate var references: [AssetReference] { [reference] + media.map(\.reference) }

    /// Where the media of each of its playlists begin.
    fileprivate var entryPoints: [MediaEntryPoint.Resource] {
        var seen: Set<MediaEntryPoint.Resource> = []
        let points = media.compactMap { try? $0.entryPoint() }
        return points.flatMap { [$0.initialization, $0.segment].compactMap(\.self) }.filter { seen.insert($0).inserted }
    }

    /// Size and time of change of every local segment: files are cheap to ask.
    fileprivate var localStamps: [String] {
        guard case .file = reference.location else { return [] }
        return media.flatMap { playlist in
            playlist.playlist.segments.prefix(20_000).compactMap { segment -> String? in
                guard let file = try? playlist.reference.resolving(segment.uri), case .file(let path) = file.location
                else { return nil }
                return stamp(path)
            }
        } + [Self.path(of: reference).flatMap(stamp)].compactMap(\.self)
    }

    private static func path(of reference: AssetReference) -> String? {
        if case .file(let path) = reference.location { path } else { nil }
    }

    private func stamp(_ path: String) -> String? {
        guard let found = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        let changed = (found[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        return "\(path) \(found[.size] ?? 0) \(changed)"
    }
}
