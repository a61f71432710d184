import AirPlayReceivers

/// Asks many receivers for `/info` at once, within stated times.
struct InfoFetcher: Sendable {
    /// The time of one attempt.
    var attemptTimeout: Duration = .milliseconds(1500)
    /// The time of all together.
    var totalTimeout: Duration = .seconds(6)
    /// Conversations at one time.
    var mostAtOnce = 256

    /// Asks each target until it has answered or nothing is left to try; in the order of the targets, those that are one
    /// port of one host together.
    ///
    /// Cancelling the task ends it at once, with what has come so far.
    func fetch(_ targets: [InfoExchange.Target]) async -> [InfoExchange] {
        let inquiry = InfoInquiry(limits: self)
        for target in targets { inquiry.ask(target) }
        return await inquiry.finish(within: totalTimeout, asksOn: true)
    }
}
