package import DeviceMatrix
import HLSPlaylists
package import TransitionRisk

/// Makes a plan: visits → facets → receivers → cases → order.
///
/// ```swift
/// var planner = SuitePlanner(facets: try DeviceMatrix.facets(), costs: matrix.costs)
/// planner.models = Candidate.models(try DeviceMatrix.models(), defaults: matrix.profiles)
/// planner.candidates = planner.models
/// let plan = planner.plan(presentations)
/// ```
package struct SuitePlanner {
    /// What a suite must show, and from which senders.
    package var facets: FacetTable
    /// What transitions cost.
    package var costs: TransitionCosts
    /// What a user measured.
    package var calibrations: [Calibration] = []
    /// Receivers to choose from.
    package var candidates: [Candidate] = []
    /// Where they come from: `inventory`, `scan`, `models`.
    package var source = "models"
    /// Models to name where no candidate will do.
    package var models: [Candidate] = []
    /// The time there is; `nil` for as much as is needed.
    package var time: Time?
    /// Most cases of a plan without a budget.
    package var mostCases = 200
    /// What is wrong with the input already.
    package var problems: [String] = []

    /// The time for a suite.
    package struct Time: Sendable, Hashable {
        /// At each rig.
        package var total: Duration
        /// For each case.
        package var perCase: Duration
        /// How many people work side by side, each at a rig.
        package var rigs: Int

        /// States the time.
        package init(total: Duration, perCase: Duration, rigs: Int) {
            self.total = total
            self.perCase = perCase
            self.rigs = rigs
        }

        /// Cases that one rig has time for.
        var slots: Int { perCase > .zero ? max(0, Int(min(1e6, total / perCase))) : 0 }
    }

    /// A planner.
    package init(facets: FacetTable, costs: TransitionCosts) {
        self.facets = facets
        self.costs = costs
    }

    /// The plan for presentations, or for checks that were made before.
    package func plan(_ presentations: [PlannedPresentation], checks: [RecordedCheck] = []) -> SuitePlan {
        // Of breaks that are alike the first stands for all; which is first must not depend on the order of files.
        let presentations = presentations.sorted { $0.id < $1.id }
        let checks = checks.sorted { $0.id < $1.id }
        var builder = VisitBuilder()
        for (number, presentation) in presentations.enumerated() { builder.add(presentation, number: number) }
        for (number, check) in checks.enumerated() { builder.add(check, number: presentations.count + number) }
        let visits = builder.visits
        let used = Set(visits.map(\.visit.traits)).reduce(into: Set<String>()) { $0.formUnion($1) }
        let all = facets.facets(for: used)
        let chooser = ReceiverChooser(candidates: candidates, facets: all, models: models)
        let choice = chooser.choice()
        let receivers = choice.chosen.map { candidates[$0] }
        let (musts, shoulds) = (all.filter(\.isMust), all.filter { !$0.isMust })
        let maker = DraftMaker(
            visits: visits, examples: builder.examples, receivers: receivers, musts: musts, shoulds: shoulds,
            model: DelayModel(costs: costs), calibrations: calibrations)
        let (drafts, _) = maker.drafts()

        let names = Set(drafts.map { visits[$0.visit].visit.plan }).sorted()
        let plans = drafts.map { draft in names.firstIndex(of: visits[draft.visit].visit.plan) ?? 0 }
        var room = (all: mostCases, each: mostCases)
        if let time { room = (time.slots * time.rigs, time.slots) }
        var selection = CaseSelection(
            drafts: drafts, plans: plans, receiverIDs: receivers.map(\.id), senderCount: facets.senders.count,
            mustTitles: musts.map(\.title), room: room)
        selection.run(fills: time != nil)

        let writer = CaseWriter(
            visits: visits, presentations: presentations, checks: checks, receivers: receivers, musts: musts,
            shoulds: shoulds, senders: facets.senders, maker: maker)
        var cases = writer.ordered(selection.picks.map { writer.testCase($0, drafts[$0.draft]) })
        if let time { RigAssignment(rigs: time.rigs, slots: time.slots).assign(&cases) }
        let remainder = remainder(selection.rest, drafts, writer)
        return SuitePlan(
            costs: costs.version,
            catalogue: SuitePlan.CatalogueSummary(
                presentations: builder.presentations.count, visits: builder.total,
                distinct: visits.count { $0.visit.appleSide == nil }, uses: used.sorted()),
            receivers: SuitePlan.ReceiverChoice(
                source: source, considered: candidates.count, chosen: chosen(receivers, musts),
                lowerBound: choice.lowerBound, isSmallest: choice.lowerBound == choice.chosen.count),
            facets: all.map { status($0, receivers, cases, chooser) },
            pairs: zip(["sender × receiver", "sender × servicePlan", "receiver × servicePlan"], selection.pairCoverage)
                .map { SuitePlan.PairCoverage(pair: $0, covered: $1.covered, of: $1.of) },
            cases: cases,
            budget: time.map {
                SuitePlan.Budget(
                    hours: $0.total / .seconds(3600), minutesPerCase: $0.perCase / .seconds(60), rigs: $0.rigs,
                    fits: room.all, shown: selection.shown, atMost: selection.mostShown(by: room.all))
            }, leftOut: remainder,
            problems: problems + problems(visits, receivers, choice.missing, chooser, room: room.all))
    }

    private func chosen(_ receivers: [Candidate], _ musts: [Facet]) -> [SuitePlan.ChosenReceiver] {
        receivers.map { receiver in
            let own = musts.filter { facet in
                facet.needsReceiver && facet.isShown(by: receiver.traits)
                    && !receivers.contains { $0.id != receiver.id && facet.isShown(by: $0.traits) }
            }
            return SuitePlan.ChosenReceiver(
                id: receiver.id, title: receiver.profile.title, receiverClass: receiver.profile.receiverClass,
                tier: receiver.profile.tier, model: receiver.model, neededFor: own.map(\.id))
        }
    }

    private func status(
        _ facet: Facet, _ receivers: [Candidate], _ cases: [TestCase], _ chooser: ReceiverChooser
    ) -> SuitePlan.FacetStatus {
        let able = receivers.filter { facet.isShown(by: $0.traits) }
        let nearest = facet.needsReceiver && able.isEmpty ? chooser.nearest(to: facet) : []
        return SuitePlan.FacetStatus(
            id: facet.id, title: facet.title, why: facet.rule.why, source: facet.rule.source, level: facet.rule.level,
            receivers: facet.needsReceiver ? able.map(\.id) : nil, cases: cases.count { $0.facets.contains(facet.id) },
            nearest: nearest)
    }

    /// What is not tested. The same changes on the same receiver count once, under whatever plans they come.
    private func remainder(_ rest: [Int], _ drafts: [CaseDraft], _ writer: CaseWriter) -> SuitePlan.Remainder {
        let left = Set(rest)
        let tested = Set(drafts.indices.filter { !left.contains($0) }.map { drafts[$0].content })
        func once(_ drafts: [CaseDraft]) -> [CaseDraft] {
            var seen: Set<Int> = []
            return drafts.sorted { $0.score == $1.score ? $0.tie < $1.tie : $0.score > $1.score }.filter {
                seen.insert($0.content).inserted
            }
        }
        let untested = once(rest.map { drafts[$0] }.filter { !tested.contains($0.content) })
        let whole = once(drafts).reduce(0) { $0 + $1.score }
        let share = whole > 0 ? untested.reduce(0) { $0 + $1.score } / whole : 0
        return SuitePlan.Remainder(
            cases: rest.count,
            bands: rest.reduce(into: [:]) { $0[drafts[$1].band.rawValue, default: 0] += 1 }, untested: untested.count,
            share: (share * 1000).rounded() / 1000,
            worst: untested.prefix(5).map { "\(writer.title($0)): \($0.band.rawValue), score \($0.score)" })
    }

    private func problems(
        _ visits: [CountedVisit], _ receivers: [Candidate], _ missing: [Facet], _ chooser: ReceiverChooser, room: Int
    ) -> [String] {
        var problems: [String] = []
        if visits.isEmpty {
            problems.append("no presentation of the catalogue has a break, so there is nothing to test")
        }
        if candidates.isEmpty {
            problems.append(
                "there is no receiver to test on; list yours in an inventory, or leave --receivers out to see what to buy"
            )
        }
        for facet in missing where !candidates.isEmpty {
            let models = chooser.nearest(to: facet)
            let advice =
                models.isEmpty
                ? "no model of the table comes near" : "nearest: \(models.joined(separator: "; "))"
            problems.append("no receiver at hand covers '\(facet.id)' (\(facet.title)); \(advice)")
        }
        if let time, room == 0 {
            problems.append(
                "the budget has no room for a single case: \(Self.minutes(time.perCase)) min a case, "
                    + "\(Self.minutes(time.total)) min at \(time.rigs) rig\(time.rigs == 1 ? "" : "s")")
        }
        return problems
    }

    /// A time in minutes, to a tenth: `4`, `1.5`.
    private static func minutes(_ time: Duration) -> String {
        let tenths = Int((time / .seconds(6)).rounded())
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
