import AirPlayReceivers
import HarnessTestSupport
import MediaFormats
import Testing
import TransitionRisk

@testable import DeviceMatrix

@Suite struct CalibrationFileTests {
    private static func matrix(_ calibrations: [String: String]) throws -> DeviceMatrix {
        var texts = Dictionary(uniqueKeysWithValues: embeddedMatrix.map { ("\($0.path)", "\($0.text)") })
        for (name, text) in calibrations { texts["calibration/\(name).yaml"] = text }
        return try DeviceMatrix(texts: texts)
    }

    private static let lab = """
        name: lab
        source: 5 runs on a QN90D, November 2026
        receivers:
          - class: smart-tv
            changes:
              video.codec_family: {p50: 2000, p95: 2100, grade: A1, runs: 3}
          - class: smart-tv
            tier: low
            changes:
              video.codec_family: {p50: 1500, p95: 1600, grade: A1, runs: 3}
          - model: QN90D
            switching: reload
            changes:
              video.codec_family: {p50: 1027, p95: 2412, trigger: 1, grade: A1, runs: 5}
          - receiver: "AA:BB"
            changes:
              video.codec_family: {p50: 500, p95: 600, grade: A1, runs: 20}

        """

    /// The narrowest entry that covers a receiver holds: receiver, model, class and tier, class.
    @Test(
        "The narrowest entry holds",
        arguments: [
            ("smart-tv/high", nil, nil, 2000.0, true), ("smart-tv/low", nil, nil, 1500, true),
            ("smart-tv/low", "QN90D", nil, 1027, true), ("smart-tv/low", "QN90D", "aa:bb", 500, true),
            ("apple-tv/high", nil, nil, 120, false),
        ])
    func scopes(column: String, model: String?, id: String?, p50: Double, isNamed: Bool) throws {
        let matrix = try Self.matrix(["lab": Self.lab])
        var receiver = try #require(matrix.profiles.first { $0.id == column })
        receiver.model = model
        receiver.receiverID = id
        let verdict = try CalibrationFileTests.assess(receiver, matrix)
        #expect(verdict.reasons.first?.costs.first?.p50Milliseconds == p50)
        #expect(verdict.costs.calibrations.map(\.name) == (isNamed ? ["lab"] : []))
        #expect(verdict.reasons.first?.costs.first?.calibration == (isNamed ? "lab" : nil))
        #expect(((verdict.measuredShare ?? 0) > 0.9) == isNamed)
        if model != nil { #expect(verdict.receiver.switching == .reload) }
        // The vector names the calibrated table, and no other gives its numbers.
        let vector = try VerdictVector(verdict.vector)
        let calibrated = TransitionAssessor(
            model: DelayModel(costs: matrix.costs), calibrations: matrix.calibrations)
        #expect(try calibrated.assess(vector).delay == verdict.delay)
        if isNamed {
            let shipped = TransitionAssessor(model: DelayModel(costs: matrix.costs))
            #expect(throws: VerdictVectorError.self) { try shipped.assess(vector) }
        }
    }

    static func assess(_ receiver: ReceiverProfile, _ matrix: DeviceMatrix) throws -> RiskAssessment {
        let film = SampleMedia.asset("film", SampleMedia.film)
        let ad = SampleMedia.asset("ad", SampleMedia.film { $0.video?.codec = .hevc })
        let transition = Transition(
            id: "t", kind: .enter, at: .seconds(60), from: film, to: ad, primary: film,
            delivery: Delivery(usesAssetList: false, usesNewHost: false, usesPlaylists: true, notice: .seconds(60)))
        return TransitionAssessor(model: DelayModel(costs: matrix.costs), calibrations: matrix.calibrations)
            .assess(transition, on: receiver)
    }

    @Test(
        "A broken calibration is refused with file, line and reason",
        arguments: [
            (
                "{p50: -1, p95: 2, grade: A1}",
                "6: error: receivers.0.changes.video.codec_family.p50: must be at least 0 and below 1000000"
            ),
            (
                "{p50: 9, p95: 2, grade: A1}",
                "6: error: receivers.0.changes.video.codec_family.p95: must be at least p50 and below 1000000"
            ),
            ("{p50: 9, p95: 12}", "6: error: receivers.0.changes.video.codec_family: 'grade' is missing"),
            (
                "{p50: 9, grade: A1}",
                "6: error: receivers.0.changes.video.codec_family: p50 and p95 belong together: give both"
            ),
            (
                "{trigger: 2, grade: A1}",
                "6: error: receivers.0.changes.video.codec_family.trigger: a probability is within 0…1"
            ),
            (
                "{stage: dream, grade: A1}",
                "6: error: receivers.0.changes.video.codec_family.stage: unknown key; allowed are failureProbability,"
                    + " grade, p50, p95, runs, trigger"
            ),
        ])
    func refuses(change: String, error: String) throws {
        let text = """
            name: lab
            source: some runs
            receivers:
              - class: smart-tv
                changes:
                  video.codec_family: \(change)

            """
        #expect(try refusal(of: text) == "calibration/bad.yaml:" + error)
    }

    @Test(
        "Who is meant must be clear, and a change must exist",
        arguments: [
            ("tier: low", "receivers.0: name one of class (with tier, if need be), model or receiver"),
            ("{model: A, receiver: B}", "receivers.0: name one of class (with tier, if need be), model or receiver"),
            (
                "{model: A, changes: {video.colour: {grade: D}}}",
                "receivers.0.changes.video.colour: transition-costs.yaml knows no such change"
            ),
        ])
    func refusesScope(entry: String, error: String) throws {
        let text = "name: lab\nsource: some runs\nreceivers:\n  - \(entry)\n"
        #expect(try refusal(of: text) == "calibration/bad.yaml:4: error: " + error)
    }

    private func refusal(of text: String) throws -> String? {
        do {
            _ = try Self.matrix(["bad": text])
            return nil
        } catch let error as MatrixError {
            return "\(error)"
        }
    }
}
