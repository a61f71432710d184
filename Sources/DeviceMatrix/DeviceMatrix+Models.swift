package import AirPlayReceivers

extension DeviceMatrix {
    /// The rows of the model table (`models/*.yaml`): the shipped files in the order of their names, then those of the
    /// overlay, whose rows therefore win. An overlay file with a shipped file's name replaces it.
    ///
    /// Apart from ``load(overlay:)``, so that a check that needs no receiver does not read the table.
    ///
    /// - Throws: ``MatrixError`` with file and line for the first thing that is wrong.
    package static func models(overlay: String? = nil) throws(MatrixError) -> [ModelEntry] {
        try modelFiles(overlay: overlay).flatMap(\.entries)
    }

    /// One file of the model table.
    private struct ModelFile {
        var document: MatrixDocument
        var entries: [ModelEntry]
        var isOverlay: Bool
    }

    private static func modelFiles(overlay: String?) throws(MatrixError) -> [ModelFile] {
        let own = try overlay.map { folder throws(MatrixError) in try files(in: folder) } ?? [:]
        let shipped = embeddedMatrix.map { (path: "\($0.path)", text: "\($0.text)") }.filter { own[$0.path] == nil }
        let later = own.map { (path: $0.key, text: $0.value) }
        var found: [ModelFile] = []
        for file in shipped.sorted(by: { $0.path < $1.path }) + later.sorted(by: { $0.path < $1.path })
        where file.path.hasPrefix("models/") {
            let document = try MatrixDocument(file: file.path, text: file.text)
            let table = try document.decode(ModelTable.self)
            // The shipped rows are checked by `segue matrix validate` and the tests, not at every start.
            if own[file.path] != nil { try ModelRowCheck(document: document).check(table.models) }
            found.append(
                ModelFile(document: document, entries: table.datedModels, isOverlay: own[file.path] != nil))
        }
        return found
    }

    /// Checks every row, shipped ones as well, and classifies its example record, which must come out as what the row says.
    ///
    /// - Returns: How many examples there are.
    /// - Throws: ``MatrixError`` with file and line for the first row that is wrong, the first example that comes out
    ///   otherwise, and the first row of the overlay that has none and is not a shipped one.
    package static func checkExamples(overlay: String? = nil) throws(MatrixError) -> Int {
        let files = try modelFiles(overlay: overlay)
        let shipped = overlay == nil ? [] : Set(try models())
        let classifier = ReceiverClassifier(models: files.flatMap(\.entries))
        var count = 0
        for file in files {
            try ModelRowCheck(document: file.document).check(file.entries)
            for (index, entry) in file.entries.enumerated() {
                let path = ["models", "\(index)", "example"]
                func wrong(_ message: String) -> MatrixError {
                    MatrixError(
                        file: file.document.file, line: file.document.line(of: path),
                        message: "\(path.joined(separator: ".")): \(message)")
                }
                guard let example = entry.example else {
                    guard file.isOverlay, !shipped.contains(entry) else { continue }
                    throw wrong(
                        "'\(entry.product)' has no example: give the TXT strings of such a receiver, so that the row is "
                            + "tested")
                }
                count += 1
                let records = example.records(name: "Example", deviceID: DeviceID(madeFrom: entry.product))
                guard !records.isEmpty else { throw wrong("it publishes nothing: give airplay or raop") }
                guard let receiver = classifier.receivers(from: records).first else {
                    throw wrong("it gives no receiver")
                }
                guard receiver.receiverClass == entry.receiverClass else {
                    let evidence = receiver.evidence.map { "\($0.seen) (\($0.says))" }.joined(separator: "; ")
                    throw wrong(
                        "comes out as \(receiver.receiverClass.rawValue), not as \(entry.receiverClass.rawValue): \(evidence)"
                    )
                }
                guard receiver.product == entry.product || entry.maker == nil || receiver.product == nil else {
                    throw wrong("another row covers it: '\(receiver.product ?? "")'")
                }
            }
        }
        return count
    }

    /// Reads an inventory of a lab (`lab.yaml`).
    ///
    /// - Throws: ``MatrixError`` with file and line for the first thing that is wrong.
    package static func inventory(file: String) throws(MatrixError) -> LabInventory {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw MatrixError(file: file, line: nil, message: "no such file, or not readable as UTF-8 text")
        }
        let document = try MatrixDocument(file: file, text: text)
        try document.requireKeys(["receivers"], at: [])
        for index in 0..<document.count(at: ["receivers"]) {
            try document.requireKeys(
                [
                    "id", "name", "address", "firmware", "model", "manufacturer", "class", "tier", "matchDynamicRange",
                    "matchFrameRate", "audioFormat", "quickMediaSwitching",
                ], at: ["receivers", "\(index)"])
        }
        var inventory = try document.decode(LabInventory.self)
        var places: [String: Int] = [:]
        for (index, item) in inventory.receivers.enumerated() {
            func wrong(_ key: String, _ message: String) -> MatrixError {
                MatrixError(
                    file: file, line: document.line(of: ["receivers", "\(index)", key]),
                    message: "receivers.\(index).\(key): \(message)")
            }
            if item.id.isEmpty { throw wrong("id", "it is empty; 'segue discover --json' shows the ids") }
            // People write device ids with dashes, in capitals, or without separators, as on the box; discovery has one form.
            let id = DeviceID(item.id)?.description ?? item.id
            inventory.receivers[index].id = id
            // Other ids of one receiver differ at most in case.
            if let other = places.updateValue(index, forKey: id.lowercased()) {
                throw wrong("id", "'\(item.id)' is listed twice, before as receivers.\(other)")
            }
        }
        return inventory
    }
}
