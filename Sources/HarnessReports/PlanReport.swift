package import Foundation
package import SuitePlanning
import Yams

/// A plan, ready to be written in any format.
package struct PlanReport: Sendable {
    /// The program that made it.
    package var tool: Tool
    /// The plan.
    package var plan: SuitePlan

    /// Collects a report.
    package init(tool: Tool, plan: SuitePlan) {
        self.tool = tool
        self.plan = plan
    }
}

/// The document `segue.plan/1`: keys sorted, nothing in it that depends on time or place.
struct PlanDocument: Codable {
    static let schema = "segue.plan/1"

    let tool: Tool
    let plan: SuitePlan

    private enum CodingKeys: String, CodingKey { case schema, tool }

    init(_ report: PlanReport) {
        tool = report.tool
        plan = report.plan
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let schema = try container.decode(String.self, forKey: .schema)
        guard schema == Self.schema else {
            throw DecodingError.dataCorruptedError(
                forKey: .schema, in: container, debugDescription: "'\(schema.prefix(40))' is not \(Self.schema)")
        }
        tool = try container.decode(Tool.self, forKey: .tool)
        plan = try SuitePlan(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.schema, forKey: .schema)
        try container.encode(tool, forKey: .tool)
        try plan.encode(to: encoder)
    }
}

extension PlanReport {
    /// The document `segue.plan/1`.
    package func json() throws -> String { try encoded(PlanDocument(self)) }

    /// One case of it.
    package func json(ofCase entry: TestCase) throws -> String { try encoded(entry) }

    /// The same document as YAML, with numbers as people write them (`16.016`, not `1.6016e+1`).
    package func yaml() throws -> String {
        let document = try JSONDecoder().decode(YAMLText.self, from: Data(try json().utf8))
        return try Yams.serialize(node: document.node, width: -1, allowUnicode: true, sortKeys: true)
    }

    /// The most bytes of a plan that is read back.
    package static let sizeLimit = 256 << 20

    /// Reads a plan back, from JSON or YAML.
    ///
    /// - Throws: ``PlanError`` with what is wrong.
    package init(reading data: Data) throws(PlanError) {
        guard data.count <= Self.sizeLimit else { throw PlanError("larger than \(Self.sizeLimit >> 20) MiB") }
        do {
            let isJSON = data.first { ![9, 10, 13, 32].contains($0) } == UInt8(ascii: "{")
            let document =
                isJSON
                ? try JSONDecoder().decode(PlanDocument.self, from: data)
                : try YAMLDecoder().decode(PlanDocument.self, from: String(decoding: data, as: UTF8.self))
            if let problem = document.plan.impossibility { throw PlanError(problem) }
            self.init(tool: document.tool, plan: document.plan)
        } catch let error as PlanError {
            throw error
        } catch let error as DecodingError {
            throw PlanError("no document \(PlanDocument.schema): \(PlanError.explanation(error))")
        } catch {
            throw PlanError("no document \(PlanDocument.schema): \(error)")
        }
    }
}
