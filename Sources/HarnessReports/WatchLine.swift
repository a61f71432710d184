import Foundation
package import HLSPlaylists

/// One line of a watched live presentation: as text, or as a JSON object with the schema `segue.presentation-watch/1`.
package struct WatchLine: Encodable, Sendable {
    private let schema = "segue.presentation-watch/1"
    private var event: String
    private var uri: String?
    private var id: String?
    private var reason: String?
    private var details: EventDocument?
    private var edgeSeconds: ExactSeconds?
    private var windowStartSeconds: ExactSeconds?
    private var startPositionSeconds: ExactSeconds?
    private var distanceSeconds: ExactSeconds?
    private var changeSeconds: ExactSeconds?
    private var newSegments: Int?
    /// The line for people.
    package private(set) var text: String

    private enum CodingKeys: String, CodingKey {
        case schema, event, uri, id, reason, edgeSeconds, windowStartSeconds, startPositionSeconds, distanceSeconds
        case changeSeconds, newSegments
        case details = "break"
    }

    private init(_ event: String, text: String) {
        self.event = event
        self.text = text.printable
    }

    /// The line as JSON.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// Watching has begun.
    ///
    /// - Parameter distance: How far behind the edge the session starts; `nil` when the playlist is complete.
    package static func joined(
        _ live: LivePlaylist, start: Duration, distance: Duration?, uri: AssetReference
    ) -> WatchLine {
        let playlist = live.playlist
        let words = [
            playlist.isLive ? "live" : "complete", "target \(playlist.targetDuration?.shown ?? "?") s",
            "listed \(live.windowStart.shown) – \(live.edge.shown)", "joined at \(start.shown)",
            distance.map { "\($0.shown) s behind the edge" },
        ]
        var line = WatchLine("joined", text: "\(uri): " + words.compactMap(\.self).joined(separator: ", "))
        line.uri = uri.description
        line.state(live)
        line.startPositionSeconds = ExactSeconds(start)
        line.distanceSeconds = distance.map(ExactSeconds.init)
        return line
    }

    /// A break is there, or says something else.
    ///
    /// - Parameters:
    ///   - what: `appeared` or `changed`.
    ///   - delay: What it adds to the distance from the edge, and that distance after it.
    package static func present(
        _ what: String, _ entry: ResolvedInterstitial, scheduled: ScheduledInterstitial?,
        reason: UnscheduledInterstitial.Reason?, delay: (change: Duration, distance: Duration)?
    ) -> WatchLine {
        var words = [entry.event.id]
        if let scheduled { words.append("at \(scheduled.at.shown)") }
        if case .date(let date) = entry.event.placement { words.append("(\(date))") }
        var text = words.joined(separator: " ")
        if let scheduled {
            switch scheduled.outcome {
            case .plays: text += ", " + (scheduled.plays.map { "plays \($0.shown) s" } ?? "length unknown")
            case .empty: text += ", its list is empty"
            case .cancelled(let why): text += ", does not play: \(why)"
            }
            if let resume = scheduled.resume { text += ", resumes at \(resume.shown)" }
        } else {
            text += ", never plays: \(reason?.description ?? "not scheduled")"
        }
        if let delay {
            text +=
                "; after it \(delay.distance.shown) s behind the edge "
                + "(\(delay.change < .zero ? "" : "+")\(delay.change.shown))"
        }
        var line = WatchLine(what, text: (what == "appeared" ? "+ " : "~ ") + text)
        line.id = entry.event.id
        line.details = EventDocument(entry, scheduled: scheduled, reason: reason, mapping: nil)
        line.changeSeconds = delay.map { ExactSeconds($0.change) }
        line.distanceSeconds = delay.map { ExactSeconds($0.distance) }
        return line
    }

    /// A break is not listed any more.
    package static func gone(_ event: InterstitialEvent, _ reason: String) -> WatchLine {
        var line = WatchLine("vanished", text: "- \(event.id): \(reason)")
        line.id = event.id
        line.reason = reason
        return line
    }

    /// The playlist was read again.
    package static func reloaded(_ live: LivePlaylist, _ update: LivePlaylist.Update) -> WatchLine {
        var line = WatchLine(
            "reloaded",
            text: ". listed \(live.windowStart.shown) – \(live.edge.shown), \(update.newSegments) new segments")
        line.state(live)
        line.newSegments = update.newSegments
        return line
    }

    /// The playlist is complete.
    package static func ended(_ live: LivePlaylist) -> WatchLine {
        var line = WatchLine("ended", text: "= ended at \(live.edge.shown)")
        line.state(live)
        return line
    }

    private mutating func state(_ live: LivePlaylist) {
        edgeSeconds = ExactSeconds(live.edge)
        windowStartSeconds = ExactSeconds(live.windowStart)
    }
}
