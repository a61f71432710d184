import Foundation
import Yams

/// A JSON value on its way to YAML. Encoders of YAML write every number with an exponent, which nobody wants to review.
struct YAMLText: Decodable {
    /// The value as it will be written.
    let node: Node

    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Key.self) {
            var pairs: [(Node, Node)] = []
            for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                pairs.append((Node(key.stringValue), try container.decode(YAMLText.self, forKey: key).node))
            }
            node = Node(pairs)
        } else if var container = try? decoder.unkeyedContainer() {
            var items: [Node] = []
            while !container.isAtEnd { items.append(try container.decode(YAMLText.self).node) }
            node = Node(items)
        } else {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                node = Node(flag ? "true" : "false", Tag(.bool))
            } else if let number = try? container.decode(Decimal.self) {
                node = Node(number.description, Tag(.float))
            } else {
                let text = try container.decode(String.self)
                // A word such as `on`, or an identifier such as `71e94567`, would be read as something else.
                node = Node(text).tag == Tag(.str) ? Node(text) : Node(text, Tag(.str), .singleQuoted)
            }
        }
    }
}
