import Foundation
import HarnessTestSupport

/// What the tests read of `segue.plan/1`.
struct PlanAnswer: Decodable {
    struct Receiver: Decodable {
        var id: String
    }
    struct Receivers: Decodable {
        var source: String
        var chosen: [Receiver]
        var isSmallest: Bool
    }
    struct Step: Decodable {
        var id: String
        var delay: Delay?
    }
    struct Delay: Decodable {
        var p95Milliseconds: Double?
    }
    struct Case: Decodable {
        var id: String
        var kind: String?
        var servicePlan: String
        var receiver: Receiver
        var breaks: [String]
        var steps: [Step]
        var rig: Int?
    }
    var receivers: Receivers
    var cases: [Case]
    var problems: [String]

    init(_ text: String) throws { self = try JSONDecoder().decode(PlanAnswer.self, from: Data(text.utf8)) }
}

/// A folder of its own that is gone after the test.
final class PlanFolder {
    let url = Scratch.folder.appending(path: "segue-plan-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: url.appending(path: name))
        return path(name)
    }

    func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
    }
}
