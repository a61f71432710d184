import HLSPlaylists
import MediaFormats

/// What was measured of one rendition beyond the parameters that are compared: one value a line.
struct ProfileDetails {
    /// One value.
    struct Line: Hashable {
        /// Its name, for people.
        var name: String
        /// The value.
        var text: String
        /// Where it was read; `nil` where that is plain.
        var place: Provenance?
    }

    /// The values, in the order of picture, sound, times, cues.
    private(set) var lines: [Line] = []

    /// Cues that are listed.
    private static let mostCues = 20

    /// Lists what a measurement holds.
    init(_ media: MeasuredMedia) {
        if let video = media.parameters.video { addPicture(video, media) }
        if let audio = media.parameters.audio { addSound(audio, media) }
        for subtitle in media.parameters.subtitles {
            add(
                "text",
                [subtitle.format ?? "unknown format", subtitle.language].compactMap(\.self).joined(separator: ", "))
        }
        addTimes(media.timing)
        for track in media.otherTracks { add("further track", track) }
        for cue in media.cues.prefix(Self.mostCues) {
            let time = cue.time.map { "\(plainSeconds($0)) s " } ?? ""
            add("cue", time + ([cue.scheme] + cue.summary).joined(separator: " "))
        }
        if media.cues.count > Self.mostCues { add("cue", "and \(media.cues.count - Self.mostCues) more") }
        for wrong in media.boxContradictions {
            add("box and pictures", "\(wrong.box): \(wrong.boxSays); \(wrong.bitstream): \(wrong.bitstreamSays)")
        }
        for conflict in media.conflicts {
            add(
                "instruments differ",
                "\(conflict.parameter): \(conflict.libavformat) by libavformat, \(conflict.headers) by headers")
        }
    }

    private mutating func add(_ name: String, _ text: String?, _ place: Provenance? = nil) {
        if let text { lines.append(Line(name: name, text: text, place: place)) }
    }

    private mutating func addPicture(_ video: VideoParameters, _ media: MeasuredMedia) {
        let places = media.provenance
        if let rate = video.frameRate, rate.denominator != 1 {
            add("exact frame rate", "\(rate.numerator)/\(rate.denominator)", places[.videoFrameRate])
        }
        if let isConstant = media.timing.frameRateIsConstant {
            let read = media.timing.picturesExamined.map { " over \($0) pictures" } ?? ""
            add("steady rate", (isConstant ? "yes" : "no") + read)
        }
        add("field order", video.fieldOrder?.rawValue, places[.videoScan])
        add("coded size", video.codedSize?.description, places[.videoCodedSize])
        add("clean aperture", video.cleanAperture?.description, places[.videoCleanAperture])
        add("turned", video.rotation.map { "\($0)° clockwise for display" }, places[.videoRotation])
        add("pixel shape", video.pixelAspect.map { "\($0.horizontal):\($0.vertical)" }, places[.videoAspectRatio])
        if let colour = video.colour {
            func code(_ value: Int?) -> String { value.map(String.init) ?? "?" }
            let range = colour.fullRange.map { $0 ? ", full range" : ", limited range" } ?? ""
            add(
                "colour code points",
                "primaries \(code(colour.primaries)), transfer \(code(colour.transfer)), matrix \(code(colour.matrix))\(range)",
                places[.videoColour])
        }
        if let display = video.masteringDisplay {
            add(
                "mastering display",
                "\(Double(display.minimumLuminance) / 10_000) to \(Double(display.maximumLuminance) / 10_000) cd/m²",
                places[.videoMastering])
        }
        if let light = video.contentLight {
            add(
                "content light", "\(light.maximum) cd/m² at most, frames \(light.frameAverage)", places[.videoMastering]
            )
        }
    }

    private mutating func addSound(_ audio: AudioParameters, _ media: MeasuredMedia) {
        if let core = audio.coreSampleRate, core != audio.sampleRate {
            add("core sample rate", "\(core) Hz", media.provenance[.audioSampleRate])
        }
        add("Atmos objects", audio.atmosComplexity.map { "\($0) at most" }, media.provenance[.audioAtmos])
        for statement in audio.loudness ?? [] {
            let values = [
                statement.program.map { "\($0) LUFS" }, statement.anchor.map { "speech \($0) LUFS" },
                statement.truePeak.map { "true peak \($0) dB" }, statement.samplePeak.map { "sample peak \($0) dB" },
            ]
            add(
                "loudness of \(statement.scope.rawValue)", values.compactMap(\.self).joined(separator: ", "),
                media.provenance[.audioLoudness])
        }
    }

    private mutating func addTimes(_ timing: MediaTiming) {
        for track in timing.tracks {
            var words: [String] = []
            if let start = track.start { words.append("from \(plainSeconds(start))") }
            if let end = track.end { words.append("to \(plainSeconds(end))") }
            if !words.isEmpty { words.append("s") }
            var notes = ["\(track.samplesExamined) sample\(track.samplesExamined == 1 ? "" : "s") looked at"]
            if let priming = track.priming { notes.append("encoder delay \(plainSeconds(priming)) s") }
            if let delay = track.emptyEdit { notes.append("delayed by \(plainSeconds(delay)) s") }
            if let roll = track.rollDistance { notes.append("roll distance \(roll)") }
            if let rate = track.averageBitRate ?? track.peakBitRate { notes.append("\(rate / 1000) kbit/s stated") }
            add(
                "\(track.kind.rawValue) track \(track.identifier)",
                (words + ["(\(notes.joined(separator: ", ")))"]).joined(separator: " "))
        }
    }
}

/// Seconds with at most six digits behind the point, and never with an exponent.
func plainSeconds(_ duration: Duration) -> String {
    let (whole, rest) = (duration < .zero ? .zero - duration : duration).components
    let millionths = Int((Double(rest) / 1e12).rounded())
    let (carry, fraction) = millionths.quotientAndRemainder(dividingBy: 1_000_000)
    var digits = String(fraction)
    digits = String(repeating: "0", count: 6 - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    return (duration < .zero ? "-" : "") + "\(Int(whole) + carry)" + (digits.isEmpty ? "" : "." + digits)
}
