import NowPlaying

/// The steps of a case that is about links, Now Playing, cues or picture in picture.
struct AppleSideSteps {
    private let entry: AppleSideCase

    init(_ entry: AppleSideCase) { self.entry = entry }

    /// One step for everything that is to be looked at; what only leads there is part of the next.
    var steps: [CaseStep] {
        var steps: [CaseStep] = []
        var before: [String] = []
        for part in entry.parts {
            guard !part.expected.isEmpty else {
                before.append(part.action)
                continue
            }
            steps.append(
                CaseStep(
                    id: part.id, action: Self.sentence((before + [part.action]).joined(separator: "; then ")),
                    expected: Self.sentence(part.expected.joined(separator: "; ")),
                    atSeconds: part.at.map(StepWriter.number), record: ["pass or fail", "what differed"]))
            before = []
        }
        return steps
    }

    private static func sentence(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
    }
}
