extension CodecString {
    /// An audio entry; `nil` when the code is no audio codec known here.
    static func audio(_ code: String, _ fields: ArraySlice<Substring>, remarks: inout [String]) -> AudioParameters? {
        var audio = AudioParameters()
        if code == "mp4a" { return objectType(fields, remarks: &remarks) }
        guard let codec = codec(code, remarks: &remarks) else { return nil }
        audio.codec = codec
        if codec == .opus { audio.sampleRate = 48000 }
        if code == "ec+3" { audio.atmos = true }
        return audio
    }

    private static func codec(_ code: String, remarks: inout [String]) -> AudioCodec? {
        switch code {
        case "ac-3": return .ac3
        case "ec-3": return .eac3
        case "ec+3":
            remarks.append("'ec+3' is deprecated; write ec-3 and CHANNELS=\"16/JOC\"")
            return .eac3
        case "ac-4": return .ac4
        case "alac": return .alac
        case "fLaC": return .flac
        case "Opus": return .opus
        case "flac", "opus":
            remarks.append("'\(code)' is registered as '\(code == "flac" ? "fLaC" : "Opus")'; case counts")
            return code == "flac" ? .flac : .opus
        case "apac": return .apac
        case "mp3", ".mp3": return .mp3
        case "dtsc", "dtse", "dtsh", "dtsl", "dtsx", "dtsy": return .dts
        case "mhm1", "mhm2", "mha1", "mha2": return .mpegH
        case "iamf": return .iamf
        case "lpcm", "ipcm", "fpcm", "twos", "sowt": return .pcm
        default: return nil
        }
    }

    /// `mp4a.OO[.A]`: a hexadecimal object type indication and, for MPEG-4 audio, a decimal audio object type.
    private static func objectType(_ fields: ArraySlice<Substring>, remarks: inout [String]) -> AudioParameters {
        var audio = AudioParameters()
        guard let first = fields.first else { return audio }
        switch first.uppercased() {
        case "40":
            guard fields.count > 1, let number = Int(fields[fields.startIndex + 1]) else { return audio }
            if number == 34 {
                audio.codec = .mp3
            } else {
                audio.codec = .aac
                audio.objectType = AACObjectType(number: number)
            }
            if fields[fields.startIndex + 1].hasPrefix("0") {
                remarks.append("'mp4a.40.\(fields[fields.startIndex + 1])' has a leading zero")
            }
        case "66": (audio.codec, audio.objectType) = (.aac, .main)
        case "67": (audio.codec, audio.objectType) = (.aac, .lowComplexity)
        case "68": audio.codec = .aac
        case "69", "6B": audio.codec = .mp3
        case "A5": audio.codec = .ac3
        case "A6": audio.codec = .eac3
        case "A9", "AA", "AB", "AC": audio.codec = .dts
        case "AD":
            audio.codec = .opus
            audio.sampleRate = 48000
        default: break
        }
        return audio
    }
}
