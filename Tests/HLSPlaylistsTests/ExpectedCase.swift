import Foundation
import HLSPlaylists
import Testing

/// One case of the corpus: an input and what a specification or an implementation makes of it.
struct ExpectedCase: Sendable, CustomTestStringConvertible {
    var id: String
    var file: String?
    var kind: String
    var authority: String
    var value: JSONValue

    var testDescription: String { id }
    var isFromSpecification: Bool { authority == "spec-derived" || authority.hasPrefix("derived") }
    var expect: JSONValue { value["expect"] }

    /// Whose answer the case states.
    var behaviour: PlayerBehaviour {
        authority.contains("media3")
            ? .media3 : authority.contains("hls.js af") ? .hlsjs : authority.contains("Shaka") ? .shaka : .draft
    }

    /// The cases of the project's own fixtures, then those of the shared corpus where it is.
    static let all: [ExpectedCase] = {
        let own = cases(Corpus.fixtures.appending(path: "expected.json"))
        let ids = Set(own.map(\.id))
        let shared = Corpus.folder.map { cases($0.appending(path: "EXPECTED.json")) } ?? []
        return own + shared.filter { !ids.contains($0.id) }
    }()

    private static func cases(_ file: URL) -> [ExpectedCase] {
        guard let data = try? Data(contentsOf: file), let root = try? JSONDecoder().decode(JSONValue.self, from: data)
        else { return [] }
        return root["cases"].array.map { value in
            ExpectedCase(
                id: value["id"].string ?? "", file: value["file"].string, kind: value["kind"].string ?? "",
                authority: value["authority"].string ?? "", value: value)
        }
    }

    func document() throws -> PlaylistDocument {
        PlaylistParser.parse(try Corpus.bytes(try #require(file)), reference: .test("http://127.0.0.1/\(file ?? "")"))
    }

    func media() throws -> MediaPlaylist { try #require(try document().playlist?.media) }

    /// The events as the case's player reads them, with assets from the corpus where they are there.
    func resolved(_ playlist: MediaPlaylist) throws -> [ResolvedInterstitial] {
        try playlist.interstitials(as: behaviour, base: .test("http://127.0.0.1/\(file ?? "")")).events.map(resolve)
    }

    private func resolve(_ event: InterstitialEvent) throws -> ResolvedInterstitial {
        guard case .list(let uri) = event.content else { return ResolvedInterstitial(event) }
        guard !uri.contains("404") else { return ResolvedInterstitial(event, content: .failed("404")) }
        guard uri.hasPrefix("spec__") else { return ResolvedInterstitial(event) }
        let (list, diagnostics) = AssetList.parse(try Corpus.bytes(uri))
        guard let list else { return ResolvedInterstitial(event, content: .failed("\(diagnostics)")) }
        let assets = list.assets.map { InterstitialAsset(uri: $0.uri, declaredDuration: $0.duration) }
        return ResolvedInterstitial(
            event, content: .assets(assets), skipControl: list.skipControl?.applied(to: event.skipControl))
    }

    func timeline(_ playlist: MediaPlaylist) -> PrimaryTimeline {
        if playlist.isLive, behaviour == .hlsjs { return LivePlaylist(playlist).timeline() }
        return PrimaryTimeline(playlists: [playlist], startPosition: value["inputs"]["start_position"].seconds ?? .zero)
    }

    func schedule() throws -> Schedule {
        let playlist = try media()
        return Schedule(timeline(playlist), try resolved(playlist), behaviour: behaviour)
    }
}

extension JSONValue {
    subscript(key: String) -> JSONValue {
        if case .object(let members) = self { members[key] ?? .null } else { .null }
    }

    var array: [JSONValue] { if case .array(let values) = self { values } else { [] } }
    var object: [String: JSONValue] { if case .object(let members) = self { members } else { [:] } }
    var string: String? { if case .string(let text) = self { text } else { nil } }
    var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    var strings: [String] { array.compactMap(\.string) }
    var isAbsent: Bool { self == .null }

    /// A number as an exact length of time.
    var seconds: Duration? {
        if case .number(let number) = self { Duration(decimalSeconds: number.description, signed: true) } else { nil }
    }

    var integer: Int? { if case .number(let number) = self { Int(number.description) } else { nil } }
}
