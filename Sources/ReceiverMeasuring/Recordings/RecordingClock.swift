import Foundation

/// What time of day the pictures of a recording were taken at.
package struct RecordingClock: Sendable, Hashable {
    /// Where the time comes from, which tells how exact it is.
    package enum Source: String, Sendable, Hashable, Encodable {
        /// The user said when the first picture was taken.
        case stated
        /// The recording's own times are times of day, to the microsecond.
        case timestamps
        /// The container says when it was begun, to the second.
        case container
    }

    /// Where the time comes from.
    package var source: Source
    /// Microseconds since 1970 at the recording's own time 0.
    package var offset: Int

    /// Later than this many microseconds, a recording's own times are no longer those since its start (2001).
    private static let firstDay = 1_000_000_000_000_000

    /// Times of day further from 1970 than this many seconds, some three thousand years, are none.
    private static let latest = 1e11

    /// Finds out the time of day; `nil` where nobody says.
    ///
    /// - Parameters:
    ///   - firstPictureAt: When the first picture begins, in the recording's own time.
    ///   - stated: Seconds since 1970 at the first picture, by the user.
    ///   - creationTime: What the container says.
    package init?(firstPictureAt: Int, stated: Double?, creationTime: String?) {
        if let stated, stated.magnitude < Self.latest {
            self.init(source: .stated, offset: Int(stated * 1e6) - firstPictureAt)
        } else if firstPictureAt > Self.firstDay {
            self.init(source: .timestamps, offset: 0)
        } else if let creationTime, let seconds = Self.seconds(creationTime), seconds > 0 {
            self.init(source: .container, offset: Int(seconds * 1e6) - firstPictureAt)
        } else {
            return nil
        }
    }

    private init(source: Source, offset: Int) {
        self.source = source
        self.offset = offset
    }

    /// Whether times are exact enough to hold a measurement against.
    package var isExact: Bool { source != .container }

    /// An instant of the recording as microseconds since 1970.
    func time(_ instant: Int) -> Int { instant + offset }

    /// An instant of the recording as an ISO 8601 time.
    func text(_ instant: Int) -> String {
        Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(
            Date(timeIntervalSince1970: Double(time(instant)) / 1e6))
    }

    /// Seconds since 1970 of an ISO 8601 time, with or without fractions; `nil` for anything else.
    package static func seconds(_ text: String) -> Double? {
        let date =
            (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
            ?? (try? Date(text, strategy: .iso8601))
        return date.map(\.timeIntervalSince1970).flatMap { $0.magnitude < latest ? $0 : nil }
    }
}
