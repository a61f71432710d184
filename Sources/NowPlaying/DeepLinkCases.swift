import HLSPlaylists

/// Cases for links with a position: where playback must start.
enum DeepLinkCases {
    private static let source = "Apple TV app and Universal Search integration guide, deep links; rfc8216bis D.2, D.5"

    /// What a link's position lies around: a break of the playlist, or advertising in the media themselves.
    private struct Subject: Equatable {
        /// Its part of the names of cases.
        var name: String
        /// It in a sentence.
        var words: String

        init(_ group: BreakGroup) {
            name = group.name
            words = "break \(group.name)"
        }

        init(_ stretch: AdRanges.Stretch) {
            name = "baked-in-\(stretch.start.decimalSeconds)+\(stretch.length.decimalSeconds)"
            words = stretch.name
        }
    }

    /// A position that a link asks for.
    private struct Wish {
        /// Where it lies: `before`, `at`, `inside`, `after`, `middle`.
        var place: String
        /// What it is about; `nil` where there is nothing.
        var subject: Subject?
        var title: String
        var seconds: Int64

        var name: String { subject.map { "\(place)/\($0.name)" } ?? place }
    }

    /// Cases before, at, inside and after each break of the playlist and each stretch of advertising in the media, and for
    /// values that make no sense.
    ///
    /// - Parameter breaks: The breaks of the playlist as it is, so that every plan is tried with the same links.
    static func cases(_ stream: PlannedStream, breaks: [BreakGroup]) -> [AppleSideCase] {
        guard stream.terms.type == .vod else { return [ignored(stream)] }
        return wishes(around: breaks, stream.terms).map { reachable($0, stream) } + nonsense(stream)
    }

    /// The same, with one case for each break and one for all values that make no sense.
    static func suite(_ stream: PlannedStream, breaks: [BreakGroup]) -> [AppleSideCase] {
        guard stream.terms.type == .vod else { return [ignored(stream)] }
        let wishes = wishes(around: breaks, stream.terms)
        var groups: [(subject: Subject?, wishes: [Wish])] = []
        for wish in wishes {
            if groups.last.map({ $0.subject == wish.subject }) == true {
                groups[groups.count - 1].wishes.append(wish)
            } else {
                groups.append((wish.subject, [wish]))
            }
        }
        return groups.map { subject, wishes in
            let title = subject.map { "open by links around \($0.words)" } ?? "open by a link"
            return joined(
                wishes.map { reachable($0, stream) }, as: subject.map { "around/\($0.name)" } ?? "middle", title: title,
                names: wishes.map(\.place), stream)
        } + [
            joined(
                nonsense(stream), as: "unusable", title: "open by links whose position makes no sense",
                names: senseless.map(\.name), stream)
        ]
    }

    private static func joined(
        _ cases: [AppleSideCase], as name: String, title: String, names: [String], _ stream: PlannedStream
    ) -> AppleSideCase {
        AppleSideCase(
            id: "deep-link/\(stream.plan)/\(name)", kind: .deepLink, title: title, plan: stream.plan,
            parts: zip(names, cases).map { name, entry in
                AppleSideCase.Part(name, actions(entry.resumeTime ?? ""), entry.expected, at: entry.startPosition)
            }, isOwnReading: cases.allSatisfy(\.isOwnReading), source: cases.first?.source ?? source,
            shape: zip(names, cases).map { "\($0):\($1.shape)" }.joined(separator: ","))
    }

    private static func wishes(around breaks: [BreakGroup], _ terms: NowPlayingTerms) -> [Wish] {
        let duration = terms.schedule.timeline.duration
        var wishes: [Wish] = []
        func add(_ place: String, _ title: String, _ time: Duration, _ subject: Subject? = nil) {
            let seconds = time.components.seconds
            guard time >= .zero, duration.map({ time < $0 }) ?? true, !wishes.contains(where: { $0.seconds == seconds })
            else { return }
            wishes.append(Wish(place: place, subject: subject, title: title, seconds: seconds))
        }
        for group in breaks {
            let subject = Subject(group)
            if group.isPreRoll {
                add("after", "after \(subject.words)", (group.resume ?? group.at) + .seconds(10), subject)
                continue
            }
            add("before", "before \(subject.words)", group.at - .seconds(10), subject)
            if group.at.components.attoseconds == 0 { add("at", "exactly at \(subject.words)", group.at, subject) }
            guard let resume = group.resume else { continue }
            if resume > group.at {
                add("inside", "inside what \(subject.words) replaces", (group.at + resume) / 2, subject)
            }
            add("after", "after \(subject.words)", max(group.at, resume) + .seconds(10), subject)
        }
        for stretch in terms.adRanges.stretches {
            let subject = Subject(stretch)
            add("before", "before \(subject.words)", stretch.start - .seconds(10), subject)
            if stretch.start.components.attoseconds == 0 {
                add("at", "exactly at \(subject.words)", stretch.start, subject)
            }
            // Links hold whole seconds: of a short stretch none may lie inside.
            let middle = Duration.seconds((stretch.start + stretch.length / 2).components.seconds)
            if middle > stretch.start, middle < stretch.end {
                add("inside", "inside \(subject.words)", middle, subject)
            }
            add("after", "after \(subject.words)", stretch.end + .seconds(10), subject)
        }
        if wishes.isEmpty { add("middle", "in the middle", (duration ?? .zero) / 2) }
        return wishes
    }

    private static func reachable(_ wish: Wish, _ stream: PlannedStream) -> AppleSideCase {
        let (first, position) = start(.seconds(wish.seconds), stream.session)
        let isOver = stream.terms.schedule.timeline.duration.map { position >= $0 } ?? false
        var expected = first.map { "break \($0) plays" }
        if isOver {
            expected.append("the programme is over then: nothing of it is left to play")
        } else {
            let advertising = stream.terms.adRanges.stretches.first { $0.start <= position && position < $0.end }
            let what = advertising.map { "\($0.name) of the media plays from" } ?? "the programme starts at"
            expected.append("\(what) \(position.decimalSeconds) s")
            expected.append("the elapsed time published is \(stream.terms.adRanges.net(position).decimalSeconds)")
            if let advertising {
                expected.append("the playback rate published is 0 until \(advertising.end.decimalSeconds) s, then 1")
            }
        }
        // Which of the two Apple hands back is not written down: what was published, or the position in the media.
        let isDoubtful = stream.terms.adRanges.net(.seconds(wish.seconds)) != .seconds(wish.seconds)
        let lands =
            isOver
            ? "over"
            : position > .seconds(wish.seconds) ? "later" : position < .seconds(wish.seconds) ? "earlier" : "there"
        return AppleSideCase(
            id: "deep-link/\(stream.plan)/\(wish.name)", kind: .deepLink,
            title: "open at \(wish.seconds) s, \(wish.title)", plan: stream.plan, resumeTime: String(wish.seconds),
            parts: parts(String(wish.seconds), expected), startPosition: isOver ? nil : position, playsFirst: first,
            isOwnReading: isDoubtful,
            source: isDoubtful
                ? "own reading: resumeTime counts along the media, its advertising included; \(source)" : source,
            shape: "\(first.count)-\(lands)")
    }

    /// What plays before the programme when playback begins at a position, and where the programme then stands.
    private static func start(_ target: Duration, _ session: PlaybackSession) -> (breaks: [String], position: Duration)
    {
        var session = session
        session.open(at: target)
        session.play(until: session.position + .milliseconds(1))
        var breaks: [String] = []
        for step in session.log {
            switch step {
            case .played(let id): breaks.append(id)
            case .primary(let from, _): return (breaks, from)
            case .seek: continue
            }
        }
        return (breaks, session.position)
    }

    /// Values that are no position in the programme; `nil` stands for one beyond its end.
    private static let senseless: [(name: String, title: String, value: String?)] = [
        ("beyond-end", "a position beyond the end", nil), ("negative", "a negative position", "-5"),
        ("not-a-number", "a position that is no number", "abc"),
        ("fraction", "a position that is no integer", "12.5"), ("empty", "an empty position", ""),
    ]

    private static func nonsense(_ stream: PlannedStream) -> [AppleSideCase] {
        let end = stream.terms.schedule.timeline.duration.map { $0.components.seconds + 100 } ?? 100_000
        let beginning = stream.terms.schedule.timeline.startPosition
        let (first, position) = start(beginning, stream.session)
        return senseless.map { name, title, value in
            let value = value ?? String(end)
            return AppleSideCase(
                id: "deep-link/\(stream.plan)/\(name)", kind: .deepLink, title: "open with \(title)", plan: stream.plan,
                resumeTime: value,
                parts: parts(
                    value,
                    ["the app neither fails nor closes the player"] + first.map { "break \($0) plays" }
                        + ["the programme starts at \(position.decimalSeconds) s, as without a position"]),
                startPosition: position, playsFirst: first, isOwnReading: true,
                source: "own reading: the guide asks for an integer and does not say what another value means",
                shape: "\(first.count)")
        }
    }

    private static func ignored(_ stream: PlannedStream) -> AppleSideCase {
        AppleSideCase(
            id: "deep-link/\(stream.plan)/live", kind: .deepLink,
            title: "open \(stream.terms.type.article) with a position", plan: stream.plan, resumeTime: "60",
            parts: parts("60", ["playback starts where it starts without a position"]), isOwnReading: true,
            source: "own reading: a position is elapsed time, which only video on demand has", shape: "live")
    }

    private static func parts(_ value: String, _ expected: [String]) -> [AppleSideCase.Part] {
        [
            .init("close", "close the app"),
            .init("universal-link", "open the universal link of the programme with resumeTime=\(value)", expected),
            .init("custom-scheme", "the same with the app's own scheme", expected),
        ]
    }

    /// The same in one sentence.
    private static func actions(_ value: String) -> String {
        "close the app, and open the universal link of the programme with resumeTime=\(value); "
            + "then the same with the app's own scheme"
    }
}
