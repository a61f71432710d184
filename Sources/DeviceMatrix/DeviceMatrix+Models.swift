package import AirPlayReceivers

extension DeviceMatrix {
    /// The rows of the model table (`models/*.yaml`): the shipped files in the order of their names, then those of the
    /// overlay, whose rows therefore win. An overlay file with a shipped file's name replaces it.
    ///
    /// Apart from ``load(overlay:)``, so that a check that needs no receiver does not read the table.
    ///
    /// - Throws: ``MatrixError`` with file and line for the first thing that is wrong.
    package static func models(overlay: String? = nil) throws(MatrixError) -> [ModelEntry] {
        let own = try overlay.map { folder throws(MatrixError) in try files(in: folder) } ?? [:]
        let shipped = embeddedMatrix.map { (path: "\($0.path)", text: "\($0.text)") }.filter { own[$0.path] == nil }
        let later = own.map { (path: $0.key, text: $0.value) }
        var entries: [ModelEntry] = []
        for file in shipped.sorted(by: { $0.path < $1.path }) + later.sorted(by: { $0.path < $1.path })
        where file.path.hasPrefix("models/") {
            let document = try MatrixDocument(file: file.path, text: file.text)
            let table = try document.decode(ModelTable.self)
            for (index, entry) in table.models.enumerated() {
                guard let problem = entry.match.problem else { continue }
                throw MatrixError(
                    file: file.path, line: document.line(of: ["models", "\(index)", "match"]), message: problem)
            }
            entries += table.models
        }
        return entries
    }

    /// Reads an inventory of a lab (`lab.yaml`).
    ///
    /// - Throws: ``MatrixError`` with file and line for the first thing that is wrong.
    package static func inventory(file: String) throws(MatrixError) -> LabInventory {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw MatrixError(file: file, line: nil, message: "no such file, or not readable as UTF-8 text")
        }
        return try MatrixDocument(file: file, text: text).decode(LabInventory.self)
    }
}
