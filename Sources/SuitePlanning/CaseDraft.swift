import TransitionRisk

/// A case that could be made: one kind of break on one receiver with its settings, from no sender yet.
struct CaseDraft {
    /// Position among the visits.
    var visit: Int
    /// Position among the chosen receivers.
    var receiver: Int
    /// Position among the settings of the receiver that are tried.
    var branch: Int
    /// One for each change of asset, without reasons; ``DraftMaker/explained(_:)`` adds them.
    var predictions: [Prediction]
    /// The number of what the receiver is put through, whatever the service plan and the viewer may do.
    var content: Int
    /// Orders drafts that are equal otherwise, by what they are and not by where they stand in the catalogue.
    var tie: UInt64
    /// How many breaks of the catalogue it stands for.
    var count: Int
    /// Whether it is about something beside the breaks themselves.
    var isAppleSide: Bool
    /// Whether the service plan makes of the break something else than the playlist does.
    var isChangedByPlan: Bool
    /// Positions of the must facets that it shows.
    var musts: [Int]
    /// Positions of the should facets that it shows.
    var shoulds: [Int]
    /// The worst band; `none` where nothing changes, `not-applicable` where AirPlay video does not reach.
    let band: Band
    /// Severity of the worst transition, 0…1.
    let risk: Double
    /// How little is known of it, 0…1.
    let uncertainty: Double
    /// risk × uncertainty.
    let score: Double

    init(
        visit: Int, receiver: Int, branch: Int, predictions: [Prediction], content: Int, tie: UInt64, count: Int,
        isAppleSide: Bool, isChangedByPlan: Bool, facets: (musts: [Int], shoulds: [Int])
    ) {
        self.visit = visit
        self.receiver = receiver
        self.branch = branch
        self.predictions = predictions
        self.content = content
        self.tie = tie
        self.count = count
        self.isAppleSide = isAppleSide
        self.isChangedByPlan = isChangedByPlan
        (musts, shoulds) = facets
        let judged = predictions.map(\.band)
        if judged.contains(.blocking) {
            band = .blocking
        } else {
            band = judged.contains(.unknown) ? .unknown : judged.max() ?? .none
        }
        let worst = predictions.worst
        risk = max(worst?.risk ?? 0, Self.leastRisk)
        uncertainty = worst.map { max($0.uncertainty, Self.leastRisk) } ?? 1
        score = (risk * uncertainty * 1000).rounded() / 1000
    }

    /// What a break is worth a look for where no delay is predicted: apps and players get plans and restrictions wrong.
    private static let leastRisk = 0.05
}

extension [Prediction] {
    /// The transition that decides a case's place.
    var worst: Prediction? { self.max { ($0.score, $0.risk) < ($1.score, $1.risk) } }
}
