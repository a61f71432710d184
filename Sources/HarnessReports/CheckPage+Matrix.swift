import TransitionRisk

extension CheckPage {
    struct Column {
        let title: String
        let tier: String
        let id: String

        /// A title such as `Smart TV, low-end` takes two lines.
        init(_ receiver: ReceiverProfile) {
            let parts = receiver.title.split(separator: ",", maxSplits: 1)
            title = parts.first.map(String.init)?.printable ?? ""
            tier = parts.count > 1 ? parts[1].trimmingPrefix(" ").description.printable : ""
            id = receiver.id
        }
    }

    struct Legend {
        let band: String
        let symbol: String

        init(_ band: Band) {
            self.band = band.rawValue
            symbol = band.symbol
        }
    }

    struct Span {
        let title: String
        let kind: String
        let left: String
        let width: String
        let label: String
    }

    struct MatrixRow {
        let id: String
        let anchor: String
        let at: String
        let cells: [Cell]

        /// - Parameter isTold: Whether the details of the row stand on the page.
        init(_ group: TransitionGroup, columns: [Int], isTold: Bool) {
            let judged = group.lead
            let repeats = group.repeats.isEmpty ? "" : " ×\(group.repeats.count + 1)"
            id = judged.transition.id.printable + repeats
            anchor = CheckPage.anchor(judged)
            at = "\(CheckPage.number(judged.transition.at.seconds)) s"
            cells = columns.map { Cell(judged.assessments[$0], anchor: CheckPage.anchor(judged)) }
        }
    }

    struct Cell {
        let band: String
        let symbol: String
        let delay: String
        let anchor: String
        let title: String

        init(_ assessment: RiskAssessment, anchor: String) {
            band = assessment.band.rawValue
            symbol = assessment.band.symbol
            let judged = assessment.band.isJudged && assessment.band != .none
            delay = judged ? assessment.delay.map { spokenDelay($0.excess.p95Milliseconds) } ?? "" : ""
            self.anchor = "\(anchor)-\(CheckPage.slug(assessment.receiver.id))"
            title = "\(assessment.receiver.title): \(assessment.band.rawValue)"
        }
    }
}
