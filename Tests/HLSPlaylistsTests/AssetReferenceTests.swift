import HLSPlaylists
import Testing

@Suite struct AssetReferenceTests {
    @Test(
        "URIs resolve against the document they stand in",
        arguments: [
            ("https://h/a/main.m3u8?t=1", "v/720.m3u8", "https://h/a/v/720.m3u8"),
            ("https://h/a/main.m3u8", "/root.m3u8", "https://h/root.m3u8"),
            ("https://h/a/main.m3u8", "../x.m3u8?q=2", "https://h/x.m3u8?q=2"),
            ("https://h/a/main.m3u8", "//cdn/x.m3u8", "https://cdn/x.m3u8"),
            ("https://h/a/main.m3u8", "http://other/x.m3u8", "http://other/x.m3u8"),
            ("/media/my show/main.m3u8", "v/720.m3u8", "/media/my show/v/720.m3u8"),
            ("/media/my show/main.m3u8", "with%20blank.ts?x=1", "/media/my show/with blank.ts"),
            ("/media/main.m3u8", "https://h/x.m3u8", "https://h/x.m3u8"),
        ])
    func resolving(_ base: String, _ uri: String, _ expected: String) throws {
        #expect(try AssetReference(argument: base).resolving(uri) == AssetReference(argument: expected))
    }

    @Test(
        "What may not be fetched is refused",
        arguments: [
            ("https://h/main.m3u8", "file:///etc/passwd"), ("https://h/main.m3u8", "FILE:/etc/passwd"),
            ("https://h/main.m3u8", "skd://key"), ("https://h/main.m3u8", "data:text/plain,x"),
            ("https://h/main.m3u8", "myapp://list"), ("https://h/main.m3u8", ""),
        ])
    func refused(_ base: String, _ uri: String) {
        #expect(throws: AssetReferenceError.self) { try AssetReference(argument: base).resolving(uri) }
    }

    @Test func secretsAreNotPrinted() throws {
        let reference = try AssetReference(argument: "https://me:secret@h/a.m3u8?token=abc&x=1#f")
        #expect("\(reference)" == "https://…@h/a.m3u8?token=…&x=…")
    }

    @Test(
        "A URL without its scheme is told as one, and its secrets are not printed",
        arguments: [
            ("cdn.example.com/film/main.m3u8?token=abc", "cdn.example.com/film/main.m3u8?token=…", true),
            ("10.0.0.7:8080/a.m3u8", "10.0.0.7:8080/a.m3u8", true), ("film/main.m3u8", "film/main.m3u8", false),
            ("../film/main.m3u8", "../film/main.m3u8", false), ("main.m3u8", "main.m3u8", false),
        ])
    func forgottenScheme(_ argument: String, _ shown: String, _ isAddress: Bool) throws {
        let failure = AssetReadError(try AssetReference(argument: argument), .notReadable("No such file"))
        let advice = isAddress ? "a URL begins with https:// or http://" : "check the path"
        #expect(failure.description == "\(shown): No such file; \(advice)")
    }
}
