import MediaFormats

/// AAC, AC-3 and E-AC-3 need different decoders, and a Dolby bitstream may change what goes over the wire.
enum AudioCodecRule: TransitionRule {
    static let id: RuleID = "audio-codec"
    static let documentation = RuleDocumentation(
        title: "The audio codec changes",
        looksAt: "The family of audio codecs on both sides.",
        rationale: "Another audio decoder starts; where Dolby is passed on, the AV receiver mutes until it has locked.",
        example:
            "An AAC programme with an AC-3 ad on a box that passes Dolby on to an AV receiver, which "
            + "mutes until it locks.",
        source: "WWDC23 10275; HLS Authoring Specification 3.2, 8.16")
    static let parameters: [ParameterName] = [.audioCodec]
    static let worstCase: [ChangeID] = ["audio.codec_family", "audio.output_format"]

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        guard boundary.comparison.differs(.audioCodec) else { return [] }
        let passedOn: Set<AudioCodec> = [.ac3, .eac3, .ac4, .dts]
        let codecs = [boundary.from, boundary.to].compactMap { $0.values.audio?.codec }
        let reopened = codecs.contains(where: passedOn.contains)
        return [TriggeredChange("audio.codec_family")] + (reopened ? [TriggeredChange("audio.output_format")] : [])
    }

    static func fix(for boundary: Boundary) -> String {
        match(.audioCodec, boundary, "encode the ad's sound as")
    }
}
