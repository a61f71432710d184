import AirPlayReceivers
import Foundation
import Synchronization

/// Asks receivers for `/info` as they become known, on one thread with one `poll`, so that a receiver that does not
/// answer delays no other.
///
///     inquiry.ask(target)                                           // as often as one is found
///     let exchanges = await inquiry.finish(within: .seconds(2), asksOn: false)
final class InfoInquiry: Sendable {
    /// What the asking thread is to do.
    struct Orders: Sendable {
        /// Ports to ask that were not known before, or more addresses of those that were.
        var targets: [InfoExchange.Target] = []
        /// When all must be over; `nil` while more may come.
        var end: ContinuousClock.Instant?
        /// Whether a receiver that let an attempt run out of time is asked anew after the end was set.
        var asksOn = true
        /// Whether everything is to stop now.
        var isCancelled = false
    }

    private struct State {
        var orders = Orders()
        var isRunning = false
        /// Targets handed over, less those that the thread has settled.
        var unsettled = 0
        var waiter: CheckedContinuation<[InfoExchange], Never>?
        var result: [InfoExchange]?
    }

    private let limits: InfoFetcher
    private let wake: WakePipe?
    private let state = Mutex(State())

    /// Prepares an inquiry; its thread starts with the first target.
    init(limits: InfoFetcher = InfoFetcher()) {
        self.limits = limits
        wake = WakePipe()
    }

    /// Asks a port, or tries an address more of one that is asked already.
    func ask(_ target: InfoExchange.Target) {
        let starts = state.withLock { state in
            state.orders.targets.append(target)
            state.unsettled += 1
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts { start() } else { wake?.wake() }
    }

    /// Whether nothing that was asked so far waits for an answer.
    var isIdle: Bool { state.withLock { $0.unsettled == 0 } }

    /// Waits for what goes on, within a time; no more targets may come after this.
    ///
    /// - Parameter asksOn: Whether receivers that did not answer in time are asked in other ways still.
    /// - Returns: The conversations, in the order in which their targets came. Cancelling gives them as they are.
    func finish(within time: Duration, asksOn: Bool) async -> [InfoExchange] {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let result = state.withLock { state -> [InfoExchange]? in
                    state.orders.end = .now + time
                    state.orders.asksOn = asksOn
                    if state.isRunning, state.result == nil {
                        state.waiter = continuation
                        return nil
                    }
                    return state.result ?? []
                }
                if let result { continuation.resume(returning: result) } else { wake?.wake() }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Stops everything at once.
    func cancel() {
        state.withLock { $0.orders.isCancelled = true }
        wake?.wake()
    }

    private func start() {
        guard let wake else { return ended([]) }
        let thread = Thread { @Sendable [self] in
            let conversations = InfoConversations(
                limits, wake,
                orders: { [self] settled in
                    state.withLock { state in
                        state.unsettled -= settled
                        defer { state.orders.targets = [] }
                        return state.orders
                    }
                })
            ended(conversations.run())
        }
        thread.name = "receiver-info"
        thread.start()
    }

    private func ended(_ exchanges: [InfoExchange]) {
        let waiter = state.withLock { state in
            state.result = exchanges
            state.unsettled = 0
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: exchanges)
    }
}
