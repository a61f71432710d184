import MediaFormats

/// Configuration records of Dolby sound (ETSI TS 102 366 annex F).
enum DolbyRecord {
    private static let rates = [48000, 44100, 32000]

    /// `dac3`.
    static func readAC3(_ bytes: ArraySlice<UInt8>, into facts: inout TrackFacts) {
        var bits = BitReader(bytes)
        guard let rate = bits.read(2), bits.skip(8) != nil, let mode = bits.read(3), let low = bits.flag() else {
            return
        }
        let place = Provenance.box("dac3")
        facts.set(\.sampleRate, rate < 3 ? rates[rate] : nil, .audioSampleRate, place)
        if let order = ChannelOrder.dolby(mode: mode, lowFrequency: low) {
            facts.setChannels(order.channels, layout: order.layout, from: place)
        }
    }

    /// `dec3`.
    static func readEAC3(_ bytes: ArraySlice<UInt8>, into facts: inout TrackFacts) {
        guard let record = EnhancedAC3Record(bytes) else { return }
        let place = Provenance.box("dec3")
        facts.set(\.sampleRate, record.rate < 3 ? rates[record.rate] : nil, .audioSampleRate, place)
        // Which channels a dependent substream adds, writers of the record do not agree on.
        if !record.hasDependent, let order = ChannelOrder.dolby(mode: record.mode, lowFrequency: record.low) {
            facts.setChannels(order.channels, layout: order.layout, from: place)
        }
        facts.set(\.atmos, record.carriesObjects, .audioAtmos, place)
        facts.set(\.atmosComplexity, record.complexity, .audioAtmos, place)
    }
}

/// The `dec3` record of an E-AC-3 track (ETSI TS 102 366 annex F.6), with the extension for joint object coding that may
/// follow (ETSI TS 103 420 annex C.3).
struct EnhancedAC3Record: Hashable {
    /// `fscod` of the first independent substream.
    private(set) var rate = 0
    /// `acmod` of the first independent substream.
    private(set) var mode = 0
    /// Whether the first independent substream has a low frequency channel.
    private(set) var low = false
    /// Whether further channels depend on the first independent substream.
    private(set) var hasDependent = false
    /// Whether the stream carries Atmos objects. A record that ends behind its substreams has none.
    private(set) var carriesObjects = false
    /// How many objects there are at most; `nil` when it is not told.
    private(set) var complexity: Int?

    /// Reads a record; `nil` when it ends inside its substreams.
    init?(_ bytes: ArraySlice<UInt8>) {
        var bits = BitReader(bytes)
        guard bits.skip(13) != nil, let more = bits.read(3) else { return nil }
        for index in 0...more {
            guard let rate = bits.read(2), bits.skip(5 + 1 + 1 + 3) != nil, let mode = bits.read(3),
                let low = bits.flag(), bits.skip(3) != nil, let dependent = bits.read(4),
                bits.skip(dependent > 0 ? 9 : 1) != nil
            else { return nil }
            guard index == 0 else { continue }
            (self.rate, self.mode, self.low, hasDependent) = (rate, mode, low, dependent > 0)
        }
        guard bits.skip(7) != nil, bits.flag() == true else { return }
        carriesObjects = true
        complexity = bits.read(8).flatMap { $0 > 0 ? $0 : nil }
    }
}
