/// What has become of a receiver between two looks.
package enum ReceiverChange: Sendable, Hashable {
    /// It was not there before.
    case appeared(Receiver)
    /// It is still there and says something else; what, for people, in a stable order.
    case changed(Receiver, what: [String])
    /// It is no longer there.
    case vanished(Receiver)

    /// The changes from one look to the next, by name and id of the receiver.
    package static func between(_ old: [Receiver], _ new: [Receiver]) -> [ReceiverChange] {
        let before = Dictionary(old.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let after = Dictionary(new.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let all = (new + old.filter { after[$0.id] == nil }).sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        return all.compactMap { receiver in
            guard let now = after[receiver.id] else { return .vanished(receiver) }
            guard let then = before[receiver.id] else { return .appeared(now) }
            let what = differences(then, now)
            return what.isEmpty ? nil : .changed(now, what: what)
        }
    }

    /// What differs, each as `what: old → new`.
    private static func differences(_ old: Receiver, _ new: Receiver) -> [String] {
        var found: [String] = []
        func compare(_ what: String, _ then: String?, _ now: String?) {
            if then != now { found.append("\(what): \(then ?? "-") → \(now ?? "-")") }
        }
        compare("name", old.name, new.name)
        compare("class", old.receiverClass.rawValue, new.receiverClass.rawValue)
        compare("addresses", list(old.services.flatMap(\.addresses)), list(new.services.flatMap(\.addresses)))
        compare(
            "ports", list(old.services.compactMap(\.port).map(String.init)),
            list(new.services.compactMap(\.port).map(String.init)))
        for type in Set((old.services + new.services).map(\.serviceType)).sorted() {
            let then = old.services.first { $0.serviceType == type }
            let now = new.services.first { $0.serviceType == type }
            guard let then, let now else {
                compare("service", then.map(\.serviceType.rawValue), now.map(\.serviceType.rawValue))
                continue
            }
            for key in Set((then.txt.keys + now.txt.keys).map(\.folded)).sorted().map({ TXTKey(rawValue: $0) }) {
                compare("\(type) \(key)", text(then.txt, key), text(now.txt, key))
            }
        }
        return found
    }

    private static func list(_ words: [String]) -> String { Set(words).sorted().joined(separator: " ") }

    private static func text(_ txt: TXTRecord, _ key: TXTKey) -> String? {
        txt.bytes(key).map { TXTEscape.text($0) } ?? (txt.has(key) ? "" : nil)
    }
}
