package import MediaFormats

/// A value that no playable media can have, such as a picture of one pixel; it counts as unknown.
package struct ImpossibleValue: Sendable, Hashable {
    /// Which parameter.
    package var parameter: ParameterName
    /// The value, for a reader.
    package var value: String
    /// What would be possible.
    package var possible: String
}

extension OperatingParameters {
    /// These parameters without values that no playable media can have, and those values.
    ///
    /// Limits: pictures from 16 to 16384 pixels a side (HEVC and AV1 level 6), 1 to 300 pictures a second, 8 to 16 bits
    /// a sample; sound from 8 to 384 kHz, up to 24 channels (22.2) and 8 to 32 bits a sample.
    var plausible: (parameters: OperatingParameters, impossible: [ImpossibleValue]) {
        var result = self
        var impossible: [ImpossibleValue] = []
        func refuse<Value: CustomStringConvertible>(
            _ name: ParameterName, _ value: inout Value?, _ possible: String, unless isPossible: (Value) -> Bool
        ) {
            guard let stated = value, !isPossible(stated) else { return }
            impossible.append(ImpossibleValue(parameter: name, value: stated.description, possible: possible))
            value = nil
        }
        if result.video != nil {
            let sides = 16...16384
            refuse(.videoResolution, &result.video!.resolution, "16 to 16384 pixels a side") {
                sides.contains($0.width) && sides.contains($0.height)
            }
            refuse(.videoFrameRate, &result.video!.frameRate, "1 to 300 fps") {
                (1.0...300).contains($0.framesPerSecond)
            }
            refuse(.videoBitDepth, &result.video!.bitDepth, "8 to 16 bits") { (8...16).contains($0) }
        }
        if result.audio != nil {
            refuse(.audioSampleRate, &result.audio!.sampleRate, "8000 to 384000 Hz") { (8000...384_000).contains($0) }
            refuse(.audioChannelLayout, &result.audio!.layout, "1 to 24 channels") { (1...24).contains($0.channels) }
            refuse(.audioChannelLayout, &result.audio!.channels, "1 to 24 channels") { (1...24).contains($0) }
            refuse(.audioBitDepth, &result.audio!.bitDepth, "8 to 32 bits") { (8...32).contains($0) }
            refuse(.audioLoudness, &result.audio!.loudness, "-70 to 10 LUFS") {
                $0.allSatisfy { $0.program.map((-70...10.0).contains) ?? true }
            }
        }
        return (result, impossible)
    }
}
