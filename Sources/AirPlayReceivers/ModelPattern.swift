/// A pattern for a whole model string, followed in all its ways at once.
///
/// The pattern comes out of a file and the string from the network. A regular expression that tries one way after the other,
/// as those of Swift do, can be made to outlive the program by 30 letters; here a match costs at most the length of the
/// string times that of the pattern (Thompson's construction).
///
///     try ModelPattern("(?i)QN\\d{2,3}[A-F]?").matches("qn90d")   // true
///
/// Understood are characters, `.`, `\d`, `\w`, `\s`, a backslash before a mark, `[a-z]`, `[^a-z]`, `( )` and `(?: )`, `|`,
/// `?`, `*`, `+`, `{n}`, `{n,}`, `{n,m}`, and `(?i)` at the very beginning for letters of either case. All are about ASCII; a
/// character beyond it stands for its bytes.
package struct ModelPattern: Sendable {
    /// Why a pattern cannot be used.
    package struct Problem: Error, Hashable, CustomStringConvertible {
        /// For people.
        package let description: String
    }

    /// One step of the machine.
    private enum Step {
        /// Takes a byte of a set and goes on with the next step.
        case take(ByteSet)
        /// Goes on in both places.
        case fork(Int, Int)
        /// Goes on elsewhere.
        case jump(Int)
        /// The end, which counts when the string ends as well.
        case end
    }

    /// Longer patterns are refused; the longest shipped one has 250 bytes.
    private static let longest = 1000
    /// Most steps, so that repetitions of repetitions do not fill the memory.
    private static let mostSteps = 4000

    private let steps: [Step]

    /// Prepares a pattern.
    ///
    /// - Throws: ``Problem`` for what is no pattern, and for more than the above.
    package init(_ text: String) throws(Problem) {
        guard text.utf8.count <= ModelPattern.longest else {
            throw Problem(description: "it has more than \(ModelPattern.longest) bytes")
        }
        var parser = PatternParser(text)
        let node = try parser.pattern()
        var steps: [Step] = []
        try ModelPattern.compile(node, into: &steps)
        steps.append(.end)
        self.steps = steps
    }

    /// Whether the pattern covers the whole of a string.
    package func matches(_ text: String) -> Bool {
        var marks = [Int](repeating: -1, count: steps.count)
        var current: [Int] = []
        var next: [Int] = []
        follow(0, into: &current, &marks, round: 0)
        var round = 0
        for byte in text.utf8 {
            round += 1
            next.removeAll(keepingCapacity: true)
            for place in current {
                if case .take(let set) = steps[place], set.contains(byte) {
                    follow(place + 1, into: &next, &marks, round: round)
                }
            }
            if next.isEmpty { return false }
            swap(&current, &next)
        }
        return current.contains { if case .end = steps[$0] { true } else { false } }
    }

    /// Notes the places that are reached from one without taking a byte. `marks` holds the round of the last visit.
    private func follow(_ start: Int, into places: inout [Int], _ marks: inout [Int], round: Int) {
        var waiting = [start]
        while let place = waiting.popLast() {
            guard marks[place] != round else { continue }
            marks[place] = round
            switch steps[place] {
            case .take, .end: places.append(place)
            case .jump(let target): waiting.append(target)
            case .fork(let first, let second): waiting += [second, first]
            }
        }
    }

    private static func compile(_ node: PatternNode, into steps: inout [Step]) throws(Problem) {
        guard steps.count < mostSteps else { throw Problem(description: "its repetitions are too many") }
        switch node {
        case .set(let set): steps.append(.take(set))
        case .sequence(let nodes): for node in nodes { try compile(node, into: &steps) }
        case .choice(let nodes):
            var ends: [Int] = []
            for node in nodes.dropLast() {
                let fork = steps.count
                steps.append(.end)
                try compile(node, into: &steps)
                ends.append(steps.count)
                steps.append(.end)
                steps[fork] = .fork(fork + 1, steps.count)
            }
            if let last = nodes.last { try compile(last, into: &steps) }
            for end in ends { steps[end] = .jump(steps.count) }
        case .repeated(let node, let least, let most):
            for _ in 0..<least { try compile(node, into: &steps) }
            guard let most else {
                let fork = steps.count
                steps.append(.end)
                try compile(node, into: &steps)
                steps.append(.jump(fork))
                steps[fork] = .fork(fork + 1, steps.count)
                return
            }
            var forks: [Int] = []
            for _ in least..<max(least, most) {
                forks.append(steps.count)
                steps.append(.end)
                try compile(node, into: &steps)
            }
            for fork in forks { steps[fork] = .fork(fork + 1, steps.count) }
        }
    }
}
