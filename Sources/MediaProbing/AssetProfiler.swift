package import HLSPlaylists
import MediaFormats

/// Measures every playable combination of a presentation: each variant with the audio rendition that plays when the
/// viewer has no preference.
///
/// Renditions are measured side by side, each media playlist once, however many variants share it. A rendition that
/// cannot be measured keeps what is declared and adds a problem; the others go on.
package struct AssetProfiler: Sendable {
    private let prober: MediaProber

    /// A profiler that measures with this prober.
    package init(prober: MediaProber) { self.prober = prober }

    /// The profile of an asset whose playlists are loaded.
    ///
    /// - Parameters:
    ///   - presentation: The asset.
    ///   - time: Where to measure: the start, or the time of a discontinuity.
    package func profile(_ presentation: Presentation, at time: Duration = .zero) async -> AssetProfile {
        let resources =
            prober.policy.tier == .declared
            ? presentation.variants.map { _ in Resources() } : presentation.variants.map { Resources($0, at: time) }
        let results = await measure(resources.flatMap { [$0.picture, $0.sound].compactMap(\.self) })
        var problems: [Diagnostic] = []
        for (input, result) in results.inOrder {
            let problem: (String, AssetReference)? =
                switch result {
                case .failure(let error): ("\(error)", error.reference)
                case .success(let media): media.shortfall.map { ($0, input.media.reference) }
                }
            guard let (message, reference) = problem else { continue }
            problems.append(
                Diagnostic(.error, code: "asset-not-measured", message: message, uri: reference.description))
        }
        let variants = zip(presentation.variants, resources).map { variant, resources in
            let (picture, sound) = (results[resources.picture], results[resources.sound])
            var profiled = profiled(variant, picture: picture, sound: sound)
            guard profiled.measured != nil else { return profiled }
            profiled.segment = variant.media?.declaredSegment(at: time)
            profiled.peak = picture.flatMap { variant.media?.peak(at: time, $0) }
            profiled.soundPeak = sound.flatMap { variant.defaultAudio?.media?.peak(at: time, $0) }
            return profiled
        }
        return AssetProfile(
            reference: presentation.reference, variants: variants,
            duration: presentation.duration ?? variants.lazy.compactMap(\.timing?.duration).first,
            hasPlaylists: presentation.hasPlaylists, problems: problems)
    }

    private func measure(_ inputs: [ProbeInput]) async -> Measurements {
        var seen: Set<ProbeInput> = []
        let distinct = inputs.filter { seen.insert($0).inserted }
        return await withTaskGroup(of: (ProbeInput, Result<MeasuredMedia, ProbeError>).self) { group in
            for input in distinct {
                group.addTask { (input, await Self.result(of: input, by: prober)) }
            }
            var found: [ProbeInput: Result<MeasuredMedia, ProbeError>] = [:]
            for await (input, result) in group { found[input] = result }
            return Measurements(inputs: distinct, results: found)
        }
    }

    private static func result(of input: ProbeInput, by prober: MediaProber) async -> Result<MeasuredMedia, ProbeError>
    {
        do throws(ProbeError) {
            return .success(try await prober.measure(input).naming(input))
        } catch {
            return .failure(error)
        }
    }

    private func profiled(
        _ variant: PresentationVariant, picture: MeasuredMedia?, sound: MeasuredMedia?
    )
        -> ProfiledVariant
    {
        var profiled = ProfiledVariant(
            label: variant.label, bandwidth: variant.bandwidth, position: variant.position,
            declared: variant.declared, declaredProvenance: variant.provenance)
        profiled.audioLanguages = variant.audio.compactMap(\.language)
        profiled.averageBandwidth = variant.averageBandwidth
        profiled.spatialLayout = variant.variant?.spatialLayout
        guard let main = picture ?? sound else { return profiled }
        profiled.boxContradictions = main.boxContradictions.isEmpty ? nil : main.boxContradictions
        var parameters = main.parameters
        var timing = main.timing
        var provenance = main.provenance
        if let picture, let sound {
            parameters.audio = sound.parameters.audio
            parameters.audioPresence = sound.parameters.audioPresence
            parameters.trackLayout = .demuxed
            timing.audioStart = sound.timing.audioStart
            timing.tracks += sound.timing.tracks
            provenance = picture.provenance.merging(sound.provenance) { video, _ in video }
            for (name, place) in sound.provenance where name.rawValue.hasPrefix("audio-") { provenance[name] = place }
        } else if picture == nil {
            // Only the sound could be measured: nothing is said about the picture.
            parameters.videoPresence = .unknown
            parameters.container = nil
        } else if variant.defaultAudio?.reference != nil {
            parameters.audioPresence = .unknown
        }
        profiled.measured = parameters
        profiled.timing = timing
        profiled.measuredProvenance = provenance
        return profiled
    }
}

extension Presentation {
    /// Whether playlists lead to the media.
    fileprivate var hasPlaylists: Bool { if case .file = kind { false } else { true } }
}

/// What must be measured for one variant.
private struct Resources {
    /// The variant's own segments, or the file.
    let picture: ProbeInput?
    /// The audio rendition, when it has segments of its own.
    let sound: ProbeInput?

    /// Nothing to measure.
    init() { (picture, sound) = (nil, nil) }

    init(_ variant: PresentationVariant, at time: Duration) {
        if let media = variant.media {
            picture = ProbeInput(media, at: time)
        } else {
            picture = variant.variant == nil ? variant.reference.map { ProbeInput($0) } : nil
        }
        sound = variant.defaultAudio?.media.flatMap { ProbeInput($0, at: time) }
    }
}

/// Results by input, each input measured once.
private struct Measurements {
    let inputs: [ProbeInput]
    let results: [ProbeInput: Result<MeasuredMedia, ProbeError>]

    var inOrder: [(ProbeInput, Result<MeasuredMedia, ProbeError>)] {
        inputs.compactMap { input in results[input].map { (input, $0) } }
    }

    subscript(input: ProbeInput?) -> MeasuredMedia? { input.flatMap { try? results[$0]?.get() } }
}

extension ProbeInput {
    /// The initialization section and the first media segment of a playlist; `nil` when there is no segment to fetch.
    init?(_ media: LoadedMediaPlaylist, at time: Duration) {
        guard let entry = media.entry(at: time) else { return nil }
        self.init(entry)
    }
}

extension LoadedMediaPlaylist {
    /// The segment to measure for a time; `nil` when there is none.
    fileprivate func entry(at time: Duration) -> MediaEntryPoint? {
        // Renditions cut at slightly different times: half a second more finds the segment behind the same discontinuity.
        let boundaries = playlist.segments.boundaries
        let position = time > .zero ? boundaries.lastIndex { $0 <= time + .milliseconds(500) } ?? 0 : 0
        return try? entryPoint(from: min(position, max(0, playlist.segments.count - 1)))
    }

    /// What the playlist says of the segment that is measured for a time.
    func declaredSegment(at time: Duration) -> DeclaredSegment? {
        entry(at: time).map { entry in
            // At the live edge the entry may be a part of a segment that has no end yet.
            var declared = declared(playlist.segments[entry.index])
            declared.duration = entry.duration
            return declared
        }
    }

    /// What the playlist says of a segment.
    fileprivate func declared(_ segment: MediaSegment) -> DeclaredSegment {
        DeclaredSegment(
            duration: segment.duration, targetDuration: playlist.targetDuration, document: reference.description,
            line: segment.line.number)
    }
}

extension LoadedMediaPlaylist {
    /// The bit rate of the segment that was measured; of all segments where byte ranges tell their sizes.
    fileprivate func peak(at time: Duration, _ media: MeasuredMedia) -> SegmentPeak? {
        let ranges = playlist.segments.compactMap { segment in
            segment.byteRange.map { (declared(segment), Int(clamping: $0.length)) }
        }
        if !ranges.isEmpty, ranges.count == playlist.segments.count { return SegmentPeak(ranges, of: ranges.count) }
        guard let segment = declaredSegment(at: time), let bytes = media.timing.mediaBytes else { return nil }
        return SegmentPeak([(segment, bytes)], of: playlist.segments.count)
    }
}

extension MeasuredMedia {
    /// The measurement with the document of each value: the init section for what a container header says, else the
    /// media.
    func naming(_ input: ProbeInput) -> MeasuredMedia {
        var named = self
        named.provenance = provenance.mapValues { place in
            var place = place
            let holder = place.origin == .container ? input.initialization ?? input.media : input.media
            place.document = place.document ?? holder.reference.description
            return place
        }
        return named
    }
}
