import HLSPlaylists

/// Cases for links with a position: where playback must start.
enum DeepLinkCases {
    private static let source = "Apple TV app and Universal Search integration guide, deep links; rfc8216bis D.2, D.5"

    /// A position that a link asks for.
    private struct Wish {
        var name: String
        var title: String
        var seconds: Int64
    }

    /// Cases before, at, inside and after each break of the playlist, and for values that make no sense.
    ///
    /// - Parameter breaks: The breaks of the playlist as it is, so that every plan is tried with the same links.
    static func cases(_ stream: PlannedStream, breaks: [BreakGroup]) -> [AppleSideCase] {
        guard stream.terms.type == .vod else { return [ignored(stream)] }
        return wishes(around: breaks, duration: stream.terms.schedule.timeline.duration).map { reachable($0, stream) }
            + nonsense(stream)
    }

    private static func wishes(around breaks: [BreakGroup], duration: Duration?) -> [Wish] {
        var wishes: [Wish] = []
        func add(_ name: String, _ title: String, _ time: Duration) {
            let seconds = time.components.seconds
            guard time >= .zero, duration.map({ time < $0 }) ?? true, !wishes.contains(where: { $0.seconds == seconds })
            else { return }
            wishes.append(Wish(name: name, title: title, seconds: seconds))
        }
        for group in breaks {
            let id = group.eventIDs.joined(separator: "+")
            if group.isPreRoll {
                add("after/\(id)", "after break \(id)", (group.resume ?? group.at) + .seconds(10))
                continue
            }
            add("before/\(id)", "before break \(id)", group.at - .seconds(10))
            if group.at.components.attoseconds == 0 { add("at/\(id)", "exactly at break \(id)", group.at) }
            guard let resume = group.resume else { continue }
            if resume > group.at { add("inside/\(id)", "inside what break \(id) replaces", (group.at + resume) / 2) }
            add("after/\(id)", "after break \(id)", max(group.at, resume) + .seconds(10))
        }
        if wishes.isEmpty { add("middle", "in the middle", (duration ?? .zero) / 2) }
        return wishes
    }

    private static func reachable(_ wish: Wish, _ stream: PlannedStream) -> AppleSideCase {
        let (first, position) = start(.seconds(wish.seconds), stream.session)
        let shown = position.decimalSeconds
        var expected = first.map { "break \($0) plays" }
        expected.append("the programme starts at \(shown) s")
        if stream.terms.type == .vod {
            expected.append("the elapsed time published is \(stream.terms.adRanges.net(position).decimalSeconds)")
        }
        return AppleSideCase(
            id: "deep-link/\(stream.plan)/\(wish.name)", kind: .deepLink,
            title: "open at \(wish.seconds) s, \(wish.title)", plan: stream.plan, resumeTime: String(wish.seconds),
            steps: steps(String(wish.seconds)), expected: expected, startPosition: position, playsFirst: first,
            isOwnReading: false, source: source)
    }

    /// What plays before the programme when playback begins at a position, and where the programme then stands.
    private static func start(_ target: Duration, _ session: PlaybackSession) -> (breaks: [String], position: Duration)
    {
        var session = session
        session.seek(to: target)
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

    private static func nonsense(_ stream: PlannedStream) -> [AppleSideCase] {
        let end = stream.terms.schedule.timeline.duration.map { $0.components.seconds + 100 } ?? 100_000
        let values = [
            ("beyond-end", "a position beyond the end", String(end)), ("negative", "a negative position", "-5"),
            ("not-a-number", "a position that is no number", "abc"),
            ("fraction", "a position that is no integer", "12.5"),
            ("empty", "an empty position", ""),
        ]
        let beginning = stream.terms.schedule.timeline.startPosition
        let (first, position) = start(beginning, stream.session)
        return values.map { name, title, value in
            AppleSideCase(
                id: "deep-link/\(stream.plan)/\(name)", kind: .deepLink, title: "open with \(title)", plan: stream.plan,
                resumeTime: value, steps: steps(value),
                expected: ["the app neither fails nor closes the player"] + first.map { "break \($0) plays" }
                    + ["the programme starts at \(position.decimalSeconds) s, as without a position"],
                startPosition: position, playsFirst: first, isOwnReading: true,
                source: "own reading: the guide asks for an integer and does not say what another value means")
        }
    }

    private static func ignored(_ stream: PlannedStream) -> AppleSideCase {
        AppleSideCase(
            id: "deep-link/\(stream.plan)/live", kind: .deepLink,
            title: "open a \(stream.terms.type.title) with a position",
            plan: stream.plan, resumeTime: "60", steps: steps("60"),
            expected: ["playback starts where it starts without a position"], startPosition: nil, playsFirst: [],
            isOwnReading: true, source: "own reading: a position is elapsed time, which only video on demand has")
    }

    private static func steps(_ value: String) -> [String] {
        [
            "close the app", "open the universal link of the programme with resumeTime=\(value)",
            "the same with the app's own scheme",
        ]
    }
}
