import Foundation
import HarnessReports
import Testing
import TransitionRisk

@Suite struct RuleLookupTests {
    @Test func aRuleIsFoundByItsName() {
        #expect(RuleCatalogue.rule(named: "video-codec")?.cause == .asset)
        #expect(RuleCatalogue.rule(named: "nothing") == nil)
    }

    @Test func namesAreUniqueAmongAllGroups() {
        let names = RuleCatalogue.all.map(\.id)
        #expect(Set(names).count == names.count)
    }

    /// Reads the sources, since a code may be printed in a case that no test meets.
    @Test func everyCodeOfADiagnosticIsExplained() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let sources = package.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(atPath: sources.path(percentEncoded: false)))
        var codes: Set<String> = []
        for case let path as String in files where path.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            codes.formUnion(try Self.codes(in: text, ofReader: path.hasPrefix("HLSPlaylists/")))
        }
        #expect(codes.count > 120)
        #expect(codes.filter { RuleCatalogue.rule(named: $0) == nil }.sorted() == [])
    }

    /// Literals in kebab case that stand where a code stands; in the room that reads playlists, all that begin like one.
    private static func codes(in text: String, ofReader: Bool) throws -> Set<String> {
        // ICU does in a second what Swift's own engine takes a minute for in a debug build.
        var patterns = [#"(?:code: |\.(?:error|warning|lint),\s+|reject\(\s*|note\(\s*)"([a-z0-9]+(?:-[a-z0-9]+)+)""#]
        if ofReader {
            patterns.append(
                #"(?<!hasPrefix\()"((?:playlist|asset-list|preload|presentation|live|plan|interstitial)-[a-z0-9-]+)""#)
        }
        var found: Set<String> = []
        for pattern in patterns {
            let whole = NSRange(text.startIndex..., in: text)
            for match in try NSRegularExpression(pattern: pattern).matches(in: text, range: whole) {
                if let range = Range(match.range(at: 1), in: text) { found.insert(String(text[range])) }
            }
        }
        return found
    }

    @Test("What reading complains of is explained with clause and text")
    func readingRules() throws {
        let conflict = try #require(RuleCatalogue.rule(named: "playlist-date-range-conflict"))
        #expect(conflict.group == .reading)
        #expect(conflict.source == "rfc8216bis 4.4.5.1")
        #expect(conflict.strength == "warning")
    }
}
