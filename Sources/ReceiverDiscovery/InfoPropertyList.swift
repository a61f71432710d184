package import AirPlayReceivers
import Foundation

/// Reads the property list of an `/info` answer within bounds.
///
/// A binary list is a graph in which one object can stand in many places, so a small hostile one can unfold to
/// gigabytes: the number of values read is bounded as well as the size and the depth.
package enum InfoPropertyList {
    /// Why an answer could not be read.
    package struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// For people.
        package var description: String
    }

    /// Most values in an answer; real ones hold under 400.
    static let mostValues = 20_000

    /// Reads an answer's body.
    package static func read(_ body: [UInt8]) throws(Problem) -> ReceiverInfo {
        let value: InfoValue
        if body.starts(with: Array("bplist00".utf8)) {
            value = try BinaryPropertyList.read(body)
        } else if body.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") {
            value = try XMLPropertyList.read(body)
        } else {
            throw Problem(description: "\(body.count) bytes that are no property list")
        }
        guard case .dictionary(let values) = value else { throw Problem(description: "a property list without keys") }
        return ReceiverInfo(values: values)
    }
}
