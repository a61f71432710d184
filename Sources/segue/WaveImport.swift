import ArgumentParser
import Foundation
import ReceiverMeasuring

/// A file of the CTA WAVE Device Observation Framework, which has looked at a recording before.
enum WaveImport {
    /// Which frames each camera frame shows.
    case codes(WaveCodeList)
    /// What the framework concluded, with the camera's pictures a second.
    case results(WaveResults, cameraRate: Double)

    /// Reads the file if it is one; `nil` for anything else.
    static func read(_ file: String, cameraRate: Double?) throws -> WaveImport? {
        let head = (try? FileHandle(forReadingFrom: URL(filePath: file)).read(upToCount: 64)) ?? Data()
        let isList = WaveCodeList.recognises(head)
        guard isList || head.first == 0x7B else { return nil }
        guard let cameraRate else {
            throw ValidationError("\(file) is no recording but was made of one; give the camera's --camera-rate.")
        }
        guard let data = FileManager.default.contents(atPath: file) else {
            throw Failure(message: "cannot read \(file)", code: 2)
        }
        do {
            if isList { return .codes(try WaveCodeList(data, name: file, cameraRate: cameraRate)) }
            return .results(try WaveResults(data, name: file), cameraRate: cameraRate)
        } catch {
            throw Failure(message: error.description, code: 2)
        }
    }
}
