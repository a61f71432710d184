import Foundation

/// Why a document cannot be used for planning, in words.
package struct PlanError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    package var description: String

    /// Says what is wrong.
    package init(_ description: String) { self.description = description }

    /// A decoding error as a person would say it.
    package static func explanation(_ error: DecodingError) -> String {
        let (path, what): ([any CodingKey], String) =
            switch error {
            case .keyNotFound(let key, let context): (context.codingPath, "'\(key.stringValue)' is missing")
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                (context.codingPath, context.debugDescription)
            @unknown default: ([], "\(error)")
            }
        let place = path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        return place.isEmpty ? what : "\(what) at \(place.drop { $0 == "." })"
    }
}
