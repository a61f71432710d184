import AirPlayReceivers
package import Foundation
package import TransitionRisk

/// A file of timed switches: JSON lines as `segue measure` and `segue observe` write them, or CSV made elsewhere.
///
/// CSV needs a header line with the same names, `receiver.` before those of the receiver; several `changes` are separated
/// by spaces. Lines that are empty or begin with `#` are passed over in both.
package struct ObservationFile: Sendable, Hashable {
    /// The observations in the order of the file.
    package var observations: [SwitchObservation]

    /// Longest file that is read, in bytes.
    static let limit = 256 << 20

    /// Reads a file's content.
    ///
    /// - Parameters:
    ///   - name: How the file is called in errors; a name ending in `.csv` is read as CSV.
    ///   - known: The changes of the cost table; a change of another name is an error.
    /// - Throws: ``MeasuringError`` with the line of the first record that cannot be used.
    package init(_ data: Data, name: String, known: Set<ChangeID>) throws(MeasuringError) {
        guard data.count <= Self.limit else {
            throw MeasuringError(subject: name, message: "larger than \(Self.limit >> 20) MB; split it")
        }
        guard let text = String(data: data, encoding: .utf8) else {
            throw MeasuringError(subject: name, message: "is not UTF-8 text")
        }
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated().filter { _, line in
            !line.allSatisfy(\.isWhitespace) && !line.hasPrefix("#")
        }.map { (number: $0.offset + 1, text: $0.element) }
        observations = []
        let table = name.lowercased().hasSuffix(".csv") ? try ObservationTable(header: lines.first, name: name) : nil
        for line in table == nil ? lines[...] : lines.dropFirst() {
            let observation: SwitchObservation
            if let table {
                observation = try table.observation(line.text, line: line.number)
            } else {
                do {
                    observation = try JSONDecoder().decode(SwitchObservation.self, from: Data(line.text.utf8))
                } catch {
                    throw MeasuringError(subject: name, line: line.number, message: Self.reason(error))
                }
            }
            if let defect = observation.defect {
                throw MeasuringError(subject: name, line: line.number, message: defect)
            }
            if let stranger = observation.changes.first(where: { !known.contains($0) }) {
                throw MeasuringError(
                    subject: name, line: line.number,
                    message: "'\(stranger.rawValue)' is no change of the cost table; `segue matrix show` lists them")
            }
            observations.append(observation)
        }
    }

    /// A decoding error in words that name the key.
    private static func reason(_ error: any Error) -> String {
        switch error as? DecodingError {
        case .keyNotFound(let key, let context):
            "'\((context.codingPath + [key]).map(\.stringValue).joined(separator: "."))' is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' has the wrong type"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            refusal(of: context.codingPath.filter { $0.intValue == nil }.map(\.stringValue).joined(separator: "."))
        default:
            "is no JSON object of one observation"
        }
    }

    /// What a key takes, where its value is none of that.
    private static func refusal(of key: String) -> String {
        func words<Word: RawRepresentable<String> & CaseIterable>(_: Word.Type) -> String {
            "'\(key)' is one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))"
        }
        return switch key {
        case "receiver.class": words(ReceiverClass.self)
        case "receiver.tier": words(DecodingTier.self)
        case "switchKind": words(SwitchKind.self)
        case "quantity": words(SwitchQuantity.self)
        case "method": words(ObservationMethod.self)
        case "temperature": words(SwitchTemperature.self)
        case "circumstances": words(Circumstance.self)
        default: "'\(key)' has a value that is not allowed"
        }
    }
}
