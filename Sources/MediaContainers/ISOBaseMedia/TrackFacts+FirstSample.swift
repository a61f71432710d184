import MediaFormats

extension TrackFacts {
    /// Adds what the first sample of a track says and no header repeats.
    mutating func readFirstSample(_ sample: ByteReader) {
        if video?.protection == ProtectionScheme.none {
            switch video?.codec {
            case .avc, .hevc:
                let units = ParameterSets.sample(sample, lengthBytes: lengthBytes)
                AccessUnit.read(units, isHEVC: video?.codec == .hevc, into: &self)
            case .mpeg2: MPEG2Sequence.read(sample.rest, from: .bitstream("sequence header"), into: &self)
            default: break
            }
        }
        if audio?.protection == ProtectionScheme.none, [.mp3, .ac3, .eac3].contains(audio?.codec) {
            SoundFrame.read(sample.rest, into: &self)
        }
    }
}
