/// Why the markers of a recording cannot be trusted.
package enum RecordingDoubt: Error, Sendable, Hashable, CustomStringConvertible {
    /// No marker was ever found.
    case noMarker(pictures: Int)
    /// Fewer markers than a judgement needs.
    case fewMarkers(Int)
    /// Most of the pictures show neither a marker nor darkness.
    case unreadable(share: Double)
    /// Markers contradict each other.
    case contradictory(share: Double)
    /// An asset does not run at its own speed.
    case speed(asset: String, measured: Double, expected: Double)
    /// The pictures' times do not increase.
    case timeLine(share: Double)
    /// A marker names an asset that is in no list.
    case strangers([Int])

    /// A stable word for the reason.
    package var code: String {
        switch self {
        case .noMarker: "no-marker"
        case .fewMarkers: "few-markers"
        case .unreadable: "unreadable-markers"
        case .contradictory: "contradictory-markers"
        case .speed: "wrong-speed"
        case .timeLine: "broken-time-line"
        case .strangers: "unknown-assets"
        }
    }

    /// What is wrong, why that matters, and what to try.
    package var description: String {
        switch self {
        case .noMarker(let pictures):
            "no marker was found in \(pictures) pictures; record assets of Examples/SwitchAssets/make-assets.sh, the whole "
                + "marker in the picture, a cell of it at least 5 pixels wide"
        case .fewMarkers(let count): "only \(count) pictures show a marker; record at least a second of each asset"
        case .unreadable(let share):
            "the marker can be read in only \(Self.percent(share)) of the pictures; come nearer, focus by hand, avoid "
                + "reflections and a bright room"
        case .contradictory(let share):
            "\(Self.percent(share)) of the markers contradict those before and after them; use a shorter exposure"
        case .speed(let asset, let measured, let expected):
            "'\(asset)' runs at \(Self.rate(measured)) frames a second instead of \(Self.rate(expected)); a slow-motion or "
                + "converted file does not show true times, so use the file as the camera wrote it"
        case .timeLine(let share):
            "\(Self.percent(share)) of the pictures do not begin after the one before them; the file's times are broken"
        case .strangers(let ids):
            "markers name assets (\(ids.map(String.init).joined(separator: ", "))) that the list does not; give the list "
                + "that was made with the assets"
        }
    }

    private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
    private static func rate(_ rate: Double) -> String { "\((rate * 10).rounded() / 10)" }
}
