/// Asks for the assets of breaks: all lists at once, then all assets at once, each distinct one a single time.
public struct InterstitialLoader: Sendable {
    private let source: any AssetSource
    private let presentations: PresentationLoader

    /// The session identifier that is sent as `_HLS_primary_id`; `nil` sends none (rfc8216bis D.1).
    public var primaryID: String?
    /// What is sent as `_HLS_start_offset` when asking for a list, by event ID: how far into a break a live session
    /// starts (rfc8216bis D.4).
    public var startOffsets: [String: Duration] = [:]
    /// Answers of lists to take instead of asking, by event ID.
    public var listAnswers: [String: AssetListAnswer] = [:]

    /// Reads through a source.
    public init(source: any AssetSource, primaryID: String? = nil) {
        self.source = source
        self.primaryID = primaryID
        presentations = PresentationLoader(source: source)
    }

    /// What asking for one list or URI gave, before the assets themselves are read.
    private struct Listed: Sendable {
        var assets: [InterstitialAsset] = []
        var failure: String?
        var skipControl: AssetList.SkipControlOverride?
        var diagnostics: [Diagnostic] = []
    }

    /// Loads the assets of all events; the result is in the order of the events.
    ///
    /// - Parameter base: What relative URIs of client events resolve against; those of playlist events resolve against
    ///   the playlist.
    public func load(_ events: [InterstitialEvent], base: AssetReference? = nil) async -> [ResolvedInterstitial] {
        var listed = await concurrentMap(events, width: PresentationLoader.width) { event in
            await self.list(event, base: event.base ?? base)
        }
        var wanted: [AssetReference] = []
        var known: Set<AssetReference> = []
        for asset in listed.flatMap(\.assets) {
            if let reference = asset.reference, known.insert(reference).inserted { wanted.append(reference) }
        }
        let answers = await concurrentMap(wanted, width: PresentationLoader.width) { reference in
            await self.read(reference)
        }
        let outcomes = Dictionary(zip(wanted, answers)) { first, _ in first }
        return events.indices.map { index in
            for place in listed[index].assets.indices {
                guard let reference = listed[index].assets[place].reference else { continue }
                switch outcomes[reference] {
                case .success(let presentation)?: listed[index].assets[place].presentation = presentation
                case .failure(let error)?: listed[index].assets[place].failure = "\(error)"
                case nil: continue
                }
            }
            return resolved(events[index], listed[index])
        }
    }

    private func read(_ reference: AssetReference) async -> Result<Presentation, PresentationError> {
        do throws(PresentationError) {
            return .success(try await presentations.load(reference))
        } catch {
            return .failure(error)
        }
    }

    private func resolved(_ event: InterstitialEvent, _ listed: Listed) -> ResolvedInterstitial {
        let content: ResolvedInterstitial.Content
        if let failure = listed.failure {
            content = .failed(failure)
        } else if case .asset = event.content, let failure = listed.assets.first?.failure {
            content = .failed(failure)
        } else {
            content = .assets(listed.assets)
        }
        let control = listed.skipControl?.applied(to: event.skipControl) ?? event.skipControl
        return ResolvedInterstitial(event, content: content, skipControl: control, diagnostics: listed.diagnostics)
    }

    private func list(_ event: InterstitialEvent, base: AssetReference?) async -> Listed {
        switch event.content {
        case .asset(let uri): return Listed(assets: [asset(uri, nil, base)])
        case .items(let uris): return Listed(assets: uris.map { asset($0, nil, base) })
        case .list(let uri):
            if let answer = listAnswers[event.id] { return listed(answer) }
            return listed(await ask(event, uri, base))
        }
    }

    /// Asks for the lists of all events that have one, and reads no assets.
    ///
    /// - Returns: What each answered, by event ID; put into ``listAnswers`` it is not asked for again.
    public func askLists(_ events: [InterstitialEvent], base: AssetReference? = nil) async -> [String: AssetListAnswer]
    {
        let answers = await concurrentMap(events, width: PresentationLoader.width) { event -> AssetListAnswer? in
            guard case .list(let uri) = event.content else { return nil }
            return await self.ask(event, uri, event.base ?? base)
        }
        return Dictionary(zip(events.map(\.id), answers).compactMap { id, answer in answer.map { (id, $0) } }) { $1 }
    }

    private func ask(_ event: InterstitialEvent, _ uri: String, _ base: AssetReference?) async -> AssetListAnswer {
        let address: AssetReference
        do throws(AssetReferenceError) {
            address = try reference(uri, base, isList: true, event: event)
        } catch {
            return .failed("\(error)")
        }
        do throws(AssetReadError) {
            let answer = try await source.read(address, range: nil, limit: AssetList.mostBytes)
            return .body(answer.bytes, answer.reference)
        } catch {
            return .failed("\(error)")
        }
    }

    private func listed(_ answer: AssetListAnswer) -> Listed {
        let bytes: [UInt8]
        let place: AssetReference
        switch answer {
        case .failed(let why): return Listed(failure: why)
        case .body(let body, let reference): (bytes, place) = (body, reference)
        }
        let (list, diagnostics) = AssetList.parse(bytes, reference: place)
        guard let list else {
            let reason = diagnostics.first { $0.severity == .error }?.description ?? "the asset list cannot be read"
            return Listed(failure: reason, diagnostics: diagnostics)
        }
        return Listed(
            assets: list.assets.map { asset($0.uri, $0.duration, place) }, skipControl: list.skipControl,
            diagnostics: diagnostics)
    }

    private func asset(_ uri: String, _ duration: Duration?, _ base: AssetReference?) -> InterstitialAsset {
        do throws(AssetReferenceError) {
            return InterstitialAsset(uri: uri, reference: try reference(uri, base), declaredDuration: duration)
        } catch {
            return InterstitialAsset(uri: uri, declaredDuration: duration, failure: "\(error)")
        }
    }

    private func reference(
        _ uri: String, _ base: AssetReference?, isList: Bool = false, event: InterstitialEvent? = nil
    ) throws(AssetReferenceError) -> AssetReference {
        let plain: AssetReference
        if let base { plain = try base.resolving(uri) } else { plain = try AssetReference(argument: uri) }
        guard case .remote(let url) = plain.location else { return plain }
        var query: [String] = []
        if let primaryID { query.append("_HLS_primary_id=" + Self.escaped(primaryID)) }
        if isList, let event, let offset = startOffsets[event.id] {
            query.append("_HLS_start_offset=" + offset.decimalSeconds)
        }
        guard !query.isEmpty else { return plain }
        let parts = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let joined = parts[0] + (parts[0].contains("?") ? "&" : "?") + query.joined(separator: "&")
        return try AssetReference(argument: joined + (parts.count > 1 ? "#" + parts[1] : ""))
    }

    /// Everything but unreserved characters percent-encoded (RFC 3986 2.3).
    private static func escaped(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            if byte | 0x20 &- 97 < 26 || byte &- 48 < 10 || [45, 46, 95, 126].contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}

/// What asking for an asset list gave.
public enum AssetListAnswer: Sendable, Hashable {
    /// A body, and the place that relative addresses in it are resolved against.
    case body([UInt8], AssetReference)
    /// Nothing, and why.
    case failed(String)
}
