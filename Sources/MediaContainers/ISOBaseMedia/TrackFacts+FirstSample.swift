import MediaFormats

extension TrackFacts {
    /// Adds what the first sample of a track says and no header repeats.
    mutating func readFirstSample(_ sample: ByteReader) {
        if let video = video, video.codec == .avc || video.codec == .hevc,
            video.protection == ProtectionScheme.none
        {
            let units = ParameterSets.sample(sample, lengthBytes: lengthBytes)
            AccessUnit.read(units, isHEVC: video.codec == .hevc, into: &self)
        }
        if let video = video, video.codec == .mpeg2, video.protection == ProtectionScheme.none {
            MPEG2Sequence.read(sample.rest, from: .bitstream("sequence header"), into: &self)
        }
        if let audio = audio, let codec = audio.codec, [.mp3, .ac3, .eac3].contains(codec),
            audio.protection == ProtectionScheme.none
        {
            SoundFrame.read(sample.rest, into: &self)
        }
    }
}
