import AirPlayReceivers
import TransitionRisk

/// The header of a CSV file of observations, and how its rows are read (RFC 4180 quoting).
struct ObservationTable {
    private let columns: [String]
    private let name: String

    /// Every column that may be there.
    static let allowed = [
        "receiver.id", "receiver.name", "receiver.model", "receiver.platform", "receiver.firmware", "receiver.class",
        "receiver.tier", "switchKind", "changes", "from", "to", "quantity", "milliseconds", "beyondMilliseconds",
        "failed",
        "resolutionMilliseconds", "method", "temperature", "circumstances", "measuredAt",
    ]

    init(header: (number: Int, text: Substring)?, name: String) throws(MeasuringError) {
        guard let header else { throw MeasuringError(subject: name, message: "has no header line") }
        columns = Self.fields(header.text).map { $0.trimmed }
        self.name = name
        if let stranger = columns.first(where: { !Self.allowed.contains($0) }) {
            throw MeasuringError(
                subject: name, line: header.number,
                message: "unknown column '\(stranger)'; allowed: \(Self.allowed.joined(separator: ", "))")
        }
        guard Set(columns).count == columns.count else {
            throw MeasuringError(subject: name, line: header.number, message: "a column is named twice")
        }
    }

    func observation(_ row: Substring, line: Int) throws(MeasuringError) -> SwitchObservation {
        let fields = Self.fields(row).map(\.trimmed)
        guard fields.count == columns.count else {
            throw MeasuringError(
                subject: name, line: line, message: "\(fields.count) fields where the header names \(columns.count)")
        }
        let cells = Dictionary(uniqueKeysWithValues: zip(columns, fields))
        func fail(_ column: String, _ message: String) -> MeasuringError {
            MeasuringError(subject: name, line: line, message: "'\(column)' \(message)")
        }
        func text(_ column: String) -> String? { cells[column].flatMap { $0.isEmpty ? nil : $0 } }
        func required(_ column: String) throws(MeasuringError) -> String {
            guard let value = text(column) else { throw fail(column, "is missing") }
            return value
        }
        func word<Word: RawRepresentable<String> & CaseIterable>(
            _ column: String, default fallback: Word?
        ) throws(MeasuringError) -> Word {
            guard let value = text(column) else {
                guard let fallback else { throw fail(column, "is missing") }
                return fallback
            }
            guard let word = Word(rawValue: value) else {
                throw fail(column, "is one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            return word
        }
        func number(_ column: String) throws(MeasuringError) -> Double? {
            guard let value = text(column) else { return nil }
            guard let number = Double(value), number.isFinite else { throw fail(column, "is no number") }
            return number
        }
        func flag(_ column: String) throws(MeasuringError) -> Bool {
            switch text(column) {
            case nil, "false", "0": return false
            case "true", "1": return true
            default: throw fail(column, "is true or false")
            }
        }
        var circumstances: [Circumstance] = []
        for name in (text("circumstances") ?? "").split(separator: " ") {
            guard let circumstance = Circumstance(rawValue: String(name)) else {
                let known = Circumstance.allCases.map(\.rawValue).joined(separator: ", ")
                throw fail("circumstances", "is one of \(known)")
            }
            circumstances.append(circumstance)
        }
        guard let resolution = try number("resolutionMilliseconds") else {
            throw fail("resolutionMilliseconds", "is missing")
        }
        return SwitchObservation(
            receiver: SwitchObservation.Receiver(
                id: try required("receiver.id"), name: text("receiver.name"), model: text("receiver.model"),
                platform: text("receiver.platform"), firmware: text("receiver.firmware"),
                receiverClass: try word("receiver.class", default: nil), tier: try word("receiver.tier", default: nil)),
            switchKind: try word("switchKind", default: nil),
            changes: (text("changes") ?? "").split(separator: " ").map { ChangeID(rawValue: String($0)) },
            from: text("from"), to: text("to"), quantity: try word("quantity", default: .start),
            milliseconds: try number("milliseconds"), beyondMilliseconds: try number("beyondMilliseconds"),
            failed: try flag("failed"), resolutionMilliseconds: resolution, method: try word("method", default: nil),
            temperature: try word("temperature", default: .warm), circumstances: circumstances,
            measuredAt: text("measuredAt"))
    }

    /// The fields of one line; quotes as in RFC 4180, but no line break inside a field.
    static func fields(_ line: Substring) -> [String] {
        var fields = [""]
        var quoted = false
        var characters = line.makeIterator()
        var pending = characters.next()
        while let character = pending {
            pending = characters.next()
            switch character {
            case "\"" where quoted && pending == "\"":
                fields[fields.count - 1].append("\"")
                pending = characters.next()
            case "\"" where quoted: quoted = false
            case "\"" where fields[fields.count - 1].isEmpty: quoted = true
            case "," where !quoted: fields.append("")
            default: fields[fields.count - 1].append(character)
            }
        }
        return fields
    }
}

extension String {
    /// Without white space around.
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
