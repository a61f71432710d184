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

    /// A prober that fetches and measures with these.
    ///
    /// - Parameters:
    ///   - cache: Measurements of earlier runs; `nil` to measure always.
    ///   - mostRequests: Reads over HTTP for one asset; `nil` for any number.
    package init(
        fetcher: ContentFetcher, pool: ProbeWorkerPool, policy: ProbePolicy = ProbePolicy(),
        cache: MeasurementCache? = nil, mostRequests: Int? = nil
    ) {
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
            let presentation = try await PresentationLoader(source: source).load(reference)
            let (renditions, inputs) = presentation.renditions
            let profile = PresentationProfile(
                reference: presentation.reference, form: presentation.form, renditions: renditions,
                duration: presentation.duration, diagnostics: presentation.diagnostics)
            let measured = await measure(profile, inputs: inputs, from: source)
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

extension Presentation {
    fileprivate var form: PresentationProfile.Form {
        switch kind {
        case .multivariant: .multivariant
        case .media: .media
        case .file: .file
        }
    }

    /// All renditions with what must be measured for each.
    fileprivate var renditions: ([RenditionProfile], [ProbeInput?]) {
        var list: [RenditionProfile] = []
        var inputs: [ProbeInput?] = []
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
            let input =
                variant.media.map { ProbeInput($0, at: .zero) }
                ?? (kind == .file ? variant.reference.map { ProbeInput($0) } : nil)
            if kind == .variant, variant.media == nil { entry.failure = "its media playlist could not be read" }
            list.append(entry)
            inputs.append(input)
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
            if audio.reference != nil, audio.media == nil { entry.failure = "its media playlist could not be read" }
            list.append(entry)
            inputs.append(audio.media.flatMap { ProbeInput($0, at: .zero) })
        }
        guard case .multivariant(let playlist) = self.kind else { return (list, inputs) }
        for text in playlist.renditions where text.type == .subtitles || text.type == .closedCaptions {
            let isCaptions = text.type == .closedCaptions
            var entry = RenditionProfile(
                isCaptions ? .captions : .subtitles, label: text.name,
                reference: text.uri.flatMap { try? reference.resolving($0) },
                declared: OperatingParameters(
                    subtitles: [SubtitleParameters(format: isCaptions ? nil : "webvtt", language: text.language)]))
            entry.language = text.language
            entry.groupID = text.groupID
            list.append(entry)
            inputs.append(nil)
        }
        return (list, inputs)
    }
}
