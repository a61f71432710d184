package import Foundation
import TransitionRisk

/// The results that the CTA WAVE Device Observation Framework posts to its test runner (JSON).
///
/// Of everything it observes only the delay from a change of presentation to the first frame of the second one is the time
/// of a switch. Whether frames were left out and whether limits were kept is told in words and without a time.
package struct WaveResults: Sendable, Hashable {
    /// The delays of second presentations, in milliseconds, in the order of the file.
    package private(set) var delays: [Double] = []
    /// Observations of the framework that hold no time of a switch.
    package private(set) var others = 0

    private struct Document: Decodable {
        var results: [Test]
    }

    /// A test with its observations, or, in the framework's debug mode, an observation.
    private struct Test: Decodable {
        var subtests: [Observation]?
        var name: String?
        var message: String?
    }

    private struct Observation: Decodable {
        var name: String
        var message: String?
    }

    /// Reads a file of results.
    ///
    /// - Parameter name: How the file is called in errors.
    /// - Throws: ``MeasuringError`` when it is none.
    package init(_ data: Data, name: String) throws(MeasuringError) {
        guard data.count <= ObservationFile.limit, let document = try? JSONDecoder().decode(Document.self, from: data)
        else { throw MeasuringError(subject: name, message: "holds no results of the WAVE observation framework") }
        let observations = document.results.flatMap { test in
            test.subtests ?? test.name.map { [Observation(name: $0, message: test.message)] } ?? []
        }
        for observation in observations where observation.name.hasPrefix("[OF]") {
            // Older versions name the second presentation, newer ones the event.
            let isSecond = ["second presentation", "representation_change"].contains { observation.name.contains($0) }
            if isSecond, let delay = Self.delay(observation.message ?? "") {
                delays.append(delay)
            } else {
                others += 1
            }
        }
        guard !delays.isEmpty || others > 0 else {
            throw MeasuringError(subject: name, message: "holds no results of the WAVE observation framework")
        }
    }

    /// The number in "The presentation start up delay is 123.4ms".
    private static func delay(_ message: String) -> Double? {
        guard let place = message.range(of: "start up delay is ") else { return nil }
        let digits = message[place.upperBound...].prefix { $0.isNumber || $0 == "." }
        guard let value = Double(digits.hasSuffix(".") ? digits.dropLast() : digits), (0...3_600_000).contains(value)
        else {
            return nil
        }
        return value
    }

    /// The delays as observations that calibration reads.
    ///
    /// - Parameter cameraRate: Pictures a second of the camera.
    package func observations(_ context: RecordingContext, cameraRate: Double) -> [SwitchObservation] {
        guard let changes = context.changes else { return [] }
        return delays.map {
            SwitchObservation(
                receiver: context.receiver, switchKind: context.switchKind, changes: changes, milliseconds: $0,
                resolutionMilliseconds: Int(1e6 / cameraRate).milliseconds, method: context.method,
                circumstances: context.circumstances)
        }
    }
}
