import Foundation
import HLSPlaylists

/// The shape of `catalogue.yaml`.
struct CatalogueFile: Decodable {
    let ads: [Ad]?
    let primaries: [Primary]

    struct Ad: Decodable {
        let id: String
        let uri: String
    }

    struct Primary: Decodable {
        let id: String
        let title: String?
        let uri: String
        let playlistBreaks: Bool?
        let breaks: [Break]?
        let servicePlans: [String]?
        let tags: [String]?
        let enabled: Bool?
    }

    struct Break: Decodable {
        let id: String
        let at: ExactSeconds
        let ads: [String]
        let restrict: [String]?
        let resumeOffset: ExactSeconds?
        let playoutLimit: ExactSeconds?
    }
}

extension CatalogueFile {
    private static let breakKeys: Set = ["id", "at", "ads", "restrict", "resumeOffset", "playoutLimit"]
    private static let primaryKeys: Set = [
        "id", "title", "uri", "playlistBreaks", "breaks", "servicePlans", "tags", "enabled",
    ]

    /// The catalogue, every word checked.
    ///
    /// - Parameter folder: What relative paths count from, with a slash at its end.
    func catalogue(in document: MatrixDocument, folder: String) throws(MatrixError) -> Catalogue {
        try document.requireKeys(["ads", "primaries"], at: [])
        let ads = try addresses(in: document, folder: folder)
        var ids: Set<String> = []
        var entries: [Catalogue.Entry] = []
        for (index, primary) in primaries.enumerated() {
            let path = ["primaries", "\(index)"]
            try document.requireKeys(Self.primaryKeys, at: path)
            try document.require(!primary.id.isEmpty, path + ["id"], "is empty")
            try document.require(ids.insert(primary.id).inserted, path + ["id"], "'\(primary.id)' is used twice")
            let reference = try document.reference(primary.uri, folder: folder, at: path + ["uri"])
            let isFile = if case .file = reference.location { true } else { false }
            entries.append(
                Catalogue.Entry(
                    id: primary.id, title: primary.title ?? primary.id, reference: reference,
                    address: isFile ? primary.uri : reference.description,
                    playlistBreaks: primary.playlistBreaks ?? true,
                    breaks: try events(of: primary, ads, in: document, path), servicePlans: primary.servicePlans,
                    tags: primary.tags ?? [], enabled: primary.enabled ?? true, line: document.line(of: path)))
        }
        return Catalogue(entries: entries)
    }

    private func addresses(in document: MatrixDocument, folder: String) throws(MatrixError) -> [String: AssetReference]
    {
        var result: [String: AssetReference] = [:]
        for (index, ad) in (ads ?? []).enumerated() {
            let path = ["ads", "\(index)"]
            try document.requireKeys(["id", "uri"], at: path)
            try document.require(result[ad.id] == nil, path + ["id"], "'\(ad.id)' is used twice")
            result[ad.id] = try document.reference(ad.uri, folder: folder, at: path + ["uri"])
        }
        return result
    }

    private func events(
        of primary: Primary, _ ads: [String: AssetReference], in document: MatrixDocument, _ path: [String]
    ) throws(MatrixError) -> [InterstitialEvent] {
        var ids: Set<String> = []
        var events: [InterstitialEvent] = []
        for (index, item) in (primary.breaks ?? []).enumerated() {
            let path = path + ["breaks", "\(index)"]
            try document.requireKeys(Self.breakKeys, at: path)
            try document.require(ids.insert(item.id).inserted, path + ["id"], "'\(item.id)' is used twice")
            try document.require(item.at.duration >= .zero, path + ["at"], "is before the primary begins")
            try document.require(!item.ads.isEmpty, path + ["ads"], "no ad given")
            var uris: [String] = []
            for name in item.ads {
                guard let reference = ads[name] else {
                    throw document.error(path + ["ads"], "'\(name)' is not listed under 'ads'")
                }
                uris.append(reference.uri)
            }
            for word in item.restrict ?? [] {
                try document.require(
                    ["SKIP", "JUMP"].contains(word), path + ["restrict"], "'\(word)' is neither SKIP nor JUMP")
            }
            var event = InterstitialEvent(id: item.id, placement: .time(item.at.duration), content: .items(uris))
            event.origin = .client
            event.resumption = .offset(item.resumeOffset?.duration ?? .zero)
            event.playoutLimit = item.playoutLimit?.duration
            event.restrictions = (item.restrict ?? []).reduce(into: []) {
                $0.insert($1 == "SKIP" ? .skip : .jump)
            }
            events.append(event)
        }
        return events
    }
}

extension MatrixDocument {
    /// An error at a path of this document.
    func error(_ path: [String], _ message: String) -> MatrixError {
        MatrixError(file: file, line: line(of: path), message: "\(path.joined(separator: ".")): \(message)")
    }

    /// Throws an error at a path unless something holds.
    func require(_ holds: Bool, _ path: [String], _ message: String) throws(MatrixError) {
        guard holds else { throw error(path, message) }
    }

    /// Reads an address; a relative path counts from a folder.
    fileprivate func reference(_ text: String, folder: String, at path: [String]) throws(MatrixError) -> AssetReference
    {
        do throws(AssetReferenceError) {
            let reference = try AssetReference(argument: text)
            guard case .file(let name) = reference.location, !name.hasPrefix("/") else { return reference }
            return AssetReference(path: URL(filePath: folder + name).standardized.path(percentEncoded: false))
        } catch {
            throw self.error(path, error.description)
        }
    }
}

extension AssetReference {
    /// The reference as a URI that can stand in a playlist.
    fileprivate var uri: String {
        switch location {
        case .file(let path): URL(filePath: path).absoluteURL.absoluteString
        case .remote(let url): url
        }
    }
}

extension DeviceMatrix {
    /// Reads a catalogue.
    ///
    /// - Throws: ``MatrixError`` with file and line for the first thing that is wrong.
    package static func catalogue(file: String) throws(MatrixError) -> Catalogue {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw MatrixError(file: file, line: nil, message: "no such file, or not readable as UTF-8 text")
        }
        let document = try MatrixDocument(file: file, text: text)
        let folder = URL(filePath: file).absoluteURL.deletingLastPathComponent().path(percentEncoded: false)
        return try document.decode(CatalogueFile.self).catalogue(in: document, folder: folder)
    }
}
