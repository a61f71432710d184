import AirPlayReceivers

/// Everything a verdict depends on, on one line; the same line gives the same verdict with the same costs.
///
/// ```
/// segue2/enter/smart-tv:low/sw=reload/out=internal-panel/dual=0/overlap=0.8/set=-/lead=8000
///   /changes=video.codec_family+timing.resume_mid_gop(0-2000)/maybe=-/gate=judged/costs=priors-2026-2%2312345678
/// ```
///
/// (in one line). Fields stand in this order. `-` is nothing; in names, everything but letters, digits, `.`, `_` and `-` is
/// percent-encoded. The grammar is in `docs/vector.md`.
package struct VerdictVector: Sendable, Hashable {
    /// The kind of boundary.
    package var kind: Transition.Kind
    /// Whom it is about; it decides which calibrations hold.
    package var receiver: ReceiverIdentity
    /// Player, output, decoders, settings and lead.
    package var conditions: DelayConditions
    /// What happens for certain.
    package var changes: Set<TriggeredChange>
    /// What happens besides, if unknown parameters are as bad as they can be.
    package var possible: Set<TriggeredChange>
    /// What the gate said.
    package var gate: Gate
    /// Version and hash of the costs; `nil` for whatever table there is.
    package var costs: String?

    /// What the gate said: the kind of answer, and the capabilities in the way or in doubt.
    package struct Gate: Sendable, Hashable {
        /// The kind of answer.
        package var outcome: RiskAssessment.Outcome
        /// Rules of capabilities that are lacking, or of which nothing is known where the outcome is judged; sorted.
        package var rules: [RuleID]

        /// States an outcome.
        package init(outcome: RiskAssessment.Outcome, rules: [RuleID]) {
            self.outcome = outcome
            self.rules = Set(rules).sorted()
        }
    }

    /// Collects the inputs of a verdict.
    package init(
        kind: Transition.Kind, receiver: ReceiverIdentity, conditions: DelayConditions, changes: Set<TriggeredChange>,
        possible: Set<TriggeredChange>, gate: Gate, costs: String?
    ) {
        self.kind = kind
        self.receiver = receiver
        self.conditions = conditions
        self.changes = changes
        self.possible = possible
        self.gate = gate
        self.costs = costs
    }
}

/// Why a text is no vector, or not one of these costs, in words for a user.
package struct VerdictVectorError: Error, Hashable, CustomStringConvertible {
    /// What is wrong.
    package let description: String
}

extension VerdictVector: CustomStringConvertible {
    private static let version = "segue2"

    /// The vector as text.
    package var description: String {
        let identity = [receiver.receiverClass.rawValue, receiver.tier.rawValue, receiver.receiverID, receiver.model]
        var names = identity.map { $0.map(\.escaped) ?? "" }
        while names.last == "" { names.removeLast() }
        return [
            Self.version, kind.rawValue, names.joined(separator: ":"), "sw=\(conditions.switching.rawValue)",
            "out=\(conditions.output.rawValue)", "dual=\(conditions.dualDecoderProbability)",
            "overlap=\(conditions.videoOverlap)",
            "set=\(Self.list(conditions.settings.assignments.map { $0.replacing("=", with: ":") }))",
            "lead=\(Int(conditions.leadMilliseconds))", "changes=\(Self.list(changes.sorted().map(Self.text)))",
            "maybe=\(Self.list(possible.sorted().map(Self.text)))",
            "gate=\(([gate.outcome.rawValue] + gate.rules.map(\.rawValue.escaped)).joined(separator: "+"))",
            "costs=\(costs?.escaped ?? "-")",
        ].joined(separator: "/")
    }

    private static func list(_ texts: [String]) -> String { texts.isEmpty ? "-" : texts.joined(separator: "+") }

    private static func text(_ change: TriggeredChange) -> String {
        switch change.size {
        case .fromCosts: change.id.rawValue.escaped
        case .content(let from, let to): "\(change.id.rawValue.escaped)(\(from)-\(to))"
        }
    }

    /// Reads a vector.
    ///
    /// - Throws: ``VerdictVectorError`` naming the field that does not read.
    package init(_ text: String) throws(VerdictVectorError) {
        var fields = VectorFields(text)
        guard fields.next() == Self.version else {
            throw VerdictVectorError(description: "not a vector: it begins with '\(Self.version)/'")
        }
        kind = try fields.read("kind") { Transition.Kind(rawValue: $0) }
        receiver = try fields.read("receiver", ReceiverIdentity.init(vector:))
        let switching = try fields.read("sw") { Switching(rawValue: $0) }
        let output = try fields.read("out") { OutputPath(rawValue: $0) }
        let dual = try fields.read("dual") { Double($0).flatMap { (0...1).contains($0) ? $0 : nil } }
        let overlap = try fields.read("overlap") { Double($0).flatMap { (0...1).contains($0) ? $0 : nil } }
        let settings = try fields.read("set") { text in
            text.items.reduce(into: ViewerSettings?.some(ViewerSettings())) { settings, item in
                if (try? settings?.set(item.replacing(":", with: "="))) == nil { settings = nil }
            }
        }
        let lead = try fields.read("lead") { Int($0).flatMap { (0...86_400_000).contains($0) ? $0 : nil } }
        conditions = DelayConditions(
            switching: switching, output: output, dualDecoderProbability: dual, videoOverlap: overlap,
            settings: settings, leadMilliseconds: Double(lead), changesItem: kind != .discontinuity)
        changes = try fields.read("changes", Set.init(vector:))
        possible = try fields.read("maybe", Set.init(vector:))
        gate = try fields.read("gate") { text in
            let items = text.items
            guard let outcome = items.first.flatMap(RiskAssessment.Outcome.init) else { return nil }
            return Gate(outcome: outcome, rules: items.dropFirst().map { RuleID(rawValue: $0.unescaped) })
        }
        costs = try fields.read("costs") { $0 == "-" ? .some(nil) : .some($0.unescaped) }
        guard fields.next() == nil else { throw VerdictVectorError(description: "there is more behind 'costs='") }
    }
}

/// The fields of a vector, taken off one by one.
private struct VectorFields {
    private var rest: ArraySlice<Substring>

    init(_ text: String) { rest = text.split(separator: "/", omittingEmptySubsequences: false)[...] }

    mutating func next() -> String? { rest.popFirst().map(String.init) }

    /// The next field, without `name=` where it has one.
    mutating func read<Value>(_ name: String, _ value: (String) -> Value?) throws(VerdictVectorError) -> Value {
        guard let field = next() else { throw VerdictVectorError(description: "'\(name)' is missing") }
        let isNamed = name != "kind" && name != "receiver"
        guard !isNamed || field.hasPrefix(name + "="),
            let read = value(isNamed ? String(field.dropFirst(name.count + 1)) : field)
        else { throw VerdictVectorError(description: "'\(field)' does not read as '\(name)'") }
        return read
    }
}

extension ReceiverIdentity {
    fileprivate init?(vector text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { String($0).unescaped }
        guard (2...4).contains(parts.count), let receiverClass = ReceiverClass(rawValue: parts[0]),
            let tier = DecodingTier(rawValue: parts[1])
        else { return nil }
        func part(_ index: Int) -> String? { parts.count > index && !parts[index].isEmpty ? parts[index] : nil }
        self.init(receiverClass: receiverClass, tier: tier, receiverID: part(2), model: part(3))
    }
}

extension Set<TriggeredChange> {
    fileprivate init?(vector text: String) {
        self = []
        for item in text.items {
            guard let open = item.firstIndex(of: "(") else {
                insert(TriggeredChange(ChangeID(rawValue: item.unescaped)))
                continue
            }
            let bounds = item[open...].dropFirst().dropLast().split(separator: "-").compactMap { Int($0) }
            guard item.hasSuffix(")"), bounds.count == 2, bounds.allSatisfy((0...86_400_000).contains) else {
                return nil
            }
            let id = ChangeID(rawValue: String(item[..<open]).unescaped)
            insert(TriggeredChange(id, size: .content(from: bounds[0], to: bounds[1])))
        }
    }
}

extension String {
    /// The items of a list joined by `+`; none for `-`.
    fileprivate var items: [String] { self == "-" ? [] : split(separator: "+").map(String.init) }

    fileprivate var escaped: String {
        utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                String(UnicodeScalar(byte))
            default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }

    fileprivate var unescaped: String {
        var bytes: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
