import AirPlayReceivers
import MediaFormats
import TransitionRisk

/// The shape of a file in `DeviceMatrix/classes/`.
struct ClassFile: Decodable {
    let receiverClass: ReceiverClass
    let title: String
    let about: String
    let tiers: [String: Tier]
    let sources: [String: String]
    /// When the facts were checked against their sources; `nil` when nobody wrote it down.
    let checked: CalendarDate?

    private enum CodingKeys: String, CodingKey {
        case receiverClass = "class"
        case title, about, tiers, sources, checked
    }

    /// One fact with its backing.
    struct Fact<Value: Decodable>: Decodable {
        let value: Value
        let source: String
        let confidence: String
    }

    struct Ranges: Decodable {
        let value: [DynamicRange]
        let undecided: [DynamicRange]?
        let source: String
        let confidence: String
    }

    struct Behaviour: Decodable {
        let dualDecoder: Double
        let forwardBufferSeconds: Int
        let videoOverlap: Double
        let source: String
        let confidence: String
    }

    struct Decoder: Decodable {
        let codec: String
        let maxLevel: String?
        let maxResolution: String?
        let maxFrameRate: Int?
        let maxBitDepth: Int?
        let source: String
        let confidence: String
    }

    struct Tier: Decodable {
        let title: String
        let output: Fact<OutputPath>
        let switching: Fact<Switching>
        let behaviour: Behaviour
        let airPlayVideo: Fact<Bool>?
        let interstitials: Fact<Bool>?
        let videoCodecsComplete: Bool?
        let video: [Decoder]?
        let dynamicRanges: Ranges?
        let dolbyVisionProfiles: Fact<[Int]>?
        let audioCodecs: Fact<[String]>?
        let maxAudioChannels: Fact<Int>?
    }
}

extension ClassFile {
    /// The columns of the verdict that this file describes, high tier first.
    func profiles(in document: MatrixDocument) throws(MatrixError) -> [ReceiverProfile] {
        try requireKnownKeys(in: document)
        var profiles: [ReceiverProfile] = []
        for (name, tier) in tiers.sorted(by: { $0.key < $1.key }) {
            func wrong(_ key: String, _ message: String) -> MatrixError {
                let path = ["tiers", name] + key.split(separator: ".").map(String.init)
                return MatrixError(
                    file: document.file, line: document.line(of: path), message: "tiers.\(name).\(key): \(message)")
            }
            guard let decodingTier = DecodingTier(rawValue: name) else {
                throw MatrixError(
                    file: document.file, line: document.line(of: ["tiers", name]),
                    message: "tier '\(name)' is not one of high, low, unknown")
            }
            for fact in tier.facts {
                if sources[fact.source] == nil {
                    throw wrong(fact.key, "source '\(fact.source)' is not listed under 'sources'")
                }
                if !Self.confidences.contains(fact.confidence) {
                    throw wrong(
                        fact.key,
                        "confidence '\(fact.confidence)' is none of \(Self.confidences.joined(separator: ", "))")
                }
            }
            for (key, value) in [
                ("dualDecoder", tier.behaviour.dualDecoder), ("videoOverlap", tier.behaviour.videoOverlap),
            ]
            where !(0...1).contains(value) {
                throw wrong("behaviour.\(key)", "\(value) is not within 0…1")
            }
            guard (0...3600).contains(tier.behaviour.forwardBufferSeconds) else {
                throw wrong("behaviour.forwardBufferSeconds", "not within 0…3600")
            }
            guard let capabilities = tier.capabilities(sources: sources, checked: checked) else {
                throw wrong("video", "a level reads like \"4.2\" and a resolution like 1920x1080")
            }
            profiles.append(
                ReceiverProfile(
                    receiverClass: receiverClass, tier: decodingTier, title: tier.title,
                    switching: tier.switching.value, output: tier.output.value, capabilities: capabilities,
                    dualDecoderProbability: tier.behaviour.dualDecoder,
                    forwardBuffer: .seconds(tier.behaviour.forwardBufferSeconds),
                    videoOverlap: tier.behaviour.videoOverlap))
        }
        return profiles
    }
}

extension ClassFile {
    private static let confidences = ["confirmed", "one-source", "guess"]

    private func requireKnownKeys(in document: MatrixDocument) throws(MatrixError) {
        let fact: Set = ["value", "source", "confidence"]
        let ofTier: [String: Set<String>] = [
            "output": fact, "switching": fact, "airPlayVideo": fact, "interstitials": fact,
            "dynamicRanges": fact.union(["undecided"]), "dolbyVisionProfiles": fact, "audioCodecs": fact,
            "maxAudioChannels": fact,
            "behaviour": ["dualDecoder", "forwardBufferSeconds", "videoOverlap", "source", "confidence"],
        ]
        let decoder: Set = [
            "codec", "maxLevel", "maxResolution", "maxFrameRate", "maxBitDepth", "source", "confidence",
        ]
        try document.requireKeys(["class", "title", "about", "tiers", "sources", "checked"], at: [])
        for tier in tiers.keys.sorted() {
            try document.requireKeys(
                Set(ofTier.keys).union(["title", "video", "videoCodecsComplete"]), at: ["tiers", tier])
            for (key, allowed) in ofTier.sorted(by: { $0.key < $1.key }) {
                try document.requireKeys(allowed, at: ["tiers", tier, key])
            }
            for index in 0..<document.count(at: ["tiers", tier, "video"]) {
                try document.requireKeys(decoder, at: ["tiers", tier, "video", "\(index)"])
            }
        }
    }
}

extension ClassFile.Tier {
    /// The backing of every fact, with the fact's path.
    fileprivate var facts: [(key: String, source: String, confidence: String)] {
        var facts = [
            ("output", output.source, output.confidence), ("switching", switching.source, switching.confidence),
            ("behaviour", behaviour.source, behaviour.confidence),
        ]
        facts += (video ?? []).enumerated().map { ("video.\($0.offset)", $0.element.source, $0.element.confidence) }
        if let fact = airPlayVideo { facts.append(("airPlayVideo", fact.source, fact.confidence)) }
        if let fact = interstitials { facts.append(("interstitials", fact.source, fact.confidence)) }
        if let fact = dynamicRanges { facts.append(("dynamicRanges", fact.source, fact.confidence)) }
        if let fact = dolbyVisionProfiles { facts.append(("dolbyVisionProfiles", fact.source, fact.confidence)) }
        if let fact = audioCodecs { facts.append(("audioCodecs", fact.source, fact.confidence)) }
        if let fact = maxAudioChannels { facts.append(("maxAudioChannels", fact.source, fact.confidence)) }
        return facts
    }

    /// The tier's capabilities, or `nil` when a level or resolution does not read.
    fileprivate func capabilities(sources: [String: String], checked: CalendarDate?) -> Capabilities? {
        func claim<Value>(_ value: Value, _ source: String, _ confidence: String) -> Claim<Value> {
            Claim(
                value, origin: .classDefault, source: sources[source] ?? source, confidence: confidence,
                asOf: checked)
        }
        var result = Capabilities()
        result.airPlayVideo = airPlayVideo.map { claim($0.value, $0.source, $0.confidence) }
        result.interstitials = interstitials.map { claim($0.value, $0.source, $0.confidence) }
        result.videoCodecsComplete = videoCodecsComplete ?? false
        for decoder in video ?? [] {
            var value = VideoDecoder(codec: VideoCodec(rawValue: decoder.codec))
            if let level = decoder.maxLevel {
                let parts = level.split(separator: ".").map { Int($0) }
                guard parts.count == 2, let whole = parts[0], let tenth = parts[1], (0...9).contains(tenth) else {
                    return nil
                }
                value.maxLevel = whole * 10 + tenth
            }
            if let size = decoder.maxResolution {
                guard let resolution = Resolution(size) else { return nil }
                value.maxResolution = resolution
            }
            value.maxFrameRate = decoder.maxFrameRate
            value.maxBitDepth = decoder.maxBitDepth
            result.videoDecoders.append(claim(value, decoder.source, decoder.confidence))
        }
        result.dynamicRanges = dynamicRanges.map { claim($0.value, $0.source, $0.confidence) }
        result.undecidedRanges = dynamicRanges?.undecided ?? []
        result.dolbyVisionProfiles = dolbyVisionProfiles.map { claim($0.value, $0.source, $0.confidence) }
        result.audioCodecs = audioCodecs.map {
            claim($0.value.map(AudioCodec.init(rawValue:)), $0.source, $0.confidence)
        }
        result.maxAudioChannels = maxAudioChannels.map { claim($0.value, $0.source, $0.confidence) }
        return result
    }
}
