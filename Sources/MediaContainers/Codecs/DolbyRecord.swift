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

    /// `dec3`, with the extension for joint object coding that may follow (ETSI TS 103 420 annex C.3).
    static func readEAC3(_ bytes: ArraySlice<UInt8>, into facts: inout TrackFacts) {
        var bits = BitReader(bytes)
        guard bits.skip(13) != nil, let more = bits.read(3) else { return }
        let place = Provenance.box("dec3")
        for index in 0...more {
            guard let rate = bits.read(2), bits.skip(5 + 1 + 1 + 3) != nil, let mode = bits.read(3),
                let low = bits.flag(), bits.skip(3) != nil, let dependent = bits.read(4)
            else { return }
            guard bits.skip(dependent > 0 ? 9 : 1) != nil else { return }
            guard index == 0 else { continue }
            facts.set(\.sampleRate, rate < 3 ? rates[rate] : nil, .audioSampleRate, place)
            // Which channels a dependent substream adds, writers of the record do not agree on.
            if dependent == 0, let order = ChannelOrder.dolby(mode: mode, lowFrequency: low) {
                facts.setChannels(order.channels, layout: order.layout, from: place)
            }
        }
        // A record that ends here has no objects.
        guard bits.skip(7) != nil, let hasObjects = bits.flag() else {
            facts.set(\.atmos, false, .audioAtmos, place)
            return
        }
        facts.set(\.atmos, hasObjects, .audioAtmos, place)
        if hasObjects, let complexity = bits.read(8), complexity > 0 {
            facts.set(\.atmosComplexity, complexity, .audioAtmos, place)
        }
    }
}
