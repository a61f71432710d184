/// Which property belongs to which kind of programme, and why.
package struct PropertyRow: Sendable, Hashable {
    /// The property.
    package var property: NowPlayingProperty
    /// For video on demand.
    package var vod: Presence
    /// For an event-based stream.
    package var event: Presence
    /// For a live channel.
    package var live: Presence
    /// What its value is.
    package var meaning: String
    /// Why it belongs there or not.
    package var reason: String
    /// The document that says so.
    package var source: String

    /// Its presence for one kind of programme.
    package subscript(type: ContentType) -> Presence {
        switch type {
        case .vod: vod
        case .event: event
        case .live: live
        }
    }
}

/// The matrix of Apple's integration guide for the Apple TV app.
package enum PropertyMatrix {
    /// The guide that the rows come from.
    package static let guide = "Apple TV app and Universal Search integration guide, Now Playing"

    /// One row for each property, in the order of ``NowPlayingProperty``.
    package static let rows: [PropertyRow] = [
        PropertyRow(
            property: .contentIdentifier, vod: .required, event: .required, live: .forbidden,
            meaning: "the identifier of the availability feed, letter case included",
            reason: "it names one programme; a channel is named by its service", source: guide),
        PropertyRow(
            property: .serviceIdentifier, vod: .forbidden, event: .forbidden, live: .required,
            meaning: "the channel's identifier of the availability feed, letter case included",
            reason: "only a channel is a service", source: guide),
        PropertyRow(
            property: .duration, vod: .required, event: .forbidden, live: .forbidden,
            meaning: "whole seconds, without advertising",
            reason: "only what is complete has a length; it is the programme's own, whatever the breaks replace",
            source: guide),
        PropertyRow(
            property: .elapsedTime, vod: .required, event: .forbidden, live: .forbidden,
            meaning: "seconds, without advertising", reason: "it counts along the programme's own length", source: guide
        ),
        PropertyRow(
            property: .rate, vod: .required, event: .required, live: .required,
            meaning: "0 while it stands, 1 while it plays",
            reason: "the system counts the elapsed time on at this rate", source: guide),
        PropertyRow(
            property: .date, vod: .forbidden, event: .required, live: .required,
            meaning: "the date at the position, by EXT-X-PROGRAM-DATE-TIME",
            reason: "without a length the date is what places the viewer", source: guide),
        PropertyRow(
            property: .isLive, vod: .forbidden, event: .required, live: .required, meaning: "0 or 1",
            reason: "it tells a running event or channel from a recording", source: guide),
        PropertyRow(
            property: .progress, vod: .optional, event: .forbidden, live: .forbidden,
            meaning: "0.0 to 1.0 at the start of the credits",
            reason: "left out when the start of the credits is not known", source: guide),
    ]

    /// The presence of a property for one kind of programme.
    static func presence(of property: NowPlayingProperty, in type: ContentType) -> Presence {
        rows[property.position][type]
    }
}
