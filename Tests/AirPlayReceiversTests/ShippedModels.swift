import AirPlayReceivers
import Foundation
import Yams

private let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../DeviceMatrix/models").standardized

/// The model table as shipped, read from the files.
let shippedModels: [ModelEntry] = {
    do {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).filter {
            $0.hasSuffix(".yaml")
        }
        return try names.sorted().flatMap { name in
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            return try YAMLDecoder().decode(ModelTable.self, from: text).datedModels
        }
    } catch {
        fatalError("the shipped model table cannot be read: \(error)")
    }
}()
