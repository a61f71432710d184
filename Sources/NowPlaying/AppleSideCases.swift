/// All cases of a stream for the Apple side.
package enum AppleSideCases {
    /// Cases of every plan, in the order of the plans.
    ///
    /// - Parameter breaks: The breaks of the playlist as it is.
    package static func cases(_ streams: [PlannedStream], breaks: [BreakGroup]) -> [AppleSideCase] {
        streams.flatMap { stream in
            DeepLinkCases.cases(stream, breaks: breaks) + [watching(stream)] + pictureInPicture(stream)
                + timedMetadata(stream)
        }
    }

    private static func watching(_ stream: PlannedStream) -> AppleSideCase {
        let moments = NowPlayingExpectations(stream.terms).moments
        let expected = moments.map { moment -> String in
            let updated = moment.properties.filter(\.isUpdated).map {
                "\($0.property.title) \($0.value ?? "")"
            }
            let place = moment.breaks.isEmpty ? "" : " of \(moment.breaks.joined(separator: ", "))"
            return "\(moment.event.rawValue)\(place): "
                + (moment.event.clears ? "nothing is published any more" : updated.joined(separator: ", "))
        }
        return AppleSideCase(
            id: "now-playing/\(stream.plan)", kind: .nowPlaying,
            title: "what the phone, the watch and the lock screen show",
            plan: stream.plan,
            steps: [
                "record with the recorder of Examples/NowPlayingRecorder", "play, pause, go on and seek",
                "let every break play", "close the player",
            ], expected: expected, playsFirst: [], isOwnReading: false, source: PropertyMatrix.guide)
    }

    private static func pictureInPicture(_ stream: PlannedStream) -> [AppleSideCase] {
        stream.terms.groups.map { group in
            let id = group.eventIDs.joined(separator: "+")
            var expected = [
                "the break goes on in the small picture", "the session of the full screen is the active one",
            ]
            if group.restrictsForward { expected.append("the small picture offers no way to skip forward") }
            if let resume = group.resume { expected.append("the programme goes on at \(resume.decimalSeconds) s") }
            return AppleSideCase(
                id: "picture-in-picture/\(stream.plan)/\(id)", kind: .pictureInPicture,
                title: "make the picture small during break \(id)", plan: stream.plan,
                steps: [
                    "play up to break \(id) at \(group.at.decimalSeconds) s",
                    "begin picture in picture during the break",
                    "start another programme in full screen", "let the break end",
                ], expected: expected, playsFirst: [], isOwnReading: false, source: "WWDC22 110338; WWDC15 211")
        }
    }

    private static func timedMetadata(_ stream: PlannedStream) -> [AppleSideCase] {
        stream.terms.groups.map { group in
            let id = group.eventIDs.joined(separator: "+")
            return AppleSideCase(
                id: "timed-metadata/\(stream.plan)/\(id)", kind: .timedMetadata,
                title: "cues around break \(id)", plan: stream.plan,
                steps: [
                    "log what AVPlayerItemMetadataOutput delivers",
                    "play across break \(id) at \(group.at.decimalSeconds) s",
                ],
                expected: [
                    "no cue of the programme comes while the break plays",
                    "after it the cues go on at \(group.resume.map { "\($0.decimalSeconds) s" } ?? "no time: it is over")",
                    "compare with segue metadata of the same stream",
                ], playsFirst: [], isOwnReading: false, source: "rfc8216bis D.2")
        }
    }
}
