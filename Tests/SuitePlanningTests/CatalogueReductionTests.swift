import DeviceMatrix
import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import Testing
import TransitionRisk

@testable import SuitePlanning

/// What makes a plan for a hundred thousand assets possible is counted here, not timed: `segue-bench plan` times it.
@Suite struct CatalogueReductionTests {
    /// Films with ads of some encodings, in turn.
    private static func catalogue(films: Int, encodings: Int) -> [PlannedPresentation] {
        let rates = [24, 25, 30, 50, 60].compactMap { FrameRate($0) }
        let sizes = [(640, 360), (1280, 720), (1920, 1080), (3840, 2160)].compactMap {
            Resolution(width: $0.0, height: $0.1)
        }
        return (0..<films).map { film in
            let breaks = (0..<encodings).map { place in
                PlannedFilm.Break(
                    id: "ad-\(place)", at: .seconds(20 * (place + 1)),
                    media: SampleMedia.film {
                        $0.video?.frameRate = rates[place % rates.count]
                        $0.video?.resolution = sizes[place / rates.count % sizes.count]
                    })
            }
            return PlannedFilm(id: "film-\(film)", breaks: breaks, plans: Shipped.plans).presentation
        }
    }

    private static func effort(_ catalogue: [PlannedPresentation]) -> (visits: Int, drafts: Int, DraftMaker.Effort) {
        var builder = VisitBuilder()
        for (number, presentation) in catalogue.enumerated() { builder.add(presentation, number: number) }
        let used = builder.visits.reduce(into: Set<String>()) { $0.formUnion($1.visit.traits) }
        let facets = Shipped.facets.facets(for: used)
        let maker = DraftMaker(
            visits: builder.visits, examples: builder.examples, receivers: Array(Shipped.models.prefix(6)),
            musts: facets.filter(\.isMust), shoulds: facets.filter { !$0.isMust },
            model: DelayModel(costs: Shipped.matrix.costs), calibrations: [])
        let (drafts, effort) = maker.drafts()
        return (builder.total, drafts.count, effort)
    }

    @Test func tenTimesTheFilmsCostNoVerdictMore() {
        let few = Self.effort(Self.catalogue(films: 2, encodings: 20))
        let many = Self.effort(Self.catalogue(films: 20, encodings: 20))
        #expect(many.visits == 10 * few.visits)
        #expect(many.drafts == few.drafts)
        #expect(many.2 == few.2)
    }

    /// Into and out of each of 20 kinds of ads, at most once for each of six receivers.
    @Test func boundariesAreComparedOnceForEachPairOfMediaAndDisplay() {
        let effort = Self.effort(Self.catalogue(films: 4, encodings: 20)).2
        #expect(effort.boundaries <= 2 * 20 * 6)
        #expect(effort.verdicts <= effort.boundaries * 3)
    }

    @Test func whatACaseExplainsIsWhatPutItThere() {
        let plan = Shipped.planner.plan(Self.catalogue(films: 1, encodings: 20))
        for entry in plan.cases {
            let delays = entry.steps.compactMap(\.delay)
            guard let worst = delays.max(by: { ($0.score, $0.risk) < ($1.score, $1.risk) }) else { continue }
            #expect(entry.risk == max(0.05, worst.risk) && entry.uncertainty == max(0.05, worst.uncertainty))
            #expect(worst.risk == 0 || !worst.reasons.isEmpty, "\(entry.title)")
        }
    }

    @Test func breaksThatDifferInWhatTheirEventsAskForAreTwoKinds() {
        let plain = PlannedFilm.Break(id: "plain", at: .seconds(60))
        let snapping = PlannedFilm.Break(id: "snapping", at: .seconds(120)) { $0.snap = .out }
        let plan = Shipped.planner.plan([PlannedFilm(breaks: [plain, snapping]).presentation])
        #expect(plan.facets.first { $0.id == "interstitial/snap" }.map { $0.cases > 0 } == true)
    }
}
