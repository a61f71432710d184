/// Decides whether the markers of a recording can be trusted, before anything is concluded from them.
struct RecordingTrust {
    let pictures: PictureTrack
    /// Pictures of the recording.
    let count: Int
    let assets: MarkedAssets

    private static let leastMarked = 10
    /// Rates that assets have of which nobody said.
    private static let knownRates = [24.0, 25, 30, 48, 50, 60]

    /// Frames a second of each asset that was seen.
    ///
    /// - Throws: ``RecordingDoubt`` with the one reason for which nothing may be concluded.
    func rates() throws(RecordingDoubt) -> [Int: Double] {
        let untimely = Double(pictures.untimely) / Double(max(1, count))
        guard untimely <= 0.01 else { throw .timeLine(share: untimely) }
        guard pictures.marked > 0 else { throw .noMarker(pictures: count) }
        guard pictures.marked >= Self.leastMarked else { throw .fewMarkers(pictures.marked) }
        let readable = Double(pictures.marked) / Double(pictures.marked + pictures.unreadable)
        guard readable >= 0.5 else { throw .unreadable(share: readable) }
        let misread = Double(pictures.misread) / Double(pictures.marked)
        guard misread <= 0.02 else { throw .contradictory(share: misread) }
        let seen = Set(pictures.stays.map(\.asset)).sorted()
        let strangers = seen.filter { assets.assets[$0] == nil }
        guard strangers.isEmpty else { throw .strangers(strangers) }
        var rates: [Int: Double] = [:]
        for asset in seen {
            let measured = measuredRate(of: asset)
            if let expected = assets.assets[asset]?.framesPerSecond {
                if let measured, abs(measured / expected - 1) > 0.05 {
                    throw .speed(asset: assets.assets[asset]?.name ?? "", measured: measured, expected: expected)
                }
                rates[asset] = expected
            } else if let measured {
                let nearest = Self.knownRates.min { abs($0 - measured) < abs($1 - measured) } ?? measured
                guard abs(measured / nearest - 1) <= 0.05 else {
                    throw .speed(asset: assets.assets[asset]?.name ?? "", measured: measured, expected: nearest)
                }
                rates[asset] = nearest
            }
        }
        return rates
    }

    /// The median of the speeds over half a second each; `nil` where an asset never ran that long.
    private func measuredRate(of asset: Int) -> Double? {
        var speeds: [Double] = []
        for stay in pictures.stays where stay.asset == asset {
            var end = 0
            for start in stay.frames.indices {
                while end < stay.frames.count, stay.frames[end].start - stay.frames[start].start < 500_000 { end += 1 }
                guard end < stay.frames.count else { break }
                let time = stay.frames[end].start - stay.frames[start].start
                // A longer time holds an interruption.
                guard time < 700_000 else { continue }
                speeds.append(Double(stay.frames[end].number - stay.frames[start].number) * 1e6 / Double(time))
            }
        }
        guard speeds.count >= 3 else { return nil }
        return speeds.sorted()[speeds.count / 2]
    }
}
