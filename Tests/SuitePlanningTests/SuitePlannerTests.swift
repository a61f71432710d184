import DeviceMatrix
import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import Testing
import TransitionRisk

@testable import AirPlayReceivers
@testable import SuitePlanning

@Suite struct SuitePlannerTests {
    private static let matched = PlannedFilm.Break(id: "matched", at: .seconds(60), restrictions: .jump)
    private static let hevc = PlannedFilm.Break(id: "hevc", at: .seconds(120), media: SampleMedia.hevc)

    private static func film(_ breaks: [PlannedFilm.Break], id: String = "film") -> PlannedPresentation {
        PlannedFilm(id: id, breaks: breaks, plans: Shipped.plans).presentation
    }

    private static let plan = Shipped.planner.plan([film([matched, hevc])])

    // MARK: Facets

    @Test func facetsFollowWhatTheCatalogueUses() {
        let ids = Self.plan.facets.map(\.id)
        for expected in [
            "video-codec/AVC", "video-codec/HEVC", "audio-codec/AAC", "change/video-codec/reload", "interstitial/jump",
            "presentation/vod",
        ] {
            #expect(ids.contains(expected), "\(expected)")
        }
        for absent in ["video-codec/AV1", "surround", "uhd", "presentation/live", "setting/match-content-on"] {
            #expect(!ids.contains(absent), "\(absent)")
        }
    }

    @Test func everyMustFacetIsShownByACase() {
        for facet in Self.plan.facets where facet.level == .must { #expect(facet.cases > 0, "\(facet.id)") }
        #expect(Self.plan.isComplete)
        #expect(Self.plan.receivers.isSmallest)
    }

    @Test func everyPairIsShown() {
        #expect(Self.plan.pairs.map(\.pair) == ["sender × receiver", "sender × servicePlan", "receiver × servicePlan"])
        for pair in Self.plan.pairs { #expect(pair.covered == pair.of && pair.of > 0, "\(pair.pair)") }
    }

    // MARK: Cases

    @Test func riskierCasesComeFirstAfterTheAppleTV() {
        let scores = Self.plan.cases.dropFirst().map(\.score)
        #expect(scores == scores.sorted(by: >))
        // A codec change on a receiver that reloads is seconds of black; a matched ad is nothing.
        #expect(Self.plan.cases.dropFirst().first?.breaks == ["hevc"])
    }

    @Test func breaksThatAreAlikeCountAsOne() {
        let one = Self.film([Self.matched, Self.hevc])
        let two = Self.film([Self.matched, Self.hevc], id: "other")
        let plan = Shipped.planner.plan([one, two])
        #expect(plan.catalogue.presentations == 2)
        #expect(plan.catalogue.visits == 2 * Self.plan.catalogue.visits)
        #expect(plan.catalogue.distinct == Self.plan.catalogue.distinct)
        #expect(plan.cases.map(\.id) == Self.plan.cases.map(\.id))
        #expect(
            plan.cases.allSatisfy { $0.standsFor == 2 * (Self.plan.cases.first?.standsFor ?? 0) || $0.standsFor > 1 })
    }

    @Test func aForbiddenJumpPlaysTheBreakFirst() throws {
        let entry = try #require(Self.plan.cases.first { $0.breaks == ["matched"] })
        // Between the break at 60 s and the next one at 120 s.
        #expect(
            entry.steps.first { $0.id == "jump" }?.expected
                == "matched plays first; then the primary goes on at 1:30 min.")
        #expect(entry.steps.first?.action.hasSuffix("then move to 50 s.") == true)
    }

    @Test func aBreakThatPlaysOnceIsTriedTwice() throws {
        let once = PlannedFilm.Break(id: "once", at: .seconds(5)) { $0.cue = .once }
        let plan = Shipped.planner.plan([Self.film([once])])
        let entry = try #require(plan.cases.first { $0.breaks == ["once"] })
        #expect(entry.steps.last?.id == "again")
        #expect(entry.steps.last?.expected == "once does not play again.")
    }

    @Test func aLiveBreakGoesOnAsLiveAsBefore() throws {
        var film = PlannedFilm(breaks: [Self.matched], plans: [ServicePlan(name: "A")])
        film.length = nil
        film.breaks[0].change = { $0.resumption = .afterPlayedDuration }
        let plan = Shipped.planner.plan([film.presentation])
        let entry = try #require(plan.cases.first { $0.breaks == ["matched"] })
        #expect(
            entry.steps.last { $0.id == "matched/resume" }?.expected
                == "The primary goes on at 1:10 min, as live as before the break.")
        #expect(!entry.steps.contains { $0.id == "jump" })
        #expect(plan.facets.contains { $0.id == "presentation/live" })
    }

    @Test func aChangeOfRangeIsTriedWithBothSettingsOfAnAppleTV() {
        let ad = PlannedFilm.Break(id: "hdr", at: .seconds(60), media: SampleMedia.dolbyVision)
        let plan = Shipped.planner.plan([Self.film([ad])])
        let settings = plan.cases.filter { $0.receiver.receiverClass == .appleTV && $0.breaks == ["hdr"] }.map(
            \.settings)
        #expect(Set(settings.flatMap(\.self)).count == 2)
        for facet in ["setting/match-content-on", "setting/match-content-off"] {
            #expect(plan.facets.first { $0.id == facet }.map { $0.cases > 0 } == true)
        }
    }

    // MARK: Stability

    @Test func anAdMoreChangesFewCases() {
        let more = Self.film([
            Self.matched, Self.hevc,
            PlannedFilm.Break(
                id: "rate", at: .seconds(300), media: SampleMedia.film { $0.video?.frameRate = FrameRate(25) }),
        ])
        let before = Set(Self.plan.cases.map(\.id))
        let after = Set(Shipped.planner.plan([more]).cases.map(\.id))
        #expect(
            before.subtracting(after).count <= before.count / 3,
            "\(before.subtracting(after).count) of \(before.count) gone")
        #expect(!after.subtracting(before).isEmpty)
    }

    @Test func theOrderOfTheCatalogueChangesNothing() {
        let a = Self.film([Self.matched], id: "a")
        let b = Self.film([Self.hevc], id: "b")
        let (one, two) = (Shipped.planner.plan([a, b]), Shipped.planner.plan([b, a]))
        // Compared first: on failure the whole plans would be printed.
        let isSame = one == two
        #expect(isSame)
    }

    // MARK: Budget

    @Test func theBudgetBoundsCasesRigsAndReceivers() throws {
        var planner = Shipped.planner
        planner.time = SuitePlanner.Time(total: .seconds(1800), perCase: .seconds(240), rigs: 2)
        let plan = planner.plan([Self.film([Self.matched, Self.hevc])])
        // Half an hour holds seven cases of four minutes, at two rigs fourteen.
        #expect(plan.budget?.fits == 14)
        #expect(plan.cases.count == 14)
        for rig in 1...2 { #expect(plan.cases.count { $0.rig == rig } == 7) }
        #expect(plan.leftOut.cases > 0)
        #expect(plan.leftOut.share > 0 && plan.leftOut.share < 1)
        #expect(plan.isComplete)
        let budget = try #require(plan.budget)
        #expect(budget.shown <= budget.atMost)
    }

    @Test func aBudgetForNothingIsSaid() {
        var planner = Shipped.planner
        planner.time = SuitePlanner.Time(total: .seconds(60), perCase: .seconds(240), rigs: 1)
        let plan = planner.plan([Self.film([Self.hevc])])
        #expect(plan.cases.isEmpty)
        #expect(plan.problems == ["the budget has no room for a single case: 4 min a case, 1 min at 1 rig"])
        #expect(!plan.receivers.chosen.isEmpty, "the best partial plan still says which receivers")
    }

    // MARK: Bad input

    @Test func anEmptyInventoryIsSaid() {
        var planner = Shipped.planner
        planner.candidates = []
        let plan = planner.plan([Self.film([Self.hevc])])
        #expect(plan.cases.isEmpty)
        #expect(plan.problems.count == 1)
        #expect(plan.problems[0].hasPrefix("there is no receiver to test on"))
    }

    @Test func whatNoReceiverAtHandCoversIsSaidWithModelsThatWould() {
        var planner = Shipped.planner
        planner.candidates = Shipped.inventory(["AppleTV14,1"]).candidates
        let plan = planner.plan([Self.film([Self.hevc])])
        let problem = plan.problems.first { $0.contains("'class/set-top-box'") }
        #expect(problem?.contains("Roku Ultra (4670X)") == true, "\(plan.problems)")
        #expect(plan.receivers.chosen.map(\.id) == ["id-AppleTV14,1"])
        #expect(!plan.cases.isEmpty)
    }

    @Test func aModelThatNobodyKnowsIsLeftOutAndSaid() {
        let (candidates, problems) = Shipped.inventory(["AppleTV14,1", "Ghost9,9"])
        #expect(candidates.map(\.model) == ["AppleTV14,1"])
        #expect(problems.count == 1)
        #expect(problems[0].contains("'Ghost9,9'"))
    }

    @Test func anInventoryThatContradictsTheModelTableIsSaid() {
        var inventory = LabInventory(found: [])
        inventory.receivers = [
            LabInventory.Item(id: "a", name: "Shelf 1", model: "AppleTV14,1", receiverClass: .smartTV, tier: .low),
            LabInventory.Item(id: "b", name: "Shelf 2", model: "AppleTV14,1", receiverClass: .appleTV, tier: .high),
        ]
        let (candidates, problems) = Candidate.inventory(
            inventory, models: Shipped.table, defaults: Shipped.matrix.profiles)
        #expect(candidates.map(\.profile.receiverClass) == [.appleTV, .appleTV])
        #expect(
            problems == [
                "receiver 'Shelf 1': the inventory says smart-tv, and its model 'AppleTV14,1' is of class apple-tv by the model "
                    + "table, which counts; correct one of the two",
                "receiver 'Shelf 1': the inventory says tier low, and its model 'AppleTV14,1' has tier high by the model "
                    + "table, which counts; correct one of the two",
            ])
    }

    @Test func aScanSaysWhatTheReceiversOfAnInventoryAre() {
        var inventory = LabInventory(found: [])
        inventory.receivers = [
            LabInventory.Item(id: "02:00:00:00:00:0A", name: "Shelf 1", matchFrameRate: true),
            LabInventory.Item(id: "02:00:00:00:00:0b", name: "Shelf 2"),
            LabInventory.Item(id: "02:00:00:00:00:0c", name: "Shelf 3"),
        ]
        let record = ServiceRecord(
            serviceType: .airPlay, instanceName: "Living room", hostName: "tv.local", port: 7000,
            txt: TXTRecord([
                "deviceid=02:00:00:00:00:0a", "model=OLED55CX9LA", "manufacturer=LG Electronics",
                "features=0x7F8AD0,0x38BCF46",
            ]))
        let found = ReceiverClassifier(models: Shipped.table).receivers(from: [record])
        let (candidates, problems) = Candidate.inventory(
            inventory, found: found, models: Shipped.table, defaults: Shipped.matrix.profiles)
        #expect(candidates.map(\.profile.receiverClass) == [.smartTV])
        #expect(candidates.map(\.profile.title) == ["Shelf 1"])
        #expect(candidates.map(\.profile.settings.matchFrameRate) == [true])
        #expect(
            problems == [
                "receivers 'Shelf 2', 'Shelf 3': the inventory gives neither model nor class of these 2, and the scan does not "
                    + "show them, so they are left out; write 'model:' into it"
            ])
    }

    @Test func anInventoryOfNamesAloneSaysOnceWhatToDo() {
        var inventory = LabInventory(found: [])
        inventory.receivers = (1...12).map { LabInventory.Item(id: "\($0)", name: "TV \($0)") }
        let (candidates, problems) = Candidate.inventory(
            inventory, models: Shipped.table, defaults: Shipped.matrix.profiles)
        #expect(candidates.isEmpty)
        #expect(
            problems == [
                "receivers 'TV 1', 'TV 2', 'TV 3', 'TV 4', 'TV 5' and 7 more: the inventory gives neither model nor class of "
                    + "these 12, so they are left out; write 'model:' into it, or say with --scan FILE what "
                    + "'segue discover --save FILE' found"
            ])
    }

    @Test("A day that no calendar has is refused", arguments: ["2026-02-31", "20.11.2026", "2026-2-3"])
    func impossibleDay(date: String) throws {
        let plan = Shipped.planner.plan([Self.film([Self.hevc])])
        let first = try #require(plan.cases.first)
        var result = StepResult(caseID: first.id, step: try #require(first.steps.first).id, outcome: .pass)
        result.date = date
        let error = #expect(throws: PlanError.self) { _ = try plan.results([("f.csv:2", result)]) }
        #expect(error?.description == "f.csv:2: date '\(date)' is no day, written as YYYY-MM-DD")
    }

    @Test func aCatalogueWithoutBreaksIsSaid() {
        let plan = Shipped.planner.plan([Self.film([])])
        #expect(plan.cases.isEmpty)
        #expect(plan.problems.contains("no presentation of the catalogue has a break, so there is nothing to test"))
    }

    @Test func whatOneCannotBuyIsNotProposed() {
        let models = Set(Shipped.models.compactMap(\.model))
        #expect(models.contains("AppleTV14,1"))
        for model in ["AppleTV3,2", "AudioAccessory1,1", "JB2 Gen"] { #expect(!models.contains(model)) }
    }
}
