import HLSPlaylists
import MediaFormats
import Synchronization

/// Reads further bytes of a resource for a worker, in growing steps and within a budget.
final class ProbeSupplier: Sendable {
    private let source: any AssetSource
    private let media: ProbeInput.Piece
    /// Where the media begins in the resource that the worker sees, after the init section.
    private let base: Int
    private let budget: Int
    private let state: Mutex<State>

    private struct State {
        /// Bytes of the piece, if known.
        var size: Int?
        var spent: Int
        var step = 1 << 20
        var rounds = 0
        var failure: ProbeError?
    }

    /// Times that one resource is read on. Steps grow, so what has its bytes in few places never comes near.
    private static let mostRounds = 64

    /// Reads on in a piece of media.
    ///
    /// - Parameters:
    ///   - size: Bytes of the piece, if known.
    ///   - budget: Bytes that may be read altogether.
    ///   - spent: Bytes that were read before.
    init(source: any AssetSource, media: ProbeInput.Piece, base: Int, size: Int?, budget: Int, spent: Int) {
        self.source = source
        self.media = media
        self.base = base
        self.budget = budget
        state = Mutex(State(size: size, spent: spent))
    }

    /// Bytes read for this resource.
    var spent: Int { state.withLock { $0.spent } }

    /// Why bytes that the worker asked for could not be had.
    var failure: ProbeError? { state.withLock { $0.failure } }

    /// Reads what a worker asks for and, because a trip costs more than bytes, what probably follows.
    func supply(_ wanted: ResourceRange) async -> ProbeSupply {
        let nothing = ProbeSupply(offset: wanted.offset, bytes: [])
        guard wanted.offset >= base else { return nothing }
        let offset = wanted.offset - base
        guard let length = nextLength(at: offset, atLeast: wanted.length), length > 0 else { return nothing }
        let (start, overflow) = offset.addingReportingOverflow(media.range?.offset ?? 0)
        guard !overflow else { return nothing }
        do throws(AssetReadError) {
            let answer = try await source.read(
                media.reference, range: ByteRange(offset: start, length: length), limit: length)
            state.withLock { state in
                state.spent += answer.bytes.count
                if answer.bytes.count < length { state.size = offset + answer.bytes.count }
            }
            return ProbeSupply(offset: wanted.offset, bytes: answer.bytes)
        } catch {
            fail(ProbeError(error.reference, .reading(error.reason)))
            return nothing
        }
    }

    /// How many bytes are read next; `nil` with a failure noted when the resource has had its share.
    private func nextLength(at offset: Int, atLeast wanted: Int) -> Int? {
        let (length, refusal) = state.withLock { state -> (Int, ProbeError.Reason?) in
            let (step, allowance) = (state.step, budget - state.spent)
            state.step = step > budget / 2 ? budget : step * 2
            state.rounds += 1
            if allowance <= 0 { return (0, .budgetExhausted(bytes: budget)) }
            if state.rounds > Self.mostRounds {
                let places = "what it needs lies in more than \(Self.mostRounds) places"
                return (0, .unmeasurable(ProbeFailure(.damaged, places)))
            }
            return (min(max(wanted, step), allowance, state.size.map { $0 - offset } ?? .max), nil)
        }
        guard let refusal else { return length }
        fail(ProbeError(media.reference, refusal))
        return nil
    }

    private func fail(_ error: ProbeError) {
        state.withLock { $0.failure = $0.failure ?? error }
    }
}
