import AirPlayReceivers
import DeviceMatrix
import Foundation
import ReceiverDiscovery
import ReceiverMeasuring

/// The receiver that a user names, found.
struct MeasuredReceiver: Sendable {
    /// What is known of it.
    var receiver: Receiver
    /// Numeric addresses, IPv4 first.
    var addresses: [String]
    /// The port of its AirPlay service.
    var port: UInt16

    /// Where a receiver is looked for.
    struct Search: Sendable {
        /// An address with or without a port, a name, or an id.
        var name: String
        /// A recorded scan in place of the network; `nil` for the network.
        var replay: String?
        /// How long to listen.
        var timeout: Duration
        /// The model table.
        var models: [ModelEntry]
    }

    /// Finds it: at an address as it is, by name or id among those that answer on the links, and a host name last.
    static func find(_ search: Search) async throws -> MeasuredReceiver {
        let host = HostInquiry.Host(search.name)
        if search.replay == nil, let host, NumericAddress(host.name, port: 0) != nil || host.port != nil {
            return try await ask(host, search)
        }
        let classifier = ReceiverClassifier(models: search.models)
        let wanted = search.name.lowercased()
        func matches(_ receiver: Receiver) -> Bool {
            receiver.id.lowercased() == wanted || receiver.name.lowercased() == wanted
        }
        let found: [Receiver]
        do {
            let source: any ReceiverSource
            if let replay = search.replay {
                source = RecordedScan(path: replay)
            } else {
                var links = AvahiScan(timeout: search.timeout, isInterrupted: { Interrupt.hasCome })
                links.isEnough = { records in
                    ReceiverClassifier(models: []).receivers(from: records).contains {
                        ($0.id.lowercased() == wanted || $0.name.lowercased() == wanted) && $0.address != nil
                    }
                }
                source = links
            }
            let scan = try await source.scan()
            found = classifier.receivers(from: scan.records, statedOn: scan.statement?.day)
        } catch let error as DiscoveryError {
            // A host can be asked without a daemon.
            if search.replay == nil, let host { return try await ask(host, search) }
            throw Failure(message: error.description.neutralised, code: 2)
        }
        let chosen = found.filter(matches)
        if chosen.count > 1 {
            let ids = chosen.map(\.id).joined(separator: ", ")
            throw Failure(
                message: "several receivers are called '\(search.name)'; name one by its id: \(ids)", code: 64)
        }
        if let receiver = chosen.first {
            guard let place = receiver.address else {
                throw Failure(
                    message:
                        "'\(search.name)' announces no AirPlay service with an address; is it a receiver of sound only?",
                    code: 2)
            }
            return MeasuredReceiver(receiver: receiver, addresses: place.addresses, port: place.port)
        }
        if search.replay == nil, let host, !search.name.contains(" "), let asked = try? await ask(host, search) {
            return asked
        }
        let names = found.map { "'\($0.name)'" }.joined(separator: ", ")
        throw Failure(
            message: "no receiver '\(search.name)' was found; "
                + (found.isEmpty ? "none answered. Give its address, such as 10.0.0.5:7000" : "there are \(names)"),
            code: 2)
    }

    /// Asks a host what it is. One that does not say is measured all the same where its port is known.
    private static func ask(_ host: HostInquiry.Host, _ search: Search) async throws -> MeasuredReceiver {
        let classifier = ReceiverClassifier(models: search.models)
        let scan = try await HostInquiry(hosts: [host]).scan()
        if let record = scan.records.first, let port = record.port, !record.addresses.isEmpty,
            let receiver = classifier.receivers(from: [record], statedOn: scan.statement?.day).first
        {
            return MeasuredReceiver(receiver: receiver, addresses: record.addresses, port: host.port ?? port)
        }
        let record = ServiceRecord(
            serviceType: .airPlay, instanceName: search.name, addresses: [host.name], port: host.port)
        guard let port = host.port, NumericAddress(host.name, port: port) != nil,
            let receiver = classifier.receivers(from: [record]).first
        else {
            throw Failure(
                message: "nothing of AirPlay answers at '\(search.name)'; is it on? Give its port too: "
                    + "\(host.name):7000", code: 2)
        }
        return MeasuredReceiver(receiver: receiver, addresses: [host.name], port: port)
    }

    /// The receiver as observations name it.
    ///
    /// - Parameter firmware: What the user says, for receivers that do not publish it.
    func observed(firmware: String?) -> SwitchObservation.Receiver {
        SwitchObservation.Receiver(
            id: receiver.id, name: receiver.name, model: receiver.model,
            platform: receiver.services.compactMap { $0.info?.operatingSystem }.first?.lowercased(),
            firmware: firmware ?? receiver.firmware, receiverClass: receiver.receiverClass, tier: receiver.tier)
    }
}

extension Receiver {
    /// Where its AirPlay service is; `nil` when it announces none that can be reached.
    fileprivate var address: (addresses: [String], port: UInt16)? {
        for service in services where service.serviceType == .airPlay {
            if let port = service.port, port > 0, !addresses.isEmpty { return (addresses, port) }
        }
        return nil
    }
}
