/// Plain functions from bytes to nothing for fuzzers: each reads its input in every way there is and must come back
/// without a trap, in time and memory proportional to the input.
public enum HostileInput {
    /// Reads a playlist, its events, its schedule and its printed form.
    public static func playlist(_ bytes: [UInt8]) {
        guard let playlist = PlaylistParser.parse(bytes).playlist else { return }
        _ = PlaylistParser.parse(Array(playlist.text.utf8))
        guard let media = playlist.media else { return }
        for behaviour in PlayerBehaviour.allCases {
            let events = media.interstitials(as: behaviour).events.map { ResolvedInterstitial($0) }
            let timeline = PrimaryTimeline(playlists: [media])
            let schedule = Schedule(timeline, events, behaviour: behaviour)
            _ = (schedule.timelineRows, schedule.navigation, schedule.audit())
            var session = PlaybackSession(timeline, events, behaviour: behaviour)
            session.play(until: .seconds(30))
            session.seek(to: .seconds(5))
            session.play(until: .seconds(60))
        }
        var live = LivePlaylist(media)
        _ = live.update(with: media)
    }

    /// Reads an attribute list.
    public static func attributeList(_ bytes: [UInt8]) {
        _ = AttributeList.parse(String(decoding: bytes, as: UTF8.self), variables: VariableTable(["a": "b"]))
    }

    /// Reads an asset list.
    public static func assetList(_ bytes: [UInt8]) {
        _ = AssetList.parse(bytes)
    }

    /// Reads dates and numbers of seconds.
    public static func scalars(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        _ = ProgramDate(iso8601: text)?.description
        _ = Duration(decimalSeconds: text, signed: true)?.decimalSeconds
    }
}
