import Foundation
import HLSPlaylists
import Testing

/// Every playlist of the corpus reads without error or warning, or gives exactly the codes that the table names.
@Suite struct CorpusDiagnosticsTests {
    static let table: [String: [String]] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "corpus-diagnostics.tsv")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return Dictionary(
            uniqueKeysWithValues: text.split(separator: "\n").dropFirst().map { line in
                let columns = line.split(separator: "\t").map(String.init)
                return (columns[0], columns[1].split(separator: " ").map(String.init))
            })
    }()

    @Test("Codes of a corpus playlist", arguments: Corpus.files)
    func codes(_ name: String) throws {
        let document = PlaylistParser.parse(try Corpus.bytes(name), reference: .test("http://127.0.0.1/x.m3u8"))
        let events = document.playlist?.media.map { InterstitialEvent.events(in: $0.dateRanges, base: nil).diagnostics }
        let all = document.diagnostics + (events ?? [])
        let codes = Set(all.filter { $0.severity != .lint }.map(\.code)).sorted()
        #expect(codes == Self.table[name, default: []], "\(all)")
    }

    @Test(.enabled(if: Corpus.isAvailable)) func theTableNamesOnlyFilesOfTheCorpus() {
        #expect(Set(Self.table.keys).isSubset(of: Corpus.files))
    }
}
