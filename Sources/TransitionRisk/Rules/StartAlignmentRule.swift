import MediaFormats

/// Sound and picture of an asset must begin together.
enum StartAlignmentRule: TransitionRule {
    static let id: RuleID = "timing-start-alignment"
    static let documentation = RuleDocumentation(
        title: "Sound and picture do not start together",
        looksAt: "The time between the first picture and the first sound of the asset that begins.",
        rationale: "The player waits for the later one, or notices a stall and jumps.",
        example:
            "An ad whose first audio sample comes 300 ms after its first picture. Adaptive players wait "
            + "out what exceeds 25 ms; a web player adds up to a second until its stall detector acts.",
        source: "WWDC23 10275; shaka-player externs/player.js; CTA WAVE device observation framework")
    static let parameters: [ParameterName] = []

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        // Media of a resumption are read from the middle: what the first segment shows says nothing about them.
        guard boundary.kind != .resume, let lag = boundary.timing?.audioLag?.milliseconds.magnitude, lag > 25 else {
            return []
        }
        let wait = Duration.milliseconds(lag - 25)
        return [TriggeredChange("timing.av_start_misaligned", size: .lasting(from: wait, to: wait))]
    }

    static func fix(for boundary: Boundary) -> String { "cut the ad's sound and picture to start together" }
}
