import AirPlayReceivers
package import TransitionRisk

/// What people found when they did a plan's cases: one entry for each step that was done.
///
/// A result names everything that a later import needs to find its place: the case, the transition, the receiver with its
/// firmware, the presentation, the service plan and the sender, and what had been predicted.
package struct ResultSheet: Sendable, Hashable, Codable {
    /// The entries, in the order of the plan.
    package var results: [StepResult]

    /// Collects entries.
    package init(results: [StepResult]) { self.results = results }
}

/// What was found at one step.
package struct StepResult: Sendable, Hashable, Codable {
    /// The case.
    package var caseID: String
    /// The step in it: a transition's id, or a word such as `start`.
    package var step: String
    /// How it ended.
    package var outcome: TestOutcome
    /// Black or frozen picture, as seen; `nil` when nobody looked.
    package var pictureMilliseconds: Double?
    /// Silence, as heard; `nil` when nobody listened.
    package var soundMilliseconds: Double?
    /// The receiver's firmware; `nil` when nobody said.
    package var firmware: String?
    /// Who did it; `nil` when nobody said.
    package var tester: String?
    /// The day, as YYYY-MM-DD; `nil` when nobody said.
    package var date: String?
    /// What else is to be said; `nil` for nothing.
    package var note: String?
    /// What the step is about, taken from the plan.
    package var about: About?

    /// The plan's side of a result.
    package struct About: Sendable, Hashable, Codable {
        /// The receiver's stable name.
        package var receiver: String
        /// Its settings in this case.
        package var settings: [String]
        /// The presentation's stable name.
        package var presentation: String
        /// The service plan.
        package var servicePlan: String
        /// The sender's stable name.
        package var sender: String
        /// The band predicted; `nil` for a step without a change of asset.
        package var predictedBand: Band?
        /// p50 of the delay predicted, floor included; `nil` as above or when not known.
        package var predictedP50Milliseconds: Double?
        /// p95 of the same.
        package var predictedP95Milliseconds: Double?
        /// What decides the prediction; `nil` for a step without a change of asset.
        package var signature: String?
        /// How the asset changed: always `interstitial` here, so that no import takes it for a new play command.
        package var switchKind: String
    }

    private enum CodingKeys: String, CodingKey {
        case step, outcome, pictureMilliseconds, soundMilliseconds, firmware, tester, date, note, about
        case caseID = "case"
    }

    /// States a result.
    package init(caseID: String, step: String, outcome: TestOutcome) {
        self.caseID = caseID
        self.step = step
        self.outcome = outcome
    }
}

extension SuitePlan {
    /// Puts filled-in entries to the plan: unknown cases and steps, entries given twice and impossible figures are refused,
    /// each with its place.
    ///
    /// - Parameter entries: What was filled in, each with the place where it stands.
    /// - Throws: ``PlanError`` naming every entry that is wrong.
    package func results(_ entries: [(place: String, result: StepResult)]) throws(PlanError) -> ResultSheet {
        let known = Dictionary(cases.map { ($0.id, $0) }) { first, _ in first }
        var problems: [String] = []
        var sheet: [String: [String: StepResult]] = [:]
        for (place, entry) in entries {
            guard let testCase = known[entry.caseID] else {
                problems.append("\(place): the plan has no case '\(entry.caseID)'")
                continue
            }
            guard let step = testCase.steps.first(where: { $0.id == entry.step }) else {
                let names = testCase.steps.map(\.id).joined(separator: ", ")
                problems.append("\(place): case '\(entry.caseID)' has no step '\(entry.step)'; it has \(names)")
                continue
            }
            guard sheet[entry.caseID]?[entry.step] == nil else {
                problems.append("\(place): '\(entry.step)' of case '\(entry.caseID)' was given before")
                continue
            }
            if let problem = entry.problem {
                problems.append("\(place): \(problem)")
                continue
            }
            var result = entry
            result.about = StepResult.About(
                receiver: testCase.receiver.id, settings: testCase.settings, presentation: testCase.presentation.id,
                servicePlan: testCase.servicePlan, sender: testCase.sender.id, predictedBand: step.delay?.band,
                predictedP50Milliseconds: step.delay?.p50Milliseconds,
                predictedP95Milliseconds: step.delay?.p95Milliseconds, signature: step.delay?.signature,
                switchKind: "interstitial")
            sheet[entry.caseID, default: [:]][entry.step] = result
        }
        guard problems.isEmpty else { throw PlanError(problems.joined(separator: "\n")) }
        return ResultSheet(
            results: cases.flatMap { entry in entry.steps.compactMap { sheet[entry.id]?[$0.id] } })
    }
}

extension StepResult {
    /// What cannot be; `nil` when nothing.
    fileprivate var problem: String? {
        for (name, value) in [("pictureMilliseconds", pictureMilliseconds), ("soundMilliseconds", soundMilliseconds)] {
            if let value, !(0...3_600_000).contains(value) { return "\(name) \(value) is not within 0…3600000" }
        }
        if let date, CalendarDate(date) == nil { return "date '\(date)' is no day, written as YYYY-MM-DD" }
        return nil
    }
}
