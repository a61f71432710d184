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

    @Test func sizesOfEightBitsAreBelievedWhereNothingElseFits() {
        // 200 bytes as C8, in place of 01 48: read as seven bits it is 72, in the middle of the text.
        let long = Array("TIT2".utf8) + [0, 0, 0, 0xC8, 0, 0, 3] + [UInt8](repeating: 0x78, count: 199)
        let text = ID3Frame.Content.text([String(repeating: "x", count: 199)])
        for behind in [frame("TPE1", [3, 0x41]), [], [0, 0, 0]] {
            let bytes = tag(long, behind)
            #expect(ID3Tag(bytes)?.frames.first?.content == text)
            #expect(
                ID3Damage.problems(bytes) == [
                    "frame TIT2 states its size as in version 2.3, with eight bits a byte"
                ])
        }
        #expect(ID3Tag(tag(long, frame("TPE1", [3, 0x41])))?.frames.last?.content == .text(["A"]))
        // Where neither fits, seven bits count.
        #expect(
            ID3Tag(tag(long, Array("a name?".utf8)))?.frames.map(\.content) == [
                .text([String(repeating: "x", count: 71)])
            ])
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
        #expect(
            ID3Tag(tag(frame("TIT2", [3, 0x41], flags: [0, 0x08])))?.frames.first?.content
                == .sealed(why: "compressed", count: 2))
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

    private func problem(_ name: String, _ content: [UInt8], flags: [UInt8] = [0, 0]) -> String? {
        ID3Tag(tag(frame(name, content, flags: flags)))?.frames.first?.problem
    }

    @Test func textsThatAreNotInTheirEncodingAreNamed() {
        #expect(problem("TIT2", [3] + Array("ok".utf8)) == nil)
        #expect(problem("TIT2", [3, 0xFF, 0x41]) == "holds text that is not UTF-8")
        #expect(problem("TXXX", [3, 0x61, 0, 0xC3]) == "holds text that is not UTF-8")
        #expect(problem("TIT2", [1, 0xFF, 0xFE, 0x41, 0, 0x42]) == "holds UTF-16 of an odd number of bytes")
        #expect(problem("TIT2", [1, 0x6E, 0, 0x6F, 0]) == "holds UTF-16 without a byte order mark")
        #expect(first("TIT2", [1, 0x6E, 0, 0x6F, 0]) == .text(["no"]))
        #expect(problem("TIT2", [2, 0xD8, 0x00, 0, 0x41]) == "holds half of a UTF-16 pair")
        #expect(problem("TIT2", [1, 0xFF, 0xFE, 0x3D, 0xD8, 0x00, 0xDE]) == nil)
    }

    /// Made with Python's zlib: `zlib.compress(b"\x03" + b"compressed " * 8)`, by fixed codes, and of level 0, stored.
    @Test func compressedFramesAreInflated() {
        let text = String(repeating: "compressed ", count: 8)
        let packed: [UInt8] = [
            0x78, 0x9C, 0x63, 0x4E, 0xCE, 0xCF, 0x2D, 0x28, 0x4A, 0x2D, 0x2E, 0x4E, 0x4D, 0x51, 0xA0, 0x2A, 0x13,
            0x00, 0x14, 0x52, 0x22, 0xAC,
        ]
        let stored: [UInt8] = [
            0x78, 0x01, 0x01, 0x06, 0x00, 0xF9, 0xFF, 0x73, 0x74, 0x6F, 0x72, 0x65, 0x64, 0x09, 0x3C, 0x02, 0x92,
        ]
        let dynamic: [UInt8] = [
            0x78, 0xDA, 0xA5, 0x90, 0xC9, 0x0D, 0x04, 0x21, 0x0C, 0x04, 0x13, 0xAA, 0xC7, 0xD8, 0x06, 0x03, 0xF9,
            0x27, 0xB6, 0x05, 0x29, 0xAC, 0x84, 0x10, 0x47, 0x9F, 0xFE, 0x08, 0x06, 0x87, 0x68, 0x72, 0x52, 0xCD,
            0x38, 0xF4, 0x60, 0x07, 0x45, 0x0E, 0xC6, 0x62, 0x25, 0x49, 0x05, 0x9D, 0x1C, 0x11, 0xC5, 0xFA, 0x88,
            0x64, 0x16, 0x47, 0xB4, 0x5C, 0x05, 0x3C, 0x0F, 0xE6, 0xC7, 0xA6, 0x27, 0xB9, 0xD8, 0x9B, 0x39, 0xC8,
            0x64, 0xAB, 0xA6, 0xD4, 0x24, 0x82, 0xDD, 0xB4, 0x8C, 0x4D, 0x25, 0x21, 0x92, 0x53, 0xEC, 0xC9, 0x3A,
            0x2C, 0xF7, 0x7A, 0xEB, 0x5D, 0x7D, 0xF4, 0xAB, 0x2F, 0x48, 0xA8, 0x04, 0x69, 0x92, 0xE3, 0x09, 0x29,
            0xA7, 0xA8, 0xD2, 0x1A, 0x68, 0xA3, 0x99, 0x96, 0xFB, 0x9A, 0x1B, 0xE1, 0x06, 0x89, 0x17, 0xAA, 0x6F,
            0x40, 0x63, 0x1A, 0xD6, 0xC8, 0x06, 0xEF, 0x57, 0x22, 0x6F, 0x1D, 0x4B, 0x59, 0xAD, 0x6E, 0x49, 0xAB,
            0x5A, 0xB8, 0x5E, 0x79, 0x47, 0x70, 0x9C, 0x45, 0xF0, 0xFD, 0x37, 0x93, 0x1F, 0xA4, 0xBF, 0x41, 0x9E,
        ]
        #expect(Inflate.zlib(packed[...]) == [3] + Array(text.utf8))
        #expect(Inflate.zlib(stored[...]) == Array("stored".utf8))
        #expect(
            Inflate.zlib(dynamic[...]).map { String(decoding: $0, as: UTF8.self) }
                == (0..<120).map { "\($0 * $0 % 97)," }.joined())
        let tag = ID3Tag(tag(frame("TIT2", [0, 0, 0, 89] + packed, flags: [0, 0x09])))
        #expect(tag?.frames.first?.content == .text([text]))
        for length in 0..<packed.count { #expect(Inflate.zlib(packed.prefix(length)) == nil, "\(length)") }
        #expect(problem("TIT2", [0, 0, 0, 2, 0x78, 0x9C], flags: [0, 0x09]) == "is compressed and cannot be inflated")
    }

    @Test func largeFramesKeepTheirSize() {
        let frame = ID3Frame("PRIV", ([0x61, 0] + [UInt8](repeating: 7, count: 50_000))[...])
        #expect(frame.description == "PRIV a 50000 bytes")
    }
}
