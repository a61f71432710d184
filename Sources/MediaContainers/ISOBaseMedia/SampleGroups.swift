/// Descriptions of groups of samples (`sgpd`, ISO 14496-12 section 8.9.3).
enum SampleGroups {
    /// How far decoding must begin before a sample, or goes on behind it, for the result to be right, by the first group of
    /// `roll` (section 10.1.1) or `prol` (section 10.1.1.3) among some boxes; `nil` without such a group.
    static func rollDistance(_ boxes: BoxSequence) -> Int? {
        for box in boxes where box.type == "sgpd" {
            var content = box.content
            guard let version = content.fullBox()?.version, let kind = content.fourCC(),
                kind == "roll" || kind == "prol"
            else { continue }
            var length = 2
            if version == 1 { length = content.u32() ?? 0 }
            if version > 1 {
                // The editions disagree whether the length stands in front of the default index here, too. Without it, entries
                // of two bytes take up all that is behind their count.
                var bare = content
                let fits = bare.skip(4) != nil && bare.u32() == bare.count / 2 && bare.count % 2 == 0
                if !fits { length = content.u32() ?? 0 }
                content.skip(4)
            }
            guard let count = content.u32(), count > 0 else { continue }
            // A length of 0 says that each entry states its own.
            if length == 0 { content.skip(4) }
            if let distance = content.u16() { return Int(Int16(truncatingIfNeeded: distance)) }
        }
        return nil
    }
}
