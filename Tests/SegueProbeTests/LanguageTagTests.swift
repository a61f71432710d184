import Testing

@testable import segue_probe

@Suite struct LanguageTagTests {
    @Test(
        "Container codes become the shortest tags",
        arguments: [
            ("eng", "en"), ("ger", "de"), ("deu", "de"), ("FRA", "fr"), ("spa", "es"), ("haw", "haw"), ("und", nil),
            ("", nil), ("mul", nil),
        ] as [(String, String?)])
    func tags(code: String, tag: String?) {
        #expect(bcp47Tag(iso639: code) == tag)
    }
}
