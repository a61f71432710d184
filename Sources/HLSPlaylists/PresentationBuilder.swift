import MediaFormats

/// Puts a presentation together from its playlists.
struct PresentationBuilder {
    /// What asking for one media playlist gave.
    struct Answer: Sendable {
        var media: LoadedMediaPlaylist?
        var diagnostics: [Diagnostic]

        init(reference: AssetReference, _ document: PlaylistDocument) {
            diagnostics = document.diagnostics
            switch document.playlist {
            case .media(let playlist):
                let loaded = LoadedMediaPlaylist(reference: reference, playlist: playlist)
                media = loaded
                diagnostics += loaded.useDiagnostics
            case .multivariant:
                diagnostics.append(
                    Diagnostic(
                        .error, code: "presentation-nested-multivariant",
                        message: "a multivariant playlist names another one as media playlist; it is not followed",
                        uri: reference.description, clause: "rfc8216bis 4.4.6.2"))
            case nil: break
            }
        }

        init(reference: AssetReference, _ error: AssetReadError) {
            diagnostics = [
                Diagnostic(
                    .error, code: "presentation-playlist-unreadable", message: "\(error)", uri: reference.description)
            ]
        }
    }

    private let reference: AssetReference
    private let playlist: MultivariantPlaylist
    private var diagnostics: [Diagnostic]
    /// Media playlists to load, each once, in the order of variants and then renditions.
    private(set) var wanted: [AssetReference] = []
    private var indexByReference: [AssetReference: Int] = [:]
    private var targets: [String: AssetReference] = [:]
    private var subtitles: [String] = []

    init(
        _ reference: AssetReference, _ playlist: MultivariantPlaylist, _ diagnostics: [Diagnostic],
        readsSubtitles: Bool = false
    ) {
        self.reference = reference
        self.playlist = playlist
        self.diagnostics = diagnostics
        for variant in playlist.variants { want(variant.uri, line: variant.line) }
        for rendition in playlist.renditions where rendition.type == .audio {
            if let uri = rendition.uri { want(uri, line: rendition.line) }
        }
        guard readsSubtitles else { return }
        for rendition in playlist.renditions where rendition.type == .subtitles {
            guard let uri = rendition.uri else { continue }
            want(uri, line: rendition.line)
            subtitles.append(uri)
        }
    }

    private mutating func want(_ uri: String, line: SourceLine) {
        guard targets[uri] == nil else { return }
        do throws(AssetReferenceError) {
            let target = try reference.resolving(uri)
            targets[uri] = target
            guard indexByReference[target] == nil else { return }
            guard wanted.count < PresentationLoader.mostPlaylists else {
                if diagnostics.last?.code != "presentation-too-many-playlists" {
                    diagnostics.append(
                        Diagnostic(
                            .warning, code: "presentation-too-many-playlists",
                            message: "only the first \(PresentationLoader.mostPlaylists) media playlists are read",
                            uri: reference.description, line: line.number))
                }
                return
            }
            indexByReference[target] = wanted.count
            wanted.append(target)
        } catch {
            diagnostics.append(
                Diagnostic(
                    .error, code: "presentation-uri-refused", message: "\(error)", uri: reference.description,
                    line: line.number))
        }
    }

    mutating func presentation(_ answers: [Answer]) -> Presentation {
        diagnostics += answers.flatMap(\.diagnostics)
        let variants = playlist.variants.indices.map { variant(at: $0, answers) }
        var texts: [String: LoadedMediaPlaylist] = [:]
        for uri in subtitles { texts[uri] = media(uri, answers) }
        // What subtitles repeat of date ranges is of no interest.
        let own = Set(texts.values.map(\.reference))
        let loaded = answers.compactMap(\.media).filter { !own.contains($0.reference) }
        let merged = Self.merge(loaded)
        diagnostics += merged.diagnostics + Self.missingRanges(variants, loaded)
        let first = variants.lazy.compactMap(\.media).first ?? loaded.first
        var presentation = Presentation(
            reference: reference, kind: .multivariant(playlist), variants: labelled(variants), events: merged.events,
            dateRanges: merged.ranges, duration: first?.playlist.duration, isLive: first?.playlist.isLive,
            diagnostics: diagnostics)
        presentation.subtitlePlaylists = texts
        return presentation
    }

    private func media(_ uri: String?, _ answers: [Answer]) -> LoadedMediaPlaylist? {
        guard let uri, let target = targets[uri], let index = indexByReference[target], index < answers.count else {
            return nil
        }
        return answers[index].media
    }

    private func variant(at position: Int, _ answers: [Answer]) -> PresentationVariant {
        let variant = playlist.variants[position]
        let document = reference.description
        let group = playlist.renditions(.audio, group: variant.audioGroup)
        let subtitles = playlist.renditions(.subtitles, group: variant.subtitlesGroup)
        let media = media(variant.uri, answers)
        var declared = DeclaredParameters(document: document)
        declared.add(
            variant, hasAudioRenditions: group.contains { $0.uri != nil }, hasAudioGroup: !group.isEmpty)
        declared.addSubtitles(subtitles)
        if let media { declared.add(media, isAudio: false) }
        let audio = group.map { rendition in
            var sound = DeclaredParameters(document: document)
            sound.add(rendition, of: variant)
            let own = self.media(rendition.uri, answers)
            if let heard = own ?? (rendition.uri == nil ? media : nil) { sound.add(heard, isAudio: true) }
            return PresentationRendition(
                name: rendition.name, language: rendition.language, groupID: rendition.groupID,
                isDefault: rendition.isDefault, isAutoselect: rendition.isAutoselect,
                reference: rendition.uri.flatMap { targets[$0] }, media: own,
                declared: sound.parameters.audio ?? AudioParameters(), provenance: sound.provenance)
        }
        if let heard = audio.first(where: \.isDefault) ?? audio.first {
            declared.adoptAudio(heard.declared, heard.provenance)
        }
        var languages: [String] = []
        for language in subtitles.compactMap(\.language) where !languages.contains(language) {
            languages.append(language)
        }
        return PresentationVariant(
            label: "", position: position, bandwidth: variant.bandwidth, averageBandwidth: variant.averageBandwidth,
            variant: variant, reference: targets[variant.uri], media: media, audio: audio, subtitleLanguages: languages,
            declared: declared.parameters, provenance: declared.provenance)
    }

    /// Gives each variant a label that says what it is, with a number where two would have the same.
    private func labelled(_ variants: [PresentationVariant]) -> [PresentationVariant] {
        var seen: [String: Int] = [:]
        return variants.map { variant in
            var variant = variant
            let video = variant.declared.video
            var words = [video?.resolution?.description, video?.codec?.description].compactMap(\.self)
            if words.isEmpty { words = [variant.declared.audio?.codec?.description ?? "variant"] }
            if let bandwidth = variant.bandwidth {
                let tenths = (bandwidth + 50_000) / 100_000
                words.append(
                    bandwidth >= 1_000_000 ? "\(tenths / 10).\(tenths % 10) Mbit/s" : "\(bandwidth / 1000) kbit/s")
            }
            let label = words.joined(separator: " ")
            let count = seen[label, default: 0] + 1
            seen[label] = count
            variant.label = count == 1 ? label : "\(label) #\(count)"
            return variant
        }
    }
}

extension PresentationBuilder {
    /// The presentation of a media playlist alone.
    static func presentation(of media: LoadedMediaPlaylist, _ diagnostics: [Diagnostic]) -> Presentation {
        let merged = merge([media])
        var declared = DeclaredParameters(document: media.reference.description)
        declared.add(media, isAudio: false)
        let variant = PresentationVariant(
            label: media.reference.name, position: 0, reference: media.reference, media: media, audio: [],
            subtitleLanguages: [], declared: declared.parameters, provenance: declared.provenance)
        return Presentation(
            reference: media.reference, kind: .media, variants: [variant], events: merged.events,
            dateRanges: merged.ranges, duration: media.playlist.duration, isLive: media.playlist.isLive,
            diagnostics: diagnostics + merged.diagnostics)
    }
}

extension Presentation {
    /// A media file that needs no playlist.
    static func file(_ reference: AssetReference, _ container: ContainerFormat) -> Presentation {
        var declared = OperatingParameters()
        declared.container = container
        let variant = PresentationVariant(
            label: reference.name, position: 0, reference: reference, audio: [], subtitleLanguages: [],
            declared: declared,
            provenance: [.container: Provenance(.container, document: reference.description)])
        return Presentation(
            reference: reference, kind: .file(container), variants: [variant], events: [], dateRanges: [],
            duration: nil, isLive: nil, diagnostics: [])
    }
}
