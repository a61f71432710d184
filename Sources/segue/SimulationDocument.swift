import AirPlayReceivers
import Foundation
import HarnessReports
import ReceiverDiscovery

/// `segue.simulation/1`: what `segue simulate` has published.
struct SimulationDocument: Encodable {
    /// One receiver.
    struct Item: Encodable {
        var name: String
        var hostName: String
        var addresses: [String]
        var services: [Service]
    }

    /// One of its services.
    struct Service: Encodable {
        var serviceType: String
        var instanceName: String
        var port: UInt16
        var answer: String
    }

    var schema = "segue.simulation/1"
    var tool: Tool
    var receivers: [Item]

    init(publications: [Publication], tool: Tool) {
        self.tool = tool
        receivers = publications.map { publication in
            Item(
                name: publication.name, hostName: publication.hostName,
                addresses: publication.addresses.map(\.text),
                services: publication.services.map {
                    Service(
                        serviceType: $0.type.rawValue, instanceName: $0.instanceName, port: $0.port,
                        answer: $0.answer.rawValue)
                })
        }
    }

    /// The document with sorted keys and a newline at the end.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self).escapedForTerminal + "\n"
    }

    /// One line for each receiver.
    var text: String {
        receivers.map { item in
            let services = item.services.map { "\($0.serviceType) \($0.port)" }.joined(separator: ", ")
            return "  \(item.name) (\(item.hostName), \(item.addresses.joined(separator: " "))): \(services)"
                .neutralised
        }
        .joined(separator: "\n")
    }
}
