import DeviceMatrix
import Foundation
import HLSPlaylists
import HarnessTestSupport
import Testing

@Suite struct CatalogueTests {
    private func catalogue(_ text: String) throws -> Catalogue {
        let file = Scratch.folder.appending(path: "segue-\(UUID().uuidString).yaml")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try DeviceMatrix.catalogue(file: file.path(percentEncoded: false))
    }

    @Test func everyFieldIsRead() throws {
        let read = try catalogue(
            """
            ads:
              - {id: spring, uri: https://ads.example/spring.m3u8}
              - {id: summer, uri: ads/summer.m3u8}
            primaries:
              - id: film
                title: The film
                uri: https://cdn.example/film.m3u8?token=secret
                playlistBreaks: false
                breaks:
                  - {id: mid, at: 600.5, ads: [spring, summer], restrict: [SKIP, JUMP], resumeOffset: 30, playoutLimit: 20}
                servicePlans: [A]
                tags: [nightly]
              - {id: off, uri: off.m3u8, enabled: false}

            """)
        let entries = read.entries
        #expect(entries.map(\.id) == ["film", "off"])
        let film = entries[0]
        #expect(film.title == "The film")
        #expect(film.address == "https://cdn.example/film.m3u8?token=…")
        #expect(!film.playlistBreaks)
        #expect(film.servicePlans == ["A"])
        let event = try #require(film.breaks.first)
        #expect(event.placement == .time(.milliseconds(600_500)))
        #expect(event.restrictions == [.skip, .jump])
        #expect(event.resumption == .offset(.seconds(30)))
        #expect(event.playoutLimit == .seconds(20))
        guard case .items(let uris) = event.content else {
            Issue.record("expected items")
            return
        }
        #expect(uris[0] == "https://ads.example/spring.m3u8")
        #expect(uris[1].hasPrefix("file:///") && uris[1].hasSuffix("/ads/summer.m3u8"))
        #expect(entries[1].title == "off")
        #expect(read.enabled().map(\.id) == ["film"])
        #expect(read.enabled(tags: ["weekly"]).isEmpty)
    }

    @Test(
        "What is wrong is told with its line",
        arguments: [
            ("primaries:\n  - {id: a, uri: x.m3u8, enable: false}\n", "2: error: primaries.0.enable: unknown key"),
            (
                "primaries:\n  - {id: a, uri: x.m3u8}\n  - {id: a, uri: y.m3u8}\n",
                "3: error: primaries.1.id: 'a' is used twice"
            ),
            ("primaries:\n  - {id: a}\n", "2: error: primaries.0: 'uri' is missing"),
            (
                "primaries:\n  - {id: a, uri: \"ftp://x\"}\n",
                "2: error: primaries.0.uri: scheme 'ftp:' cannot be fetched"
            ),
            (
                "primaries:\n  - id: a\n    uri: x.m3u8\n    breaks:\n      - {id: b, at: 5, ads: [ghost]}\n",
                "5: error: primaries.0.breaks.0.ads: 'ghost' is not listed under 'ads'"
            ),
            (
                "ads: [{id: g, uri: g.m3u8}]\nprimaries:\n  - id: a\n    uri: x.m3u8\n    breaks:\n"
                    + "      - {id: b, at: 5, ads: [g], restrict: [STOP]}\n",
                "6: error: primaries.0.breaks.0.restrict: 'STOP' is neither SKIP nor JUMP"
            ),
            (
                "ads: [{id: g, uri: g.m3u8}]\nprimaries:\n  - id: a\n    uri: x.m3u8\n    breaks:\n"
                    + "      - {id: b, at: -5, ads: [g]}\n",
                "6: error: primaries.0.breaks.0.at: is before the primary begins"
            ),
            ("list: []\n", "error:"),
        ])
    func wrong(text: String, error: String) throws {
        let found = #expect(throws: MatrixError.self) { try catalogue(text) }
        #expect(found?.description.contains(error) == true, "\(found?.description ?? "")")
    }

    @Test func theShippedCatalogueAndFacetsAreValid() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let file = root.appending(path: "DeviceMatrix/catalogue.yaml").path(percentEncoded: false)
        #expect(try DeviceMatrix.catalogue(file: file).entries.map(\.id) == ["sample-stream"])
        let facets = try DeviceMatrix.facets()
        #expect(facets.senders.map(\.id) == ["iphone", "ipad", "mac"])
        #expect(facets.rules.allSatisfy { !$0.why.isEmpty && !$0.source.isEmpty })
    }

    static let head = "senders: [{id: iphone, title: iPhone}]\nsources: {s: mine}\nfacets:\n"

    @Test(
        "A facet that nothing could cover by its spelling is refused with its line",
        arguments: [
            (", receiver: [\"klass=mac\"]", "'klass=mac' is no trait=value of class, tier,"),
            (", when: [\"colour=red\"]", "'colour=red' is no trait=value of video-codec,"),
            (", over: [a]", "'over' and '{over}' go together"),
            (", each: video-codec", "'each' and '{used}' go together"),
            (", recevier: [\"class=mac\"]", "facets.0.recevier: unknown key"),
        ])
    func wrongFacet(rest: String, error: String) throws {
        let folder = Scratch.folder.appending(path: "segue-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let line = "  - {id: x, title: X, why: so, level: must, source: s, confidence: guess\(rest)}\n"
        try Data((Self.head + line).utf8).write(to: folder.appending(path: "facets.yaml"))
        let found = #expect(throws: MatrixError.self) {
            try DeviceMatrix.facets(overlay: folder.path(percentEncoded: false))
        }
        #expect(found?.description.hasPrefix("facets.yaml:4: error: ") == true, "\(found?.description ?? "")")
        #expect(found?.description.contains(error) == true, "\(found?.description ?? "")")
    }
}
