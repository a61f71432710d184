/// Turns service records into classified receivers: records → merged groups → facts → evidence → verdict → receiver.
///
///     let receivers = ReceiverClassifier(models: table).receivers(from: records)
package struct ReceiverClassifier {
    private let models: ModelIndex

    /// Prepares a model table. Later rows win over earlier ones.
    package init(models: [ModelEntry]) { self.models = ModelIndex(models) }

    /// The receivers behind these records, sorted by name and then by id, whatever the order of the records.
    ///
    /// - Parameter date: The day on which the records were taken, by which what they state is dated; `nil` when unknown.
    package func receivers(from records: [ServiceRecord], statedOn date: CalendarDate? = nil) -> [Receiver] {
        var receivers = RecordMerging.groups(of: records).map { classify($0.id, $0.records, date) }
            .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        // Apple's devices publish a group id while they play alone; that is no group.
        let members = Dictionary(grouping: receivers.compactMap(\.group), by: \.id).mapValues(\.count)
        for index in receivers.indices {
            guard let group = receivers[index].group, !group.isStereoPair, members[group.id] == 1 else { continue }
            receivers[index].group = nil
        }
        return receivers
    }

    private func classify(_ id: String, _ records: [ServiceRecord], _ date: CalendarDate?) -> Receiver {
        let facts = ReceiverFacts(records: records)
        let row = models.row(for: facts)
        let evidence = classificationRules.flatMap { $0.evidence(in: facts, model: row) }
        let verdict = Verdict(weighing: evidence)
        // A row describes the receiver only if the verdict agrees with it: a borrowed model lends no capability.
        let believed = row.flatMap { $0.entry.receiverClass == verdict.receiverClass ? $0.entry : nil }
        let infos = records.compactMap(\.info)
        return Receiver(
            id: id,
            name: records.map(\.displayName).first { !$0.isEmpty } ?? infos.compactMap(\.name).first ?? id,
            model: facts.model?.value,
            manufacturer: facts.manufacturer?.value ?? believed?.maker,
            product: believed?.product,
            receiverClass: verdict.receiverClass,
            certainty: verdict.certainty,
            runnerUp: verdict.runnerUp,
            tier: believed?.tier ?? .unknown,
            switching: switching(infos, believed),
            outputPath: believed?.outputPath ?? outputPath(of: verdict, facts),
            capabilities: StatedCapabilities.capabilities(facts, infos, believed, statedOn: date),
            firmware: facts.firmware?.value ?? facts.systemVersion?.value,
            features: facts.features?.value,
            status: facts.status?.value,
            group: group(of: records),
            evidence: evidence,
            services: records)
    }

    private func switching(_ infos: [ReceiverInfo], _ row: ModelEntry?) -> Switching {
        // A player on hls.js in a web engine rebuilds its source buffers at each item.
        infos.contains { $0.webPlayerVersion != nil } ? .reload : row?.switching ?? .unknown
    }

    /// Where the picture goes by the class alone, which is told only of a class that is certain.
    private func outputPath(of verdict: Verdict, _ facts: ReceiverFacts) -> OutputPath {
        let isCertain = verdict.certainty == .certain
        return switch verdict.receiverClass {
        case .smartTV: isCertain ? .internalPanel : .unknown
        case .appleTV, .setTopBox, .mediaStick: isCertain ? .hdmi : .unknown
        case .soundBar, .smartSpeaker, .avReceiver: facts.features?.value.hasAny(4, 49) == true ? .unknown : .audioOnly
        case .mac, .software, .unknown: .unknown
        }
    }

    private func group(of records: [ServiceRecord]) -> ReceiverGroup? {
        for record in records {
            let pair = record.txt.string(.tightSyncID)
            guard let id = pair ?? record.txt.string(.groupID) else { continue }
            return ReceiverGroup(
                id: id.lowercased(), name: record.txt.string(.groupName), isStereoPair: pair != nil)
        }
        return nil
    }
}
