/// An event with what is known about its assets after they were asked for.
public struct ResolvedInterstitial: Sendable, Hashable {
    /// What asking for the assets gave.
    public enum Content: Sendable, Hashable {
        /// The assets in playing order; empty when a list said so.
        case assets([InterstitialAsset])
        /// The list or the single asset failed: the break is cancelled, the primary goes on where it stopped.
        case failed(String)
        /// Nobody asked; only what the event itself states is known.
        case notLoaded
    }

    /// The event.
    public var event: InterstitialEvent
    /// What plays.
    public var content: Content
    /// The button after the list's override; `nil` means none.
    public var skipControl: SkipControl?
    /// What was found about the list and the assets.
    public var diagnostics: [Diagnostic]

    /// Collects what is known.
    public init(
        _ event: InterstitialEvent, content: Content = .notLoaded, skipControl: SkipControl? = nil,
        diagnostics: [Diagnostic] = []
    ) {
        self.event = event
        self.content = content
        self.skipControl = skipControl ?? event.skipControl
        self.diagnostics = diagnostics
    }

    /// An event whose assets are known by their lengths alone.
    public init(_ event: InterstitialEvent, assetDurations: [Duration]) {
        self.init(event, content: .assets(assetDurations.map { InterstitialAsset(uri: "", declaredDuration: $0) }))
    }
}

/// One asset of a break.
public struct InterstitialAsset: Sendable, Hashable {
    /// URI as written.
    public var uri: String
    /// Where it is; `nil` when the URI names nothing that may be fetched.
    public var reference: AssetReference?
    /// Length by the list.
    public var declaredDuration: Duration?
    /// What its playlists say; `nil` when it failed or nobody looked.
    public var presentation: Presentation?
    /// Why it cannot play; `nil` when it can.
    public var failure: String?

    /// Describes an asset.
    public init(
        uri: String, reference: AssetReference? = nil, declaredDuration: Duration? = nil,
        presentation: Presentation? = nil, failure: String? = nil
    ) {
        self.uri = uri
        self.reference = reference
        self.declaredDuration = declaredDuration
        self.presentation = presentation
        self.failure = failure
    }

    /// The length of its media, else the declared one.
    public var duration: Duration? { presentation?.duration ?? declaredDuration }
}
