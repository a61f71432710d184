import AirPlayReceivers

/// What `segue discover --verbose` says of one receiver: what speaks for its class, every capability with where it comes
/// from and from when, and every key that it published with what is known of it.
struct ReceiverDetails {
    var receiver: Receiver

    /// The lines, of at most 100 columns and without anything that steers a terminal.
    var lines: [String] {
        var lines = [
            "\(receiver.name), \(receiver.id): \(receiver.receiverClass.rawValue), \(receiver.certainty.rawValue)"
        ]
        if let other = receiver.runnerUp { lines[0] += ", else \(other.rawValue)" }
        if let group = receiver.group {
            lines.append("  plays in \(group.isStereoPair ? "the stereo pair" : "the group") \(group.name ?? group.id)")
        }
        lines += receiver.evidence.map { piece in
            let what = piece.supports.map { "for \($0.rawValue)" } ?? "describes"
            return "  \(what), \(piece.strength.rawValue): \(piece.says) (\(piece.place): \(piece.seen))"
        }
        lines += capabilities + published
        return lines.flatMap { ColumnText.folded($0) }
    }

    private var capabilities: [String] {
        let known = receiver.capabilities
        var lines: [String] = []
        func add<Value>(_ what: String, _ claim: Claim<Value>?, _ text: (Value) -> String) {
            lines.append("  \(what): " + (claim.map { "\(text($0.value)) [\(backing($0))]" } ?? "unknown"))
        }
        add("AirPlay video", known.airPlayVideo) { $0 ? "yes" : "no" }
        if known.airPlayVideo?.value == false { return lines }
        if known.videoDecoders.isEmpty { lines.append("  video codecs: unknown") }
        for decoder in known.videoDecoders { add("video codec", decoder, text) }
        add("dynamic ranges", known.dynamicRanges) { $0.map(\.rawValue).joined(separator: ", ") }
        if let limit = known.hdrPictureLimit { add("largest picture in HDR", limit, \.description) }
        add("Dolby Vision profiles", known.dolbyVisionProfiles) { $0.map(String.init).joined(separator: ", ") }
        add("audio codecs", known.audioCodecs) { $0.map(\.rawValue).joined(separator: ", ") }
        add("audio channels", known.maxAudioChannels) { "up to \($0)" }
        add("Atmos", known.atmos) { $0 ? "yes" : "no" }
        add("interstitials", known.interstitials) { $0 ? "plays them itself" : "does not play them itself" }
        lines.append("  output: \(receiver.outputPath.rawValue); at a change of item: \(receiver.switching.rawValue)")
        return lines
    }

    private func backing<Value>(_ claim: Claim<Value>) -> String {
        let date = claim.asOf.map { " \($0)" } ?? ", undated"
        return "\(claim.origin.rawValue)\(date), \(claim.confidence): \(claim.source)"
    }

    private func text(_ decoder: VideoDecoder) -> String {
        var words = [decoder.codec.rawValue]
        if let level = decoder.maxLevel { words.append("level \(level / 10).\(level % 10)") }
        if let size = decoder.maxResolution { words.append("\(size)") }
        if let rate = decoder.maxFrameRate { words.append("\(rate) fps") }
        if let depth = decoder.maxBitDepth { words.append("\(depth) bit") }
        return words.joined(separator: " ")
    }

    private var published: [String] {
        receiver.services.flatMap { service in
            let readings = KeyReading.all(of: service)
            return ["  published by \(service.serviceType) on port \(service.port.map(String.init) ?? "unknown"):"]
                + readings.map { reading in
                    let place = reading.place.hasPrefix("/") ? "\(reading.place) " : ""
                    let value = reading.value.isEmpty ? "" : "=\(reading.value)"
                    return "    \(place)\(reading.key)\(value): \(text(reading))"
                }
        }
    }

    private func text(_ reading: KeyReading) -> String {
        guard let meaning = reading.meaning else { return "a key never seen before" }
        guard let text = meaning.text else { return "nobody knows what it says" }
        let doubt = meaning.confidence == .confirmed ? "" : " (\(meaning.confidence.rawValue))"
        return text + (reading.decoded.map { ": \($0)" } ?? "") + doubt
    }
}
