import Testing

@testable import ReceiverMeasuring

@Suite struct ExperimentSummaryTests {
    private func switches(
        _ purpose: MeasuredSwitch.Purpose, to: String, _ starts: [Double?]
    ) -> [MeasuredSwitch] {
        starts.enumerated().map { number, start in
            MeasuredSwitch(
                number: number, purpose: purpose, from: "base", to: to, changes: [], playedBefore: true,
                outcome: start == nil ? .neverStarted(requests: 0) : .started, start: start, waited: 4,
                resolution: 0.05, answered: 0, requests: 1, events: [], measuredAt: "")
        }
    }

    /// Half a second over eight times that lie within 70 ms leaves no doubt with four times; two are too few for three
    /// intervals that hold together, since they are the two latest of ten in 1 of 45 orders.
    @Test func eachWordForWhatADifferenceDoes() {
        let floor = (0..<8).map { 1 + Double($0) / 100 }
        let summary = ExperimentSummary(
            switches(.floor, to: "same", floor)
                + switches(.factor, to: "rate", [1.50, 1.51, 1.52, 1.53])
                + switches(.factor, to: "codec", [1.00, 1.02, 1.05, 1.06])
                + switches(.factor, to: "few", [1.50, 1.51])
                + switches(.factor, to: "mute", [nil, nil]))
        #expect(summary.comparisons == 3)
        #expect(summary.rows.map(\.to) == ["rate", "codec", "few", "mute"])
        #expect(
            summary.rows.map(\.verdict) == [.standsOut, .notDistinguishable, .tooFewRuns, .neverStarted])
        #expect(summary.rows[3].failures == ["never-started": 2])
    }
}
