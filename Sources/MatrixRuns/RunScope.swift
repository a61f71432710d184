/// What a run is over: runs of one scope have the same cells, those of different scopes need not, and are not held
/// against one another.
package struct RunScope: Sendable, Hashable, Codable, CustomStringConvertible {
    /// What the columns are.
    package enum Subject: String, Sendable, Hashable, Codable {
        /// The receivers of a lab.
        case receivers
        /// The classes of the matrix.
        case classes
    }

    /// What the columns are.
    package var subject: Subject
    /// Only primaries with one of these take part, sorted; empty for all.
    package var tags: [String]

    /// States what a run is over.
    package init(subject: Subject, tags: [String] = []) {
        self.subject = subject
        self.tags = Set(tags).sorted()
    }

    /// `receivers`, or `classes, primaries tagged smoke`.
    package var description: String {
        subject.rawValue + (tags.isEmpty ? "" : ", primaries tagged \(tags.joined(separator: ", "))")
    }

    /// The tags as the history has them.
    var storedTags: String { tags.joined(separator: "\n") }

    /// What the history has; words that it does not know count as receivers.
    init(subject: String, storedTags: String) {
        self.init(
            subject: Subject(rawValue: subject) ?? .receivers,
            tags: storedTags.split(separator: "\n").map(String.init))
    }
}
