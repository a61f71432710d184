import Foundation
import Synchronization
package import TransitionRisk

/// A file of observations to which each switch is added as soon as it ended, so that a kill loses nothing that was done.
///
/// Lines are JSON objects as `segue calibrate` reads them, with everything else that was seen under `seen`. A switch without
/// a time becomes a remark (`# …`).
package final class ObservationLog: Sendable {
    /// The file.
    package let path: String
    private let file: FileHandle
    private let failure = Mutex<String?>(nil)

    /// Opens a file; what is in it stays.
    ///
    /// - Throws: ``MeasuringError`` when it cannot be written.
    package init(path: String) throws(MeasuringError) {
        self.path = path
        do {
            if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(filePath: path)) }
            file = try FileHandle(forWritingTo: URL(filePath: path))
            try file.seekToEnd()
        } catch {
            throw MeasuringError(subject: path, message: "cannot be written: \(error.localizedDescription)")
        }
    }

    /// Why a line could not be added; `nil` when all could.
    package var problem: String? { failure.withLock { $0 } }

    private struct Line: Encodable {
        let observation: SwitchObservation
        let seen: MeasuredSwitch

        private enum CodingKeys: String, CodingKey {
            case seen
        }

        func encode(to encoder: any Encoder) throws {
            try observation.encode(to: encoder)
            var fields = encoder.container(keyedBy: CodingKeys.self)
            try fields.encode(seen, forKey: .seen)
        }
    }

    /// Adds a switch.
    package func add(
        _ measured: MeasuredSwitch, on receiver: SwitchObservation.Receiver, circumstances: [Circumstance]
    ) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            if let observation = measured.observation(on: receiver, circumstances: circumstances) {
                try file.write(
                    contentsOf: encoder.encode(Line(observation: observation, seen: measured)) + Data("\n".utf8))
            } else {
                try file.write(contentsOf: Data("# ".utf8) + encoder.encode(measured) + Data("\n".utf8))
            }
        } catch {
            failure.withLock { $0 = error.localizedDescription }
        }
    }
}
