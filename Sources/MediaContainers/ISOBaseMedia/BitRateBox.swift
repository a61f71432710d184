import MediaFormats

/// What a sample entry states of the bit rate of its track (`btrt`, ISO 14496-12 section 8.5.2.2).
enum BitRateBox {
    /// Reads a box, if it is one.
    static func read(_ box: Box, into facts: inout TrackFacts) {
        var content = box.content
        guard box.type == "btrt", content.skip(4) != nil else { return }
        readRates(&content, into: &facts)
    }

    /// Reads the largest rate and the average, as an `esds` box holds them too; 0 is no statement.
    static func readRates(_ content: inout ByteReader, into facts: inout TrackFacts) {
        guard let most = content.u32(), let average = content.u32() else { return }
        if most > 0 { facts.timing.peakBitRate = most }
        if average > 0 { facts.timing.averageBitRate = average }
    }
}
