import TransitionRisk

/// Findings with the same remedy, told once: the way into an ad and the way out of it usually share their cause.
struct FindingGroup {
    /// The worst of them.
    var lead: Finding
    /// All transitions concerned, in playing order.
    var subjects: [String]
    /// All receivers concerned, in column order.
    var receivers: [String]

    /// Groups findings by rule and remedy, in the order of their worst member.
    static func groups(_ findings: [Finding], columns: [String]) -> [FindingGroup] {
        var groups: [FindingGroup] = []
        for finding in findings {
            let index = groups.firstIndex {
                $0.lead.rule == finding.rule && $0.lead.fix == finding.fix && finding.fix != nil
                    && Self.event($0.lead.subject) == Self.event(finding.subject)
            }
            if let index {
                groups[index].subjects.append(finding.subject)
                groups[index].receivers = columns.filter {
                    groups[index].receivers.contains($0) || finding.receivers.contains($0)
                }
            } else {
                groups.append(FindingGroup(lead: finding, subjects: [finding.subject], receivers: finding.receivers))
            }
        }
        return groups
    }

    /// The event that a transition belongs to: what stands before the last slash of its name.
    private static func event(_ subject: String) -> Substring {
        subject.lastIndex(of: "/").map { subject[..<$0] } ?? subject[...]
    }
}

extension CheckReport {
    /// What a receiver is called in a report: its name, or class and tier.
    func displayName(_ id: String) -> String {
        let receivers = transitions.first?.assessments.map(\.receiver) ?? []
        guard let receiver = receivers.first(where: { $0.id == id }), receiver.receiverID != nil else { return id }
        return receiver.title.printable
    }

    /// Findings with the same remedy put together.
    var findingGroups: [FindingGroup] {
        FindingGroup.groups(findings, columns: transitions.first?.assessments.map(\.receiver.id) ?? [])
    }
}
