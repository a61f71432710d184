import Testing

@testable import MediaContainers

@Suite struct ID3TagTests {
    private func tag(version: UInt8 = 4, flags: UInt8 = 0, _ frames: [UInt8]...) -> [UInt8] {
        let content = frames.flatMap { $0 }
        return Array("ID3".utf8) + [version, 0, flags, 0, 0, UInt8(content.count >> 7), UInt8(content.count & 0x7F)]
            + content
    }

    private func frame(_ name: String, _ content: [UInt8], flags: [UInt8] = [0, 0]) -> [UInt8] {
        Array(name.utf8) + number(content.count) + flags + content
    }

    private func first(_ name: String, _ content: [UInt8]) -> ID3Frame.Content? {
        ID3Tag(tag(frame(name, content)))?.frames.first?.content
    }

    @Test(
        "Texts in every encoding",
        arguments: [
            hex("00 4B F6 6C 6E"), hex("01 FF FE 4B 00 F6 00 6C 00 6E 00"),
            hex("01 FE FF 00 4B 00 F6 00 6C 00 6E 00 00"),
            hex("02 00 4B 00 F6 00 6C 00 6E"), hex("03 4B C3 B6 6C 6E 00"),
        ])
    func encodings(content: [UInt8]) {
        #expect(first("TIT2", content) == .text(["K\u{F6}ln"]))
    }

    @Test func severalTextsAndUserTexts() {
        #expect(first("TPE1", [3] + text("One") + text("Two")) == .text(["One", "Two"]))
        #expect(first("TXXX", [3] + text("mood") + text("calm")) == .userText(description: "mood", values: ["calm"]))
        #expect(
            first("WXXX", [0] + text("more") + text("https://example.com"))
                == .userLink(description: "more", url: "https://example.com"))
    }

    @Test func privateFramesObjectsAndPictures() {
        #expect(
            first("PRIV", text("com.example") + [1, 2, 3]) == .privateData(owner: "com.example", bytes: [1, 2, 3]))
        #expect(
            first("GEOB", [0] + text("text/plain") + text("a.txt") + text("note") + [9, 9])
                == .object(mediaType: "text/plain", fileName: "a.txt", description: "note", count: 2))
        #expect(
            first("APIC", [0] + text("image/png") + [3] + text("cover") + [1, 2, 3, 4])
                == .picture(mediaType: "image/png", description: "cover", count: 4))
        #expect(
            first("COMM", [0] + Array("eng".utf8) + text("") + text("hi"))
                == .comment(language: "eng", description: "", text: "hi"))
    }

    @Test func olderVersions() {
        let old = ID3Tag(tag(version: 2, Array("TT2".utf8) + number(4, 3) + [0, 0x41, 0x42, 0x43]))
        #expect(old?.frames == [ID3Frame(identifier: "TT2", content: .text(["ABC"]))])
        // In version 2.3 sizes have eight bits a byte: 200 is C8 there and 01 48 in 2.4.
        let long = [UInt8(3)] + [UInt8](repeating: 0x41, count: 199)
        let third = ID3Tag(tag(version: 3, Array("TIT2".utf8) + number(200) + [0, 0] + long))
        #expect(third?.frames == [ID3Frame(identifier: "TIT2", content: .text([String(repeating: "A", count: 199)]))])
        let fourth = ID3Tag(tag(Array("TIT2".utf8) + [0, 0, 1, 0x48] + [0, 0] + long))
        #expect(fourth?.frames == third?.frames)
    }

    @Test func unsynchronisationIsUndone() {
        let whole = ID3Tag(
            tag(
                version: 3, flags: 0x80,
                frame("PRIV", text("a") + [0xFF, 0xE0]).flatMap { $0 == 0xFF ? [0xFF, 0] : [$0] }))
        #expect(whole?.frames.first?.content == .privateData(owner: "a", bytes: [0xFF, 0xE0]))
        let single = ID3Tag(tag(frame("PRIV", text("a") + [0xFF, 0, 0xE0], flags: [0, 2])))
        #expect(single?.frames.first?.content == .privateData(owner: "a", bytes: [0xFF, 0xE0]))
    }

    @Test func sizesThatLieTakeWhatIsThere() {
        let lying = tag(Array("TIT2".utf8) + [0, 0, 0x7F, 0x7F] + [0, 0, 3, 0x41])
        #expect(ID3Tag(lying)?.frames == [ID3Frame(identifier: "TIT2", content: .text(["A"]))])
        var long = tag(frame("TIT2", [3, 0x41]))
        long.replaceSubrange(6..<10, with: [0x7F, 0x7F, 0x7F, 0x7F])
        #expect(ID3Tag(long)?.frames.count == 1)
        #expect(ID3Tag(long)?.length == (1 << 28) - 1 + 10)
    }

    @Test func paddingAndRubbishEndTheFrames() {
        #expect(ID3Tag(tag(frame("TIT2", [3, 0x41]), [0, 0, 0, 0, 0, 0]))?.frames.count == 1)
        #expect(ID3Tag(tag(frame("ti t", [3, 0x41])))?.frames == [])
        #expect(ID3Tag(tag(frame("TIT2", [3, 0x41], flags: [0, 0x08])))?.frames.first?.content == .other(count: 2))
        #expect(ID3Tag(hex("49 44 33 05 00 00 00 00 00 00")) == nil)
        #expect(ID3Tag(Array("ID".utf8)) == nil)
    }

    @Test func everyShorterTagIsReadAsFarAsItGoes() {
        let whole = tag(
            frame("TXXX", [1] + hex("FF FE 41 00 00 00 FE FF 00 42")),
            frame("GEOB", [1] + text("a/b") + hex("FF FE 41 00 00 00")))
        for length in 0..<whole.count { _ = ID3Tag(whole.prefix(length)) }
        #expect(ID3Tag(whole)?.frames.map(\.description) == ["TXXX A=B", "GEOB a/b A 0 bytes"])
    }
}
