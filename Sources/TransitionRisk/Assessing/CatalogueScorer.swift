import AirPlayReceivers
package import HLSPlaylists
import MediaFormats
import Synchronization

/// Judges very many pairs of media whose parameters repeat: a catalogue of programmes against a catalogue of ads.
///
/// Two variants with the same parameters have the same verdict, so each distinct set of parameters is prepared once, each
/// distinct set of changes judged once for all receivers that switch alike, and a pair costs one comparison. Numbers and
/// bands are those of ``TransitionAssessor``; words and fixes are left to it.
///
/// ```swift
/// let scorer = CatalogueScorer(model: model, receivers: matrix.profiles, delivery: delivery)
/// let (film, ad) = (scorer.prepare(filmVariant), scorer.prepare(adVariant))
/// scorer.cells(from: film, to: ad)   // one for each receiver
/// ```
package final class CatalogueScorer: Sendable {
    /// What one receiver makes of one pair.
    package struct Cell: Sendable, Hashable {
        /// The band.
        package let band: Band
        /// The delay over the floor; `nil` where nothing plays or nothing is known.
        package let excess: DelayEstimate?
        /// Chance that playback ends.
        package let failureProbability: Double
    }

    /// One distinct set of parameters, ready for pairs.
    package struct Media: Sendable {
        /// What each view shows of it.
        fileprivate let variants: [EffectiveParameters]
        /// The first view that shows the same: only Dolby Vision and HDR10+ differ between views at all.
        fileprivate let sameAs: [Int]
        fileprivate let gates: [Gate]
    }

    fileprivate enum Gate: Sendable {
        case plays(doubts: [String])
        case blocked
    }

    /// How often a verdict was needed, and how often it had to be worked out.
    package struct Counts: Sendable, Hashable {
        /// Verdicts asked for.
        package var asked = 0
        /// Distinct verdicts worked out.
        package var distinct = 0
    }

    private struct Column: Sendable {
        let receiver: ReceiverProfile
        let conditions: DelayConditions
        let table: CostTable
        /// Position of the way it shows ranges among ``Media/variants``.
        let view: Int
        /// Position among ``groups``.
        let group: Int
        let fixed: Cell?
    }

    private struct Row: Sendable {
        let certain: [Verdict]
        let isWorse: [Bool]
    }

    private struct RowKey: Hashable {
        let changes: Set<TriggeredChange>
        let possible: Set<TriggeredChange>
    }

    private let columns: [Column]
    /// One column for each set of conditions and costs that differ; others share its verdicts.
    private let groups: [Int]
    private let views: [ReceiverProfile]
    private let transition: Transition
    private let rows = Mutex<[RowKey: Row]>([:])
    private let asked = Atomic<Int>(0)

    /// Prepares columns.
    ///
    /// - Parameters:
    ///   - model: The costs.
    ///   - calibrations: What a user measured.
    ///   - receivers: One column each.
    ///   - delivery: How ads reach a receiver.
    package init(
        model: DelayModel, calibrations: [Calibration] = [], receivers: [ReceiverProfile], delivery: Delivery
    ) {
        let tables = CostTables(model: model, calibrations: calibrations)
        let nothing = AssetProfile(reference: AssetReference(path: "/"), variants: [])
        transition = Transition(
            id: "pair", kind: .enter, at: .zero, from: nothing, to: nothing, primary: nothing, delivery: delivery)
        var views: [ReceiverProfile] = []
        var groups: [Int] = []
        var columns: [Column] = []
        for var receiver in receivers {
            let table = tables.table(for: receiver.identity)
            receiver.switching = table.switching ?? receiver.switching
            let lead = min(receiver.forwardBuffer, delivery.notice).milliseconds.rounded(.down)
            let conditions = DelayConditions(receiver, leadMilliseconds: max(0, lead))
            let ranges = receiver.capabilities
            var view = views.firstIndex {
                $0.capabilities.dynamicRanges?.value == ranges.dynamicRanges?.value
                    && $0.capabilities.undecidedRanges == ranges.undecidedRanges
            }
            if view == nil {
                views.append(receiver)
                view = views.count - 1
            }
            var group = groups.firstIndex { columns[$0].conditions == conditions && columns[$0].table === table }
            if group == nil {
                groups.append(columns.count)
                group = groups.count - 1
            }
            let isSilent = receiver.capabilities.airPlayVideo?.value == false
            let isUnsupported = receiver.capabilities.interstitials?.value == false
            columns.append(
                Column(
                    receiver: receiver, conditions: conditions, table: table, view: view ?? 0, group: group ?? 0,
                    fixed: isSilent || isUnsupported
                        ? Cell(band: .notApplicable, excess: nil, failureProbability: 0) : nil))
        }
        self.columns = columns
        self.groups = groups
        self.views = views
    }

    /// The columns, in order.
    package var receivers: [ReceiverProfile] { columns.map(\.receiver) }

    /// What was asked and worked out so far.
    package var counts: Counts {
        Counts(
            asked: asked.load(ordering: .relaxed),
            distinct: rows.withLock { rows in
                Set(rows.keys.map(\.changes)).count * groups.count
            })
    }

    /// Prepares one distinct set of parameters.
    package func prepare(_ variant: ProfiledVariant) -> Media {
        let effective = variant.effective
        let variants = views.map { effective.shown(on: $0) }
        return Media(
            variants: variants, sameAs: variants.map { variant in variants.firstIndex(of: variant) ?? 0 },
            gates: columns.map { column in
                let gate = CapabilityGate(effective, on: column.receiver)
                return gate.blocks.isEmpty ? .plays(doubts: gate.doubts.map(\.message)) : .blocked
            })
    }

    /// One cell for each receiver: playback goes from one to the other, and what ends is the primary.
    package func cells(from: Media, to: Media) -> [Cell] {
        var pairs: [Row] = []
        for view in views.indices {
            let (left, right) = (from.sameAs[view], to.sameAs[view])
            if let known = views.indices.prefix(view).first(where: { from.sameAs[$0] == left && to.sameAs[$0] == right }
            ) {
                pairs.append(pairs[known])
            } else {
                pairs.append(row(Boundary(transition, from: from.variants[left], to: to.variants[right])))
            }
        }
        asked.add(columns.count, ordering: .relaxed)
        return columns.indices.map { index in
            let column = columns[index]
            if let fixed = column.fixed { return fixed }
            guard case .plays(let proven) = from.gates[index], case .plays(let doubts) = to.gates[index] else {
                return Cell(band: .blocking, excess: nil, failureProbability: 1)
            }
            let row = pairs[column.view]
            let certain = row.certain[column.group]
            let isInDoubt = row.isWorse[column.group] || doubts.contains { !proven.contains($0) }
            return Cell(
                band: TransitionJudge.band(certain: certain.band, isInDoubt: isInDoubt), excess: certain.excess,
                failureProbability: certain.failureProbability)
        }
    }

    private func row(_ boundary: Boundary) -> Row {
        let key = RowKey(changes: boundary.changes, possible: boundary.possibleChanges)
        if let known = rows.withLock({ $0[key] }) { return known }
        let all = key.changes.union(key.possible)
        let certain = groups.map { columns[$0].table.verdicts.verdict(key.changes, columns[$0].conditions) }
        let made = Row(
            certain: certain,
            isWorse: zip(groups, certain).map { group, verdict in
                !key.possible.isEmpty
                    && columns[group].table.verdicts.verdict(all, columns[group].conditions).band > verdict.band
            })
        rows.withLock { $0[key] = made }
        return made
    }
}
