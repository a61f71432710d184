/// JSON text whose small objects and arrays stand on one line, so that a document of many verdicts stays readable, can be
/// compared line by line, and takes a third of the space.
enum CompactJSON {
    /// The widest object or array that stands on one line.
    private static let width = 110

    /// Lays out sorted JSON without white space; strings are left as they are.
    static func layOut(_ text: [UInt8]) -> String {
        var printer = Printer(bytes: text)
        printer.measure()
        return printer.printed()
    }

    private struct Printer {
        let bytes: [UInt8]
        /// For each opening bracket, the index of the closing one.
        var ends: [Int: Int] = [:]

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func measure() {
            var open: [Int] = []
            var index = 0
            while index < bytes.count {
                switch bytes[index] {
                case UInt8(ascii: "\""): index = endOfString(index)
                case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(index)
                case UInt8(ascii: "}"), UInt8(ascii: "]"): if let start = open.popLast() { ends[start] = index }
                default: break
                }
                index += 1
            }
        }

        func printed() -> String {
            var output: [UInt8] = []
            output.reserveCapacity(bytes.count * 5 / 4)
            var depth = 0
            var index = 0
            func breakLine() {
                output.append(UInt8(ascii: "\n"))
                output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth))
            }
            while index < bytes.count {
                let byte = bytes[index]
                switch byte {
                case UInt8(ascii: "\""):
                    let end = endOfString(index)
                    output.append(contentsOf: bytes[index...min(end, bytes.count - 1)])
                    index = end
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    if let end = ends[index], end - index < CompactJSON.width {
                        output.append(contentsOf: oneLine(index, end))
                        index = end
                    } else {
                        output.append(byte)
                        depth += 1
                        breakLine()
                    }
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    depth -= 1
                    breakLine()
                    output.append(byte)
                case UInt8(ascii: ","):
                    output.append(byte)
                    breakLine()
                case UInt8(ascii: ":"):
                    output.append(byte)
                    output.append(UInt8(ascii: " "))
                default: output.append(byte)
                }
                index += 1
            }
            return String(decoding: output, as: UTF8.self)
        }

        private func oneLine(_ start: Int, _ end: Int) -> [UInt8] {
            var output: [UInt8] = []
            var index = start
            while index <= end {
                output.append(bytes[index])
                if bytes[index] == UInt8(ascii: "\"") {
                    let last = endOfString(index)
                    if last > index { output.append(contentsOf: bytes[(index + 1)...last]) }
                    index = last
                } else if bytes[index] == UInt8(ascii: ":") || bytes[index] == UInt8(ascii: ",") {
                    output.append(UInt8(ascii: " "))
                }
                index += 1
            }
            return output
        }

        /// The index of the quotation mark that ends the string which begins here.
        private func endOfString(_ start: Int) -> Int {
            var index = start + 1
            while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
            }
            return min(index, bytes.count - 1)
        }
    }
}
