package import AirPlayReceivers
import Yams

/// The rows of the shipped model table, in the order of the files.
///
/// - Throws: `DecodingError` or a `YamlError` when a shipped file is malformed.
package func shippedModels() throws -> [ModelEntry] {
    try embeddedMatrix.filter { "\($0.path)".hasPrefix("models/") }.flatMap { file in
        try YAMLDecoder().decode(ModelTable.self, from: "\(file.text)").models
    }
}
