import HLSPlaylists
import TransitionRisk

extension CheckPage {
    struct FindingView {
        let rule: String
        let band: String
        let symbol: String
        let subject: String
        let message: String
        /// `nil` for a matter of the stream itself.
        let receivers: String?
        let fix: String?
        let source: String
        let evidence: [String]

        init(_ group: FindingGroup, in report: CheckReport) {
            let finding = group.lead
            rule = finding.rule.rawValue
            band = finding.severity.rawValue
            symbol = finding.severity.symbol
            subject = group.subjects.joined(separator: ", ").printable
            message = finding.message.printable
            let names = group.receivers.map(report.displayName)
            receivers = names.isEmpty ? nil : names.joined(separator: ", ")
            fix = finding.fix?.printable
            source = finding.source
            evidence = finding.evidence.map {
                "\($0.name): \($0.value) — \($0.place ?? "place not recorded")".printable
            }
        }
    }

    struct TransitionView {
        let id: String
        let anchor: String
        let sentence: String
        let repeats: String
        let differences: [DifferenceView]
        let assessments: [AssessmentView]

        init(_ group: TransitionGroup, columns: [Int]) {
            let judged = group.lead
            let transition = judged.transition
            repeats =
                group.repeats.isEmpty
                ? ""
                : "The same: \(group.repeats.prefix(20).map(\.id).joined(separator: ", "))".printable
                    + (group.repeats.count > 20 ? " and \(group.repeats.count - 20) more" : "")
            id = transition.id.printable
            anchor = CheckPage.anchor(judged)
            sentence =
                "\(transition.from.reference.title) → \(transition.to.reference.title), at "
                .printable + "\(CheckPage.number(transition.at.seconds)) s of the primary"
            let pair = judged.assessments.lazy.compactMap { $0.pairs.first }.first
            differences = (pair?.differences ?? []).filter { $0.outcome != .notApplicable }.map(DifferenceView.init)
            assessments = columns.map {
                AssessmentView(judged.assessments[$0], of: judged)
            }
        }
    }

    struct DifferenceView {
        let parameter: String
        let outcome: String
        let from: String
        let to: String

        init(_ difference: Difference) {
            parameter = difference.parameter.rawValue
            outcome = difference.outcome.rawValue
            from = (difference.from ?? "not known").printable
            to = (difference.to ?? "not known").printable
        }
    }

    struct AssessmentView {
        let anchor: String
        let title: String
        let id: String
        let band: String
        let symbol: String
        let words: String
        let branches: [String]
        let numbers: String
        let doubt: String
        let blocks: [String]
        let reasons: [ReasonView]
        let fixes: [String]
        let pairs: [String]
        let vector: String

        init(_ assessment: RiskAssessment, of judged: JudgedTransition) {
            words = PlainWords.sentence(judged, assessment) ?? ""
            branches = assessment.branches.map { branch in
                "with \(branch.assumed.joined(separator: ", ")): \(branch.band.rawValue), "
                    + "\(spokenDelay(branch.excess.p50Milliseconds)) typical, "
                    + "\(spokenDelay(branch.excess.p95Milliseconds)) worst of 20"
            }
            anchor = "\(CheckPage.anchor(judged))-\(CheckPage.slug(assessment.receiver.id))"
            title = assessment.receiver.title
            id = assessment.receiver.id
            band = assessment.band.rawValue
            symbol = assessment.band.symbol
            let measured = assessment.measuredShare.map { "; \(Int(($0 * 100).rounded())) % measured" } ?? ""
            numbers = assessment.delay.map { Self.numbers($0) + measured } ?? ""
            doubt = (assessment.doubt ?? "").printable
            blocks = assessment.blocking.map {
                "\($0.message), but the receiver \($0.capability) (\($0.source), \($0.confidence))".printable
            }
            reasons = assessment.reasons.map(ReasonView.init)
            fixes = assessment.fixPath.map {
                "\($0.advice) → \($0.band.rawValue), \(spokenDelay($0.p95Milliseconds)) worst of 20".printable
            }
            pairs = assessment.pairs.map {
                "\($0.role.rawValue): \($0.from) → \($0.to) (\($0.band.rawValue))".printable
            }
            vector = assessment.vector
        }

        private static func numbers(_ delay: Delay) -> String {
            "excess \(spokenDelay(delay.excess.p50Milliseconds)) typical, "
                + "\(spokenDelay(delay.excess.p95Milliseconds)) worst of 20; "
                + "total \(spokenDelay(delay.total.p50Milliseconds)) / \(spokenDelay(delay.total.p95Milliseconds)), "
                + "floor \(spokenDelay(delay.floor.p50Milliseconds)) / \(spokenDelay(delay.floor.p95Milliseconds))"
        }
    }

    struct ReasonView {
        let summary: String
        let rationale: String
        let delay: String
        let band: String
        let cause: String
        let source: String
        let costs: [String]

        init(_ reason: Reason) {
            summary = reason.summary.printable
            rationale = reason.rationale
            delay =
                "\(spokenDelay(reason.alone.p50Milliseconds)) / \(spokenDelay(reason.alone.p95Milliseconds)) alone"
            band = reason.band.rawValue
            cause = reason.cause.rawValue
            source = reason.source
            costs = reason.costs.map { cost in
                "\(cost.change.rawValue): \(cost.action) in \(Int((cost.trigger * 100).rounded())) % of switches, "
                    + "\(spokenDelay(cost.p50Milliseconds)) / \(spokenDelay(cost.p95Milliseconds)), "
                    + "grade \(cost.grade.rawValue); hidden by \(cost.hiddenBy)"
            }
        }
    }

    struct EncodeView {
        let asset: String
        let promise: String
        let encodes: [CommandView]

        init(_ recommendation: Recommendation, from first: Int, in report: CheckReport) {
            asset = recommendation.asset.title.printable
            let helped =
                "Reaches '\(recommendation.promise.rawValue)' or better in \(recommendation.covered) of "
                + "\(recommendation.all) verdicts, \(recommendation.coveredNow) do now."
            let names = recommendation.uncovered.map(report.displayName).joined(separator: ", ")
            promise = helped + (names.isEmpty ? "" : " Helps only in part on \(names).")
            encodes = recommendation.encodes.enumerated().map { index, encode in
                CommandView(encode, number: first + index, for: recommendation)
            }
        }
    }

    struct CommandView {
        let summary: String
        let command: String
        let mediaConvert: String?

        init(_ encode: Recommendation.Encode, number: Int, for recommendation: Recommendation) {
            summary = encode.target.summary.printable
            let command = FFmpegCommand(encode.target, for: recommendation, folder: "encode-\(number)")
            self.command = command.shell(width: 110).joined(separator: "\n")
            let settings = MediaConvertSettings(encode.target, for: recommendation)
            mediaConvert = settings.flatMap { try? encoded($0) }
        }
    }
}
