import MediaFormats

/// Reads all playlists of an asset: one request for the first document, then all media playlists at once.
public struct PresentationLoader: Sendable {
    /// Most media playlists that are read of one asset.
    public static let mostPlaylists = 256
    /// Most bytes that are read of one playlist.
    public static let mostBytes = 256 << 20
    /// How much of a resource that is perhaps no playlist is read first: enough to see what it is.
    static let headBytes = 4 << 10
    /// How many requests run at the same time.
    static let width = 64

    let source: any AssetSource
    let readsSubtitles: Bool

    /// Reads through a source.
    ///
    /// - Parameter readsSubtitles: Whether the playlists of subtitle renditions are read too; nothing else needs them.
    public init(source: any AssetSource, readsSubtitles: Bool = false) {
        self.source = source
        self.readsSubtitles = readsSubtitles
    }

    /// Reads an asset.
    ///
    /// A media playlist that cannot be read leaves a diagnostic and its variant without media; the rest is there.
    ///
    /// - Throws: When not even the first document can be read, or it is neither a playlist nor media.
    public func load(_ reference: AssetReference) async throws(PresentationError) -> Presentation {
        let first = try await readFirst(reference)
        if let container = MediaSniffer.container(of: Array(first.bytes.prefix(512))) {
            return .file(first.reference, container)
        }
        let document = PlaylistParser.parse(first.bytes, reference: first.reference)
        switch document.playlist {
        case nil: throw .notAPlaylist(first.reference, document.diagnostics)
        case .media(let playlist):
            let loaded = LoadedMediaPlaylist(reference: first.reference, playlist: playlist)
            return PresentationBuilder.presentation(of: loaded, document.diagnostics + loaded.useDiagnostics)
        case .multivariant(let playlist):
            var builder = PresentationBuilder(
                first.reference, playlist, document.diagnostics, readsSubtitles: readsSubtitles)
            let answers = await concurrentMap(builder.wanted, width: Self.width) { wanted in
                await self.loadMedia(wanted, imports: playlist.variableValues)
            }
            return builder.presentation(answers)
        }
    }

    /// The first document. What is not called a playlist is looked at before it is read whole: it may be a film.
    private func readFirst(_ reference: AssetReference) async throws(PresentationError) -> AssetBytes {
        do {
            let name = reference.name.prefix { $0 != "?" }.lowercased()
            if name.hasSuffix(".m3u8") || name.hasSuffix(".m3u") {
                return try await source.read(reference, range: nil, limit: Self.mostBytes)
            }
            let range = ByteRange(offset: 0, length: Self.headBytes)
            let head = try await source.read(reference, range: range, limit: Self.headBytes)
            let isWhole = head.totalSize.map { $0 <= head.bytes.count } ?? (head.bytes.count < Self.headBytes)
            let mark = head.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            if isWhole || !head.bytes.dropFirst(mark).starts(with: Array("#EXTM3U".utf8)) { return head }
            return try await source.read(reference, range: nil, limit: Self.mostBytes)
        } catch {
            throw .unreadable(error)
        }
    }

    private func loadMedia(
        _ reference: AssetReference, imports: [String: String]
    ) async -> PresentationBuilder.Answer {
        do throws(AssetReadError) {
            let answer = try await source.read(reference, range: nil, limit: Self.mostBytes)
            let document = PlaylistParser.parse(answer.bytes, reference: answer.reference, imports: imports)
            return PresentationBuilder.Answer(reference: answer.reference, document)
        } catch {
            return PresentationBuilder.Answer(reference: reference, error)
        }
    }
}

/// Runs an operation on all elements, some at a time, and keeps their order.
func concurrentMap<Element: Sendable, Result: Sendable>(
    _ elements: [Element], width: Int, _ operation: @escaping @Sendable (Element) async -> Result
) async -> [Result] {
    await withTaskGroup(of: (Int, Result).self) { group in
        var results: [Result?] = Array(repeating: nil, count: elements.count)
        var next = 0
        while next < min(width, elements.count) {
            let index = next
            group.addTask { (index, await operation(elements[index])) }
            next += 1
        }
        while let (index, result) = await group.next() {
            results[index] = result
            if next < elements.count {
                let following = next
                group.addTask { (following, await operation(elements[following])) }
                next += 1
            }
        }
        return results.compactMap(\.self)
    }
}
