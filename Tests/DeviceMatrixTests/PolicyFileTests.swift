import DeviceMatrix
import Testing
import TransitionRisk

@Suite struct PolicyFileTests {
    private static func text(
        _ rules: String, head: String = "name: x\nsummary: x\nsource: a\nconfidence: guess\n"
    ) -> String {
        head + "rules:\n" + rules.split(separator: "\n").map { "  \($0)\n" }.joined() + "sources: {a: Somebody}\n"
    }

    static let broken: [(name: String, text: String, error: String)] = [
        (
            "a misspelt key", text("- {id: video-a, level: must, parameter: video-codec, oneof: [avc], source: a}"),
            "p.yaml:6: error: rules.0.oneof: unknown key; allowed are assets, id, least, level, most, mostExcessMilliseconds, noneOf, offers, oneOf, parameter, receivers, rule, section, source, when, why"
        ),
        (
            "no such level", text("- {id: video-a, level: may, parameter: video-codec, oneOf: [avc], source: a}"),
            "p.yaml:6: error: rules.0.level: 'may' is none of must, should, info, off"
        ),
        (
            "no such value",
            text("- {id: video-a, level: must, parameter: video-level, most: high, source: a}"),
            "p.yaml:6: error: rules.0: 'high' is no value of video-level (4.1)"
        ),
        (
            "a word without an order",
            text("- {id: video-a, level: must, parameter: video-codec, most: avc, source: a}"),
            "p.yaml:6: error: rules.0: video-codec has no order; use oneOf or noneOf"
        ),
        (
            "limits the wrong way round",
            text("- {id: video-a, level: must, parameter: video-level, least: 5, most: 4, source: a}"),
            "p.yaml:6: error: rules.0: least 5 is above most 4: nothing can pass"
        ),
        (
            "limits that contradict each other",
            text(
                "- {id: video-a, level: must, parameter: video-codec, oneOf: [avc], source: a}\n"
                    + "- {id: video-b, level: must, parameter: video-codec, oneOf: [hevc], source: a}"),
            "p.yaml:7: error: rules.1: no video-codec can be both hevc and, as rule 'video-a' asks, avc: nothing can pass"
        ),
        (
            "an offer that a limit forbids",
            text(
                "- {id: audio-a, level: must, parameter: audio-channels, least: 6, source: a}\n"
                    + "- {id: audio-b, level: must, offers: {audio-channels: {most: 2}}, source: a}"),
            "p.yaml:7: error: rules.1: no audio-channels can be both at most 2 and, as rule 'audio-a' asks, at least 6: nothing can pass"
        ),
        (
            "three lists without a common value",
            text(
                "- {id: video-a, level: must, parameter: video-codec, oneOf: [avc, hevc], source: a}\n"
                    + "- {id: video-b, level: must, parameter: video-codec, oneOf: [hevc, av1], source: a}\n"
                    + "- {id: video-c, level: must, parameter: video-codec, oneOf: [av1, avc], source: a}"),
            "p.yaml:8: error: rules.2: with the rules above it leaves no video-codec: nothing can pass"
        ),
        (
            "two demands in one rule",
            text(
                "- {id: video-a, level: must, parameter: video-codec, oneOf: [avc], rule: language-missing, source: a}"),
            "p.yaml:6: error: rules.0: needs exactly one of parameter, offers, mostExcessMilliseconds, rule"
        ),
        (
            "a rule that does not exist", text("- {id: video-a, level: must, rule: video-nothing, source: a}"),
            "p.yaml:6: error: rules.0.rule: 'video-nothing' is no rule about playlists, Now Playing or timed metadata; segue rules list names them"
        ),
        (
            "a name outside the groups",
            text("- {id: codec, level: must, parameter: video-codec, oneOf: [avc], source: a}"),
            "p.yaml:6: error: rules.0.id: 'codec' is no name of a rule: lower case with hyphens, beginning with video-, audio-, timing-, playlist-, interstitial-, language-, navigation-, receiver-, now-playing-, metadata-"
        ),
        (
            "a source that is not listed",
            text("- {id: video-a, level: must, parameter: video-codec, oneOf: [avc], source: b}"),
            "p.yaml:6: error: rules.0.source: source 'b' is not listed under 'sources'"
        ),
        (
            "a negative limit on the excess",
            text("- {id: timing-a, level: must, mostExcessMilliseconds: -1, source: a}"),
            "p.yaml:6: error: rules.0.mostExcessMilliseconds: is not within 0…60000"
        ),
        (
            "no rules", "name: x\nsummary: x\nsource: a\nconfidence: guess\nrules: []\nsources: {a: Somebody}\n",
            "p.yaml:5: error: rules: a policy without rules asks for nothing"
        ),
    ]

    @Test("A wrong policy names file, line and what is allowed", arguments: broken)
    func errors(name: String, text: String, error: String) throws {
        let found = #expect(throws: MatrixError.self) { try DeviceMatrix.policy(text: text, file: "p.yaml") }
        #expect(found?.description == error, "\(name)")
    }

    @Test func rulesUnderDifferentConditionsDoNotContradictEachOther() throws {
        let text = Self.text(
            "- {id: video-a, level: must, when: {video-codec: [avc]}, parameter: video-level, most: 4.2, source: a}\n"
                + "- {id: video-b, level: must, when: {video-codec: [hevc]}, parameter: video-level, least: 5, source: a}\n"
                + "- {id: video-c, level: should, parameter: video-level, most: 1, source: a}")
        #expect(try DeviceMatrix.policy(text: text, file: "p.yaml").rules.count == 3)
    }

    @Test func theShippedPoliciesAreThere() throws {
        let matrix = try DeviceMatrix.load()
        #expect(matrix.policies.map(\.name) == ["airplay", "apple-authoring"])
        #expect(matrix.policy(named: "AirPlay") != nil)
    }
}
