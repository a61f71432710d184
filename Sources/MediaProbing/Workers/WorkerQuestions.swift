import MediaFormats

/// What a worker asked for in one conversation. One that was taken over could ask for ever.
struct WorkerQuestions {
    private let mayAsk: Bool
    private var count = 0
    private var isAnsweredForGood = false

    /// More than the smallest pieces need that bytes come in.
    private static let most = 10_000

    /// Nothing asked yet.
    init(about request: ProbeRequest) {
        if case .ranges = request { mayAsk = true } else { mayAsk = false }
    }

    /// Why the worker may not ask again; `nil` when it may.
    var objection: String? {
        if !mayAsk { return "ended, because it asked for more of what it had whole" }
        if isAnsweredForGood { return "ended, because it asked again when there was nothing more" }
        return count < Self.most ? nil : "ended, because it asked for more \(Self.most) times"
    }

    /// Notes the answer to a question; `nil` when the parent gave up.
    mutating func note(_ supply: ProbeSupply?) {
        count += 1
        isAnsweredForGood = supply.map(\.bytes.isEmpty) ?? true
    }
}
