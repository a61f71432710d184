package import AirPlayReceivers
import Foundation

/// Publishes simulated receivers and answers for them.
///
///     let simulation = try Simulation(of: receivers)
///     for try await event in simulation.events() { print(event) }
package final class Simulation: Sendable {
    /// How receivers are to be published.
    package struct Options: Sendable, Hashable {
        /// The only interface to publish on; `nil` for all but the loopback.
        package var interface: String?
        /// What is put after every name and host name, so that a recorded lab can be published beside the real one.
        package var suffix: String

        /// Publishes on all interfaces, under the names as given, unless told otherwise.
        package init(interface: String? = nil, suffix: String = "") {
            self.interface = interface
            self.suffix = suffix
        }
    }

    private let options: Options
    private let responder: InfoResponder
    private let publisher: AvahiPublisher
    /// What is published to begin with.
    package let publications: [Publication]
    /// Names of receivers whose addresses are not this machine's, so that they are published at its own.
    package let moved: [String]

    /// Opens the ports; nothing is published yet.
    ///
    /// - Throws: ``DiscoveryError/simulation(problem:)``.
    package init(of receivers: [SimulatedReceiver], options: Options = Options()) throws(DiscoveryError) {
        self.options = options
        responder = try InfoResponder()
        let plan = try SimulationPlan(receivers, options)
        publications = try plan.publications(ports: responder.open(plan.doors))
        moved = plan.moved
        publisher = AvahiPublisher(publications, interface: plan.interfaceIndex)
    }

    /// Publishes from now on, until the consumer stops; then everything is withdrawn.
    package func events() -> AsyncThrowingStream<PublicationEvent, any Error> {
        responder.start()
        return publisher.events()
    }

    /// Takes other receivers in place of those so far, and publishes the difference.
    ///
    /// - Returns: What is published now.
    /// - Throws: ``DiscoveryError/simulation(problem:)``; what was published before stays then.
    package func replace(with receivers: [SimulatedReceiver]) throws(DiscoveryError) -> [Publication] {
        let plan = try SimulationPlan(receivers, options)
        let publications = try plan.publications(ports: responder.open(plan.doors))
        publisher.replace(with: publications)
        return publications
    }

    /// Closes the ports.
    package func close() { responder.stop() }
}

/// Who gets which names, addresses and doors.
private struct SimulationPlan {
    private struct Planned {
        var receiver: SimulatedReceiver
        var name: String
        var hostName: String
        /// `nil` for the machine's.
        var own: [String]?
    }

    private var planned: [Planned] = []
    private let suffix: String
    private let machine: [LocalAddresses.Address]
    let interfaceIndex: Int32?
    private(set) var moved: [String] = []

    init(_ receivers: [SimulatedReceiver], _ options: Simulation.Options) throws(DiscoveryError) {
        func problem(_ text: String) -> DiscoveryError { .simulation(problem: text) }
        guard !receivers.isEmpty else { throw problem("there is no receiver to publish") }
        guard receivers.count <= AvahiPublisher.mostReceivers else {
            throw problem(
                "\(receivers.count) receivers are more than one program may publish (\(AvahiPublisher.mostReceivers)); "
                    + "split them over two")
        }
        suffix = options.suffix
        machine = LocalAddresses().reachable(on: options.interface)
        guard !machine.isEmpty else {
            throw problem(
                options.interface.map { "there is no interface '\($0)' with an address" }
                    ?? "this machine has no address that others could reach; try --interface lo")
        }
        interfaceIndex = options.interface == nil ? nil : machine[0].index
        var (names, hosts): (Set<String>, Set<String>) = ([], [])
        var instances: [[String]: String] = [:]
        for receiver in receivers {
            for service in receiver.services {
                let name = service.instanceName + suffix
                guard (1...63).contains(name.utf8.count) else {
                    throw problem("the name '\(name)' has \(name.utf8.count) bytes; DNS allows 1 to 63")
                }
                if let long = service.txt.entries.first(where: { $0.count > TXTRecord.longestEntry }) {
                    throw problem("a TXT string of '\(name)' has \(long.count) bytes; DNS allows 255")
                }
                if let other = instances.updateValue(receiver.name, forKey: [service.type.rawValue, name.lowercased()])
                {
                    throw problem("'\(other)' and '\(receiver.name)' both publish '\(name)' as \(service.type)")
                }
            }
            let takes = !receiver.addresses.isEmpty && receiver.addresses.allSatisfy(LocalAddresses.takes)
            if !receiver.addresses.isEmpty, !takes { moved.append(receiver.name + suffix) }
            planned.append(
                Planned(
                    receiver: receiver, name: SimulationPlan.unique(receiver.name + suffix, " ", in: &names),
                    hostName: SimulationPlan.hostName(of: receiver, suffix, &hosts),
                    own: takes ? receiver.addresses : nil))
        }
    }

    /// The name itself, or with a number where it is taken.
    private static func unique(_ name: String, _ separator: String, in taken: inout Set<String>) -> String {
        var candidate = name
        var number = 2
        while !taken.insert(candidate).inserted {
            candidate = "\(name)\(separator)\(number)"
            number += 1
        }
        return candidate
    }

    private static func hostName(
        of receiver: SimulatedReceiver, _ suffix: String, _ taken: inout Set<String>
    ) -> String {
        let given = receiver.hostName.flatMap { name -> String? in
            let bare = name.lowercased().hasSuffix(".local") ? String(name.dropLast(6)) : name
            let isLabel = bare.utf8.allSatisfy {
                ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || (0x30...0x39).contains($0) || $0 == 0x2D
            }
            return isLabel && !bare.isEmpty ? bare : nil
        }
        let label = label((given ?? receiver.name) + suffix)
        return unique(label, "-", in: &taken) + ".local"
    }

    /// A host label of these words: letters, digits and hyphens, at most 50.
    private static func label(_ text: String) -> String {
        var label = ""
        for character in text {
            if character.isASCII, character.isLetter || character.isNumber {
                label.append(character)
            } else if !label.isEmpty, !label.hasSuffix("-") {
                label.append("-")
            }
        }
        while label.hasSuffix("-") { label.removeLast() }
        return label.isEmpty ? "receiver" : String(label.prefix(50))
    }

    /// Every port to be opened, in the order of the receivers and their services.
    var doors: [InfoResponder.Door] {
        planned.flatMap { planned in
            planned.receiver.services.map { service in
                // At the machine's addresses a port cannot be shared, unless nobody listens on it anyway.
                let keepsPort = planned.own != nil || service.answer == .refused
                return InfoResponder.Door(
                    name: planned.name, addresses: planned.own, port: keepsPort ? service.port : nil,
                    answer: service.answer, info: service.info)
            }
        }
    }

    /// The publications, with the ports that the doors were given.
    func publications(ports: [UInt16]) -> [Publication] {
        var rest = ports[...]
        return planned.map { planned in
            let addresses =
                planned.own.map { $0.map { Publication.Address(interface: nil, text: $0) } }
                ?? machine.map { Publication.Address(interface: $0.index, text: $0.text) }
            return Publication(
                name: planned.name, hostName: planned.hostName, addresses: addresses,
                services: planned.receiver.services.map { service in
                    Publication.Service(
                        type: service.type, instanceName: service.instanceName + suffix,
                        port: rest.popFirst() ?? service.port ?? 0, txt: service.txt, answer: service.answer)
                })
        }
    }
}
