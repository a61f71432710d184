package import HLSPlaylists
import MediaFormats

/// Measures every rendition of an asset: a file, a media playlist, or all variants and audio renditions of a multivariant
/// playlist, side by side and each media playlist once.
package struct RenditionProber: Sendable {
    private let fetcher: ContentFetcher
    private let pool: ProbeWorkerPool
    private let policy: ProbePolicy
    private let cache: MeasurementCache?
    private let mostRequests: Int?
    private let segments: Int?

    /// A prober that fetches and measures with these.
    ///
    /// - Parameters:
    ///   - cache: Measurements of earlier runs; `nil` to measure always.
    ///   - mostRequests: Reads over HTTP for one asset; `nil` for any number.
    ///   - segments: Segments of each rendition, subtitles included, whose times are looked at besides; `nil` for none.
    package init(
        fetcher: ContentFetcher, pool: ProbeWorkerPool, policy: ProbePolicy = ProbePolicy(),
        cache: MeasurementCache? = nil, mostRequests: Int? = nil, segments: Int? = nil
    ) {
        self.segments = segments
        self.fetcher = fetcher
        self.pool = pool
        self.policy = policy
        self.cache = cache
        self.mostRequests = mostRequests
    }

    /// What was found out about an asset.
    package struct Answer: Sendable, Hashable {
        /// Its renditions; `nil` when nothing at all can be said.
        package var profile: PresentationProfile?
        /// Why nothing can be said: one line with what, which, why and what to try.
        package var failure: String?
        /// What was fetched.
        package var usage: FetchUsage

        /// Bytes that were fetched or read from files.
        package var bytes: Int {
            // Files that stand alone are read by the worker and not through the fetcher.
            let files = (profile?.renditions ?? []).filter { $0.kind == .file && $0.requests == 0 }
            return usage.bytesReceived + usage.localBytes + files.reduce(0) { $0 + ($1.measured?.bytesRead ?? 0) }
        }
    }

    /// Measures an asset. A rendition that cannot be measured says why and keeps what is declared.
    package func profile(_ reference: AssetReference) async -> Answer {
        let source = MeteredSource(fetcher, mostRequests: mostRequests)
        do throws(PresentationError) {
            let loader = PresentationLoader(source: source, readsSubtitles: segments != nil && policy.tier != .declared)
            let presentation = try await loader.load(reference)
            let (renditions, inputs, playlists) = presentation.renditions
            let profile = PresentationProfile(
                reference: presentation.reference, form: presentation.form, renditions: renditions,
                duration: presentation.duration, diagnostics: presentation.diagnostics)
            async let times = readTimes(of: playlists, in: presentation, from: source)
            var measured = await measure(profile, inputs: inputs, from: source)
            for (index, segments) in await times { measured.renditions[index].segments = segments }
            return Answer(profile: measured, usage: source.basis)
        } catch {
            guard case .notAPlaylist(let place, _) = error, !place.name.lowercased().contains(".m3u") else {
                return Answer(failure: "\(error)", usage: source.basis)
            }
            // Containers that no playlist leads to are recognised by the worker only; what it says of the rest is exact.
            let file = PresentationProfile(
                reference: place, form: .file,
                renditions: [RenditionProfile(.file, label: place.name, reference: place, declared: .init())])
            let measured = await measure(file, inputs: [ProbeInput(place)], from: source)
            let failure = measured.renditions.first?.failure
            return Answer(profile: failure == nil ? measured : nil, failure: failure, usage: source.basis)
        }
    }

    /// - Parameter inputs: What to measure for each rendition; `nil` where there is nothing.
    private func measure(
        _ profile: PresentationProfile, inputs: [ProbeInput?], from source: MeteredSource
    ) async -> PresentationProfile {
        var seen: Set<ProbeInput> = []
        let distinct = policy.tier == .declared ? [] : inputs.compactMap(\.self).filter { seen.insert($0).inserted }
        let found = await withTaskGroup(of: (ProbeInput, Finding).self) { group in
            for input in distinct {
                group.addTask { (input, await measure(input, from: source)) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        var profile = profile
        for (index, input) in inputs.enumerated() {
            guard let input, let finding = found[input] else { continue }
            profile.renditions[index].measured = finding.media
            profile.renditions[index].requests = finding.requests
            profile.renditions[index].failure = finding.failure
        }
        profile.duration = profile.duration ?? profile.renditions.lazy.compactMap { $0.measured?.timing.duration }.first
        return profile
    }

    /// Looks at the times of several segments of each rendition: of all renditions side by side, of each one after the other.
    ///
    /// - Parameter playlists: The playlist of each rendition; `nil` where there is none.
    private func readTimes(
        of playlists: [LoadedMediaPlaylist?], in presentation: Presentation, from source: MeteredSource
    ) async -> [Int: [ReadSegment]] {
        guard let segments, policy.tier != .declared else { return [:] }
        let prober = HeaderProber(source: source, policy: policy)
        return await withTaskGroup(of: (Int, [ReadSegment]).self) { group in
            for (index, media) in playlists.enumerated() {
                guard let media else { continue }
                let choice = SegmentChoice(media, count: segments, areIndependent: presentation.areIndependent)
                group.addTask {
                    var read: [ReadSegment] = []
                    for order in choice.orders where !Task.isCancelled { read.append(await prober.times(of: order)) }
                    return (index, read)
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    private struct Finding: Sendable {
        var media: MeasuredMedia?
        var requests: Int
        var failure: String?
    }

    private func measure(_ input: ProbeInput, from source: MeteredSource) async -> Finding {
        let meter = MeteredSource(source)
        let prober = MediaProber(source: meter, pool: pool, policy: policy, cache: cache)
        do throws(ProbeError) {
            let media = try await prober.measure(input).naming(input)
            return Finding(media: media, requests: meter.basis.requests, failure: media.shortfall)
        } catch {
            return Finding(requests: meter.basis.requests, failure: "\(error)")
        }
    }
}

extension MultivariantPlaylist {
    /// The format of a group of subtitles by the CODECS of its variants: IMSC must be named there (rfc8216bis
    /// 4.4.6.2), what is not is WebVTT. `nil` where both are named.
    fileprivate func textFormat(ofGroup group: String) -> String? {
        let codecs = variants.filter { $0.subtitlesGroup == group }.flatMap(\.codecs).map(\.raw)
        guard codecs.contains(where: { $0.hasPrefix("stpp") }) else { return "webvtt" }
        return codecs.contains("wvtt") ? nil : "imsc1"
    }
}

extension Presentation {
    fileprivate var form: PresentationProfile.Form {
        switch kind {
        case .multivariant: .multivariant
        case .media: .media
        case .file: .file
        }
    }

    /// Whether the multivariant playlist says that all segments can be decoded alone.
    fileprivate var areIndependent: Bool {
        if case .multivariant(let playlist) = kind { playlist.hasIndependentSegments } else { false }
    }

    /// All renditions, with what must be measured for each and its playlist.
    fileprivate var renditions: ([RenditionProfile], [ProbeInput?], [LoadedMediaPlaylist?]) {
        var list: [RenditionProfile] = []
        var inputs: [ProbeInput?] = []
        var playlists: [LoadedMediaPlaylist?] = []
        let kind: RenditionProfile.Kind =
            switch form {
            case .multivariant: .variant
            case .media: .media
            case .file: .file
            }
        for variant in variants {
            var entry = RenditionProfile(
                kind, label: variant.label, reference: variant.reference, declared: variant.declared,
                provenance: variant.provenance)
            entry.bandwidth = variant.bandwidth
            entry.averageBandwidth = variant.averageBandwidth
            entry.segment = variant.media?.declaredSegment(at: .zero)
            entry.segmentCount = variant.media?.playlist.segments.count
            entry.audioGroupID = variant.variant?.audioGroup
            entry.soundStandsApart = variant.defaultAudio?.reference.map { $0 != variant.reference } ?? false
            let input =
                variant.media.map { ProbeInput($0, at: .zero) }
                ?? (kind == .file ? variant.reference.map { ProbeInput($0) } : nil)
            if kind == .variant, variant.media == nil { entry.failure = "its media playlist could not be read" }
            list.append(entry)
            inputs.append(input)
            playlists.append(variant.media)
        }
        var seen: Set<[String]> = []
        for audio in variants.flatMap(\.audio) where seen.insert([audio.groupID, audio.name]).inserted {
            var entry = RenditionProfile(
                .audio, label: audio.name, reference: audio.reference,
                declared: OperatingParameters(audio: audio.declared, audioPresence: .present),
                provenance: audio.provenance)
            entry.language = audio.language
            entry.groupID = audio.groupID
            entry.segment = audio.media?.declaredSegment(at: .zero)
            entry.segmentCount = audio.media?.playlist.segments.count
            if audio.reference != nil, audio.media == nil { entry.failure = "its media playlist could not be read" }
            list.append(entry)
            inputs.append(audio.media.flatMap { ProbeInput($0, at: .zero) })
            playlists.append(audio.media)
        }
        guard case .multivariant(let playlist) = self.kind else { return (list, inputs, playlists) }
        for text in playlist.renditions where text.type == .subtitles || text.type == .closedCaptions {
            let isCaptions = text.type == .closedCaptions
            var entry = RenditionProfile(
                isCaptions ? .captions : .subtitles, label: text.name,
                reference: text.uri.flatMap { try? reference.resolving($0) },
                declared: OperatingParameters(
                    subtitles: [
                        SubtitleParameters(
                            format: isCaptions ? nil : playlist.textFormat(ofGroup: text.groupID),
                            language: text.language)
                    ]))
            entry.language = text.language
            entry.groupID = text.groupID
            let media = text.uri.flatMap { subtitlePlaylists[$0] }
            entry.segmentCount = media?.playlist.segments.count
            list.append(entry)
            inputs.append(nil)
            playlists.append(media)
        }
        return (list, inputs, playlists)
    }
}
