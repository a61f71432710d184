import HLSPlaylists
import MediaFormats
import Synchronization

/// Reads further bytes of a resource for a worker, in growing steps and within a budget.
final class ProbeSupplier: Sendable {
    private let source: any AssetSource
    private let media: ProbeInput.Piece
    /// Where the media begins in the resource that the worker sees, after the init section.
    private let base: Int
    private let size: Int?
    private let budget: Int
    private let state: Mutex<State>

    private struct State {
        var spent: Int
        var step = 1 << 20
        var failure: ProbeError?
    }

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
        self.size = size
        self.budget = budget
        state = Mutex(State(spent: spent))
    }

    /// Bytes read for this resource.
    var spent: Int { state.withLock { $0.spent } }

    /// Why bytes that the worker asked for could not be had.
    var failure: ProbeError? { state.withLock { $0.failure } }

    /// Reads what a worker asks for and, because a trip costs more than bytes, what probably follows.
    func supply(_ wanted: ResourceRange) async -> ProbeSupply {
        let nothing = ProbeSupply(offset: wanted.offset, bytes: [])
        let offset = wanted.offset - base
        let (step, allowance) = state.withLock { state in
            defer { state.step *= 2 }
            return (state.step, budget - state.spent)
        }
        let length = min(max(wanted.length, step), allowance, size.map { $0 - offset } ?? .max)
        guard offset >= 0, length > 0 else {
            if allowance <= 0 { fail(ProbeError(media.reference, .budgetExhausted(bytes: budget))) }
            return nothing
        }
        let (start, overflow) = offset.addingReportingOverflow(media.range?.offset ?? 0)
        guard !overflow else { return nothing }
        do throws(AssetReadError) {
            let answer = try await source.read(
                media.reference, range: ByteRange(offset: start, length: length), limit: length)
            state.withLock { $0.spent += answer.bytes.count }
            return ProbeSupply(offset: wanted.offset, bytes: answer.bytes)
        } catch {
            fail(ProbeError(error.reference, .reading(error.reason)))
            return nothing
        }
    }

    private func fail(_ error: ProbeError) {
        state.withLock { $0.failure = $0.failure ?? error }
    }
}
