/// All cases of a stream for the Apple side.
package enum AppleSideCases {
    /// Cases of every plan, in the order of the plans.
    ///
    /// - Parameter breaks: The breaks of the playlist as it is.
    package static func cases(_ streams: [PlannedStream], breaks: [BreakGroup]) -> [AppleSideCase] {
        streams.flatMap { stream in
            DeepLinkCases.cases(stream, breaks: breaks) + others(stream)
        }
    }

    /// The same for a test suite: the links around one break are one case, and so are those that mean nothing.
    ///
    /// - Parameter breaks: As above.
    package static func suite(_ stream: PlannedStream, breaks: [BreakGroup]) -> [AppleSideCase] {
        DeepLinkCases.suite(stream, breaks: breaks) + others(stream)
    }

    private static func others(_ stream: PlannedStream) -> [AppleSideCase] {
        [NowPlayingCase.make(stream)] + pictureInPicture(stream) + timedMetadata(stream)
    }

    private static func pictureInPicture(_ stream: PlannedStream) -> [AppleSideCase] {
        stream.terms.groups.map { group in
            let id = group.name
            var small = ["the break goes on in the small picture"]
            let restricted = group.parts.filter(\.restrictsForward).map(\.eventID)
            if restricted.count == group.parts.count {
                small.append("the small picture offers no way to skip forward")
            } else {
                small += restricted.map { "while break \($0) plays, the small picture offers no way to skip forward" }
            }
            return AppleSideCase(
                id: "picture-in-picture/\(stream.plan)/\(id)", kind: .pictureInPicture,
                title: "make the picture small during break \(id)", plan: stream.plan,
                parts: [
                    .init("before", "play up to break \(id) at \(group.at.decimalSeconds) s", at: group.at),
                    .init("small", "begin picture in picture during the break", small),
                    .init(
                        "second", "start another programme in full screen",
                        ["the session of the full screen is the active one"]),
                    .init(
                        "end", "let the break end",
                        group.resume.map { ["the programme goes on at \($0.decimalSeconds) s"] }
                            ?? ["the first programme is over"], at: group.resume),
                ], source: "WWDC22 110338; WWDC15 211", shape: group.shape)
        }
    }

    private static func timedMetadata(_ stream: PlannedStream) -> [AppleSideCase] {
        stream.terms.groups.map { group in
            let id = group.name
            return AppleSideCase(
                id: "timed-metadata/\(stream.plan)/\(id)", kind: .timedMetadata,
                title: "cues around break \(id)", plan: stream.plan,
                parts: [
                    .init("log", "log what AVPlayerItemMetadataOutput delivers"),
                    .init(
                        "across", "play across break \(id) at \(group.at.decimalSeconds) s",
                        [
                            "no cue of the programme comes while the break plays",
                            group.resume.map { "after it the cues go on at \($0.decimalSeconds) s" }
                                ?? "no cue comes after it: the programme is over",
                        ], at: group.at),
                    .init(
                        "compare", "compare the log with segue metadata of the same stream",
                        ["cue by cue the same, but for those in time that the break replaces"]),
                ], source: "rfc8216bis D.2", shape: group.shape)
        }
    }
}

extension BreakGroup {
    /// Its breaks by name: `ad-1+ad-2`.
    var name: String { eventIDs.joined(separator: "+") }

    /// What it is, without names and times.
    var shape: String {
        [
            isPreRoll ? "pre" : "mid", parts.count == 1 ? "one" : "several", restrictsForward ? "locked" : "free",
            resume.map { $0 > at ? "replaces" : $0 < at ? "repeats" : "inserts" } ?? "ends",
        ].joined(separator: "-")
    }
}
