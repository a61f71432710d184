import HLSPlaylists
import Testing

@Suite struct AssetListTests {
    @Test func everythingStatedIsRead() throws {
        let text =
            #"{"ASSETS":[{"URI":"https://h/a.m3u8","DURATION":15.005,"X-B":true,"X-A":"t"},{"URI":"https://h/b.m3u8","DURATION":5}],"SKIP-CONTROL":{"OFFSET":2,"DURATION":4,"LABEL-ID":"skip"},"X-OTHER":1}"#
        let (list, diagnostics) = AssetList.parse(Array(text.utf8))
        #expect(diagnostics == [])
        let read = try #require(list)
        #expect(read.assets.map(\.uri) == ["https://h/a.m3u8", "https://h/b.m3u8"])
        #expect(read.assets.map(\.duration) == [.milliseconds(15005), .seconds(5)])
        #expect(read.assets[0].customAttributes == ["X-A": "t", "X-B": "true"])
        #expect(
            read.skipControl?.applied(to: nil)
                == SkipControl(offset: .seconds(2), duration: .seconds(4), labelID: "skip"))
    }

    @Test("Lengths are exact", arguments: ["0.1", "15.000000000000001", "29.97", "0.3"])
    func exact(_ number: String) {
        let (list, _) = AssetList.parse(Array("{\"ASSETS\":[{\"URI\":\"https://h/a\",\"DURATION\":\(number)}]}".utf8))
        #expect(list?.assets[0].duration?.decimalSeconds == number)
    }

    @Test func overrideReplacesOnlyWhatItStates() {
        let stated = SkipControl(offset: .seconds(2), duration: .seconds(5), labelID: "Exit")
        var control = AssetList.SkipControlOverride()
        control.offset = .seconds(5)
        #expect(control.applied(to: stated) == SkipControl(offset: .seconds(5), duration: .seconds(5), labelID: "Exit"))
        #expect(AssetList.SkipControlOverride().applied(to: nil) == nil)
    }

    @Test(
        "A body that is no list is refused like a failed request",
        arguments: [
            ("", "asset-list-empty-body"), ("not json", "asset-list-not-json"), ("[1]", "asset-list-not-an-object"),
            ("#EXTM3U\n", "asset-list-not-json"), ("{}", "asset-list-no-assets"),
            ("{\"ASSETS\":1}", "asset-list-no-assets"),
            ("{\"assets\":[]}", "asset-list-no-assets"), ("{\"ASSETS\":[]", "asset-list-not-json"),
        ])
    func refused(_ body: String, _ code: String) {
        let (list, diagnostics) = AssetList.parse(Array(body.utf8))
        #expect(list == nil)
        #expect(diagnostics.map(\.code) == [code])
    }

    @Test(
        "An entry that breaks a rule is told and, where it makes sense, kept",
        arguments: [
            ("{\"URI\":\"https://h/a\"}", "asset-list-no-duration", 1),
            ("{\"URI\":\"a.m3u8\",\"DURATION\":5}", "asset-list-relative-uri", 1),
            ("{\"URI\":\"https://h/a\",\"DURATION\":\"5\"}", "asset-list-type", 1),
            ("{\"URI\":\"https://h/a\",\"DURATION\":-5}", "asset-list-value", 1),
            ("{\"DURATION\":5}", "asset-list-no-uri", 0), ("{\"URI\":5,\"DURATION\":5}", "asset-list-no-uri", 0),
            ("5", "asset-list-no-uri", 0),
        ])
    func entries(_ entry: String, _ code: String, _ kept: Int) {
        let (list, diagnostics) = AssetList.parse(Array("{\"ASSETS\":[\(entry)]}".utf8))
        #expect(list?.assets.count == kept)
        #expect(diagnostics.map(\.code) == [code])
    }

    @Test func emptyListIsLegal() {
        let (list, diagnostics) = AssetList.parse(Array("{\"ASSETS\":[]}".utf8))
        #expect(list?.assets == [])
        #expect(diagnostics == [])
    }
}
