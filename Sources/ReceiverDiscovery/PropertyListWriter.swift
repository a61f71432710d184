package import AirPlayReceivers
import Foundation

/// Writes the property lists with which simulated receivers answer, and those that are sent to receivers.
package enum PropertyListWriter {
    /// A binary property list (`bplist00`), keys in order, so that the same values give the same bytes.
    package static func binary(_ info: ReceiverInfo) -> [UInt8] {
        var writer = Objects()
        writer.add(.dictionary(info.values))
        return writer.bytes
    }

    /// An XML property list.
    static func xml(_ info: ReceiverInfo) -> [UInt8] {
        let head = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">

            """
        return Array((head + element(.dictionary(info.values)) + "</plist>\n").utf8)
    }

    private static func element(_ value: InfoValue) -> String {
        switch value {
        case .bool(let value): value ? "<true/>\n" : "<false/>\n"
        case .integer(let value): "<integer>\(value)</integer>\n"
        case .unsigned(let value): "<integer>\(value)</integer>\n"
        case .real(let value): "<real>\(value)</real>\n"
        case .text(let text): "<string>\(escaped(text))</string>\n"
        case .data(let data): "<data>\(data.base64EncodedString())</data>\n"
        case .list(let list): "<array>\n" + list.map { element($0) }.joined() + "</array>\n"
        case .dictionary(let values):
            "<dict>\n"
                + values.sorted { $0.key < $1.key }.map { "<key>\(escaped($0.key))</key>\n" + element($0.value) }
                .joined() + "</dict>\n"
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// The objects of a binary list: each value on its own, containers by the numbers of what they hold.
    private struct Objects {
        private var objects: [[UInt8]] = []
        /// Numbers of objects take two bytes: a recorded answer is bounded far below.
        private static let referenceSize = 2
        private static let offsetSize = 4

        /// Adds a value and what it holds; its number.
        @discardableResult
        mutating func add(_ value: InfoValue) -> Int {
            let number = objects.count
            objects.append([])
            objects[number] =
                switch value {
                case .bool(let value): [value ? 0x09 : 0x08]
                case .integer(let value): [0x13] + Objects.bytes(UInt64(bitPattern: value), 8)
                case .unsigned(let value): [0x14] + Objects.bytes(0, 8) + Objects.bytes(value, 8)
                case .real(let value): [0x23] + Objects.bytes(value.bitPattern, 8)
                case .data(let data): Objects.head(0x4, data.count) + data
                case .text(let text): Objects.text(text)
                case .list(let list):
                    Objects.head(0xA, list.count)
                        + list.flatMap { Objects.bytes(UInt64(add($0)), Objects.referenceSize) }
                case .dictionary(let values):
                    dictionary(values)
                }
            return number
        }

        private mutating func dictionary(_ values: [String: InfoValue]) -> [UInt8] {
            let sorted = values.sorted { $0.key < $1.key }
            let keys = sorted.flatMap { Objects.bytes(UInt64(add(.text($0.key))), Objects.referenceSize) }
            let held = sorted.flatMap { Objects.bytes(UInt64(add($0.value)), Objects.referenceSize) }
            return Objects.head(0xD, sorted.count) + keys + held
        }

        /// The whole list: magic, objects, offsets, trailer.
        var bytes: [UInt8] {
            var bytes = Array("bplist00".utf8)
            var offsets: [UInt8] = []
            for object in objects {
                offsets += Objects.bytes(UInt64(bytes.count), Objects.offsetSize)
                bytes += object
            }
            let table = UInt64(bytes.count)
            return bytes + offsets + [0, 0, 0, 0, 0, 0, UInt8(Objects.offsetSize), UInt8(Objects.referenceSize)]
                + Objects.bytes(UInt64(objects.count), 8) + Objects.bytes(0, 8) + Objects.bytes(table, 8)
        }

        private static func text(_ text: String) -> [UInt8] {
            if text.utf8.allSatisfy({ $0 < 0x80 }) { return head(0x5, text.utf8.count) + Array(text.utf8) }
            let units = Array(text.utf16)
            return head(0x6, units.count) + units.flatMap { bytes(UInt64($0), 2) }
        }

        /// A marker with its count; from 15 on the count follows as an integer.
        private static func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
            count < 15 ? [kind << 4 | UInt8(count)] : [kind << 4 | 0x0F, 0x12] + bytes(UInt64(count), 4)
        }

        private static func bytes(_ number: UInt64, _ size: Int) -> [UInt8] {
            (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (UInt64($0) * 8)) }
        }
    }
}
