import NowPlaying

/// The logs of an app that does everything right with the worked stream, and the checker's answer to changed ones.
enum WorkedLog {
    static let key = (
        id: "MPNowPlayingInfoPropertyExternalContentIdentifier", service: "MPNowPlayingInfoPropertyServiceIdentifier",
        duration: "MPMediaItemPropertyPlaybackDuration", elapsed: "MPNowPlayingInfoPropertyElapsedPlaybackTime",
        rate: "MPNowPlayingInfoPropertyPlaybackRate", date: "MPNowPlayingInfoPropertyCurrentPlaybackDate",
        live: "MPNowPlayingInfoPropertyIsLiveStream", progress: "MPNowPlayingInfoPropertyPlaybackProgress"
    )

    /// A film's dictionary.
    static func film(_ elapsed: String, _ rate: Int, duration: String = "600") -> String {
        #"{"\#(key.id)":"film-1","\#(key.duration)":\#(duration),"\#(key.elapsed)":\#(elapsed),"\#(key.rate)":\#(rate)}"#
    }

    /// A dictionary of an event.
    static func event(_ date: String, _ rate: Int) -> String {
        #"{"\#(key.id)":"film-1","\#(key.rate)":\#(rate),"\#(key.date)":"2026-01-01T\#(date)Z","\#(key.live)":1}"#
    }

    /// A dictionary of a channel.
    static func channel(_ date: String, _ rate: Int) -> String {
        #"{"\#(key.service)":"channel-1","\#(key.rate)":\#(rate),"\#(key.date)":"2026-01-01T\#(date)Z","\#(key.live)":1}"#
    }

    /// Played from the begin: 15 s of pre-roll, 300 s, the pod of 20 s, on at 320; a pause from 400 for 10 s at 80 s
    /// after the pod; a seek to 590, the end.
    static let film = [
        #"{"time":0,"commands":{"play":{"handlers":1,"enabled":true},"pause":{"handlers":1,"enabled":true},"skipForward":{"handlers":1,"enabled":true,"preferredIntervals":[10]}}}"#,
        #"{"time":0,"event":"start","position":0}"#,
        #"{"time":0.1,"nowPlaying":\#(film("0", 1))}"#,
        #"{"time":0.2,"event":"breakStart","break":"pre"}"#,
        #"{"time":0.2,"commands":{"skipForward":{"enabled":false}}}"#,
        #"{"time":0.3,"nowPlaying":\#(film("0", 0))}"#,
        #"{"time":15.4,"event":"breakEnd","break":"pre","position":0}"#,
        #"{"time":15.4,"commands":{"skipForward":{"enabled":true}}}"#,
        #"{"time":15.5,"nowPlaying":\#(film("0", 1))}"#,
        #"{"time":315.4,"event":"breakStart","break":"pod","position":300}"#,
        #"{"time":315.5,"nowPlaying":\#(film("300", 0))}"#,
        #"{"time":335.6,"event":"breakEnd","break":"pod","position":320}"#,
        #"{"time":335.6,"nowPlaying":\#(film("320", 1))}"#,
        #"{"time":415.6,"event":"pause","position":400}"#,
        #"{"time":415.7,"nowPlaying":\#(film("400", 0))}"#,
        #"{"time":425.6,"event":"play","position":400}"#,
        #"{"time":425.7,"nowPlaying":\#(film("400", 1))}"#,
        #"{"time":430.0,"event":"seek","position":590}"#,
        #"{"time":430.1,"nowPlaying":\#(film("590", 1))}"#,
        #"{"time":440.0,"event":"completion","position":600}"#,
        #"{"time":440.1,"nowPlaying":null}"#,
        #"{"time":441.0,"event":"dismissal"}"#,
        #"{"time":441.1,"commands":{"play":{"handlers":0},"pause":{"handlers":0},"skipForward":{"handlers":0}}}"#,
    ]

    /// An event joined at its begin, with the pod and a pause.
    static let event = [
        #"{"time":0,"commands":{"pause":{"handlers":1,"enabled":true}}}"#,
        #"{"time":0,"event":"start","position":0}"#,
        #"{"time":0.1,"nowPlaying":\#(event("00:00:00", 0))}"#,
        #"{"time":0.1,"event":"breakStart","break":"pre"}"#,
        #"{"time":15.4,"event":"breakEnd","break":"pre","position":0}"#,
        #"{"time":15.5,"nowPlaying":\#(event("00:00:00", 1))}"#,
        #"{"time":315.4,"event":"breakStart","break":"pod","position":300}"#,
        #"{"time":315.5,"nowPlaying":\#(event("00:05:00", 0))}"#,
        #"{"time":335.6,"event":"breakEnd","break":"pod","position":320}"#,
        #"{"time":335.6,"nowPlaying":\#(event("00:05:20", 1))}"#,
        #"{"time":415.6,"event":"pause","position":400}"#,
        #"{"time":415.7,"nowPlaying":\#(event("00:06:40", 0))}"#,
        #"{"time":430.0,"event":"dismissal"}"#,
        #"{"time":430.1,"nowPlaying":null,"commands":{"pause":{"handlers":0}}}"#,
    ]

    /// A channel joined at 10:00, with a break of 20 s by the clock.
    static let channel = [
        #"{"time":0,"commands":{"pause":{"handlers":1,"enabled":true}}}"#,
        #"{"time":0,"event":"start","date":"2026-01-01T10:00:00Z"}"#,
        #"{"time":0.1,"nowPlaying":\#(channel("10:00:00", 1))}"#,
        #"{"time":60,"event":"breakStart","break":"pod"}"#,
        #"{"time":60.1,"nowPlaying":\#(channel("10:01:00", 0))}"#,
        #"{"time":80,"event":"breakEnd","break":"pod","date":"2026-01-01T10:01:20Z"}"#,
        #"{"time":80.1,"nowPlaying":\#(channel("10:01:20", 1))}"#,
        #"{"time":100,"event":"dismissal"}"#,
        #"{"time":100.1,"nowPlaying":null,"commands":{"pause":{"handlers":0}}}"#,
    ]

    static func log(_ type: ContentType) -> [String] {
        switch type {
        case .vod: film
        case .event: event
        case .live: channel
        }
    }

    /// The checker's verdict on a text, handed over in pieces of a size.
    static func check(
        _ text: String, _ terms: NowPlayingTerms, feed: IdentifierFeed? = nil, pieces: Int = 4096
    ) -> LogVerdict {
        var checker = LogChecker(terms, feed: feed)
        var reader = LogReader()
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            reader.take(Array(bytes[start..<min(bytes.count, start + pieces)])) { checker.take($0) }
        }
        reader.finish { checker.take($0) }
        return checker.finish()
    }
}

extension LogVerdict {
    /// Each breach as `line rule`.
    var trace: [String] { findings.map { "\($0.line.map(String.init) ?? "-") \($0.rule.id)" } }
}
