import TransitionRisk

/// Predicts the kinds of transitions of a catalogue.
struct TransitionPredictor {
    /// For each number of a step one that has it.
    let examples: [Visit.Judgement]
    private let model: DelayModel
    private let calibrations: [Calibration]
    private let assessor: TransitionAssessor

    init(examples: [Visit.Judgement], model: DelayModel, calibrations: [Calibration]) {
        self.examples = examples
        self.model = model
        self.calibrations = calibrations
        assessor = TransitionAssessor(model: model, calibrations: calibrations)
    }

    /// Predictions on one receiver in some states.
    func predictions(on branches: [ReceiverProfile]) -> Column {
        Column(
            examples: examples, branches: branches,
            assessor: BriefAssessor(model: model, calibrations: calibrations, receivers: branches))
    }

    /// The prediction for one transition with its reasons.
    func explained(_ transition: Transition, on receiver: ReceiverProfile) -> Prediction {
        Prediction(assessor.assess(transition, on: receiver))
    }

    /// Predictions for all kinds of transitions on one receiver, each worked out when it is asked for.
    struct Column {
        /// Distinct predictions, in the order in which they were met.
        private(set) var known: [Prediction] = []
        private let examples: [Visit.Judgement]
        private let branches: [ReceiverProfile]
        private var assessor: BriefAssessor
        /// By step and branch the place in ``known``; -1 before it was asked for.
        private var places: [[Int]]
        /// By verdict of the assessor the place in ``known``.
        private var ofVerdict: [Int] = []
        private var numbers: [Prediction: Int] = [:]
        private var signatures: [String: Int] = [:]
        private var signatureOf: [Int] = []

        init(examples: [Visit.Judgement], branches: [ReceiverProfile], assessor: BriefAssessor) {
            self.examples = examples
            self.branches = branches
            self.assessor = assessor
            places = branches.map { _ in [Int](repeating: -1, count: examples.count) }
        }

        /// How often what happens at a boundary had to be found.
        var boundariesCompared: Int { assessor.boundariesCompared }

        /// The place in ``known`` of a prediction.
        mutating func number(step: Int, branch: Int) -> Int {
            if places[branch][step] >= 0 { return places[branch][step] }
            let number: Int
            switch examples[step] {
            case .media(let transition):
                let verdict = assessor.assess(transition, on: branch)
                while ofVerdict.count < assessor.verdicts.count {
                    ofVerdict.append(keep(Prediction(assessor.verdicts[ofVerdict.count])))
                }
                number = ofVerdict[verdict]
            case .recorded(let verdicts): number = keep(Self.recorded(verdicts, on: branches[branch]))
            }
            places[branch][step] = number
            return number
        }

        /// A number that predictions of the same kind share.
        func signature(_ number: Int) -> Int { signatureOf[number] }

        private mutating func keep(_ prediction: Prediction) -> Int {
            if let known = numbers[prediction] { return known }
            numbers[prediction] = known.count
            let signature = signatures[prediction.signature] ?? signatures.count
            signatures[prediction.signature] = signature
            signatureOf.append(signature)
            known.append(prediction)
            return known.count - 1
        }

        private static func recorded(_ verdicts: [String: Prediction], on receiver: ReceiverProfile) -> Prediction {
            let column = "\(receiver.receiverClass.rawValue)/\(receiver.tier.rawValue)"
            return verdicts[receiver.id] ?? verdicts[column]
                ?? Prediction(
                    band: .unknown, p50Milliseconds: nil, p95Milliseconds: nil, risk: 1, uncertainty: 1,
                    reasons: ["the check has no column for this receiver"], signature: "no column")
        }
    }
}
