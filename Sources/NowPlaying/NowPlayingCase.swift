/// The case that looks at what is published, moment by moment.
enum NowPlayingCase {
    static func make(_ stream: PlannedStream) -> AppleSideCase {
        let moments = NowPlayingExpectations(stream.terms).moments
        var parts = [
            AppleSideCase.Part(
                "record", "have the app's test build write a log with the recorder of Examples/NowPlayingRecorder")
        ]
        for events in Self.order { parts += moments.filter { events.contains($0.event) }.map(part) }
        parts.append(
            AppleSideCase.Part(
                "check", "hold the log against the stream with segue nowplaying check",
                ["no finding at or above the limit"]))
        let breaks = stream.terms.groups.map(\.shape)
        return AppleSideCase(
            id: "now-playing/\(stream.plan)", kind: .nowPlaying,
            title: "what the phone, the watch and the lock screen show", plan: stream.plan, parts: parts,
            source: PropertyMatrix.guide,
            shape: ([stream.terms.type.rawValue] + Set(breaks).sorted()).joined(separator: "+"))
    }

    /// A viewer pauses, goes on and seeks before the breaks of the schedule come, and then watches to the end.
    private static let order: [Set<PlaybackEvent>] = [
        [.start], [.pause], [.play], [.seek], [.breakStart, .breakEnd], [.completion], [.dismissal],
    ]

    private static func part(_ moment: MomentExpectation) -> AppleSideCase.Part {
        let name = moment.breaks.joined(separator: "+")
        let updated = moment.properties.filter(\.isUpdated).map { "\($0.property.title): \($0.value ?? "")" }
        let shown = updated.isEmpty ? "what was published stays as it is" : updated.joined(separator: ", ")
        let action =
            switch moment.event {
            case .start: "start the programme"
            case .pause: "pause"
            case .play: "go on"
            case .seek: "move to another position, and back to the begin"
            case .breakStart: "let break \(name) begin"
            case .breakEnd: "let break \(name) end"
            case .completion: "watch to the end"
            case .dismissal: "start again, and close the player"
            }
        return AppleSideCase.Part(
            moment.breaks.isEmpty ? moment.event.rawValue : "\(moment.event.rawValue)/\(name)", action,
            [moment.event.clears ? "nothing is published any more" : shown]
                + (moment.event.clears ? [] : moment.commands),
            at: moment.position)
    }
}
