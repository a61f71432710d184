import HLSPlaylists
import SuitePlanning
import TransitionRisk

/// What a sheet for people shows, in the order in which it is filled in; HTML and Markdown are made of it.
///
/// What may be absent is a list of one or none: for the template an empty text is a text.
struct PlanSheet {
    let title = "Device test suite"
    let facts: [Fact]
    let receivers: [ReceiverRow]
    let smallness: String
    let problems: [String]
    let hasProblems: Bool
    let facets: [FacetRow]
    let pairs: [String]
    let cases: [CaseSheet]
    let leftOut: [String]
    let worstLeftOut: [String]
    let tool: String
    let costs: String

    struct Fact {
        let name: String
        let value: String
    }

    struct ReceiverRow {
        let title: String
        let id: String
        let kind: String
        let neededFor: String
    }

    struct FacetRow {
        let id: String
        let title: String
        let why: String
        let level: String
        let state: String
        let isOpen: Bool
    }

    struct CaseSheet {
        let number: Int
        let id: String
        let title: String
        let uri: String
        let receiver: String
        let sender: String
        let plan: String
        /// What is tried beside the breaks themselves.
        let kind: [String]
        let isPredicted: Bool
        let band: String
        let symbol: String
        let score: String
        let rig: [String]
        let preconditions: [String]
        let why: [String]
        let steps: [StepRow]
    }

    struct StepRow {
        let id: String
        let place: [String]
        let action: String
        let expected: String
        let delay: [String]
        let band: String
        let symbol: String
        let measures: Bool
    }

    init(_ report: PlanReport) {
        let plan = report.plan
        let musts = plan.facets.filter { $0.level == .must }
        facts = [
            Fact(name: "Cases", value: "\(plan.cases.count)"),
            Fact(name: "Receivers", value: "\(plan.receivers.chosen.count) of \(plan.receivers.considered)"),
            Fact(name: "Must facets shown", value: "\(musts.count { $0.cases > 0 }) of \(musts.count)"),
            Fact(
                name: "Breaks × service plans",
                value: "\(plan.catalogue.visits), of which \(plan.catalogue.distinct) differ"),
            plan.budget.map {
                Fact(
                    name: "Time",
                    value: "\(PlanReport.number($0.hours)) h, \($0.rigs) rig\($0.rigs == 1 ? "" : "s"), "
                        + "\(PlanReport.number($0.minutesPerCase)) min a case")
            },
        ].compactMap(\.self)
        receivers = plan.receivers.chosen.map {
            ReceiverRow(
                title: $0.title.printable, id: ($0.model.map { model in model } ?? $0.id).printable,
                kind: "\($0.receiverClass.rawValue), \($0.tier.rawValue)",
                neededFor: $0.neededFor.joined(separator: ", ").printable)
        }
        smallness = plan.smallness.prefix(1).uppercased() + plan.smallness.dropFirst()
        problems = plan.problems.map(\.printable)
        hasProblems = !problems.isEmpty
        facets = plan.facets.map { facet in
            let isUnreachable = facet.receivers?.isEmpty == true
            let state =
                isUnreachable
                ? "no receiver" : facet.cases == 0 ? "no case" : "\(facet.cases) case\(facet.cases == 1 ? "" : "s")"
            return FacetRow(
                id: facet.id.printable, title: facet.title.printable, why: facet.why.printable,
                level: facet.level.rawValue, state: state, isOpen: facet.cases == 0)
        }
        pairs = plan.pairs.map { "\($0.pair): \($0.covered) of \($0.of)" }
        cases = plan.cases.enumerated().map { CaseSheet($1, number: $0 + 1) }
        leftOut = plan.leftOut.cases == 0 ? [] : [plan.remainderSentence]
        worstLeftOut = plan.leftOut.worst.map(\.printable)
        tool = "\(report.tool.name) \(report.tool.version)"
        costs = plan.costs
    }
}

extension PlanSheet.CaseSheet {
    fileprivate init(_ entry: TestCase, number: Int) {
        self.number = number
        id = entry.id.printable
        title = entry.title.printable
        uri = entry.presentation.uri.printable
        receiver = entry.receiver.title.printable
        sender = entry.sender.title.printable
        plan = entry.servicePlan.printable
        kind = entry.kind.map { [$0.rawValue] } ?? []
        isPredicted = kind.isEmpty
        band = entry.band.rawValue
        symbol = entry.band.symbol
        score = decimals(entry.score)
        rig = entry.rig.map { ["rig \($0)"] } ?? []
        preconditions = entry.preconditions.map(\.printable)
        why = entry.why.map(\.printable)
        steps = entry.steps.map { step in
            let onAir = step.onAirSeconds.map { ", \(PlanReport.number($0)) s on air" } ?? ""
            return PlanSheet.StepRow(
                id: step.id.printable,
                place: step.atSeconds.flatMap { $0 > 0 ? $0 : nil }.map { ["at \(PlanReport.number($0)) s\(onAir)"] }
                    ?? [],
                action: step.action.printable,
                expected: step.expected.printable, delay: step.delay.map { [$0.sentence.printable] } ?? [],
                band: step.delay?.band.rawValue ?? "none", symbol: step.delay?.band.symbol ?? "",
                measures: step.delay.map { $0.band != .notApplicable } ?? false)
        }
    }
}
