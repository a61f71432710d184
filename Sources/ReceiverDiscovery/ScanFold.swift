package import AirPlayReceivers
import Synchronization

/// Folds events into a scan: the state of the links after all that has happened so far.
package struct ScanFold: Sendable {
    private var resolved: [ScanStatement.Instance: ServiceRecord] = [:]
    private var answers: [ScanStatement.Instance: ScanStatement.Answer] = [:]
    private var fromCache: [ScanStatement.Instance: Bool] = [:]
    private var failures: [ScanStatement.Instance: String] = [:]
    private var vanished: Set<ScanStatement.Instance> = []
    private var settled: Set<ServiceType> = []
    private var interruptions: [String] = []

    /// Nothing has happened yet.
    package init() {}

    /// Takes an event, `after` the start of the scan.
    package mutating func take(_ event: DiscoveryEvent, after: Duration) {
        switch event {
        case .announced(let instance, let cached):
            fromCache[instance] = cached
            vanished.remove(instance)
        case .resolved(let instance, let record):
            resolved[instance] = record
            failures[instance] = nil
            answers[instance] = ScanStatement.Answer(
                instance: instance, afterSeconds: after.rounded(toMilliseconds: ()),
                fromCache: fromCache[instance] ?? false)
        case .failed(let instance, let reason): failures[instance] = reason
        case .vanished(let instance):
            resolved[instance] = nil
            answers[instance] = nil
            failures[instance] = nil
            fromCache[instance] = nil
            vanished.insert(instance)
        case .settled(let type): settled.insert(type)
        case .interrupted(let reason): interruptions.append(reason)
        }
    }

    /// The scan so far. An announcement without an answer counts as failed.
    package func scan(timeout: Duration, duration: Duration) -> Scan {
        var failed = failures
        for instance in fromCache.keys where resolved[instance] == nil && failed[instance] == nil {
            failed[instance] = "no answer before the end of the scan"
        }
        let statement = ScanStatement(
            asked: ServiceType.receiverTypes, timeoutSeconds: timeout.rounded(toMilliseconds: ()),
            durationSeconds: duration.rounded(toMilliseconds: ()), settled: settled.sorted(),
            answered: answers.values.sorted { $0.instance < $1.instance },
            failed: failed.map { ScanStatement.Failure(instance: $0.key, reason: $0.value) }
                .sorted { $0.instance < $1.instance },
            vanished: vanished.sorted(), interruptions: interruptions)
        return Scan(records: records, statement: statement)
    }

    /// Announcements that are neither resolved nor given up.
    var unresolved: Int { fromCache.keys.count { resolved[$0] == nil && failures[$0] == nil } }

    /// One record for each service on each interface: the addresses of both families go together when all else agrees.
    var records: [ServiceRecord] {
        var merged: [ServiceRecord: [String]] = [:]
        for instance in resolved.keys.sorted() {
            guard var record = resolved[instance] else { continue }
            let addresses = record.addresses
            record.addresses = []
            for address in addresses where merged[record]?.contains(address) != true {
                merged[record, default: []].append(address)
            }
            merged[record] = merged[record] ?? []
        }
        return merged.map { record, addresses in
            var record = record
            // IPv4 first: it holds no colon.
            record.addresses = addresses.sorted { ($0.contains(":") ? 1 : 0, $0) < ($1.contains(":") ? 1 : 0, $1) }
            return record
        }
        .sorted {
            ($0.serviceType, $0.instanceName, $0.interface ?? "") < (
                $1.serviceType, $1.instanceName, $1.interface ?? ""
            )
        }
    }
}

/// A fold that the collecting task fills and the clock's task reads.
final class FoldBox: Sendable {
    private let state = Mutex((fold: ScanFold(), quietSince: ContinuousClock.now))

    /// Takes an event.
    func take(_ event: DiscoveryEvent, after: Duration) {
        state.withLock { state in
            state.fold.take(event, after: after)
            state.quietSince = .now
        }
    }

    /// The fold as it is now, and when the last event came.
    var look: (fold: ScanFold, quietSince: ContinuousClock.Instant) { state.withLock { $0 } }
}

extension Duration {
    /// Seconds, to the millisecond.
    func rounded(toMilliseconds: Void) -> Double { (self / .milliseconds(1)).rounded() / 1000 }
}
