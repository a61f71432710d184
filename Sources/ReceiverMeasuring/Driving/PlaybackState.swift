import AirPlayReceivers
import ReceiverDiscovery

/// What a receiver says of its playback, in answer to `/playback-info` or `/scrub`.
struct PlaybackState: Sendable, Hashable {
    /// Whether it calls itself ready; `nil` when it does not say. Receivers say so too early.
    var isReady: Bool?
    /// 0 for a pause, 1 for normal speed; `nil` when it does not say.
    var rate: Double?
    /// Seconds from the start of the asset; `nil` without an asset.
    var position: Double?
    /// Length of the asset in seconds; `nil` when it does not say, or says 0.
    var duration: Double?

    /// No asset is longer than this many seconds; who says so means nothing.
    fileprivate static let longest = 1e9

    /// Whether something is loaded: a length or a place in it.
    var hasItem: Bool { duration != nil || (position ?? 0) > 0 }

    /// No asset.
    static let idle = PlaybackState()

    /// Reads the body of `/playback-info`; `nil` when it is no property list.
    static func playbackInfo(_ body: [UInt8]) -> PlaybackState? {
        guard let info = try? InfoPropertyList.read(body) else { return nil }
        return PlaybackState(
            isReady: info["readyToPlay"]?.bool, rate: info["rate"]?.seconds, position: info["position"]?.seconds,
            duration: info["duration"]?.seconds.flatMap { $0 > 0 ? $0 : nil })
    }

    /// Reads the body of `/scrub`: a line `duration: N` and a line `position: N`; `nil` when neither is there.
    static func scrub(_ body: [UInt8]) -> PlaybackState? {
        var numbers: [Substring: Double] = [:]
        let text = String(decoding: body.prefix(4096), as: UTF8.self)
        for line in text.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let number = Double(parts[1].drop { $0 == " " }),
                number.magnitude < longest
            else { continue }
            numbers[parts[0]] = number
        }
        guard numbers["duration"] != nil || numbers["position"] != nil else { return nil }
        return PlaybackState(
            position: numbers["position"], duration: numbers["duration"].flatMap { $0 > 0 ? $0 : nil })
    }
}

extension InfoValue {
    /// A number that can be a time; `nil` for anything else.
    fileprivate var seconds: Double? {
        number.flatMap { $0.magnitude < PlaybackState.longest ? $0 : nil }
    }

    private var number: Double? {
        switch self {
        case .real(let value): value
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        default: nil
        }
    }
}
