import AirPlayReceivers
import DeviceMatrix
import Testing
import TransitionRisk

/// Worked examples of the delay model, reckoned apart from this program with 2^20 independent draws a case (NumPy,
/// `reckon-delay-model.py` beside this file prints them). Here 8192 stratified draws must come within 6 %.
@Suite struct DelayModelTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var name: String
        var column: String
        var switching: Switching
        var lead: Double = 30_000
        var changes: [ChangeID]
        var dataReady = false
        var settings = ViewerSettings()
        var p50: Double
        var p95: Double
        var testDescription: String { name }
    }

    static let codec: [ChangeID] = ["video.codec_family", "video.profile_bit_depth"]
    static let hdrFilmIntoSDRAd: [ChangeID] =
        codec + [
            "video.dynamic_range.display", "video.dynamic_range.decoder", "video.frame_rate.family.display",
            "video.frame_rate.decoder", "audio.codec_family", "audio.channel_layout", "audio.output_format",
        ]
    static let data: [ChangeID] = ["data.playlists", "data.first_segment"]

    static func settings(_ on: Bool) -> ViewerSettings {
        var settings = ViewerSettings()
        settings.matchDynamicRange = on
        settings.matchFrameRate = on
        settings.audioFormat = on ? .bitstream : .stereo
        return settings
    }

    static let examples = [
        Example(
            name: "AVC to HEVC Main 10 on an Apple TV", column: "apple-tv/high", switching: .adaptive,
            changes: codec + data, p50: 87, p95: 440),
        Example(
            name: "AVC to HEVC Main 10 on an adaptive high-end TV", column: "smart-tv/high", switching: .adaptive,
            lead: 15_000, changes: codec + data, p50: 189, p95: 505),
        Example(
            name: "AVC to HEVC Main 10 on a low-end TV", column: "smart-tv/low", switching: .reload, lead: 8000,
            changes: codec + data, p50: 1540, p95: 4712),
        Example(
            name: "AVC to HEVC Main 10 on a box of which nothing is known", column: "set-top-box/high",
            switching: .unknown, lead: 10_000, changes: codec + data, p50: 542, p95: 2317),
        Example(
            name: "HDR film into an SDR ad on an Apple TV, settings unknown", column: "apple-tv/high",
            switching: .adaptive, changes: hdrFilmIntoSDRAd + data, p50: 2240, p95: 5050),
        Example(
            name: "the same with matching on and a bitstream AV receiver", column: "apple-tv/high",
            switching: .adaptive, changes: hdrFilmIntoSDRAd + data, settings: settings(true), p50: 3807, p95: 6080),
        Example(
            name: "the same with matching off and fixed PCM", column: "apple-tv/high", switching: .adaptive,
            changes: hdrFilmIntoSDRAd + data, settings: settings(false), p50: 167, p95: 1589),
        Example(
            name: "matched ad on a low-end TV, asset list on a new host, 8 s of lead", column: "smart-tv/low",
            switching: .reload, lead: 8000,
            changes: data + ["data.asset_list", "data.new_host", "video.parameter_sets_only"], p50: 147, p95: 1080),
        Example(
            name: "the same with 3 s of lead", column: "smart-tv/low", switching: .reload, lead: 3000,
            changes: data + ["data.asset_list", "data.new_host", "video.parameter_sets_only"], p50: 208, p95: 3047),
        Example(
            name: "the same with no lead", column: "smart-tv/low", switching: .reload, lead: 0,
            changes: data + ["data.asset_list", "data.new_host", "video.parameter_sets_only"], p50: 2127, p95: 5962),
    ]

    @Test("Total delays agree with an independent reckoning", arguments: examples)
    func totals(example: Example) throws {
        var receiver = try #require(matrix.profiles.first { $0.id == example.column })
        receiver.switching = example.switching
        receiver.settings = example.settings
        let model = DelayModel(costs: matrix.costs)
        let delay = model.delay(
            Set(example.changes.map { TriggeredChange($0) }), on: receiver, leadMilliseconds: example.lead)
        #expect(abs(delay.total.p50Milliseconds / example.p50 - 1) < 0.06, "p50 \(delay.total.p50Milliseconds)")
        #expect(abs(delay.total.p95Milliseconds / example.p95 - 1) < 0.06, "p95 \(delay.total.p95Milliseconds)")
    }

    @Test func noChangeIsTheFloor() throws {
        let model = DelayModel(costs: matrix.costs)
        for receiver in matrix.profiles {
            let delay = model.delay([], on: receiver, leadMilliseconds: 0)
            #expect(delay.total == delay.floor)
            #expect(delay.excess == .zero)
        }
    }

    @Test("Parameter sets are in the total and not in the excess")
    func parameterSets() throws {
        let model = DelayModel(costs: matrix.costs)
        let receiver = try #require(matrix.profiles.first { $0.id == "smart-tv/low" })
        let delay = model.delay([TriggeredChange(.parameterSets)], on: receiver, leadMilliseconds: 8000)
        #expect(delay.excess == .zero)
        #expect(delay.total.p95Milliseconds > delay.floor.p95Milliseconds)
    }

    @Test(
        "Adding a change never lowers a percentile", arguments: ["apple-tv/high", "smart-tv/low", "set-top-box/high"])
    func monotone(column: String) throws {
        let model = DelayModel(costs: matrix.costs)
        let receiver = try #require(matrix.profiles.first { $0.id == column })
        var changes: Set<TriggeredChange> = []
        var last = model.delay(changes, on: receiver, leadMilliseconds: 3000).total
        for id in matrix.costs.changes.keys.sorted() {
            changes.insert(TriggeredChange(id))
            let next = model.delay(changes, on: receiver, leadMilliseconds: 3000).total
            #expect(
                next.p50Milliseconds >= last.p50Milliseconds && next.p95Milliseconds >= last.p95Milliseconds, "\(id)")
            last = next
        }
    }
}
