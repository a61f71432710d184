extension CodecString {
    /// `av01.P.LLT.DD[.M.CCC.cp.tc.mc.F]` (AV1 ISO-BMFF binding 5). Prefixes of the optional part are accepted, because
    /// Apple's own examples print them.
    static func av1(_ fields: ArraySlice<Substring>) -> VideoParameters {
        var video = VideoParameters()
        video.codec = .av1
        video.sampleEntry = SampleEntry(rawValue: "av01")
        let fields = Array(fields)
        if let profile = fields.first { video.profile = ["0": "Main", "1": "High", "2": "Professional"][profile] }
        if fields.count > 1, let letter = fields[1].last, letter == "M" || letter == "H",
            let index = Int(fields[1].dropLast()), (0...31).contains(index)
        {
            video.tier = letter == "M" ? "Main" : "High"
            // Index 31 means no limit at all, which is not a level.
            video.level = index == 31 ? nil : (2 + index >> 2) * 10 + index & 3
        }
        if fields.count > 2 { video.bitDepth = depth(fields[2]) }
        video.chroma = fields.count > 3 && fields[3] == "1" ? "4:0:0" : video.profile == "Main" ? "4:2:0" : nil
        if fields.count > 4, fields[4].count == 3 {
            switch fields[4].prefix(2) {
            case "11": video.chroma = fields.count > 3 && fields[3] == "1" ? "4:0:0" : "4:2:0"
            case "10": video.chroma = "4:2:2"
            case "00": video.chroma = "4:4:4"
            default: break
            }
        }
        video.colour = colour(Array(fields.dropFirst(5).prefix(4)))
        video.dynamicRange = video.colour?.dynamicRange
        return video
    }

    /// `vp09.PP.LL.DD[.CC.cp.tc.mc.FF]` (VP Codec ISO Media File Format Binding).
    static func vp9(_ code: String, _ fields: ArraySlice<Substring>) -> VideoParameters {
        var video = VideoParameters()
        video.codec = .vp9
        video.sampleEntry = SampleEntry(rawValue: code)
        let fields = Array(fields)
        if let first = fields.first, let profile = Int(first), (0...3).contains(profile) {
            video.profile = "Profile \(profile)"
            if profile == 0 || profile == 2 { video.chroma = "4:2:0" }
        }
        if fields.count > 1, let level = Int(fields[1]), (10...62).contains(level) { video.level = level }
        if fields.count > 2 { video.bitDepth = depth(fields[2]) }
        if fields.count > 3 {
            video.chroma = ["00": "4:2:0", "01": "4:2:0", "02": "4:2:2", "03": "4:4:4"][fields[3]] ?? video.chroma
        }
        video.colour = colour(Array(fields.dropFirst(4).prefix(4)))
        video.dynamicRange = video.colour?.dynamicRange
        return video
    }

    private static func depth(_ field: Substring) -> Int? {
        Int(field).flatMap { [8, 10, 12].contains($0) ? $0 : nil }
    }

    /// Primaries, transfer, matrix and range flag; `nil` when none is written.
    private static func colour(_ fields: [Substring]) -> ColourDescription? {
        guard !fields.isEmpty else { return nil }
        func number(_ index: Int) -> Int? { fields.count > index ? Int(fields[index]) : nil }
        return ColourDescription(
            primaries: number(0), transfer: number(1), matrix: number(2), fullRange: number(3).map { $0 == 1 })
    }
}
