import AirPlayReceivers
import Foundation
import Testing

@testable import ReceiverDiscovery

@Suite struct InfoPropertyListTests {
    private func read(_ text: String) throws -> ReceiverInfo { try InfoPropertyList.read(Array(text.utf8)) }

    @Test func aRealAnswerIsReadWhole() throws {
        let info = try InfoPropertyList.read(uxPlayAnswer)
        #expect(info.values.count == 16)
        #expect(info.model == "AppleTV3,2")
        #expect(info.features?.rawValue == 1_518_337_766)
        #expect(info.status?.rawValue == 68)
        #expect(info.deviceID?.description == "02:00:0a:4d:00:0c")
        #expect(info["displays"]?.list?.first?["widthPixels"]?.integer == 1920)
        #expect(info["displays"]?.list?.first?["rotation"]?.bool == false)
    }

    // PropertyListSerialization wrote these; it is not what reads them here.
    @Test func foundationsListsAreReadAsMeant() throws {
        let written: [String: Any] = [
            "negative": Int64(-577_021_992_844_656_640), "big": UInt64.max, "small": 7, "real": 0.0166, "yes": true,
            "text": "Tizen", "unicode": "卧室", "data": Data([0, 255]), "list": [1, 2, 300, 70_000],
            "nested": ["a": ["b": "c"]],
            "long": String(repeating: "x", count: 1000),
        ]
        let expected: [String: InfoValue] = [
            "negative": .integer(-577_021_992_844_656_640), "big": .unsigned(.max), "small": .integer(7),
            "real": .real(0.0166), "yes": .bool(true), "text": .text("Tizen"), "unicode": .text("卧室"),
            "data": .data(Data([0, 255])), "list": .list([1, 2, 300, 70_000].map { .integer($0) }),
            "nested": .dictionary(["a": .dictionary(["b": .text("c")])]),
            "long": .text(String(repeating: "x", count: 1000)),
        ]
        for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
            let data = try PropertyListSerialization.data(fromPropertyList: written, format: format, options: 0)
            #expect(try InfoPropertyList.read([UInt8](data)).values == expected, "\(format)")
        }
    }

    /// A binary list of arrays in which each level holds the next one ten times: 20 levels unfold to 10^20 values.
    private func bomb(levels: Int, cyclic: Bool) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = [UInt8(bytes.count)]
        bytes += [0xD1, 1, 2]  // { key: first array }
        offsets.append(UInt8(bytes.count))
        bytes += [0x51, 0x61]
        for level in 0..<levels {
            offsets.append(UInt8(bytes.count))
            let next = level + 1 < levels ? UInt8(level + 3) : (cyclic ? 2 : 1)
            bytes += [0xAA] + Array(repeating: next, count: 10)
        }
        let table = bytes.count
        bytes += offsets
        bytes += [0, 0, 0, 0, 0, 0, 1, 1]
        for number in [offsets.count, 0, table] {
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        }
        return bytes
    }

    /// Unfolding it would take minutes and gigabytes.
    @Test(arguments: [false, true])
    func aListThatUnfoldsWithoutEndIsRefusedAtOnce(cyclic: Bool) {
        #expect(throws: InfoPropertyList.Problem.self) { try InfoPropertyList.read(bomb(levels: 20, cyclic: cyclic)) }
        #expect(throws: InfoPropertyList.Problem.self) { try InfoPropertyList.read(bomb(levels: 6, cyclic: false)) }
    }

    @Test func everyTruncationAndEveryFlippedByteIsReadOrRefused() {
        for length in 0..<uxPlayAnswer.count { _ = try? InfoPropertyList.read(Array(uxPlayAnswer.prefix(length))) }
        for index in uxPlayAnswer.indices {
            for value: UInt8 in [0x00, 0xFF, uxPlayAnswer[index] ^ 0x80, uxPlayAnswer[index] &+ 1] {
                var bytes = uxPlayAnswer
                bytes[index] = value
                _ = try? InfoPropertyList.read(bytes)
            }
        }
    }

    @Test func xmlOfReceiversIsRead() throws {
        let info = try read(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict><!-- <key>not</key> -->
            <key>model</key><string>A &amp; B &#x5367; &unknown;</string><key>features</key><integer>119</integer>
            <key>e</key><string/><key>t</key><true/><key>l</key><array><real>1.5</real><false/></array><key>d</key><data>AP8=</data>
            </dict></plist>
            """)
        #expect(info.model == "A & B 卧 &unknown;")
        #expect(info.features?.rawValue == 119)
        #expect(info["e"] == .text(""))
        #expect(info["l"] == .list([.real(1.5), .bool(false)]))
        #expect(info["d"] == .data(Data([0, 255])))
    }

    @Test func elementsOfXMLThatReceiversMayUseAreReadAsMeant() throws {
        let info = try read(
            "<plist><dict><key>c</key><string><![CDATA[<a> & b]]></string>\n<key>n</key><integer> -7 </integer>"
                + "<key>big</key><integer>18446744073709551615</integer><key>d</key><date>2026-11-21T10:00:00Z</date>"
                + "<key>empty</key><dict/><key>none</key><array></array></dict></plist>")
        #expect(info["c"] == .text("<a> & b"))
        #expect(info["n"] == .integer(-7))
        #expect(info["big"] == .unsigned(.max))
        #expect(info["d"] == .text("2026-11-21T10:00:00Z"))
        #expect(info["empty"] == .dictionary([:]))
        #expect(info["none"] == .list([]))
    }

    @Test func bytesThatAreNoUTF8CostNoMoreThanTheirCharacter() throws {
        let bytes =
            Array("<plist><dict><key>name</key><string>A".utf8) + [0xFF] + Array("</string></dict></plist>".utf8)
        #expect(try InfoPropertyList.read(bytes).name == "A\u{FFFD}")
    }

    @Test(
        "Hostile XML is refused",
        arguments: [
            "<!DOCTYPE plist [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><plist><string>&x;</string></plist>",
            "<!DOCTYPE plist [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><plist><string>&b;</string></plist>",
            "<!DOCTYPE html><plist><dict/></plist>", "<plist><dict/><dict/></plist>", "<plist><key>a</key></plist>",
            "<plist><dict><key>a</key><key>b</key><true/></dict></plist>", "<plist><dict/></plist><plist/>",
            "<plist>" + String(repeating: "<array>", count: 17) + String(repeating: "</array>", count: 17) + "</plist>",
            "<plist><array>" + String(repeating: "<true/>", count: 20_001) + "</array></plist>",
            "<plist>", "<html></html>",
            "<plist><dict><key>a</key></dict></plist>", "<plist><dict><string>a</string></dict></plist>",
            "<plist><array><dict></array></dict></plist>", "<plist><string>a<b/></string></plist>", "<plist><string>a",
            "<!-- ",
            "<plist><integer>99999999999999999999999</integer></plist>", "<plist><data>*</data></plist>", "not a list",
            "",
            String(repeating: "<array>", count: 50_000), "<plist>" + String(repeating: "<array>", count: 50_000),
        ])
    func hostileXML(text: String) {
        #expect(throws: InfoPropertyList.Problem.self) { try read(text) }
    }
}
