import Testing

@testable import MediaContainers

@Suite struct LanguageTagTests {
    @Test(
        "Container codes become the shortest tags",
        arguments: [
            ("eng", "en"), ("ger", "de"), ("deu", "de"), ("FRA", "fr"), ("spa", "es"), ("haw", "haw"), ("und", nil),
            ("", nil), ("mul", nil), ("pt", "pt"), ("eng,deu", nil), ("e1g", nil),
        ] as [(String, String?)])
    func tags(code: String, tag: String?) {
        #expect(LanguageTag.bcp47(iso639: code) == tag)
    }
}
