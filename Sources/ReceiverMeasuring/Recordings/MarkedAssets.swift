package import Foundation
package import TransitionRisk

/// The assets that a recording may show, by what their markers and tones say (`segue.assets/1`, written by
/// `Examples/SwitchAssets/make-assets.sh`).
package struct MarkedAssets: Sendable, Hashable {
    /// One asset.
    package struct Asset: Sendable, Hashable {
        /// The number in its marker.
        package var id: Int
        /// Its name.
        package var name: String
        /// Frames from its start to its end; `nil` where nobody said.
        package var frames: Int?
        /// Frames a second; `nil` where nobody said, so that the recording must show it.
        package var framesPerSecond: Double?
        /// Its tone, in hertz.
        package var tone: Int
    }

    /// Two assets, one after the other.
    package struct Pair: Sendable, Hashable {
        /// Name of the one before.
        package var from: String
        /// Name of the one after.
        package var to: String

        /// Names a pair.
        package init(from: String, to: String) {
            self.from = from
            self.to = to
        }
    }

    /// The assets by number.
    package private(set) var assets: [Int: Asset]
    /// What differs between pairs, by names of the cost table; a pair that is not there is unknown, an empty list is a
    /// matched pair.
    package private(set) var changes: [Pair: [ChangeID]] = [:]
    /// The tick on each full second, in hertz.
    package private(set) var tick: Int

    private static let ids = 0..<32
    private static let tones = 100..<20_000

    /// The assets as the script numbers them, with nothing known but their tones.
    package static let unnamed = MarkedAssets()

    private init() {
        assets = Dictionary(
            uniqueKeysWithValues: Self.ids.map { id in
                (id, Asset(id: id, name: "asset-\(id)", tone: 700 + 100 * id))
            })
        tick = 4100
    }

    /// Assets that nobody numbered: each gets its place as number, and no sound.
    init(named assets: [(name: String, framesPerSecond: Double)]) {
        self.assets = Dictionary(
            uniqueKeysWithValues: assets.enumerated().map { id, asset in
                (id, Asset(id: id, name: asset.name, framesPerSecond: asset.framesPerSecond, tone: 0))
            })
        tick = 0
    }

    /// Reads a list of assets.
    ///
    /// - Parameter name: How the file is called in errors.
    /// - Throws: ``MeasuringError`` when it is no such list, or names what cannot be.
    package init(_ data: Data, name: String) throws(MeasuringError) {
        func fail(_ message: String) -> MeasuringError { MeasuringError(subject: name, message: message) }
        let list = try AssetList(data, name: name)
        assets = [:]
        tick = list.tickHertz ?? 0
        guard Self.tones.contains(tick), tick % 100 == 0 else { throw fail("has a tick that is no multiple of 100 Hz") }
        for asset in list.assets {
            guard let id = asset.id, let tone = asset.toneHertz, let rate = asset.frameRate, let frames = asset.frames
            else { throw fail("does not say what marks '\(asset.name)': id, toneHertz, frameRate and frames") }
            guard Self.ids.contains(id), assets[id] == nil else {
                throw fail("names asset \(id) twice, or one beyond 31")
            }
            guard Self.tones.contains(tone), tone % 100 == 0, tone != tick,
                !assets.values.contains(where: { $0.tone == tone })
            else { throw fail("gives '\(asset.name)' a tone that is no multiple of 100 Hz, or another's") }
            guard rate.numerator > 0, rate.denominator > 0, (1...2048).contains(frames) else {
                throw fail("gives '\(asset.name)' an impossible frame rate or length")
            }
            let framesPerSecond = Double(rate.numerator) / Double(rate.denominator)
            guard (1...240).contains(framesPerSecond) else {
                throw fail("gives '\(asset.name)' an impossible frame rate")
            }
            assets[id] = Asset(
                id: id, name: asset.name, frames: frames, framesPerSecond: framesPerSecond, tone: tone)
        }
        guard !assets.isEmpty else { throw fail("names no asset") }
        for pair in list.pairs {
            changes[Pair(from: pair.from, to: pair.to)] = pair.changes.map { ChangeID(rawValue: $0) }
        }
    }
}
