package import AirPlayReceivers
package import Foundation

/// A scan that was saved, or written by hand: `segue.scan/1`, of which only `records` must be there, or the output of
/// `avahi-browse -arpkt`.
package struct RecordedScan: ReceiverSource {
    /// The file.
    package var path: String

    /// Bounds on what is read, so that a hostile file costs neither memory nor the stack.
    package struct Limits: Sendable, Hashable {
        /// Most bytes of a file.
        package var bytes = 64 << 20
        /// Deepest nesting of lists and objects.
        package var depth = 48
        /// Most records.
        package var records = 100_000

        /// The limits in force unless told otherwise.
        package init() {}
    }

    /// The limits.
    package var limits: Limits

    /// Names a recording; nothing is read yet.
    package init(path: String, limits: Limits = Limits()) {
        self.path = path
        self.limits = limits
    }

    /// Reads the recording.
    ///
    /// - Throws: ``DiscoveryError/recording(path:problem:)``.
    package func scan() async throws -> Scan { try read() }

    /// Whether the file is a recording at all, and no list that a person wrote: JSON with records, or what Avahi printed.
    ///
    /// - Throws: ``DiscoveryError/recording(path:problem:)`` when it cannot be read.
    package func isRecording() throws(DiscoveryError) -> Bool {
        let data = try contents()
        if BrowseOutput.isRecognised(data) { return true }
        return data.first { $0 > 0x20 } == UInt8(ascii: "{") && data.firstRange(of: Data("\"records\"".utf8)) != nil
    }

    private func read() throws(DiscoveryError) -> Scan { try scan(from: contents()) }

    private func contents() throws(DiscoveryError) -> Data {
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            return try file.read(upToCount: limits.bytes + 1) ?? Data()
        } catch {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw problem("there is no such file")
            }
            throw problem(isFolder.boolValue ? "it is a folder" : "it cannot be read: \(error.localizedDescription)")
        }
    }

    /// Reads a recording that is in memory.
    package func scan(from data: Data) throws(DiscoveryError) -> Scan {
        guard data.count <= limits.bytes else { throw problem("it is larger than \(limits.bytes >> 20) MiB") }
        if BrowseOutput.isRecognised(data) {
            let (records, omissions) = BrowseOutput.read([UInt8](data))
            guard !records.isEmpty else {
                let why = omissions.isEmpty ? "" : " (\(omissions.joined(separator: "; ")))"
                throw problem("it holds no resolved receiver\(why); run `avahi-browse -arpkt`")
            }
            guard records.count <= limits.records else { throw problem("it holds more than \(limits.records) records") }
            return Scan(records: records, statement: nil, omissions: omissions)
        }
        guard data.contains(where: { $0 > 0x20 }) else { throw problem("it is empty; record one with discover --save") }
        guard JSONDepth.of(data) <= limits.depth else { throw problem("it is nested more than \(limits.depth) deep") }
        do {
            let recording = try JSONDecoder().decode(Recording.self, from: data)
            guard recording.records.count <= limits.records else {
                throw problem("it holds more than \(limits.records) records")
            }
            let readable = recording.records.compactMap(\.record)
            let broken = recording.records.filter { $0.record == nil }
            if readable.isEmpty, let problem = broken.first?.problem { throw problem }
            let records = readable.filter { ServiceType.receiverTypes.contains($0.serviceType) }
            let others = readable.count - records.count
            return Scan(
                records: records, statement: recording.scan,
                omissions: RecordedScan.left(out: broken) + (others > 0 ? [RecordedScan.left(out: others)] : []))
        } catch let error as DecodingError {
            throw problem(RecordedScan.explain(error))
        } catch let error as DiscoveryError {
            throw error
        } catch {
            throw problem("\(error)")
        }
    }

    /// How records that are of no receiver are told.
    static func left(out count: Int) -> String {
        let types = ServiceType.receiverTypes.map(\.rawValue).joined(separator: " nor ")
        return count == 1
            ? "1 record is of a service that is neither \(types), and is left out"
            : "\(count) records are of services that are neither \(types), and are left out"
    }

    /// How records that cannot be read are told: how many, and of the first its name, place and trouble.
    private static func left(out broken: [Slot]) -> [String] {
        guard let first = broken.first, let problem = first.problem else { return [] }
        let count = broken.count
        let records = count == 1 ? "1 record cannot be read and is" : "\(count) records cannot be read and are"
        let name = first.name.map { " '\($0)'" } ?? ""
        return ["\(records) left out; the first is\(name): \(explain(problem))"]
    }

    private func problem(_ text: String) -> DiscoveryError { .recording(path: path, problem: text) }

    /// A record of a list, or why it cannot be read: one that somebody damaged does not cost the others.
    private struct Slot: Decodable {
        var record: ServiceRecord?
        var problem: DecodingError?
        /// The instance name, for telling which record it is.
        var name: String?

        private enum CodingKeys: String, CodingKey { case instanceName }

        init(from decoder: any Decoder) throws {
            do {
                record = try ServiceRecord(from: decoder)
            } catch let error as DecodingError {
                problem = error
                name = try? decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .instanceName)
            }
        }
    }

    private struct Recording: Decodable {
        var records: [Slot]
        var scan: ScanStatement?

        enum CodingKeys: String, CodingKey { case schema, records, scan }

        init(from decoder: any Decoder) throws {
            let document = try decoder.container(keyedBy: CodingKeys.self)
            let schema = try document.decodeIfPresent(String.self, forKey: .schema)
            guard schema == nil || schema == ScanDocument.schemaName else {
                throw DecodingError.dataCorruptedError(
                    forKey: .schema, in: document,
                    debugDescription: "it is '\(schema ?? "")', and \(ScanDocument.schemaName) is read")
            }
            records = try document.decode([Slot].self, forKey: .records)
            // Statements are for people; one of another version is no reason to refuse the records.
            scan = try? document.decodeIfPresent(ScanStatement.self, forKey: .scan)
        }
    }

    private static func name(of type: any Any.Type) -> String {
        switch "\(type)" {
        case "String": "a text"
        case "Bool": "true or false"
        case let name where name.hasPrefix("Int") || name.hasPrefix("UInt") || name == "Double": "a number"
        case let name where name.hasPrefix("Array"): "a list"
        default: "an object with keys"
        }
    }

    private static func explain(_ error: DecodingError) -> String {
        let (path, what) =
            switch error {
            case .keyNotFound(let key, let context): (context.codingPath, "'\(key.stringValue)' is missing")
            case .typeMismatch(let type, let context): (context.codingPath, "\(name(of: type)) is expected")
            case .valueNotFound(let type, let context):
                (context.codingPath, "null stands where \(name(of: type)) is expected")
            case .dataCorrupted(let context):
                (
                    context.codingPath,
                    context.codingPath.isEmpty
                        ? "it is no JSON, nor what `avahi-browse -arpkt` prints" : context.debugDescription
                )
            @unknown default: ([], "it cannot be decoded")
            }
        let place = path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        return place.isEmpty ? what : "\(what) at \(place.hasPrefix(".") ? String(place.dropFirst()) : place)"
    }
}

/// How deep lists and objects are nested in a JSON text, read without recursion.
private enum JSONDepth {
    static func of(_ data: Data) -> Int { data.withUnsafeBytes { of($0) } }

    private static func of(_ data: UnsafeRawBufferPointer) -> Int {
        var (depth, deepest, inString, escaped) = (0, 0, false, false)
        for byte in data {
            if inString {
                if escaped {
                    escaped = false
                } else if byte == UInt8(ascii: "\\") {
                    escaped = true
                } else if byte == UInt8(ascii: "\"") {
                    inString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): inString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return deepest
    }
}
