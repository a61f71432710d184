import HLSPlaylists

/// A break in `segue.presentation/1`: what its author wrote, what was found behind it, and what becomes of it.
struct EventDocument: Encodable {
    let id: String
    let origin: InterstitialEvent.Origin
    let cue: [String]
    let startDate: String?
    let startSeconds: ExactSeconds?
    let leaveSeconds: ExactSeconds?
    let durationSeconds: ExactSeconds?
    let plannedDurationSeconds: ExactSeconds?
    let assetList: String?
    let assets: [Asset]
    let wereAssetsRead: Bool
    let resumption: String
    let resumeOffsetSeconds: ExactSeconds?
    let resumeSeconds: ExactSeconds?
    let playoutLimitSeconds: ExactSeconds?
    let playsSeconds: ExactSeconds?
    let snap: [String]
    let restrict: [String]
    let timelineOccupies: TimelineOccupancy
    let timelineStyle: TimelineStyle
    let contentMayVary: Bool
    let skipControl: Skip?
    let outcome: String
    let reason: String?
    let customAttributes: [String: String]
    let uri: String?
    let line: Int?

    struct Asset: Encodable {
        let uri: String
        let declaredDurationSeconds: ExactSeconds?
        let durationSeconds: ExactSeconds?
        let playsSeconds: ExactSeconds?
        let failure: String?
    }

    struct Skip: Encodable {
        let offsetSeconds: ExactSeconds
        let durationSeconds: ExactSeconds?
        let labelId: String?
    }

    init(
        _ entry: ResolvedInterstitial, scheduled: ScheduledInterstitial?,
        reason unscheduled: UnscheduledInterstitial.Reason?, mapping: DateMapping?
    ) {
        let event = entry.event
        id = event.id
        origin = event.origin
        cue = event.cue.words
        var mapped: Duration?
        switch event.placement {
        case .date(let date):
            startDate = date.description
            mapped = mapping?.place(of: date).time
        case .time(let time):
            startDate = nil
            mapped = time
        }
        startSeconds = (scheduled?.scheduledAt ?? mapped).map(ExactSeconds.init)
        leaveSeconds = scheduled.map { ExactSeconds($0.at) }
        durationSeconds = event.duration.map(ExactSeconds.init)
        plannedDurationSeconds = event.plannedDuration.map(ExactSeconds.init)
        if case .list(let uri) = event.content { assetList = event.shown(uri) } else { assetList = nil }
        assets = Self.assets(of: entry, scheduled)
        if case .notLoaded = entry.content { wereAssetsRead = false } else { wereAssetsRead = true }
        resumption =
            switch event.resumption {
            case .afterPlayedDuration: "played-duration"
            case .offset: "offset"
            case .afterWallClock: "wall-clock"
            }
        resumeOffsetSeconds = event.statedResumeOffset.map(ExactSeconds.init)
        resumeSeconds = scheduled?.resume.map(ExactSeconds.init)
        playoutLimitSeconds = event.playoutLimit.map(ExactSeconds.init)
        playsSeconds = scheduled?.plays.map(ExactSeconds.init)
        snap = event.snap.words
        restrict = event.restrictions.words
        timelineOccupies = event.timelineOccupies
        timelineStyle = event.timelineStyle
        contentMayVary = event.contentMayVary
        skipControl = entry.skipControl.map {
            Skip(
                offsetSeconds: ExactSeconds($0.offset), durationSeconds: $0.duration.map(ExactSeconds.init),
                labelId: $0.labelID)
        }
        (outcome, reason) =
            switch scheduled?.outcome {
            case .plays?: ("plays", nil)
            case .empty?: ("empty", nil)
            case .cancelled(let why)?: ("cancelled", why)
            case nil: ("not-scheduled", unscheduled?.description)
            }
        customAttributes = Dictionary(event.customAttributes.map { ($0.name, $0.value) }) { first, _ in first }
        uri = event.origin == .playlist || event.line.number > 0 ? event.base?.description : nil
        line = event.line.number > 0 ? event.line.number : nil
    }

    private static func assets(of entry: ResolvedInterstitial, _ scheduled: ScheduledInterstitial?) -> [Asset] {
        guard case .assets(let assets) = entry.content else {
            return entry.event.namedAssets.map {
                Asset(
                    uri: $0, declaredDurationSeconds: nil, durationSeconds: nil, playsSeconds: nil, failure: nil)
            }
        }
        let parts = scheduled?.parts ?? []
        return assets.enumerated().map { index, asset in
            Asset(
                uri: asset.reference?.description ?? asset.uri.withoutQuery,
                declaredDurationSeconds: asset.declaredDuration.map(ExactSeconds.init),
                durationSeconds: asset.duration.map(ExactSeconds.init),
                playsSeconds: parts.indices.contains(index) ? parts[index].plays.map(ExactSeconds.init) : nil,
                failure: asset.failure)
        }
    }
}

extension InterstitialEvent {
    /// A URI of the event, resolved and redacted.
    func shown(_ uri: String) -> String { base?.shown(uri) ?? uri.withoutQuery }

    /// The assets that the event itself names, resolved and redacted; none with a list.
    var namedAssets: [String] {
        switch content {
        case .asset(let uri): [shown(uri)]
        case .items(let uris): uris.map(shown)
        case .list: []
        }
    }
}
