/// The 32 data cells of a marker (see `Examples/SwitchAssets/make-assets.sh`): an asset, a frame number, and a check.
enum MarkerCode {
    /// What a marker says.
    struct Reading: Hashable {
        /// 0 to 31.
        var asset: Int
        /// 0 to 2047.
        var frame: Int
        /// Whether cells were in doubt, as in a picture that holds two frames.
        var isBlended = false
    }

    /// x^16 + x^14 + x^10 + x^8 + x^3 + x^2 + 1: any two words differ in 7 cells or more, neighbouring frames in 7 or 8.
    private static let polynomial: UInt32 = 0x1450D
    /// Cells that may be in doubt at once: as many as differ between neighbouring frames.
    private static let mostDoubts = 8

    /// The cells of an asset's frame: asset and frame number in Gray code in the upper half, the check in the lower one.
    static func word(asset: Int, frame: Int) -> UInt32 {
        let gray = UInt32(frame & 0x7FF) ^ UInt32(frame & 0x7FF) >> 1
        let data = UInt32(asset & 0x1F) << 11 | gray
        return data << 16 | check(data)
    }

    /// What a word says; `nil` when its check is wrong.
    static func reading(_ word: UInt32) -> Reading? {
        guard check(word >> 16) == word & 0xFFFF else { return nil }
        var frame = word >> 16 & 0x7FF
        for shift: UInt32 in [1, 2, 4, 8] { frame ^= frame >> shift }
        return Reading(asset: Int(word >> 27), frame: Int(frame & 0x7FF))
    }

    /// What cells say whose levels lie between 0 (black) and 1 (white), the first one the highest bit.
    ///
    /// Cells near the middle are in doubt. They are filled in such that the check is right; where two ways of doing so give
    /// anything but one frame and its neighbour, the cells say nothing.
    static func reading(levels: [Float]) -> Reading? {
        guard levels.count == 32 else { return nil }
        var word: UInt32 = 0
        var doubts: [Int] = []
        for (index, level) in levels.enumerated() {
            word = word << 1 | (level > 0.5 ? 1 : 0)
            if abs(level - 0.5) < 0.2 { doubts.append(index) }
        }
        if doubts.isEmpty { return reading(word) }
        guard doubts.count <= mostDoubts else { return nil }
        var best: (reading: Reading, distance: Float)?
        for choice in 0..<(1 << doubts.count) {
            var candidate = word
            var distance: Float = 0
            for (place, index) in doubts.enumerated() where choice >> place & 1 == 1 {
                candidate ^= 1 << UInt32(31 - index)
                distance += abs(levels[index] - 0.5)
            }
            guard let reading = reading(candidate) else { continue }
            if let known = best {
                guard known.reading.asset == reading.asset, abs(known.reading.frame - reading.frame) == 1 else {
                    return nil
                }
            }
            if best.map({ distance < $0.distance }) ?? true { best = (reading, distance) }
        }
        guard var reading = best?.reading else { return nil }
        reading.isBlended = true
        return reading
    }

    private static func check(_ data: UInt32) -> UInt32 {
        var remainder = data << 16
        for place in stride(from: UInt32(31), through: 16, by: -1) where remainder >> place & 1 == 1 {
            remainder ^= polynomial << (place - 16)
        }
        return remainder & 0xFFFF ^ 0xFFFF
    }
}
