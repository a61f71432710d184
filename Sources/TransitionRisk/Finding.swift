import AirPlayReceivers

/// A transition with the verdict of every receiver or class.
package struct JudgedTransition: Sendable, Hashable {
    /// The transition.
    package var transition: Transition
    /// One verdict for each column, in the columns' order.
    package var assessments: [RiskAssessment]

    /// Puts verdicts to a transition.
    package init(transition: Transition, assessments: [RiskAssessment]) {
        self.transition = transition
        self.assessments = assessments
    }
}

/// One thing to act on: a rule at a transition, with the receivers that mind and the worst band among them.
package struct Finding: Sendable, Hashable {
    /// The rule.
    package var rule: RuleID
    /// The worst band that the rule causes.
    package var severity: Band
    /// One sentence with both values.
    package var message: String
    /// The transition, by its id; ``primary`` for what holds wherever the primary plays.
    package var subject: String
    /// Receivers or classes concerned, in column order.
    package var receivers: [String]
    /// Both values with where they were read, or the capability that is lacking.
    package var evidence: [Evidence]
    /// The document behind the rule.
    package var source: String
    /// What to change; `nil` where nothing in the asset can help.
    package var fix: String?

    /// The subject of findings about the primary itself.
    package static let primary = "primary"

    /// A value and the place it was read.
    package struct Evidence: Sendable, Hashable, Codable {
        /// What it is the value of: `from`, `to`, `capability`.
        package var name: String
        /// The value, for a reader.
        package var value: String
        /// Where it was read.
        package var place: String?
    }
}

extension Finding {
    /// All findings of a check, worst first, then in the order of the transitions and rules.
    ///
    /// The costliest reason of a verdict carries the band of the whole verdict, any other the band that it would have
    /// alone, so that the worst finding is as bad as the worst verdict.
    package static func collect(_ transitions: [JudgedTransition]) -> [Finding] {
        var findings: [Finding] = []
        for judged in transitions {
            var found: [Finding] = []
            for assessment in judged.assessments {
                for finding in assessment.findings(subject: judged.transition.id) {
                    if let index = found.firstIndex(where: { $0.rule == finding.rule && $0.message == finding.message })
                    {
                        found[index].severity = max(found[index].severity, finding.severity)
                        found[index].receivers += finding.receivers
                    } else {
                        found.append(finding)
                    }
                }
            }
            findings.add(found)
        }
        return findings.enumerated().sorted {
            ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset)
        }.map(\.element)
    }
}

extension [Finding] {
    /// Adds the findings of one transition. What is wrong with the primary itself is wrong at every transition, so it is
    /// told once, with all receivers concerned.
    fileprivate mutating func add(_ found: [Finding]) {
        for finding in found {
            let told =
                finding.subject == Finding.primary
                ? firstIndex {
                    $0.subject == Finding.primary && $0.rule == finding.rule && $0.message == finding.message
                }
                : nil
            guard let told else {
                append(finding)
                continue
            }
            self[told].receivers += finding.receivers.filter { !self[told].receivers.contains($0) }
        }
    }
}

extension RiskAssessment {
    fileprivate func findings(subject: String) -> [Finding] {
        switch band {
        case .notApplicable: return []
        case .blocking where delay == nil:
            let isPrimary = blockedSide == .primary
            return blocking.map { block in
                Finding(
                    rule: block.rule, severity: .blocking,
                    message: isPrimary ? "Cannot play the primary: \(block.message)" : "Cannot play: \(block.message)",
                    subject: isPrimary ? Finding.primary : subject,
                    receivers: [receiver.id],
                    evidence: [
                        Finding.Evidence(
                            name: "capability", value: block.capability, place: "\(block.source) (\(block.confidence))")
                    ], source: block.source, fix: "offer a variant that this receiver decodes")
            }
        default:
            return reasons.enumerated().compactMap { index, reason in
                // What an unknown verdict rests on may be worse; what is certain is told all the same.
                let severity = index == 0 && band.isJudged ? max(band, reason.band) : reason.band
                guard severity > .none else { return nil }
                return Finding(
                    rule: reason.rule, severity: severity, message: reason.summary, subject: subject,
                    receivers: [receiver.id], evidence: reason.evidence, source: reason.source, fix: reason.fix)
            }
        }
    }
}

extension Reason {
    fileprivate var evidence: [Finding.Evidence] {
        guard let difference else { return [] }
        return [
            difference.from.map {
                Finding.Evidence(name: "from", value: $0, place: difference.fromProvenance?.description)
            },
            difference.to.map { Finding.Evidence(name: "to", value: $0, place: difference.toProvenance?.description) },
        ].compactMap(\.self)
    }
}
